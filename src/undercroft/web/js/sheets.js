// @ts-check
/** Sheets: the papers beside the map, each drawn by its kind. */

import { button, h } from "./dom.js";
import { reading } from "./words.js";

/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./types.js").Line} Line */

/** @typedef {(rule: string) => void} Why */

/**
 * A value that may be a number out of some: boxes when few, a bar when many, and always in figures.
 *
 * @param {Line} line
 */
export function valueOf(line) {
  const of = line.of ?? 0;
  const value = Number.parseFloat(line.value);
  if (!of || !Number.isFinite(value)) return h("span", { class: "value" }, line.value);
  const figure = h("span", { class: "figure" }, reading(line));
  if (of <= 24) {
    const boxes = h("span", { class: "boxes", "aria-hidden": "true" });
    for (let n = 1; n <= of; n += 1) boxes.append(h("i", { class: n <= value ? "full" : "" }));
    return h("span", { class: "value" }, boxes, figure);
  }
  const bar = h("meter", { min: 0, max: of, value: Math.max(0, Math.min(of, value)), "aria-hidden": "true" });
  return h("span", { class: "value" }, bar, figure);
}

/**
 * @param {Line} line
 * @param {Why} why
 */
function named(line, why) {
  return line.rule
    ? button(line.label, () => why(line.rule ?? ""), { class: "term", title: `Why? ${line.rule}` })
    : h("span", {}, line.label);
}

/**
 * @param {Line[]} lines
 * @param {Why} why
 */
export function lines(lines, why) {
  const list = h("dl", { class: "lines" });
  for (const line of lines) {
    const wide = line.value.length > 26 || line.label.length > 24;
    list.append(
      h("div", { class: wide ? "wide" : "" }, h("dt", {}, named(line, why)), h("dd", {}, valueOf(line), line.hint ? h("small", {}, line.hint) : null)),
    );
  }
  return list;
}

/**
 * The few lines of the top bar, in figures only.
 *
 * @param {Line[]} lines
 * @param {Why} why
 */
export function status(lines, why) {
  return h("dl", { class: "status" }, lines.map((line) =>
    h("div", { title: [line.value, line.hint].filter(Boolean).join(" · ") }, h("dt", {}, named(line, why)), h("dd", {}, reading(line)))));
}

/**
 * A track: a row of squares with a token on one of them.
 *
 * @param {Line} line
 * @param {Why} why
 */
function track(line, why) {
  const of = line.of ?? 0;
  const value = Number.parseInt(line.value, 10);
  if (!of || !Number.isFinite(value) || of > 40) return lines([line], why);
  const row = h("div", { class: "track", role: "img", "aria-label": `${line.label}: ${reading(line, " of ")}` });
  for (let n = value < 1 ? 0 : 1; n <= of; n += 1) row.append(h("i", { class: n === value ? "token" : "" }, String(n)));
  return h("div", { class: "track-line" }, h("p", {}, named(line, why), h("span", { class: "figure" }, ` ${reading(line)}`)), row, line.hint ? h("small", {}, line.hint) : null);
}

/** @param {string} text */
function paragraphs(text) {
  return text.split(/\n{2,}|\n/).filter((part) => part.trim()).map((part) => h("p", {}, part));
}

const MANY = 8; // facts, before they are searched rather than read
const FIRST = 12; // of many, these are shown

/**
 * Facts pinned to the scene; of many, the first ones, and a field to search all of them.
 *
 * @param {string} title
 * @param {Line[]} rows
 * @param {Why} why
 * @param {Held} held
 */
function facts(title, rows, why, held) {
  const list = h("ul", { class: "pinned" });
  const rest = button("", () => {
    held.all = true;
    show();
  }, { class: "quiet rest" });
  const show = () => {
    const words = held.words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter((line) => words.every((word) => [line.label, line.value, line.hint].join(" ").toLowerCase().includes(word)));
    const shown = held.all || words.length || rows.length <= FIRST + 3 ? found : found.slice(0, FIRST);
    list.replaceChildren(...shown.slice(0, 400).map((line) =>
      h("li", { class: "fact" }, h("strong", {}, named(line, why)), line.value ? valueOf(line) : null, line.hint ? h("small", {}, line.hint) : null)));
    if (found.length === 0) list.append(h("li", { class: "empty" }, "Nothing of the kind."));
    rest.hidden = shown.length >= found.length;
    rest.textContent = `All ${found.length}`;
  };
  show();
  if (rows.length <= MANY) return [list];
  const field = h("input", { type: "search", value: held.words, placeholder: `Search ${rows.length}`, "aria-label": `Search: ${title}`, autocomplete: "off" });
  field.addEventListener("input", () => {
    held.words = field.value;
    show();
  });
  return [field, list, rest];
}

/** @typedef {{words: string, all: boolean}} Held what the player searches a sheet for, and whether all of it was wanted */

/**
 * @param {Sheet} sheet
 * @param {Why} why
 * @param {Held} held
 * @returns {Node[]}
 */
function body(sheet, why, held) {
  const rows = sheet.lines ?? [];
  /** @type {Node[]} */
  const parts = [];
  switch (sheet.kind) {
    case "hand":
      if (rows.length) parts.push(h("ul", { class: "cards" }, rows.map((line) =>
        h("li", { class: "card" }, h("strong", {}, named(line, why)), line.value ? valueOf(line) : null, line.hint ? h("small", {}, line.hint) : null))));
      break;
    case "track":
      parts.push(...rows.map((line) => track(line, why)));
      break;
    case "facts":
      if (rows.length) parts.push(...facts(sheet.title, rows, why, held));
      break;
    default:
      if (rows.length) parts.push(lines(rows, why));
  }
  if (sheet.columns?.length || sheet.rows?.length) {
    parts.push(
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": sheet.title },
        h("table", { role: "table", class: (sheet.columns?.length ?? 0) > 3 ? "stacks" : "" },
          sheet.columns?.length ? h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, sheet.columns.map((name) => (/\p{L}|\p{N}/u.test(name) ? h("th", { scope: "col", role: "columnheader" }, name) : h("td", { role: "cell" }, name))))) : null,
          h("tbody", { role: "rowgroup" }, (sheet.rows ?? []).map((row) => h("tr", { role: "row" }, row.map((cell, column) => h("td", { role: "cell", "data-label": sheet.columns?.[column] ?? null }, cell))))))),
    );
  }
  if (sheet.text) parts.push(h("div", { class: "prose" }, paragraphs(sheet.text)));
  if (parts.length === 0) {
    parts.push(h("p", { class: "empty" }, sheet.kind === "hand" ? "No cards." : sheet.kind === "facts" ? "No facts yet." : "Blank."));
  }
  return parts;
}

export class UcSheets extends HTMLElement {
  /** @type {Map<string, boolean>} what the player opened or closed by hand */
  #open = new Map();
  /** @type {Map<string, Held>} */
  #held = new Map();
  #told = "";

  /**
   * @param {Sheet[]} sheets
   * @param {{you: number|null, names: Map<number, string>, why: Why}} around
   */
  show(sheets, around) {
    const told = JSON.stringify([sheets, around.you, [...around.names]]);
    if (told === this.#told) return;
    this.#told = told;
    const top = this.scrollTop;
    const typing = document.activeElement instanceof HTMLInputElement && this.contains(document.activeElement) ? document.activeElement : null;
    const cursor = typing?.selectionStart ?? 0;
    const mine = sheets.filter((sheet) => sheet.seat === around.you && sheet.seat !== null && sheet.seat !== undefined);
    const shared = sheets.filter((sheet) => sheet.seat === null || sheet.seat === undefined);
    const theirs = sheets.filter((sheet) => !mine.includes(sheet) && !shared.includes(sheet));
    const several = theirs.length > 0 && mine.length > 0;
    this.replaceChildren(
      ...[...mine, ...shared].map((sheet) => this.#paper(sheet, around, true)),
      ...theirs.map((sheet) => this.#paper(sheet, around, !several && theirs.length <= 4)),
    );
    if (sheets.length === 0) this.append(h("p", { class: "empty" }, "No sheets are on the table."));
    this.scrollTop = top;
    const again = typing && [...this.querySelectorAll("input")].find((field) => field.ariaLabel === typing.ariaLabel);
    if (again) {
      again.focus({ preventScroll: true });
      again.setSelectionRange(cursor, cursor);
    }
  }

  /**
   * @param {Sheet} sheet
   * @param {{you: number|null, names: Map<number, string>, why: Why}} around
   * @param {boolean} open
   */
  #paper(sheet, around, open) {
    const id = `${sheet.seat ?? "all"}:${sheet.kind}:${sheet.title}`;
    const held = this.#held.get(id) ?? { words: "", all: false };
    this.#held.set(id, held);
    const owner = sheet.seat !== null && sheet.seat !== undefined && sheet.seat !== around.you ? around.names.get(sheet.seat) : undefined;
    const details = h("details", { class: "paper", "data-kind": sheet.kind ?? "sheet", open: this.#open.get(id) ?? open },
      h("summary", {}, h("h3", {}, sheet.title), owner && !sheet.title.includes(owner) ? h("span", { class: "owner" }, owner) : null),
      ...body(sheet, around.why, held));
    details.addEventListener("toggle", () => this.#open.set(id, details.open));
    return details;
  }
}

customElements.define("uc-sheets", UcSheets);
