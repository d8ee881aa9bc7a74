// @ts-check
/** Small dialogs of the shell: settings and help. */

import { h, openDialog } from "./dom.js";
import { settings } from "./remember.js";
import { openingList } from "./stage.js";

/**
 * @param {string} name
 * @param {string} title
 * @param {[string, string][]} choices
 */
function choice(name, title, choices) {
  const now = /** @type {any} */ (settings.now)[name];
  return h("fieldset", {}, h("legend", {}, title), h("div", { class: "choices" }, choices.map(([value, label]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: value === now, onchange: () => settings.set({ [name]: value }) }), label))));
}

export function openSettings() {
  const name = h("input", { type: "text", value: settings.now.name, maxlength: 40, id: "my-name", autocomplete: "nickname" });
  name.addEventListener("change", () => settings.set({ name: name.value.trim() }));
  openDialog("Settings", [
    h("div", { class: "settings" },
      h("fieldset", {}, h("legend", {}, h("label", { for: "my-name" }, "Your name at new tables")), name),
      choice("theme", "Theme", [["auto", "As my system"], ["paper", "Paper"], ["light", "Light"], ["dark", "Dark"]]),
      choice("dice", "Dice", [["fall", "Let them fall"], ["quiet", "Hush: in the story only"]]),
      choice("motion", "Motion", [["auto", "As my system"], ["full", "Things move"], ["none", "Nothing moves"]]),
      choice("sound", "Sound", [["off", "None"], ["on", "Small sounds: dice, blows, finds"]]),
      choice("keys", "Single keys", [["on", "Letters and digits act at once"], ["off", "Only Enter, Tab and the arrows"]]),
      choice("ear", "What a screen reader is told", [["mine", "The throw and what concerns me"], ["all", "Every line of the story"]]),
      choice("coach", "The coach of a first game", [["on", "Speaks when something is new"], ["off", "Is silent"]]),
      choice("size", "Text", [["small", "Usual"], ["medium", "Larger"], ["large", "Large"], ["huge", "Huge"]])),
    h("p", { class: "aside" }, "These stay in this browser."),
  ]);
}

/**
 * What a game is about, for whoever has forgotten.
 *
 * @param {string} title
 * @param {import("./stage.js").Opening} about
 */
export function openAbout(title, about) {
  openDialog(title, [openingList(about)]);
}

export function openHelp() {
  /** @type {[string, string][]} */
  const keys = [
    ["1 … 9", "take that choice (two digits when there are many)"],
    ["Enter", "confirm"],
    ["D", "go to the decision"],
    ["M", "go to the map; then arrows, + − and 0; Tab walks the places you may choose"],
    ["V", "look closely at the choices on the map"],
    ["T", "read the map as text"],
    ["S", "go to the sheets"],
    ["L", "go to the story"],
    ["C", "talk"],
    ["F", "fight on until something changes, where that is offered"],
    ["W", "why am I asked this?"],
    ["E", "hear everything that is happening: who faces whom, what is at stake"],
    ["H", "the history of the map, where it has one: other years, other layers"],
    ["I", "ask about a place on the map, where places have stories"],
    ["R", "the rulebook"],
    ["U", "take back your answer, where that is allowed"],
    ["Esc", "finish all motion; close what is open"],
    ["?", "this page"],
  ];
  openDialog("Keys and help", [
    h("dl", { class: "keys" }, keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    h("p", {}, "On the map, drag or pinch. Places with a dashed frame can be chosen there; the same choices stand in the decision bar with what they cost and risk."),
    h("p", {}, "Every line of the story has a “why?”: it shows the rule in plain words, and our ruling where the old book is silent."),
  ]);
}
