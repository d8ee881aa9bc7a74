// @ts-check
/** The dice of a table: what is sealed, who mixed, and the page that checks a finished game in this browser. */

import { api, wordsOf } from "./api.js";
import { button, h, openDialog, way } from "./dom.js";
import { keys } from "./remember.js";
import { check, isTold, notes, PERSON, readSave } from "./sealed.js";
import { listed } from "./words.js";

/** @typedef {import("./api.js").TableInfo} TableInfo */

const REMAINS = "Whoever runs this server can foresee them, not choose them.";

/** In one sentence. @param {TableInfo} table */
export function diceWords(table) {
  const dice = table.dice;
  if (table.physical_dice) return "Dice typed: the players throw their own and type what fell, so no seal is on them. What is shuffled is shuffled by the server.";
  if (dice?.told) return "Their secrets are told: every throw and every shuffle can be checked now.";
  if (!dice?.sealed || dice.known) return "Dice known: they come from a seed that somebody here could know.";
  const last = dice.epochs.filter((epoch) => !epoch.given_up).at(-1);
  const mixed = (last?.mixed ?? []).map((seat) => table.seats.find((each) => each.seat === seat)?.name ?? `seat ${seat + 1}`);
  if (mixed.length === 0) return "Mixed by nobody but the server yet: whoever runs it can foresee these dice, and could have chosen them.";
  const who = `Mixed by ${listed(mixed)}: if ${mixed.length > 1 ? "any of them" : mixed[0]} is honest, nobody chose these dice.`;
  return `${who} ${REMAINS}`;
}

/** In two words, where more than one person plays; "" elsewhere. @param {TableInfo} table */
export function diceSign(table) {
  const people = table.seats.filter((seat) => seat.kind !== "bot").length;
  if (people < 2 || !table.dice || table.gathering) return "";
  const last = table.dice.epochs.filter((epoch) => !epoch.given_up).at(-1);
  if (table.physical_dice) return "dice typed";
  if (table.dice.told) return "dice told";
  return table.dice.known || !last ? "dice known" : "dice sealed";
}

/** The seal of the dice in use, as far as one would note it down; "" where none is. @param {TableInfo} table */
export function diceSeal(table) {
  return table.dice?.epochs.filter((epoch) => !epoch.given_up).at(-1)?.seal.slice(0, 12) ?? "";
}

/** What is known of a table's dice. @param {TableInfo} table @param {string} tally @param {(path: string) => void} go */
export function openDice(table, tally, go) {
  const dice = table.dice;
  const name = (/** @type {number} */ seat) => table.seats.find((each) => each.seat === seat)?.name ?? `seat ${seat + 1}`;
  const dialog = openDialog("The dice", [
    h("p", { class: "dice-words" }, diceWords(table)),
    dice?.dealt_known ? h("p", {}, "What was dealt before they were sealed could be known to somebody.") : null,
    dice?.epochs.length
      ? h("ol", { class: "epochs" }, dice.epochs.map((epoch) =>
        h("li", { value: epoch.n },
          "Seal ", h("code", { title: epoch.seal }, epoch.seal.slice(0, 12)), `, after ${epoch.moves} answers: ${epoch.why}. `,
          epoch.given_up ? `Given up: ${epoch.given_up} did not open it.` : epoch.mixed.length ? `Mixed by ${listed(epoch.mixed.map(name))}.` : "Mixed by nobody but the server.")))
      : null,
    tally ? h("p", {}, "Tally after the last public throw: ", h("code", {}, tally), ". It is the same for everybody at the table.") : null,
    dice?.sealed ? h("p", { class: "aside" }, "Write a seal down: when the game is over the secrets are told, and anybody can check every throw and every shuffle against it. This browser has noted the seals it saw.") : null,
    dice?.told ? h("div", { class: "row" }, button("Check the dice", () => { dialog.close(); go(`/check/${table.id}`); }, { class: "primary" })) : null,
  ].filter((part) => part !== null));
  return dialog;
}

/** Remember the seals that were shown, before anything is told. @param {TableInfo|null} table */
export function noteSeals(table) {
  if (table?.dice?.sealed && !table.dice.told) for (const epoch of table.dice.epochs) notes.keep(table.match, epoch.n, epoch.seal);
}

/**
 * The page "check the dice": of a finished game at a table, or of a save file.
 *
 * @param {string} table "" for a file
 * @param {(path: string) => void} go
 */
export async function checkPage(table, go) {
  document.title = "Check the dice – Undercroft";
  const report = h("section", { class: "report", "aria-live": "polite" });
  const file = h("input", { type: "file", id: "check-file", accept: ".undercroft,application/json" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) show(report, await chosen.text());
  });
  document.getElementById("app")?.replaceChildren(
    h("main", { class: "sentence check", id: "main" }, h("article", {},
      h("h1", { tabindex: "-1" }, "Check the dice"),
      h("p", {}, "Every seal, every throw and every shuffle of a finished game is worked out again here, in your own browser."),
      report,
      h("p", {}, h("label", { for: "check-file" }, "A save file"), file),
      h("p", { class: "aside" }, "That the rules were kept as well is checked by the program: ", h("code", {}, "undercroft verify FILE"), "."),
      h("div", { class: "row" }, table ? way("Back to the table", `/t/${table}`, go) : null, way("To the front page", "/", go)))),
  );
  const key = table ? keys.of(table) : null;
  if (!key) return;
  try {
    const { data } = await api.file(table, "save", key.host ?? key.key);
    show(report, await data.text());
  } catch (error) {
    report.replaceChildren(h("p", { class: "verdict" }, wordsOf(error)));
  }
}

/** @param {HTMLElement} report @param {string} text */
function show(report, text) {
  let save;
  try {
    save = readSave(text);
  } catch (error) {
    report.replaceChildren(h("p", { class: "verdict fails" }, `This file cannot be read: ${wordsOf(error)}`));
    return;
  }
  if (!isTold(save)) {
    const why = save.epochs.length ? "Its secrets are told when the game is over; until then the dice cannot be checked." : "Its dice come from a seed and were never sealed: whoever knew the seed knew them.";
    report.replaceChildren(h("p", { class: "verdict unknown" }, why));
    return;
  }
  let faults;
  try {
    faults = [...check(save), ...checkNotes(save)];
  } catch (error) {
    faults = [{ kind: "altered", text: wordsOf(error) }];
  }
  const names = [...save.opening.seats, save.opening.gamesmaster ?? ""];
  const mixed = [...new Set(save.epochs.flatMap((epoch) => epoch.seats.filter((share) => share[1] === PERSON && !epoch.given_up).map((share) => share[0])))].sort((a, b) => a - b);
  const noted = notes.all()[save.match];
  report.replaceChildren(
    faults.length
      ? h("div", { class: "verdict fails" }, h("p", {}, "Something does not agree:"), h("ul", {}, faults.map((fault) => h("li", {}, `${fault.kind}: ${fault.text}`))))
      : h("p", { class: "verdict agrees" }, `${save.draws.length} draws agree with their seals, mixed by ${listed(mixed.map((seat) => names[seat])) || "nobody but the server"}.`),
    h("p", {}, noted ? "The seals are compared with those that this browser noted while the game was on." : "This browser noted no seal of this game: compare the seals with one that you wrote down. A file alone shows only that it agrees with itself."),
    h("ol", { class: "epochs" }, save.epochs.map((epoch) => h("li", { value: epoch.n }, "Seal ", h("code", {}, epoch.seal.slice(0, 12)), `: ${epoch.why ?? ""}`, epoch.given_up ? ` (given up: ${epoch.given_up})` : `, ${epoch.words} words`))),
  );
}

/** What this browser noted, against the file. @param {import("./sealed.js").Save} save */
function checkNotes(save) {
  const noted = notes.all()[save.match] ?? { seals: {}, nonces: {} };
  const found = [];
  for (const [n, seal] of Object.entries(noted.seals)) {
    if (save.epochs.find((epoch) => epoch.n === Number(n))?.seal !== seal) found.push({ kind: "seal", text: `epoch ${n} had the seal ${seal.slice(0, 12)} when you played` });
  }
  for (const [n, nonce] of Object.entries(noted.nonces)) {
    const epoch = save.epochs.find((each) => each.n === Number(n));
    if (epoch?.secret && !epoch.seats.some((share) => share[3] === nonce)) found.push({ kind: "seat-seal", text: `what you mixed into epoch ${n} is not in it` });
  }
  return found;
}
