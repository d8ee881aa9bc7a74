// @ts-check
/** The front page: five papers on one table, your games, and what is remembered of old ones. */

import { api, sitDown, wordsOf } from "./api.js";
import { openHelp, openSettings } from "./dialogs.js";
import { button, h, starting, toast, way } from "./dom.js";
import { showDaily } from "./daily.js";
import { showMemorials } from "./memorials.js";
import { showTables } from "./mytables.js";
import { openNewTable, playNow } from "./newtable.js";
import { openRulebook } from "./rules.js";
import { showWorlds } from "./worlds.js";

/** @typedef {import("./api.js").GameInfo} GameInfo */

/** @type {Record<string, string>} */
const YEARS = { descent: "1974", board: "1975", donjon: "2002", host: "2008", robber: "2012" };
const ORDER = ["board", "robber", "descent", "host", "donjon"];

let look = () => {}; // at one's tables, again
/** Whose turn it is changes while one is elsewhere: look again now and then, and when somebody goes or comes back. */
const lookAgain = () => location.pathname === "/" && look();
document.addEventListener("visibilitychange", lookAgain);
setInterval(lookAgain, 60_000);

/** @param {(path: string) => void} go */
export async function frontPage(go) {
  const continued = h("section", { "aria-labelledby": "h-continue", hidden: true });
  const papers = h("ul", { class: "papers" }, h("li", {}, h("p", { class: "empty" }, "Laying out the papers…")));
  const wall = h("section", { "aria-labelledby": "h-wall" }, h("h2", { id: "h-wall" }, "The tavern wall"), h("p", { class: "empty" }, "Nobody has retired, died, or become famous here yet. Give it an evening."));
  const day = h("section", { "aria-labelledby": "h-day", hidden: true });
  const kept = h("section", { "aria-labelledby": "h-kept", hidden: true });
  const worlds = h("section", { "aria-labelledby": "h-worlds", hidden: true });
  document.title = "Undercroft";
  const page = h("main", { class: "front", id: "main" },
    h("header", { class: "front-head" },
      h("div", {}, h("h1", {}, "Undercroft"), h("p", {}, "Five old dungeon games on one table. Alone, with friends, or against bots.")),
      h("div", { class: "row" }, way("Your games", "/mine", go), button("Settings", openSettings), button("Help", openHelp))),
    continued,
    h("section", { "aria-labelledby": "h-games" }, h("h2", { id: "h-games" }, "Sit down"), papers),
    kept,
    day,
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
    void showDaily(day, go);
    void showWorlds(kept, go);
    look = () => void showTables(continued, games, go);
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
  const lid = h("img", { class: "lid", alt: "", width: "640", height: "320" });
  whenNear(lid, () => lid.setAttribute("src", `/api/games/${game.slug}/lid`));
  lid.addEventListener("error", () => lid.remove());
  const play = button("Play", () => starting(play, () => playNow(game, go)), { class: "primary", "aria-label": `Play ${game.title} now` });
  const learn = game.aim ? button("Learn it", () => starting(learn ?? play, () => playNow(game, go, true)), { "aria-label": `Learn it: ${game.title}, a first game with a coach` }) : null;
  const seats = game.max_seats === 1 ? "for one" : game.min_seats === game.max_seats ? `for ${game.max_seats}` : `for ${game.min_seats} to ${game.max_seats}`;
  return h("article", { class: "game-paper", "data-game": game.slug },
    lid,
    h("div", { class: "words" },
      h("p", { class: "year" }, [YEARS[game.slug], seats, game.takes_gamesmaster ? "gamesmaster's seat" : ""].filter(Boolean).join(" · ")),
      h("h3", {}, game.title),
      h("p", { class: "tag" }, game.tagline),
      h("p", { class: "credit" }, game.credit),
      h("div", { class: "row" }, play, learn,
        button("Set up a table…", () => openNewTable(game, go), { "aria-label": `Set up a table of ${game.title}` }),
        button("Rules", () => openRulebook(game.slug), { "aria-label": `Rules of ${game.title}` }))));
}

/**
 * Do something once a part of the page comes into what is seen of it: what nobody scrolls to is not fetched.
 *
 * @param {Element} part
 * @param {() => void} act
 */
function whenNear(part, act) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    act();
  }, { rootMargin: "-12% 0px" });
  watch.observe(part);
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
