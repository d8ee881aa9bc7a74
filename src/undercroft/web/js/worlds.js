// @ts-check
/** Worlds: dungeons that are kept. A section of the front page, and the page of one: its map, who went down, and the ways in. */

import { api, sitDown, wordsOf } from "./api.js";
import { ago, button, few, h, openDialog, saveBlob, starting, way } from "./dom.js";
import { openPicture, send } from "./links.js";
import { UcMap } from "./map.js";
import { laid, me, settings } from "./remember.js";
import { myName } from "./newtable.js";
import { capital, some } from "./words.js";

/**
 * @typedef {{id: string, title: string, year: number, expeditions: number, below: number, forked_from: string}} WorldLine
 * @typedef {{match: string, game: string, company: string, year: number, line: string, came: string, at: number, places: number[]}} Visit
 * @typedef {{id: number, place: number, kind: string, town: string}} Door
 * @typedef {{seq: number, level: number, text: string, truth: string, known: string}} Rumour
 * @typedef {{id: number, kind: string, name: string}} Place
 * @typedef {{peoples: {id: number, name: string, flavour: string, strength: number}[], hoards: {id: number, name: string}[], rumours: Rumour[], record: string[], years: number[], links: Record<string, string>, said: number[]}} Author
 * @typedef {{id: string, title: string, year: number, version: number, map: string, text: string, alt: string, doors: Door[], rumours: Rumour[], places: Place[],
 *   graves: Record<string, string[]>, visits: Visit[], below: Visit[], goals: {id: number, text: string}[], games: string[], lore: string[], folk: string[], waiting: string, forked_from: string, author: Author|null}} WorldView
 * @typedef {{view: WorldView, mine: boolean, pages: Record<string, string>, exports: string[], writing: boolean}} WorldPage
 */

/** Who goes down in which game. @type {Record<string, {as: string, who: string}>} */
const WHO = {
  descent: { as: "a party", who: "A party" },
  robber: { as: "a robber", who: "A robber" },
  board: { as: "racers", who: "Racers" },
  donjon: { as: "storytellers", who: "Heroes of a story" },
};
export const MAKER = "host"; // the game that makes worlds
const ORDER = ["robber", "descent", "board", "donjon"];
/** How many people may go down together; a robber goes alone. @type {Record<string, number>} */
const TOGETHER = { descent: 6, board: 6, donjon: 6 };
const NEWEST = 12; // lines of the record that an author is shown
const PLACES = 24;
const VISITS = 8;
/** @param {string} game */
const whoOf = (game) => WHO[game] ?? { as: game, who: game };
/** @param {number} count @param {string} one */
const soFar = (count, one) => (count ? some(count, one) : `no ${one} yet`);
/** @param {Door} door */
const doorName = (door) => `${capital(door.kind.replaceAll("_", " "))}${door.town ? `, near ${door.town}` : ""}`;

/**
 * Doors by name; several that would be called the same are counted.
 *
 * @param {Door[]} doors
 */
function named(doors) {
  return doors.map((door) => {
    const same = doors.filter((each) => doorName(each) === doorName(door));
    const which = ["First", "Second", "Third"][same.indexOf(door)] ?? `Number ${same.indexOf(door) + 1}:`;
    return { id: door.id, name: same.length > 1 ? `${which} ${doorName(door).charAt(0).toLowerCase()}${doorName(door).slice(1)}` : doorName(door) };
  });
}

/**
 * @param {HTMLElement} section of the front page
 * @param {(path: string) => void} go
 */
export async function showWorlds(section, go) {
  try {
    const worlds = await api.worlds(me.now);
    section.hidden = worlds.length === 0;
    section.replaceChildren(
      h("h2", { id: "h-kept" }, "Worlds"),
      h("p", { class: "front-lead" }, "One dungeon, five games. What you slay, take, find and lose there is history for whoever comes after you. Go down within a minute."),
      ...few(worlds.map((world) => card(world, go)), "tables", "worlds"),
      h("div", { class: "row begin-world" }, begin(go)));
  } catch {
    section.hidden = true; // an older server has none, and a lost line is said elsewhere
  }
}

/** @param {(path: string) => void} go */
function begin(go) {
  const control = button("Begin a world of your own", () => starting(control, async () => go(sitDown(await api.beginWorld(me.made, myName()), 0))), { title: "Write its history in How to Host a Dungeon, and put down the pen when others may go down" });
  return control;
}

/** @param {WorldLine} world @param {(path: string) => void} go */
function card(world, go) {
  const down = button("Go down", () => starting(down, () => enter(world.id, { game: "robber", name: myName() }, go)), { class: "primary", "aria-label": `Go down into ${world.title} as a robber` });
  return h("article", { class: "table-card", "data-game": MAKER },
    h("h3", {}, world.title),
    h("p", { class: "meta" }, [`year ${world.year}`, soFar(world.expeditions, "expedition"), world.below ? `${world.below} below now` : "", world.forked_from ? "a fork" : ""].filter(Boolean).join(" · ")),
    h("div", { class: "row" }, down, way("See this world", `/w/${world.id}`, go)));
}

/**
 * @param {string} world
 * @param {{game: string, name: string, door?: number, goal?: number, friends?: number}} wish
 * @param {(path: string) => void} go
 */
async function enter(world, wish, go) {
  const opened = await api.enterWorld(world, { ...wish, me: me.now });
  if (!wish.friends) laid.note(opened.table.id);
  go(sitDown(opened, 0));
}

/**
 * @param {string} id
 * @param {(path: string) => void} go
 * @param {boolean} [author] with all that nobody above can know
 */
export async function worldPage(id, go, author = false) {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  if (!author && !app.querySelector(".world")) app.replaceChildren(h("main", { class: "sentence", id: "main" }, h("h1", {}, "Unrolling the map…")));
  try {
    const page = await api.world(id, me.now, author);
    document.title = `${page.view.title} – Undercroft`;
    show(app, page, go);
  } catch (error) {
    app.replaceChildren(h("main", { class: "sentence", id: "main" }, h("h1", {}, "No such world."), h("p", {}, wordsOf(error)), way("To the front page", "/", go, "button primary")));
  }
}

/**
 * @param {HTMLElement} app
 * @param {WorldPage} page
 * @param {(path: string) => void} go
 */
function show(app, page, go) {
  const { view } = page;
  const map = new UcMap();
  const games = ORDER.filter((game) => view.games.includes(game)).concat(view.games.filter((game) => !ORDER.includes(game)));
  const enters = games.map((game, i) => button(`Enter as ${whoOf(game).as}`, () => askWay(page, game, go), { class: i === 0 ? "primary" : "", "data-game": game }));
  app.replaceChildren(h("main", { class: "front world", id: "main" },
    h("header", { class: "front-head" },
      h("div", {}, h("h1", {}, view.title), h("p", {}, [`Year ${view.year}`, soFar(view.visits.length, "expedition"), view.below.length ? `${view.below.length} below now` : ""].filter(Boolean).join(", ") + ".")),
      h("div", { class: "row" }, button("Copy the link", () => void send(`/w/${view.id}`)), button("QR", () => void openPicture(`/w/${view.id}`, view.title), { "aria-label": `QR code for ${view.title}` }), way("Front page", "/", go))),
    h("section", { "aria-labelledby": "h-enter" }, h("h2", { id: "h-enter" }, "Go down"),
      view.lore.length ? h("p", { class: "lore" }, view.lore.join(" ")) : null,
      view.folk.length ? h("p", { class: "lore" }, "They tell of ", ...view.folk.flatMap((each, i) => [i ? "; " : "", h("strong", {}, each.split(",")[0]), each.slice(each.indexOf(","))]), ".") : null,
      view.waiting ? h("p", { class: "lore" }, h("strong", {}, `${capital(view.waiting)} stand at the entrance.`), " Whoever goes down next plays them.") : null,
      h("p", { class: "front-lead" }, "Every game meets the same places, peoples and hoards. When you come home, or do not, it is told here, with the replay."),
      h("div", { class: "row" }, enters)),
    h("section", { "aria-labelledby": "h-map" }, h("h2", { id: "h-map" }, view.author ? "The map, all of it" : "The map, as far as anybody came home"), h("div", { class: "world-map", "data-game": MAKER }, map)),
    h("div", { class: "two" },
      h("section", { "aria-labelledby": "h-went" }, h("h2", { id: "h-went" }, "Who went down"), timeline(page, go)),
      h("section", { "aria-labelledby": "h-told" }, h("h2", { id: "h-told" }, "Told in town"), rumours(view))),
    h("div", { class: "two" },
      h("section", { "aria-labelledby": "h-doors" }, h("h2", { id: "h-doors" }, "Doors"), h("ul", { class: "played" }, named(view.doors).map((door) => h("li", {}, door.name)))),
      known(view)),
    view.author ? secrets(app, page, view.author, go) : null,
    authors(app, page, go)));
  map.show({ svg: view.map, text: view.text, alt: view.alt }, [], () => {});
  map.fit();
}

/** @param {WorldPage} page @param {(path: string) => void} go */
function timeline({ view, pages }, go) {
  if (view.visits.length + view.below.length === 0) return h("p", { class: "empty" }, "Nobody yet. Whoever goes first finds everything where it was left.");
  const visits = [...view.visits].reverse();
  const home = (/** @type {Visit} */ visit) => h("li", { "data-game": visit.game },
    h("strong", {}, `Year ${visit.year}`), ` · ${whoOf(visit.game).who}`, h("small", {}, visit.line || visit.company, visit.came ? ` ${visit.came}` : null),
    pages[visit.match] ? way("Watch how it went", `/g/${pages[visit.match]}/replay`, go, "how") : null);
  return h("div", {}, h("ol", { class: "played went" },
    view.below.map((visit) => h("li", { "data-game": visit.game }, h("strong", {}, "Below now"), ` · ${whoOf(visit.game).who}${visit.company ? `, ${visit.company}` : ""}`, h("small", {}, `Went down ${ago(visit.at)}. Nobody knows more until they come home.`))),
    visits.slice(0, VISITS).map(home)),
  visits.length > VISITS ? h("details", { class: "desk" }, h("summary", {}, `All ${visits.length} expeditions`), h("ol", { class: "played went" }, visits.slice(VISITS).map(home))) : null);
}

/** @param {WorldView} view */
function rumours(view) {
  if (view.rumours.length === 0) return h("p", { class: "empty" }, "Nothing. The town keeps its mouth shut.");
  const line = (/** @type {Rumour} */ rumour) => h("li", {}, rumour.text, rumour.known ? h("small", {}, `Somebody found it ${rumour.known}.`) : null);
  const aims = new Set(view.goals.map((goal) => goal.id)); // what one can go down for comes first
  const all = [...view.rumours].reverse().sort((one, other) => Number(aims.has(other.seq)) - Number(aims.has(one.seq)));
  return h("div", {}, h("ul", { class: "played" }, all.slice(0, 6).map(line)),
    all.length > 6 ? h("details", { class: "desk" }, h("summary", {}, `All ${all.length} tales`), h("ul", { class: "played" }, all.slice(6).map(line))) : null);
}

/** @param {WorldView} view */
function known(view) {
  /** @type {Map<string, {count: number, graves: string[]}>} */
  const names = new Map();
  for (const place of view.places) {
    const name = capital(place.name || place.kind.replaceAll("_", " "));
    const before = names.get(name) ?? { count: 0, graves: [] };
    names.set(name, { count: before.count + 1, graves: [...before.graves, ...(view.graves[place.id] ?? [])] });
  }
  return h("section", { "aria-labelledby": "h-places" }, h("h2", { id: "h-places" }, view.author ? "Places" : "Places somebody came home from"),
    names.size ? h("ul", { class: "played" }, [...names].slice(0, PLACES).map(([name, { count, graves }]) => h("li", {}, count > 1 ? `${name} (${count})` : name, graves.length ? h("small", {}, capital(graves.join("; "))) : null)))
      : h("p", { class: "empty" }, "None. Below the doors the paper is white."));
}

/**
 * What nobody above can know.
 *
 * @param {HTMLElement} app
 * @param {WorldPage} page
 * @param {Author} author
 * @param {(path: string) => void} go
 */
function secrets(app, { view, pages }, author, go) {
  const line = (/** @type {string} */ text, /** @type {number} */ n) => {
    const match = author.links[n];
    const strike = button("Strike out", () => starting(strike, async () => show(app, await api.strike(view.id, n, me.now), go)), { class: "how" });
    return h("li", {}, h("strong", {}, `Year ${author.years[n] ?? "?"}`), ` · ${text} `, match && pages[match] ? way("Watch how it went", `/g/${pages[match]}/replay`, go, "how") : null, author.said.includes(n) ? strike : null);
  };
  const record = author.record.map(line).reverse();
  return h("div", { class: "two" },
    h("section", { "aria-labelledby": "h-live" }, h("h2", { id: "h-live" }, "Who lives there"), h("ul", { class: "played" }, author.peoples.map((people) => h("li", {}, h("strong", {}, capital(people.name)), ` (${people.flavour}), ${people.strength} strong`))),
      h("p", { class: "aside" }, [soFar(author.hoards.length, "hoard"), ...author.hoards.map((hoard) => hoard.name).filter(Boolean)].join(", "))),
    h("section", { "aria-labelledby": "h-record" }, h("h2", { id: "h-record" }, "The last of its history"), h("ol", { class: "played" }, record.slice(0, NEWEST)),
      record.length > NEWEST ? h("details", { class: "desk" }, h("summary", {}, `All ${record.length} lines`), h("ol", { class: "played" }, record.slice(NEWEST))) : null));
}

/**
 * Going on, forking, taking away.
 *
 * @param {HTMLElement} app
 * @param {WorldPage} page
 * @param {(path: string) => void} go
 */
function authors(app, page, go) {
  const { view, mine } = page;
  /** @param {string} label @param {() => Promise<void>} act @param {Record<string, any>} [props] */
  const deed = (label, act, props) => {
    const control = button(label, () => starting(control, act), props);
    return control;
  };
  const next = deed("Next year", async () => show(app, await api.nextYear(view.id, me.now), go));
  const write = deed(page.writing ? "Go on writing" : "Write it yourself", async () => go(sitDown(await api.writeWorld(view.id, me.now, myName()), 0)));
  const all = deed(view.author ? "See what players see" : "See all of it", async () => worldPage(view.id, go, !view.author));
  const fork = deed("Fork", async () => go(`/w/${await api.forkWorld(view.id, me.made)}`), { title: "A world of your own, the same up to now" });
  const exports = page.exports.map((ending) => deed(ending, async () => saveBlob(`world-${view.id}.${ending}`, await api.worldFile(view.id, ending, me.now)), { "aria-label": `Take it away as ${ending}` }));
  const words = mine ? (page.writing ? "Its next season is on your desk." : "This world is yours: go on by the dice, or take the pen.")
    : "Its author goes on with it. Fork it, and you are the author of a world that was the same up to now.";
  return h("section", { "aria-labelledby": "h-author" }, h("h2", { id: "h-author" }, "The author's desk"), h("p", { class: "front-lead" }, words),
    h("div", { class: "row" }, mine && !page.writing ? next : null, mine ? write : null, fork, mine ? all : null,
      button("Save the map", () => saveBlob(`world-${view.id}.svg`, new Blob([view.map], { type: "image/svg+xml" })))),
    exports.length ? h("details", { class: "desk" }, h("summary", {}, "Take it away"), h("div", { class: "row" }, exports)) : null);
}

/**
 * By which door, and what for?
 *
 * @param {WorldPage} page
 * @param {string} game
 * @param {(path: string) => void} go
 */
function askWay({ view }, game, go) {
  const name = h("input", { type: "text", id: "world-name", maxlength: 40, value: myName() });
  const door = h("select", { id: "world-door" }, named(view.doors).map((each) => h("option", { value: String(each.id) }, each.name)));
  const goal = h("select", { id: "world-goal" }, h("option", { value: "0" }, "Whatever there is"), view.goals.map((each) => h("option", { value: String(each.id) }, each.text.length > 90 ? `${each.text.slice(0, 88)}…` : each.text)));
  const along = h("select", { id: "world-friends" }, Array.from({ length: TOGETHER[game] ?? 1 }, (_, i) => h("option", { value: String(i) }, i === 0 ? "Nobody but bots, where the game needs them" : i === 1 ? "A friend, by link" : `${i} friends, each by a link`)));
  const down = button("Go down", () => starting(down, async () => {
    if (name.value.trim()) settings.set({ name: name.value.trim() });
    await enter(view.id, { game, name: name.value.trim() || myName(), door: Number(door.value) || 0, goal: Number(goal.value) || 0, friends: Number(along.value) || 0 }, go);
    dialog.close();
  }), { class: "primary" });
  const dialog = openDialog(`Into ${view.title.replace(/^The /, "the ")} as ${whoOf(game).as}`, [
    h("p", {}, "What happens below cannot be undone once it is over, and everybody may watch how it went."),
    h("div", { class: "settings" },
      h("fieldset", {}, h("legend", {}, h("label", { for: "world-name" }, "Your name")), name),
      h("fieldset", {}, h("legend", {}, h("label", { for: "world-door" }, "Door")), door),
      h("fieldset", {}, h("legend", {}, h("label", { for: "world-goal" }, "What for")), goal),
      TOGETHER[game] ? h("fieldset", {}, h("legend", {}, h("label", { for: "world-friends" }, "Who comes along")), along) : null),
    h("div", { class: "row end" }, down),
  ], { game });
}
