// @ts-check
/** Before the game: people gather, name themselves, and the host begins. */

import { api, wordsOf } from "./api.js";
import { button, h, toast, way } from "./dom.js";
import { watchRow, whereWord } from "./links.js";
import { keys, settings } from "./remember.js";

/** @typedef {import("./live.js").Model} Model */
/** @typedef {import("./deeds.js").Deeds} Deeds */

const HOST = "Send each of them a link; they sit down beside you, with no account and nothing to install. "
  + "Begin when you like: whoever is late can still sit down.";
const GUEST = "The host begins the game when everybody is here.";

/**
 * @param {Model} model
 * @param {{id: string, key: string, called: string, deeds: Deeds, go: (path: string) => void}} at the table, and what its game is called
 */
export function gatherPage(model, { id, key, called, deeds, go }) {
  const seats = model.table?.seats ?? [];
  const hosted = keys.hosted(id);
  const own = seats.find((seat) => seat.seat === model.seat);
  const failed = (/** @type {unknown} */ error) => toast(wordsOf(error), "error");
  const name = h("input", { type: "text", id: "gather-name", value: own?.name ?? "", maxlength: 40 });
  name.addEventListener("change", () => {
    settings.set({ name: name.value.trim() });
    void api.seat(id, model.seat ?? 0, { name: name.value.trim() }, key).catch(failed);
  });
  const title = model.table?.title ?? "";
  const rows = seats.map((seat) => {
    const row = deeds.linkRow(seat, hosted);
    const late = hosted && seat.kind === "person" && !seat.bot && !seat.connected && seat.seat !== model.seat;
    const bot = model.table?.bots[0] ?? "random";
    if (late) row.append(button("A bot instead", () => void deeds.giveSeat(seat.seat, bot), { "aria-label": `A bot instead of ${seat.name}` }));
    return row;
  });
  return h("main", { class: "sentence gather", id: "main", "data-game": model.table?.game ?? "" }, h("article", {},
    h("p", { class: "kicker" }, [...new Set([called, title])].filter(Boolean).join(" · ")),
    h("h1", {}, "Waiting for friends"),
    h("p", {}, hosted ? HOST : GUEST),
    hosted ? whereWord() : null,
    own ? h("p", {}, h("label", { for: "gather-name" }, "Your name"), name) : null,
    h("ul", { class: "links" }, rows, hosted && model.table ? watchRow(model.table, hosted.host ?? key, "host") : null),
    h("div", { class: "row" },
      hosted ? button("Begin", () => void api.start(id, hosted.host ?? "").catch(failed), { class: "primary" }) : null,
      way("To the front page", "/", go))));
}
