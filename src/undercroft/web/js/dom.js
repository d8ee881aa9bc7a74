// @ts-check
/** Building the page. Text is always text: nothing here ever reads markup out of a string. */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * An element with attributes and children. `class`, `text` and `on...` are understood; true sets a bare attribute; null,
 * undefined and false leave it out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = String(value);
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...leaves(children));
  return element;
}

/**
 * @param {(Child|Child[])[]} children
 * @returns {(Node|string)[]}
 */
function leaves(children) {
  /** @type {(Node|string)[]} */
  const found = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    found.push(child instanceof Node ? child : String(child));
  }
  return found;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element of our own (marks on the map, dice).
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A button; every button in Undercroft is made here, so all are reachable and large enough.
 *
 * @param {string} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 */
export function button(label, onclick, props = {}, ...children) {
  return h("button", { type: "button", onclick, ...props }, label, ...children);
}

/**
 * A modal dialog with a title and a way out; it removes itself when closed.
 *
 * @param {string} title
 * @param {Child[]} children
 * @param {{class?: string, game?: string}} [options]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, children, options = {}) {
  const id = `d${(dialogs += 1)}`;
  const before = document.activeElement;
  const dialog = h(
    "dialog",
    { class: options.class ?? "", "aria-labelledby": id, "data-game": options.game },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id, tabindex: "-1" }, title),
      button("Close", () => dialog.close(), { class: "quiet close" }),
    ),
    h("div", { class: "dialog-body", tabindex: "0" }, ...children),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
let dialogs = 0;

/**
 * Let screen readers hear something.
 *
 * @param {string} text
 */
export function hear(text) {
  const ear = document.getElementById("hear");
  if (!ear || !text) return;
  ear.append(h("p", {}, text));
  while (ear.childElementCount > 30) ear.firstElementChild?.remove();
}

/** Where notes are shown: on the page, or within the dialog that lies over it, where alone they can be seen and heard. */
function noteBox() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (!dialog) return document.getElementById("toasts");
  const inside = dialog.querySelector(":scope > .toasts");
  if (inside) return inside;
  const box = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  dialog.append(box);
  return box;
}

/**
 * A short note that goes away by itself.
 *
 * @param {string} text
 * @param {"note"|"error"} [kind]
 */
export function toast(text, kind = "note") {
  const box = noteBox();
  if (!box) return;
  const note = h("p", { class: `toast ${kind}` }, text);
  note.addEventListener("click", () => note.remove());
  box.append(note);
  while (box.childElementCount > 3) box.firstElementChild?.remove();
  setTimeout(() => note.remove(), kind === "error" ? 9000 : 4500);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    const field = h("input", { value: text, readonly: true, "aria-label": "Link" });
    openDialog("Copy this", [h("p", {}, "Your browser will not let us copy; here it is."), field]);
    field.select();
  }
}

/**
 * Hand the player a file.
 *
 * @param {string} name
 * @param {Blob} data
 */
export function saveBlob(name, data) {
  const url = URL.createObjectURL(data);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Whether a keystroke is meant for a field and not for the table. @param {EventTarget|null} target */
export function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || (target.matches("input, textarea, select") && !target.matches("[type=checkbox], [type=radio], [type=range]")))
  );
}

/** Whether the page is as narrow as a phone's, counted in the player's own letters. */
export function isNarrow() {
  return document.documentElement.dataset.layout === "phone";
}

/**
 * The top bar's figures stand beside the names where everything fits into one row, and below them where it does not. It only
 * measures and never tries: trying would lay the whole table out twice for every move.
 *
 * @param {HTMLElement} bar
 */
export function makeRoom(bar) {
  let wide = 0;
  for (const part of bar.querySelectorAll(".home, .titles > *, .status > *, .seats > *, .menu")) {
    const own = part.getBoundingClientRect().width;
    if (own) wide += own + (part.closest(".status, .seats") ? 8 : 14); // and what stands between
  }
  bar.classList.toggle("roomy", !isNarrow() && wide < bar.clientWidth);
}

/**
 * A menu that closes by itself: after a choice, by Escape, or when something else is touched.
 *
 * @param {[string, () => void, (() => boolean)?][]} items what it is called, what it does, and when it can be done
 */
export function menu(items) {
  const entries = items.map(([label, act]) => button(label, () => {
    list.open = false;
    act();
  }));
  const summary = h("summary", {}, "Menu");
  summary.addEventListener("click", () => items.forEach(([, , when], index) => (entries[index].hidden = when !== undefined && !when())));
  const list = h("details", { class: "menu" }, summary, h("div", {}, ...entries));
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !list.open) return;
    list.open = false;
    list.querySelector("summary")?.focus();
    event.stopPropagation();
  });
  list.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !list.contains(event.relatedTarget)) list.open = false;
  });
  const outside = (/** @type {Event} */ event) => {
    if (event.target instanceof Node && !list.contains(event.target)) list.open = false;
  };
  list.addEventListener("toggle", () => (list.open ? document.addEventListener("pointerdown", outside) : document.removeEventListener("pointerdown", outside)));
  return list;
}

/**
 * @param {string} label
 * @param {string} path
 * @param {(path: string) => void} go
 * @param {string} [style]
 */
export function way(label, path, go, style = "button") {
  const link = h("a", { class: style, href: path }, label);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(path);
  });
  return link;
}

/**
 * The first three, and the others folded away: they must not push the games down.
 *
 * @param {HTMLElement[]} cards
 * @param {string} style of the list
 * @param {string} what they are
 */
export function few(cards, style, what) {
  const list = (/** @type {HTMLElement[]} */ some) => h("ul", { class: style }, some.map((card) => h("li", {}, card)));
  const rest = cards.slice(3, 60);
  return [list(cards.slice(0, 3)), rest.length ? h("details", { class: "desk" }, h("summary", {}, `All ${cards.length} ${what}`.trim()), list(rest)) : null].filter((each) => each !== null);
}

/** @param {number} seconds since the epoch */
export function ago(seconds) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const past = Date.now() / 1000 - seconds;
  if (past < 90) return "just now";
  if (past < 5400) return words.format(-Math.round(past / 60), "minute");
  if (past < 129_600) return words.format(-Math.round(past / 3600), "hour");
  return words.format(-Math.round(past / 86_400), "day");
}

/**
 * Do something that takes a moment; its button rests meanwhile, and what goes wrong is said.
 *
 * @param {HTMLButtonElement} control
 * @param {() => Promise<void>} act
 */
export async function starting(control, act) {
  control.disabled = true;
  try {
    await act();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "error");
  } finally {
    control.disabled = false;
  }
}
