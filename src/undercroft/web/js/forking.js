// @ts-check
/** Play on from a moment of a game, at a table of one's own: in which seat, and with whom. */

import { api, sitDown, wordsOf } from "./api.js";
import { button, h, hear, openDialog, toast } from "./dom.js";

/**
 * @param {{id: string, key: string, match: string, at: number|null, seats: import("./api.js").SeatInfo[], own: number|null, game: string,
 *   go: (path: string) => void}} from
 */
export function openFork({ id, key, match, at, seats, own, game, go }) {
  let seat = own ?? seats.find((each) => each.kind !== "bot")?.seat ?? 0;
  let alone = true;
  const begin = async () => {
    try {
      const opened = await api.fork(id, { at, other_dice: true, match, seat, alone: alone && seats.length > 1 }, key);
      go(sitDown(opened, seat));
      hear("A table of your own, from here on.");
    } catch (error) {
      toast(wordsOf(error), "error");
    }
  };
  const choice = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ label, /** @type {boolean} */ checked, /** @type {() => void} */ chosen) =>
    h("label", {}, h("input", { type: "radio", name, value, checked, onchange: chosen }), label);
  const dialog = openDialog("Play on from here", [
    h("p", {}, "A table of your own from this moment on, with other dice. The game you look at stays as it is."),
    seats.length === 1 ? null : h("div", { class: "settings" },
      h("fieldset", {}, h("legend", {}, "You play"), h("div", { class: "choices" }, seats.map((each) =>
        choice("fork-seat", String(each.seat), each.kind === "gamesmaster" ? `${each.name} (gamesmaster)` : each.name, each.seat === seat, () => (seat = each.seat))))),
      h("fieldset", {}, h("legend", {}, "The others"), h("div", { class: "choices" },
        choice("fork-others", "bots", "Bots play them", true, () => (alone = true)),
        choice("fork-others", "people", "As they were: people get links of their own", false, () => (alone = false))))),
    h("div", { class: "row end" }, button("Play on", () => { dialog.close(); void begin(); }, { class: "primary" })),
  ], { game });
}
