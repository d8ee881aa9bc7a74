// @ts-check
/** The story of a place: what happened there, and why. */

import { api, wordsOf } from "./api.js";
import { button, h, openDialog, toast } from "./dom.js";
import { openRule } from "./rules.js";

/**
 * @param {string} table
 * @param {string} key
 * @param {string} game
 * @param {string} place
 */
export async function openTale(table, key, game, place) {
  try {
    const tale = await api.tale(table, place, key);
    openDialog(tale.title, [
      tale.lines.length === 0 ? h("p", { class: "empty" }, "Nothing is told of it yet.") : null,
      h("ol", { class: "tale" }, tale.lines.map((line) => h("li", {},
        line.label ? h("strong", {}, line.label) : null,
        h("span", {}, line.value, line.hint ? h("small", {}, ` ${line.hint}`) : null, " ",
          line.rule ? button("why?", () => void openRule(game, line.rule ?? ""), { class: "why", "aria-label": `why? Rule ${line.rule}` }) : null)))),
    ], { class: "tale-dialog", game });
  } catch (error) {
    toast(wordsOf(error));
  }
}

/**
 * All places of the map by name, for those who do not point at it.
 *
 * @param {[string, string][]} places
 * @param {(place: string) => void} ask
 * @param {string} game
 */
export function openPlaces(places, ask, game) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [, name] of places) counts.set(name, (counts.get(name) ?? 0) + 1);
  /** @type {Map<string, number>} */
  const told = new Map();
  const named = places.map(([place, name]) => {
    told.set(name, (told.get(name) ?? 0) + 1);
    return { place, alone: counts.get(name) === 1, label: counts.get(name) === 1 ? name : `${name} (${told.get(name)})` };
  }).sort((one, other) => Number(other.alone) - Number(one.alone)); // what has a name of its own comes first
  const list = h("ul", { class: "places" });
  const show = (/** @type {string} */ words) => list.replaceChildren(...named.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase().trim()))
    .map(({ place, label }) => h("li", {}, button(label, () => { dialog.close(); ask(place); }))));
  show("");
  const field = h("input", { type: "search", class: "places-search", placeholder: "A name", "aria-label": "Search the places", autocomplete: "off" });
  field.addEventListener("input", () => show(field.value));
  const dialog = openDialog("Ask about a place", [
    places.length === 0 ? h("p", { class: "empty" }, "There is nothing on the map yet.") : null,
    places.length > 12 ? field : null,
    list,
  ], { game });
}
