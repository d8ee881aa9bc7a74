// @ts-check
/** The log: a story read from the top, with "why?" on every line. */

import { button, h } from "./dom.js";
import { diceRow } from "./dice.js";

/** @typedef {import("./types.js").SeenEvent} SeenEvent */

export class UcLog extends HTMLElement {
  #list = h("ol", { class: "story" });
  #newest = button("Newest ↓", () => this.#toEnd(), { class: "quiet newest", hidden: true });
  #shown = 0;
  #lastN = -1;
  #atEnd = true;
  #top = 0;
  /** @type {(rule: string) => void} */
  why = () => {};

  connectedCallback() {
    if (this.childElementCount) return;
    this.tabIndex = 0;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", "The story so far");
    this.append(this.#list, this.#newest);
    this.addEventListener("scroll", () => {
      const near = this.scrollHeight - this.scrollTop - this.clientHeight < 60;
      if (near || this.scrollTop < this.#top - 2) this.#atEnd = near; // only a hand goes up; a question below that takes some of the room does not
      this.#top = this.scrollTop;
      this.#newest.hidden = this.#atEnd;
    });
    const keepUp = new ResizeObserver(() => this.#atEnd && this.#toEnd());
    keepUp.observe(this);
    keepUp.observe(this.#list);
  }

  /**
   * All events so far; only what is new is added. If the past was changed (a move taken back), it is told anew.
   *
   * @param {SeenEvent[]} events
   */
  show(events) {
    const last = this.#shown > 0 ? events[this.#shown - 1] : undefined;
    if (events.length < this.#shown || (this.#shown > 0 && last?.n !== this.#lastN)) {
      this.#list.replaceChildren();
      this.#shown = 0;
      this.#top = 0; // it was emptied; nobody scrolled up
    }
    const added = events.slice(this.#shown);
    if (this.#shown === 0 && added.length === 0) {
      this.#list.replaceChildren(h("li", { class: "empty" }, "Nothing has happened yet. It will."));
      return;
    }
    if (this.#shown === 0) this.#list.replaceChildren();
    for (const line of this.#list.querySelectorAll(".new")) line.classList.remove("new");
    const page = document.createDocumentFragment();
    for (const event of once(added)) page.append(this.#line(event, this.#shown > 0));
    this.#list.append(page);
    foldThrows(this.#list);
    this.#shown = events.length;
    this.#lastN = events.at(-1)?.n ?? -1;
    if (added.length && this.#atEnd) this.#toEnd();
  }

  /**
   * @param {SeenEvent} event
   * @param {boolean} fresh
   */
  #line(event, fresh) {
    const kind = event.kind ?? "tell";
    const text = kind === "headline" ? h("h3", {}, event.text) : h("span", { class: "told" }, event.text);
    const line = h("li", { class: `line ${kind}${event.roll ? " thrown-for" : ""}${fresh ? " new" : ""}`, "data-n": event.n });
    if (kind === "ruling") line.append(h("span", { class: "stamp" }, "ruling"));
    if (event.roll) line.append(diceRow(event.roll));
    line.append(text);
    if (event.rule) line.append(button("why?", () => this.why(event.rule), { class: "why", "aria-label": `why? Rule ${event.rule}` }));
    return line;
  }

  #toEnd() {
    this.#atEnd = true;
    this.scrollTop = this.scrollHeight;
    this.#top = this.scrollTop;
    this.#newest.hidden = true;
  }
}

/**
 * The events without throws that the next telling lays out face by face, highest first: no throw is shown twice.
 * @param {SeenEvent[]} events
 */
function once(events) {
  let retold = "";
  return events
    .toReversed()
    .filter((event) => {
      if (!event.roll) retold = event.text;
      if (!event.roll || event.roll.total !== null) return true;
      const faces = [...event.roll.faces].sort((a, b) => b - a).join(" ");
      const ends = faces.includes(" ") ? [` ${faces})`, ` ${faces};`, ` ${faces}.`] : [`: ${faces})`]; // in a Test, or among initiative numbers
      return !ends.some((end) => retold.includes(end));
    })
    .toReversed();
}

/** Several throws in a row are one line, with the dice behind it: what came of them is told after them. @param {HTMLElement} list */
function foldThrows(list) {
  for (const told of list.querySelectorAll(":scope > .throws-in-a-row.last")) told.querySelector("details")?.removeAttribute("open");
  for (const line of list.querySelectorAll(":scope > .line.thrown-for")) {
    const before = line.previousElementSibling;
    if (before?.classList.contains("throws-in-a-row")) before.querySelector("ol")?.append(line);
    else if (before?.classList.contains("thrown-for")) {
      const inside = h("ol", {});
      before.replaceWith(h("li", { class: "throws-in-a-row" }, h("details", {}, h("summary", {}), inside)));
      inside.append(before, line);
    } else continue;
    const fold = /** @type {HTMLElement} */ (line.closest("details"));
    const summary = fold.querySelector("summary");
    if (summary) summary.textContent = `${fold.querySelectorAll(".line").length} throws`;
  }
  for (const told of list.querySelectorAll(":scope > .throws-in-a-row")) {
    const last = !told.nextElementSibling; // nothing is told of them yet: they stay in sight
    told.classList.toggle("last", last);
    if (last) told.querySelector("details")?.setAttribute("open", "");
  }
}

customElements.define("uc-log", UcLog);
