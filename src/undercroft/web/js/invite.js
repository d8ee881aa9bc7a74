// @ts-check
/** An invitation: what a link is for, before one sits down. One click sits, one click watches. */

import { api, Refusal, wordsOf } from "./api.js";
import { button, h, starting, toast } from "./dom.js";
import { keys, settings } from "./remember.js";
import { some } from "./words.js";

/**
 * @typedef {{game: string, title: string, table: string, tagline: string, host: string, role: string, seat: number|null, name: string,
 *   seats: {name: string, kind: string, here: boolean}[], minutes: [number, number], gathering: boolean, over: boolean, moves: number,
 *   locked: boolean, draws: boolean, clock: string}} Invitation
 */

/** @param {[number, number]} minutes */
function lasts([from, to]) {
  if (!to) return "";
  const words = (/** @type {number} */ many) => (many % 60 === 0 ? `${many / 60} ${many === 60 ? "hour" : "hours"}` : `${many} minutes`);
  return from === to ? `about ${words(to)}` : from % 60 && to % 60 ? `${from} to ${words(to)}` : `${words(from)} to ${words(to)}`;
}

/** @param {Invitation} to @param {{name: string, kind: string, here: boolean}} seat */
function guest(to, seat) {
  const there = seat.name === to.name ? "your place" : seat.here ? "is here" : "not here yet";
  const state = seat.kind === "bot" ? "a bot" : [seat.kind === "gamesmaster" ? "gamesmaster" : "", there].filter(Boolean).join(", ");
  return h("li", { class: seat.name === to.name ? "mine" : "" }, h("span", { class: "who" }, seat.name), h("small", {}, state));
}

/**
 * Show what a link is for; whether there was anything to show.
 *
 * @param {string} table
 * @param {string} key
 * @param {() => void} enter go on to the table
 */
export async function invitePage(table, key, enter) {
  /** @type {Invitation} */
  let to;
  try {
    to = await api.invitation(table, key);
  } catch (error) {
    if (error instanceof Refusal) return false; // the table itself says what is wrong
    throw error;
  }
  if (to.role === "host" || (to.role === "spectator" && to.locked)) return false;
  document.title = `${to.title} – an invitation`;
  const seated = to.role === "seat";
  const name = h("input", { type: "text", id: "invited-name", maxlength: 40, value: settings.now.name || to.name, autocomplete: "nickname" });
  const sit = async () => {
    const called = name.value.trim();
    if (seated && to.gathering && called && called !== to.name) {
      settings.set({ name: called });
      await api.seat(table, to.seat ?? 0, { name: called }, key).catch((error) => toast(wordsOf(error), "error"));
    }
    keys.keep({ table, key, role: to.role, seat: to.seat, at: Date.now() });
    enter();
  };
  const watch = async () => {
    const own = seated ? (await api.watch(table, key)).key : key;
    keys.keep({ table, key: own, role: "spectator", seat: null, at: Date.now() });
    enter();
  };
  const sitting = button(to.over ? "See how it ended" : `Sit down${to.gathering ? "" : ` as ${to.name}`}`, () => void starting(sitting, sit), { class: "primary sit" });
  const watching = button(seated ? "Only watch" : "Watch", () => void starting(watching, watch), { class: seated ? "watch" : "primary watch" });
  const where = to.over ? "The game is over." : to.gathering ? "It has not begun yet." : `It is under way: ${some(to.moves, "answer")} so far.`;
  const picture = to.draws ? h("img", { class: "front-picture", src: `/api/games/${to.game}/lid`, alt: "" }) : null;
  document.getElementById("app")?.replaceChildren(
    h("main", { class: "invitation", id: "main", "data-game": to.game }, h("article", {},
      h("p", { class: "site" }, h("a", { href: "/" }, "Undercroft"), ` at ${location.host}`),
      h("p", { class: "kicker" }, to.host ? (seated ? `${to.host} asks you to the table` : `${to.host}'s table`) : "An invitation"),
      h("h1", {}, to.title),
      to.table && to.table !== to.title ? h("p", { class: "called" }, to.table) : null,
      h("p", { class: "tag" }, to.tagline),
      picture,
      h("ul", { class: "guests", "aria-label": "Who sits there" }, to.seats.map((seat) => guest(to, seat))),
      h("p", { class: "aside" }, [lasts(to.minutes) ? `A game takes ${lasts(to.minutes)}.` : "", to.clock ? `${to.clock}.` : "", where].filter(Boolean).join(" ")),
      seated && to.gathering ? h("p", { class: "name" }, h("label", { for: "invited-name" }, "Your name"), name) : null,
      h("div", { class: "row" }, seated ? sitting : null, to.locked && seated ? null : watching),
      h("p", { class: "aside" }, seated ? "No account, nothing to install: this link is your seat, and this browser remembers it." : "You see what everyone sees, and no secrets."))));
  return true;
}
