// @ts-check
/** What earlier games left behind: the tavern wall, and the worlds and maps made here. */

import { api, sitDown, wordsOf } from "./api.js";
import { ago, button, few, h, openDialog, starting, way } from "./dom.js";
import { emblem } from "./emblem.js";
import { UcPicture } from "./picture.js";

/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {import("./api.js").MemorialInfo} MemorialInfo */
/** @typedef {import("./mytables.js").LobbyLine} LobbyLine */
/** @typedef {import("./mytables.js").Mine} Mine */

const MAPS = new Set(["world", "map", "dungeon"]);

/** What hangs on the wall, in this order. @type {[string, string[]][]} */
const WALL = [
  ["Halls of fame", ["hall of fame", "solo"]],
  ["Retired", ["retired"]],
  ["Waiting for another evening", ["survivor", "persona", "character", "party"]],
  ["Here lie", ["grave"]],
];

/**
 * @param {HTMLElement} wall
 * @param {HTMLElement} worlds
 * @param {GameInfo[]} games
 * @param {Promise<Mine>} tables
 * @param {(path: string) => void} go
 */
export async function showMemorials(wall, worlds, games, tables, go) {
  try {
    const [all, { tables: mine, saved }] = await Promise.all([api.memorials(), tables]);
    const found = (/** @type {string} */ match) => mine.find((line) => line.table.match === match || line.table.earlier.includes(match));
    const card = (/** @type {"h3"|"h4"} */ heading) => (/** @type {MemorialInfo} */ each) => memorialCard(each.memorial, each.game, { heading, info: each, games, link: wayTo(each, found(each.match ?? ""), saved, go) });
    const known = new Set(WALL.flatMap(([, kinds]) => kinds));
    const groups = [...WALL, /** @type {[string, string[]]} */ (["Also remembered", all.map((each) => each.memorial.kind).filter((kind) => !known.has(kind) && !MAPS.has(kind))])];
    const hung = groups.flatMap(([title, kinds]) => {
      const these = all.filter((each) => kinds.includes(each.memorial.kind));
      return these.length ? [h("section", { class: "shelf" }, h("h3", {}, title), ...few(these.slice(0, 60).map(card("h4")), "wall", ""))] : [];
    });
    if (hung.length) wall.replaceChildren(h("h2", { id: "h-wall" }, "The tavern wall"), ...hung);
    const maps = all.filter((each) => MAPS.has(each.memorial.kind));
    const drawn = new Set(maps.map((each) => each.match));
    const ended = mine.filter((line) => line.table.over && line.table.moves > 0 && !drawn.has(line.table.match)).slice(0, 6);
    const others = (await Promise.all(ended.map((line) => mapCard(line, games, go).catch(() => null)))).filter((each) => each !== null);
    const made = [...maps.slice(0, 40).map(card("h3")), ...others];
    worlds.hidden = made.length === 0;
    worlds.replaceChildren(h("h2", { id: "h-worlds" }, "Worlds and maps made here"), ...few(made, "wall maps", "maps"));
  } catch (error) {
    wall.replaceChildren(h("h2", { id: "h-wall" }, "The tavern wall"), h("p", { class: "empty" }, `It could not be read: ${wordsOf(error)}`));
  }
}

/**
 * How to look at what happened: a replay at one's own table, or the match kept on this machine.
 *
 * @param {MemorialInfo} info
 * @param {LobbyLine|undefined} line
 * @param {Set<string>} saved
 * @param {(path: string) => void} go
 */
function wayTo(info, line, saved, go) {
  const match = info.match ?? "";
  if (!line && !saved.has(match)) return null;
  if (!line) {
    const open = button("How it went", () => starting(open, async () => go(sitDown(await api.continueSaved(match)).replace("/t/", "/replay/"))), { class: "quiet how" });
    return open;
  }
  return way("How it went", `/replay/${line.table.id}${line.table.match === match ? "" : `?match=${match}`}`, go, "how");
}

/**
 * The map of a finished game, as it was at the end.
 *
 * @param {LobbyLine} line
 * @param {GameInfo[]} games
 * @param {(path: string) => void} go
 */
async function mapCard(line, games, go) {
  const view = await api.replayView(line.table.id, line.table.moves, line.with);
  const picture = new UcPicture();
  const title = games.find((game) => game.slug === line.table.game)?.title ?? line.table.game;
  if (!view.drawing?.svg || !picture.show(view.drawing.svg, view.drawing.alt || `The map of ${title}`)) return null;
  return h("article", { class: "memorial map", "data-game": line.table.game },
    h("button", { type: "button", class: "look", "aria-label": `Look closely at the map of ${title}`, onclick: () => lookClosely(title, line.table.game, view.drawing?.svg ?? "") }, picture),
    h("h3", {}, view.screen.title === title ? title : `${title}: ${view.screen.title}`),
    h("p", { class: "meta" }, [line.table.seats.map((seat) => seat.name).join(", "), ago(line.table.touched)].join(" · ")),
    way("How it went", `/replay/${line.table.id}`, go, "how"));
}

/**
 * A map by itself, as large as the screen allows.
 *
 * @param {string} title
 * @param {string} game
 * @param {string} svg
 */
function lookClosely(title, game, svg) {
  const picture = new UcPicture();
  if (picture.show(svg, `The map of ${title}`)) openDialog(title, [picture], { class: "large", game });
}

/**
 * @param {import("./types.js").Memorial} memorial
 * @param {string} game
 * @param {{heading?: "h3"|"h4", info?: MemorialInfo, games?: GameInfo[], link?: HTMLElement|null}} [around]
 */
export function memorialCard(memorial, game, { heading = "h3", info, games = [], link = null } = {}) {
  const isMap = MAPS.has(memorial.kind);
  const card = h("article", { class: `memorial ${memorial.kind.replaceAll(" ", "-")}${isMap ? " map" : ""}`, "data-game": game },
    isMap ? null : emblem(memorial.kind),
    h("p", { class: "what" }, memorial.kind === "grave" ? "here lies" : memorial.kind),
    h(heading, {}, memorial.name),
    h("p", {}, memorial.line));
  if (info) card.append(h("p", { class: "meta" }, [games.find((each) => each.slug === game)?.title, ago(info.at)].filter(Boolean).join(" · ")));
  if (link) card.append(link);
  if (isMap && info?.draws && info.match) {
    const picture = new UcPicture();
    api.memorialPicture(info.match).then((text) => {
      if (!picture.show(text, "")) return;
      card.prepend(h("button", { type: "button", class: "look", "aria-label": `Look closely at the map of ${memorial.name}`, onclick: () => lookClosely(memorial.name, game, text) }, picture));
    }, () => {});
  }
  return card;
}
