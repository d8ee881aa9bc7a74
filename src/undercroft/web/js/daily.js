// @ts-check
/** The dungeon of the day: the same for everyone, one try that counts, a wall, and yesterday's best. */

import { api, sitDown } from "./api.js";
import { button, h, openDialog, starting, way } from "./dom.js";
import { myName } from "./newtable.js";
import { howLong } from "./notices.js";
import { me, settings } from "./remember.js";
import { some } from "./words.js";

/**
 * @typedef {{day: string, game: string, table: string, name: string, score: number|null, line: string}} DailyTry
 * @typedef {{name: string, score: number, line: string, mine: boolean, page: string}} WallLine
 * @typedef {{game: string, title: string, measure: string, tries: number, mine: DailyTry|null, wall: WallLine[], best: number|null, yesterday: WallLine[]}} DailyGame
 * @typedef {{day: string, left: number, games: DailyGame[]}} Daily
 */

/** A score as it is said: parts of a point only decide between equals. @param {number} score */
export const points = (score) => Math.max(0, Math.round(score)).toLocaleString("en");

/** A day as it is called. @param {string} day "2026-11-18" */
export const dayName = (day) => new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long" });

/**
 * @param {HTMLElement} section
 * @param {(path: string) => void} go
 */
export async function showDaily(section, go) {
  try {
    const daily = await api.daily(me.now);
    section.hidden = daily.games.length === 0;
    const date = dayName(daily.day);
    section.replaceChildren(
      h("h2", { id: "h-day" }, "The dungeon of the day"),
      h("p", { class: "front-lead" }, `${date}. The same dungeon for everyone here, and one try that counts. The next one opens in ${howLong(daily.left)}.`),
      h("ul", { class: "tables days" }, daily.games.map((game) => h("li", {}, card(game, go)))));
  } catch {
    section.hidden = true; // an older server has none, and a lost line is said elsewhere
  }
}

/** @param {DailyGame} game @param {(path: string) => void} go */
function card(game, go) {
  const mine = game.mine;
  const begin = button("Try it", () => askFirst(game, begin, go), { class: "primary", "aria-label": `Try it: today's dungeon of ${game.title}` });
  const how = mine === null ? begin
    : mine.score === null ? way("Go on", `/t/${mine.table}`, go, "button primary") : way("See the end", `/t/${mine.table}`, go);
  return h("article", { class: "table-card", "data-game": game.game },
    h("h3", {}, game.title),
    h("p", { class: "meta" }, [`What counts: ${game.measure}`, `${some(game.tries, "try", "tries")} so far`, game.best !== null ? `best ${points(game.best)}` : ""].filter(Boolean).join(" · ")),
    mine?.score !== null && mine ? h("p", {}, `You: ${points(mine.score ?? 0)}. ${mine.line}`) : mine ? h("p", {}, "Your try is under way.") : null,
    game.wall.length ? h("details", { class: "desk" }, h("summary", {}, `Today's wall (${game.wall.length})`), wall(game.wall, go)) : null,
    game.yesterday.length ? h("details", { class: "desk", open: game.wall.length === 0 }, h("summary", {}, "Yesterday's best"), wall(game.yesterday, go)) : null,
    h("div", { class: "row" }, how));
}

/** @param {WallLine[]} lines @param {(path: string) => void} go */
function wall(lines, go) {
  return h("ol", { class: "day-wall" }, lines.map((line) => h("li", { class: line.mine ? "mine" : "" },
    h("span", { class: "who" }, line.name, line.mine ? " (you)" : ""), " ", h("strong", {}, points(line.score)), h("small", {}, line.line),
    line.page ? way("Watch how", `/g/${line.page}/replay`, go, "how") : null)));
}

/**
 * Say what a try means, once, before it begins.
 *
 * @param {DailyGame} game
 * @param {HTMLButtonElement} control
 * @param {(path: string) => void} go
 */
function askFirst(game, control, go) {
  const name = h("input", { type: "text", id: "day-name", maxlength: 40, value: myName() });
  const dialog = openDialog(`Today's dungeon: ${game.title}`, [
    h("p", {}, `One try, and it counts: no practice, nobody to ask, no second start. You may leave and come back until it is over. What counts: ${game.measure}.`),
    h("p", {}, "Your name and result hang on this server's wall; tomorrow the best replays are open to all. “Your games” takes them down again."),
    h("label", { for: "day-name" }, "Your name on the wall"), name,
    h("div", { class: "row end" }, button("Go down", () => {
      dialog.close();
      if (name.value.trim()) settings.set({ name: name.value.trim() });
      void starting(control, async () => go(sitDown(await api.tryDaily(game.game, me.made, name.value.trim() || myName()), 0)));
    }, { class: "primary" })),
  ], { game: game.game });
}

