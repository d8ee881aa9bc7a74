// @ts-check
/** The front page: five papers on one table, your games, and what is remembered of old ones. */

import { api, sitDown, wordsOf } from "./api.js";
import { openHelp, openSettings } from "./dialogs.js";
import { button, h, openDialog, toast } from "./dom.js";
import { emblem, plan } from "./emblem.js";
import { UcPicture } from "./picture.js";
import { openNewTable, playNow } from "./newtable.js";
import { keys } from "./remember.js";
import { openRulebook } from "./rules.js";

/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {import("./api.js").LobbyLine & {with: string}} LobbyLine */
/** @typedef {import("./api.js").SavedLine} SavedLine */
/** @typedef {{tables: LobbyLine[], saved: Set<string>}} Mine tables that this browser has keys to, and matches kept on this machine */
/** @typedef {import("./api.js").MemorialInfo} MemorialInfo */

/** @type {Record<string, string>} */
const YEARS = { descent: "1974", board: "1975", donjon: "2002", host: "2008", robber: "2012" };
const ORDER = ["board", "robber", "descent", "host", "donjon"];

/** @param {(path: string) => void} go */
export async function frontPage(go) {
  const continued = h("section", { "aria-labelledby": "h-continue", hidden: true });
  const papers = h("ul", { class: "papers" }, h("li", {}, h("p", { class: "empty" }, "Laying out the papers…")));
  const wall = h("section", { "aria-labelledby": "h-wall" }, h("h2", { id: "h-wall" }, "The tavern wall"), h("p", { class: "empty" }, "Nobody has retired, died, or become famous here yet. Give it an evening."));
  const worlds = h("section", { "aria-labelledby": "h-worlds", hidden: true });
  document.title = "Undercroft";
  const page = h("main", { class: "front", id: "main" },
    h("header", { class: "front-head" },
      h("div", {}, h("h1", {}, "Undercroft"), h("p", {}, "Five old dungeon games on one table. Alone, with friends, or against bots.")),
      h("div", { class: "row" }, button("Settings", openSettings), button("Help", openHelp))),
    continued,
    h("section", { "aria-labelledby": "h-games" }, h("h2", { id: "h-games" }, "Sit down"), papers),
    worlds,
    wall,
    h("footer", { class: "front-foot" },
      h("span", {}, "Undercroft follows old rulebooks and is not affiliated with their authors."),
      openSaveControl(go)));
  document.getElementById("app")?.replaceChildren(page);

  try {
    const games = await api.games();
    games.sort((a, b) => (ORDER.indexOf(a.slug) + 99) % 99 - (ORDER.indexOf(b.slug) + 99) % 99);
    papers.replaceChildren(...games.map((game) => h("li", {}, paper(game, go))));
    if (games.length === 0) papers.replaceChildren(h("li", { class: "empty" }, "No games are installed."));
    const mine = showTables(continued, games, go);
    void showMemorials(wall, worlds, games, mine, go);
  } catch (error) {
    papers.replaceChildren(h("li", {}, h("p", { class: "empty" }, `The games could not be laid out (${wordsOf(error)}). `, button("Try again", () => frontPage(go)))));
  }
}

/**
 * @param {GameInfo} game
 * @param {(path: string) => void} go
 */
function paper(game, go) {
  const picture = new UcPicture();
  const holder = h("div", { class: "blank-picture", "aria-hidden": "true" }, plan(), "Being drawn…");
  const draw = (/** @type {number[]} */ waits) => void api.picture(game.slug).then(
    (text) => picture.show(text, "", "slice") && holder.replaceWith(picture),
    () => {
      if (waits.length && holder.isConnected) setTimeout(() => draw(waits.slice(1)), waits[0]); // a busy server draws it later
      else holder.textContent = "Its drawing is still at the printer's.";
    },
  );
  draw([2000, 5000, 15_000]);
  const play = button("Play", () => start(play, () => playNow(game, go)), { class: "primary", "aria-label": `Play ${game.title} now` });
  const seats = game.max_seats === 1 ? "for one" : game.min_seats === game.max_seats ? `for ${game.max_seats}` : `for ${game.min_seats} to ${game.max_seats}`;
  return h("article", { class: "game-paper", "data-game": game.slug },
    holder,
    h("div", { class: "words" },
      h("p", { class: "year" }, [YEARS[game.slug], seats, game.takes_gamesmaster ? "gamesmaster's seat" : ""].filter(Boolean).join(" · ")),
      h("h3", {}, game.title),
      h("p", { class: "tag" }, game.tagline),
      h("p", { class: "credit" }, game.credit),
      h("div", { class: "row" }, play,
        button("Set up a table…", () => openNewTable(game, go), { "aria-label": `Set up a table of ${game.title}` }),
        button("Rules", () => openRulebook(game.slug), { "aria-label": `Rules of ${game.title}` }))));
}

/** @param {(path: string) => void} go */
function openSaveControl(go) {
  const file = h("input", { type: "file", accept: ".undercroft,.json,application/json", class: "only-heard", tabindex: "-1", "aria-label": "A save file" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      go(sitDown(await api.openSave(await chosen.text())));
    } catch (error) {
      toast(wordsOf(error), "error");
    }
  });
  return h("span", {}, file, button("Open a save file…", () => file.click(), { class: "quiet" }));
}

/**
 * @param {HTMLButtonElement} control
 * @param {() => Promise<void>} act
 */
async function start(control, act) {
  control.disabled = true;
  try {
    await act();
  } catch (error) {
    toast(wordsOf(error), "error");
  } finally {
    control.disabled = false;
  }
}

/**
 * @param {HTMLElement} section
 * @param {GameInfo[]} games
 * @param {(path: string) => void} go
 * @returns {Promise<Mine>}
 */
async function showTables(section, games, go) {
  try {
    const tables = await api.lobby();
    const saved = await savedHere(tables);
    const mine = { tables, saved: new Set(saved.map((line) => line.match)) };
    if (tables.length + saved.length === 0) return mine;
    section.hidden = false;
    const cards = [
      ...tables.map((line) => ({ over: line.table.over || line.table.closed, mine: line.my_turn, at: line.table.touched || line.table.created, card: tableCard(line, games, go) })),
      ...saved.map((line) => ({ over: line.over, mine: false, at: line.touched || line.created, card: savedCard(line, games, go) })),
    ].sort((one, other) => Number(other.mine) - Number(one.mine) || other.at - one.at);
    const now = cards.filter((each) => !each.over).map((each) => each.card);
    const done = cards.filter((each) => each.over).map((each) => each.card);
    section.replaceChildren(h("h2", { id: "h-continue" }, now.length ? "Continue" : "Your finished games"), ...few(now.length ? now : done, "tables", now.length ? "tables" : "games"));
    if (!now.length) section.nextElementSibling?.after(section); // what is over must not stand in the way of what could begin
    if (now.length && done.length) section.append(h("details", { class: "desk" }, h("summary", {}, `Finished games (${done.length})`), h("ul", { class: "tables" }, done.slice(0, 60).map((card) => h("li", {}, card)))));
    return mine;
  } catch (error) {
    section.hidden = false;
    section.replaceChildren(h("h2", { id: "h-continue" }, "Continue"), h("p", { class: "empty" }, `Your tables could not be fetched: ${wordsOf(error)}`));
    return { tables: [], saved: new Set() };
  }
}

/**
 * The first three, and the others folded away: they must not push the games down.
 *
 * @param {HTMLElement[]} cards
 * @param {string} style of the list
 * @param {string} what they are
 */
function few(cards, style, what) {
  const list = (/** @type {HTMLElement[]} */ some) => h("ul", { class: style }, some.map((card) => h("li", {}, card)));
  const rest = cards.slice(3, 60);
  return [list(cards.slice(0, 3)), rest.length ? h("details", { class: "desk" }, h("summary", {}, `All ${cards.length} ${what}`.trim()), list(rest)) : null].filter((each) => each !== null);
}

/**
 * Matches saved on this machine (from the terminal, say) that no table of ours shows.
 *
 * @param {LobbyLine[]} tables
 */
async function savedHere(tables) {
  try {
    const { home } = await api.server();
    const shown = new Set(tables.flatMap((line) => [line.table.match, ...line.table.earlier]));
    return home ? (await api.saved()).filter((line) => !shown.has(line.match)) : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} label
 * @param {string} path
 * @param {(path: string) => void} go
 * @param {string} [style]
 */
export function way(label, path, go, style = "button") {
  const link = h("a", { class: style, href: path }, label);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(path);
  });
  return link;
}

/**
 * @param {LobbyLine} line
 * @param {GameInfo[]} games
 * @param {(path: string) => void} go
 */
function tableCard(line, games, go) {
  const table = line.table;
  const title = table.title || (games.find((game) => game.slug === table.game)?.title ?? table.game);
  const path = `/t/${table.id}`;
  return h("article", { class: "table-card", "data-game": table.game },
    h("h3", {}, title),
    h("p", { class: "meta" }, table.seats.map((seat) => seat.name).join(", ")),
    line.line ? h("p", {}, line.line) : null,
    h("p", { class: "meta" }, [table.gathering ? "people are gathering" : `${table.moves} moves`, ago(table.touched || table.created)].join(" · "),
      line.my_turn && !table.over ? h("span", { class: "turn" }, " · your turn") : null),
    h("div", { class: "row" },
      way(table.over ? "See the end" : line.my_turn ? "Your turn" : "Sit down", path, go, "button primary"),
      table.moves > 0 ? way("Replay", `/replay/${table.id}`, go) : null,
      button("Forget", () => { keys.forget(table.id); void frontPage(go); }, { title: "Take it off this list; the game itself stays", "aria-label": `Take ${title} off this list` })));
}

/**
 * @param {SavedLine} line
 * @param {GameInfo[]} games
 * @param {(path: string) => void} go
 */
function savedCard(line, games, go) {
  const open = button(line.over ? "See the end" : "Continue", async () => go(sitDown(await api.continueSaved(line.match))), { class: "primary" });
  return h("article", { class: "table-card", "data-game": line.game },
    h("h3", {}, line.title || (games.find((game) => game.slug === line.game)?.title ?? line.game)),
    h("p", { class: "meta" }, line.names.join(", ")),
    line.summary ? h("p", {}, line.summary) : null,
    h("p", { class: "meta" }, [`saved on this machine`, `${line.moves} moves`, ago(line.touched || line.created)].join(" · ")),
    h("div", { class: "row" }, open));
}

/** @param {number} seconds since the epoch */
export function ago(seconds) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const past = Date.now() / 1000 - seconds;
  if (past < 90) return "just now";
  if (past < 5400) return words.format(-Math.round(past / 60), "minute");
  if (past < 129_600) return words.format(-Math.round(past / 3600), "hour");
  return words.format(-Math.round(past / 86_400), "day");
}

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
async function showMemorials(wall, worlds, games, tables, go) {
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
    const open = button("How it went", () => start(open, async () => go(sitDown(await api.continueSaved(match)).replace("/t/", "/replay/"))), { class: "quiet how" });
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
