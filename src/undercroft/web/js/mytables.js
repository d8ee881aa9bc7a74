// @ts-check
/** Your tables: what this browser has keys to, and what is saved on this machine. */

import { api, sitDown, wordsOf } from "./api.js";
import { ago, button, few, h, way } from "./dom.js";
import { howLong, tellTurn } from "./notices.js";
import { keys } from "./remember.js";
import { listed, some } from "./words.js";

/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {import("./api.js").LobbyLine & {with: string}} LobbyLine */
/** @typedef {import("./api.js").SavedLine} SavedLine */
/** @typedef {{tables: LobbyLine[], saved: Set<string>}} Mine tables that this browser has keys to, and matches kept on this machine */

/** @type {Set<string>|null} tables that waited for this player when they last were looked at */
let awaitedMe = null;

/**
 * @param {HTMLElement} section
 * @param {GameInfo[]} games
 * @param {(path: string) => void} go
 * @returns {Promise<Mine>}
 */
export async function showTables(section, games, go) {
  try {
    const tables = await api.lobby();
    const saved = await savedHere(tables);
    const mine = { tables, saved: new Set(saved.map((line) => line.match)) };
    if (tables.length + saved.length === 0) return mine;
    section.hidden = false;
    const turns = tables.filter((line) => line.my_turn && !line.table.over && !line.table.closed);
    const fresh = turns.find((line) => awaitedMe && !awaitedMe.has(line.table.id));
    awaitedMe = new Set(turns.map((line) => line.table.id));
    document.title = turns.length ? `(${turns.length}) Undercroft` : "Undercroft";
    if (fresh) tellTurn(fresh.table.title, `/t/${fresh.table.id}`);
    const told = JSON.stringify([tables.map((line) => [line.table.id, line.table.moves, line.table.over, line.table.closed, line.my_turn, line.line, line.table.seats]), saved.map((line) => line.match)]);
    if (told === section.dataset.told || section.contains(document.activeElement)) return mine; // nothing has changed, or it is in somebody's hand
    section.dataset.told = told;
    const [own, others] = [saved.filter((line) => !line.seated), saved.filter((line) => line.seated)];
    const cards = [
      ...tables.map((line) => ({ over: line.table.over || line.table.closed, mine: line.my_turn, at: line.table.touched || line.table.created, card: tableCard(line, games, go) })),
      ...own.map((line) => ({ over: line.over, mine: false, at: line.touched || line.created, card: savedCard(line, games, go) })),
    ].sort((one, other) => Number(other.mine) - Number(one.mine) || other.at - one.at);
    const now = cards.filter((each) => !each.over).map((each) => each.card);
    const done = cards.filter((each) => each.over).map((each) => each.card);
    section.replaceChildren(h("h2", { id: "h-continue" }, now.length ? "Continue" : done.length ? "Your finished games" : "Kept on this machine"), ...few(now.length ? now : done, "tables", now.length ? "tables" : "games"));
    if (!now.length) section.nextElementSibling?.after(section); // what is over must not stand in the way of what could begin
    if (now.length && done.length) section.append(h("details", { class: "desk" }, h("summary", {}, `Finished games (${done.length})`), h("ul", { class: "tables" }, done.slice(0, 60).map((card) => h("li", {}, card)))));
    if (others.length) section.append(h("details", { class: "desk" }, h("summary", {}, `From other browsers on this machine (${others.length})`), h("ul", { class: "tables" }, others.slice(0, 60).map((line) => h("li", {}, savedCard(line, games, go))))));
    return mine;
  } catch (error) {
    section.hidden = false;
    section.replaceChildren(h("h2", { id: "h-continue" }, "Continue"), h("p", { class: "empty" }, `Your tables could not be fetched: ${wordsOf(error)}`));
    return { tables: [], saved: new Set() };
  }
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
 * @param {LobbyLine} line
 * @param {GameInfo[]} games
 * @param {(path: string) => void} go
 */
function tableCard(line, games, go) {
  const table = line.table;
  const title = table.title || (games.find((game) => game.slug === table.game)?.title ?? table.game);
  const path = `/t/${table.id}`;
  const stoodIn = !table.over && !table.gathering && Boolean(table.seats.find((seat) => seat.seat === line.seat)?.bot);
  return h("article", { class: "table-card", "data-game": table.game },
    h("h3", {}, title),
    h("p", { class: "meta" }, table.seats.map((seat) => seat.name).join(", ")),
    line.line ? h("p", {}, line.line) : null,
    h("p", { class: "meta" }, [table.gathering ? "people are gathering" : counted(table.moves), ago(table.touched || table.created), stoodIn ? "a bot plays for you" : ""].filter(Boolean).join(" · "),
      line.my_turn && !table.over ? h("span", { class: "turn" }, " · your turn") : awaited(table), left(table)),
    h("div", { class: "row" },
      way(table.over ? "See the end" : line.my_turn ? "Your turn" : stoodIn ? "Come back" : line.seat === null ? "Watch" : "Sit down", path, go, "button primary"),
      table.moves > 0 ? way("Replay", `/replay/${table.id}`, go) : null,
      button("Forget", () => { keys.forget(table.id); go("/"); }, { title: "Take it off this list; the game itself stays", "aria-label": `Forget ${title}: take it off this list` })));
}

/** What is left on a table's clock. @param {import("./api.js").TableInfo} table */
function left(table) {
  if (!table.clock || table.over || table.closed || table.gathering) return null;
  return table.clock.left > 0 ? ` · ${howLong(table.clock.left)} left` : " · time is up";
}

/** @param {number} moves */
const counted = (moves) => some(moves, "answer");

/** Whose turn it is, where it is somebody else's. @param {import("./api.js").TableInfo} table */
function awaited(table) {
  const names = table.over || table.closed ? [] : table.seats.filter((seat) => seat.waiting && seat.kind !== "bot").map((seat) => seat.name);
  return names.length ? ` · waiting for ${listed(names)}` : null;
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
    h("p", { class: "meta" }, ["saved on this machine", counted(line.moves), ago(line.touched || line.created)].join(" · ")),
    h("div", { class: "row" }, open));
}

