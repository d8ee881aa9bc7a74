// @ts-check
/** Your games: figures over time, records, titles. All of it is kept in this browser; it can be taken away and deleted. */

import { api, wordsOf } from "./api.js";
import { points } from "./daily.js";
import { button, h, openDialog, saveBlob, toast, way } from "./dom.js";
import { keys, me, played } from "./remember.js";
import { some } from "./words.js";

/** @typedef {import("./remember.js").Played} Played */

/**
 * The book's own words for how it went: a title, a rank, a hall of fame, a world's name.
 *
 * @param {import("./live.js").OutcomeInfo} outcome
 * @param {import("./api.js").SeatInfo} own
 */
function rankOf(outcome, own) {
  const won = outcome.winners.includes(own.seat) || outcome.winners.length === 0;
  if (won && outcome.facts?.retired && outcome.facts.title) return String(outcome.facts.title);
  const fame = outcome.memorials.find((each) => each.kind === "hall of fame") ?? outcome.memorials.find((each) => each.kind === "world");
  const persona = outcome.memorials.find((each) => ["persona", "retired"].includes(each.kind) && (each.data?.player === own.name || each.data?.seat === own.seat));
  return [won && fame ? (fame.kind === "world" ? `the world of ${fame.name}` : "the hall of fame") : "", persona?.line.replace(/\.$/, "") ?? ""].filter(Boolean).join("; ");
}

/** Keep a game that is over, once, if one sat in it oneself to the end. @param {import("./live.js").Model} model */
export function keepPlayed(model) {
  const { outcome, table, seat } = model;
  const own = table?.seats.find((each) => each.seat === seat);
  if (!outcome || !table || seat === null || !own || own.bot) return;
  played.keep({
    match: model.match, table: table.id, game: table.game, title: model.screen?.title ?? table.title, names: table.seats.map((each) => each.name), at: table.touched || Date.now() / 1000,
    won: outcome.winners.includes(seat), score: outcome.scores[seat] ?? null, line: outcome.summary, rank: rankOf(outcome, own), moves: model.moves,
  });
}

/** @param {(path: string) => void} go */
export async function minePage(go) {
  document.title = "Your games – Undercroft";
  const all = played.all();
  const tries = me.now ? await api.myTries(me.now).catch(() => []) : [];
  const games = [...new Set(all.map((each) => each.game))];
  const called = new Map((await api.games().catch(() => [])).map((game) => [game.slug, game.title]));
  const name = (/** @type {string} */ game) => called.get(game) ?? game;
  const titles = [...new Set(all.filter((each) => each.rank).map((each) => `${each.rank} (${each.title})`))];
  const file = h("input", { type: "file", accept: "application/json,.json", class: "only-heard", tabindex: "-1", "aria-label": "Games taken away earlier" });
  file.addEventListener("change", async () => {
    try {
      const found = JSON.parse((await file.files?.[0]?.text()) ?? "{}");
      if (!Array.isArray(found?.games)) throw new Error("That file holds no games of yours.");
      const others = played.add(found.games);
      await minePage(go);
      if (others) toast(`${others} of ${found.games.length} in that file are no games as they are kept here, and were left out.`, "error");
    } catch (error) {
      toast(error instanceof SyntaxError ? "That file cannot be read." : wordsOf(error), "error");
    }
  });
  document.getElementById("app")?.replaceChildren(h("main", { class: "front mine", id: "main" },
    h("header", { class: "front-head" }, h("div", {}, h("h1", {}, "Your games"), h("p", {}, "Kept in this browser, and nowhere else but on the wall of the day.")), h("div", { class: "row" }, way("Front page", "/", go))),
    all.length === 0 ? h("p", { class: "empty" }, "No game has come to its end here yet. When one does, it is counted here: figures by month, your records, and the titles that the books give.") : null,
    games.length ? h("section", { "aria-labelledby": "h-figures" }, h("h2", { id: "h-figures" }, "Figures"), figures(all, games, name)) : null,
    games.length ? h("section", { "aria-labelledby": "h-records" }, h("h2", { id: "h-records" }, "Records"), h("ul", { class: "tables" }, games.map((game) => h("li", {}, record(all.filter((each) => each.game === game), go))))) : null,
    titles.length ? h("section", { "aria-labelledby": "h-titles" }, h("h2", { id: "h-titles" }, "Titles and halls of fame"), h("ul", { class: "titles-won" }, titles.map((title) => h("li", {}, title)))) : null,
    tries.length ? h("section", { "aria-labelledby": "h-tries" }, h("h2", { id: "h-tries" }, "Dungeons of the day"), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "All tries" }, h("table", {}, h("thead", {}, h("tr", {}, ["Day", "Game", "Result", "How it ended"].map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, tries.slice(0, 60).map((each) => h("tr", {}, h("td", { class: "figure" }, each.day), h("td", {}, name(each.game)), h("td", {}, each.score === null ? "under way" : points(each.score)), h("td", {}, each.line))))))) : null,
    all.length ? h("section", { "aria-labelledby": "h-games" }, h("h2", { id: "h-games" }, "Games"), h("ul", { class: "played" }, all.slice(0, 100).map((each) => h("li", {},
      h("strong", {}, each.title), ` · ${new Date(each.at * 1000).toLocaleDateString()} · ${each.names.join(", ")}`, h("small", {}, each.line), 
      h("div", { class: "row" }, keys.of(each.table) ? way("Replay", `/replay/${each.table}?match=${each.match}`, go) : null, button("Forget", () => { played.forget(each.match); void minePage(go); }, { "aria-label": `Forget ${each.title}: ${each.line}` })))))) : null,
    h("section", { "aria-labelledby": "h-yours" }, h("h2", { id: "h-yours" }, "It is yours"),
      h("div", { class: "row" },
        button("Take it away", () => saveBlob("undercroft-games.json", new Blob([JSON.stringify({ games: all, days: tries }, null, 1)], { type: "application/json" })), { disabled: all.length + tries.length === 0 ? true : null }), file, button("Bring games along…", () => file.click()),
        button("Delete all of it…", () => sure(go), { disabled: all.length + tries.length === 0 ? true : null })))));
}

/** @param {Played[]} all @param {string[]} games @param {(game: string) => string} name */
function figures(all, games, name) {
  const months = [...new Set(all.map((each) => new Date(each.at * 1000).toISOString().slice(0, 7)))].slice(0, 12);
  const cell = (/** @type {Played[]} */ these) => {
    const best = Math.max(0, ...these.map((each) => each.score ?? 0));
    return these.length ? [some(these.length, "game"), these.some((each) => each.names.length > 1) ? `${these.filter((each) => each.won).length} won` : "", best ? `best ${points(best)}` : ""].filter(Boolean).join(", ") : "";
  };
  const of = (/** @type {string} */ month, /** @type {string} */ game) => all.filter((each) => each.game === game && new Date(each.at * 1000).toISOString().startsWith(month));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Figures by month" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Month"), games.map((game) => h("th", { scope: "col" }, name(game))))),
    h("tbody", {}, months.map((month) => h("tr", {}, h("th", { scope: "row" }, month), games.map((game) => h("td", {}, cell(of(month, game)))))),
      h("tr", {}, h("th", { scope: "row" }, "all"), games.map((game) => h("td", {}, cell(all.filter((each) => each.game === game))))))));
}

/** @param {Played[]} played of one game @param {(path: string) => void} go */
function record(played, go) {
  const best = played.reduce((one, other) => ((other.score ?? -1) > (one.score ?? -1) ? other : one));
  const longest = played.reduce((one, other) => (other.moves > one.moves ? other : one));
  return h("article", { class: "table-card", "data-game": best.game }, h("h3", {}, best.title),
    best.score ? h("p", {}, `Best: ${points(best.score)}. ${best.line}`) : h("p", {}, best.line),
    h("p", { class: "meta" }, `Longest: ${some(longest.moves, "answer")}.`),
    keys.of(best.table) ? h("div", { class: "row" }, way("Replay of the best", `/replay/${best.table}?match=${best.match}`, go)) : null);
}

/** @param {(path: string) => void} go */
function sure(go) {
  const dialog = openDialog("Delete all of it?", [
    h("p", {}, "Your list of games in this browser goes, and your names and results on this server's wall of the day. Tables you sit at stay."),
    h("div", { class: "row end" }, button("Keep it", () => dialog.close()), button("Delete it", async () => {
      dialog.close();
      try {
        if (me.now) await api.forgetTries(me.now);
        played.forget();
        me.forget();
        await minePage(go);
      } catch (error) {
        toast(wordsOf(error), "error");
      }
    }, { class: "primary" })),
  ]);
}
