// @ts-check
/** Talk: what was said at the table, and a line to say more. */

import { h, hear } from "./dom.js";

/** @typedef {import("./live.js").ChatLine} ChatLine */

const RECENT = 10; // seconds: what was said just before one came in counts as new

export class UcTalk extends HTMLElement {
  #lines = h("div", { class: "chat", tabindex: "0", role: "log", "aria-label": "What was said" });
  #field = h("input", { type: "text", maxlength: 500, "aria-label": "Say something", placeholder: "Say something", autocomplete: "off" });
  #shown = 0;
  /** Say it; whether it could be said. @type {(text: string) => boolean} */
  say = () => false;

  connectedCallback() {
    if (this.childElementCount) return;
    const form = h("form", { class: "chat-form" }, this.#field, h("button", { type: "submit" }, "Say"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#field.value.trim();
      if (text && this.say(text)) this.#field.value = "";
    });
    this.append(this.#lines, form);
  }

  /** To the field, at the newest line. */
  enter() {
    this.#toEnd();
    this.#field.focus();
  }

  #toEnd() {
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  /**
   * All that was said; how much of it is news from others.
   *
   * @param {ChatLine[]} all
   * @param {ChatLine[]} fresh
   * @param {number|null} own seat
   */
  show(all, fresh, own) {
    for (const line of all.slice(this.#shown)) this.#lines.append(h("p", {}, h("span", { class: "who" }, line.name), line.text));
    this.#toEnd();
    const late = this.#shown === 0 && Date.now() / 1000 - (fresh.at(-1)?.at ?? 0) >= RECENT;
    this.#shown = all.length;
    if (late) return 0;
    const others = fresh.filter((line) => line.seat === null || line.seat !== own);
    for (const line of others) hear(`${line.name} says: ${line.text}`);
    return others.length;
  }
}

customElements.define("uc-talk", UcTalk);
