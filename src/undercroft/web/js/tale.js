// @ts-check
/** The story of a place: what happened there, and why. */

import { api, wordsOf } from "./api.js";
import { button, h, openDialog } from "./dom.js";
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
    openDialog("Nothing to tell", [h("p", {}, wordsOf(error))], { game });
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
  const dialog = openDialog("Ask about a place", [
    places.length === 0 ? h("p", { class: "empty" }, "There is nothing on the map yet.") : null,
    h("ul", { class: "places" }, places.map(([place, name]) => h("li", {}, button(name, () => { dialog.close(); ask(place); })))),
  ], { game });
}
