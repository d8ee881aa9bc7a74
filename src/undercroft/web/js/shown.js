// @ts-check
/** A finished game shown to everybody: its page, its replay, and the host's word on what may be seen. */

import { api, sitDown, wordsOf } from "./api.js";
import { button, copy, h, openDialog, starting, toast, way } from "./dom.js";
import { send, whereWord, whole } from "./links.js";
import { myName } from "./newtable.js";
import { ReplayPage } from "./replay.js";
import { figures, some } from "./words.js";

/** @typedef {import("./api.js").ShownInfo} ShownInfo */

/**
 * @param {string} id of the page
 * @param {(path: string) => void} go
 * @param {{replay: boolean, framed: boolean}} how
 * @returns {Promise<() => void>}
 */
export async function shownPage(id, go, { replay, framed }) {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  app.replaceChildren(h("main", { class: "sentence", id: "main" }, h("h1", {}, "Finding the page…")));
  try {
    const info = await api.shown(id);
    document.title = info.heading;
    if (!replay) {
      app.replaceChildren(shownArticle(info, go));
      return () => {};
    }
    const page = new ReplayPage(await api.shownReplay(id), {
      view: (count) => api.shownView(id, count), names: new Map(info.names.map((name, seat) => [seat, name])), you: null, back: ["To its page", info.path], onward: null,
    }, framed ? (path) => void window.open(path, "_blank", "noopener") : go);
    app.replaceChildren(page.root);
    await page.goTo(0);
    return () => page.leave();
  } catch (error) {
    app.replaceChildren(h("main", { class: "sentence", id: "main" }, h("h1", {}, "Nothing is shown here."), h("p", {}, wordsOf(error)), way("To the front page", "/", go, "button primary")));
    return () => {};
  }
}

const HEADLINE = 80; // letters; what is longer is told below

/** @param {ShownInfo} info @param {(path: string) => void} go */
function shownArticle(info, go) {
  const again = info.again ? button("Play this dungeon yourself", () => starting(/** @type {HTMLButtonElement} */ (again), async () => go(sitDown(await api.shownAgain(info.id, myName()), 0))), { class: "primary" }) : null;
  const shown = (/** @type {number} */ score) => figures(score);
  const picture = h("img", { src: `${info.path}.png`, alt: info.draws ? `The map at the end. ${info.heading}` : info.heading, width: 1200, height: 630 });
  const [first = ""] = info.lines;
  const short = first !== "" && first.length <= HEADLINE;
  return h("main", { class: "over shown", id: "main", "data-game": info.game }, h("article", { class: "page" },
    h("header", {}, h("p", { class: "kicker" }, [info.title, new Date(info.at * 1000).toLocaleDateString(undefined, { dateStyle: "long" })].join(" · ")), h("h1", {}, short ? first : info.heading)),
    info.lines.slice(short ? 1 : 0).map((line) => h("p", { class: "summary" }, line)),
    h("div", { class: "row" }, way("Watch the replay", `${info.path}/replay`, go, again ? "button" : "button primary"), again, button("Copy the result", () => void copy(info.text)), button("Copy the link", () => void send(info.path)), way("Front page", "/", go)),
    h("div", { class: "shown-map", "data-draws": String(info.draws) }, picture),
    h("section", {}, h("h2", {}, "Who played"), h("dl", { class: "lines" }, info.names.map((name, seat) =>
      h("div", {}, h("dt", { class: info.winners.includes(seat) ? "winner" : "" }, name), h("dd", {}, seat in info.scores ? shown(info.scores[seat]) : "")))),
      h("p", { class: "aside" }, `${some(info.moves, "answer")}.`))));
}

/** Whether a day is today's: then its dungeon is shown to nobody. @param {string} day */
export const isToday = (day) => day === new Date().toISOString().slice(0, 10);

/**
 * The host's word: what everybody may see.
 *
 * @param {{id: string, host: string, game: string, people: number, seed: number|null}} at
 */
export async function openShow({ id, host, game, people, seed }) {
  const now = await api.shownOf(id, host).catch(() => null);
  const box = (/** @type {string} */ label, /** @type {string} */ help, /** @type {boolean} */ on) => {
    const field = h("input", { type: "checkbox", checked: on });
    return { field, row: h("label", { class: "toggle" }, field, h("span", {}, label, h("small", {}, help))) };
  };
  const told = box("Tell what was secret too", people > 1 ? "everybody's answers, and the seed if there is one; until then a stranger sees what somebody who watches saw" : "your answers in words, and the seed", now?.told ?? people === 1);
  const again = box("Anybody may play this dungeon", "the same seed, at a table of their own", now?.again ?? people === 1);
  const embeds = box("Other sites may show the replay in a frame", "", now?.embeds ?? false);
  if (seed === null) again.row.hidden = true;
  const base = await whole("");
  const result = h("div", { class: "show-result" });
  const fill = (/** @type {ShownInfo|null} */ info) => result.replaceChildren(...(info ? [
    h("p", {}, h("a", { href: info.path }, base + info.path)), whereWord(),
    h("div", { class: "row" }, button("Copy the link", () => void send(info.path), { class: "primary" }), button("Copy the result as text", () => void copy(info.text)),
      info.embeds ? button("Copy the code for a frame", () => void copy(`<iframe src="${base}/e/${info.id}" width="960" height="640" title="${info.heading.replaceAll('"', "&quot;")}"></iframe>`)) : null,
      button("Show it no more", async () => { await api.hide(id, host).catch((error) => toast(wordsOf(error), "error")); fill(null); })),
    h("img", { class: "shown-picture", src: `${info.path}.png`, alt: "The picture that goes with the link", width: 1200, height: 630 })] : []));
  const show = button(now ? "Show it so" : "Show it", () => starting(show, async () => fill(await api.show(id, { told: told.field.checked, embeds: embeds.field.checked, again: again.field.checked && seed !== null }, host))), { class: "primary" });
  openDialog("Show it to everybody", [h("p", {}, "A page of its own with a picture, two lines and the replay. Whoever has its link may look; nobody gets a seat by it."),
    told.row, again.row, embeds.row, h("div", { class: "row" }, show), result], { game });
  fill(now);
}
