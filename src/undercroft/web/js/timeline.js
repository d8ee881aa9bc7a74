// @ts-check
/** The dials of a drawing: the map of another year, or one layer of it. What they show is drawn by the server, as this seat may know it. */

import { api, wordsOf } from "./api.js";
import { button, h, hear, toast } from "./dom.js";
import { settings } from "./remember.js";

/** @typedef {import("./types.js").Dial} Dial */
/** @typedef {import("./types.js").Drawing} Drawing */
/** @typedef {Record<string, string|number>} Turned only the dials that do not stand where they usually do */

export class UcTimeline extends HTMLElement {
  /** @type {Dial[]} */
  #dials = [];
  /** @type {Map<string, HTMLInputElement|HTMLSelectElement>} */
  #fields = new Map();
  /** @type {Map<string, Promise<Drawing>>} */
  #drawn = new Map();
  #table = "";
  #key = "";
  #moves = -1;
  #wanted = "";
  #timer = 0;
  #later = 0;
  #at = h("span", { class: "at", "aria-hidden": "true" });
  #told = h("output", { class: "when" });
  #now = button("Now", () => this.now(), { class: "back", hidden: true, "aria-label": "Back to now" });
  #run = button("▶", () => this.#toggle(), { class: "run", "aria-label": "Watch it grow", "aria-pressed": "false", title: "Watch it grow" });
  /** The drawing to look at; null: the one of now. @type {(drawing: Drawing|null) => void} */
  look = () => {};

  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Other years and layers of the map");
    this.hidden = this.#dials.length === 0;
  }

  /**
   * @param {string} table
   * @param {string} key
   */
  sit(table, key) {
    this.#table = table;
    this.#key = key;
  }

  /** So many answers were given: soon ask what the dials can show now. @param {number} moves */
  keepUp(moves) {
    if (moves === this.#moves) return;
    const first = this.#moves < 0;
    this.#moves = moves;
    clearTimeout(this.#later);
    this.#later = window.setTimeout(() => void this.#refresh(), first ? 0 : 700);
  }

  async #refresh() {
    try {
      const dials = await api.dials(this.#table, this.#key);
      this.#drawn.clear();
      if (JSON.stringify(dials) !== JSON.stringify(this.#dials)) this.#lay(dials);
      this.hidden = dials.length === 0 || dials.every((dial) => (dial.choices?.length ?? 0) < 2 && (dial.high ?? 0) === (dial.low ?? 0));
    } catch {
      this.hidden = this.#dials.length === 0; // the map of now is there without it
    }
  }

  /** @param {Dial[]} dials */
  #lay(dials) {
    const turned = this.#turned();
    this.#dials = dials;
    this.#fields.clear();
    const rows = dials.map((dial) => {
      const field = dial.choices?.length
        ? h("select", { "aria-label": dial.label }, dial.choices.map(([value, label]) => h("option", { value }, label)))
        : h("input", { type: "range", "aria-label": dial.label, min: dial.low ?? 0, max: dial.high ?? 0, step: 1, value: dial.high ?? 0, list: dial.marks?.length ? `marks-${dial.name}` : null });
      const before = turned[dial.name];
      if (before !== undefined) field.value = String(before);
      field.addEventListener("input", () => {
        this.#stop();
        void this.#turn();
      });
      this.#fields.set(dial.name, field);
      const marks = dial.marks?.length ? h("datalist", { id: `marks-${dial.name}` }, dial.marks.map(([at, words]) => h("option", { value: at, label: words }))) : null;
      return h("label", { class: dial.choices?.length ? "" : "slide" }, h("span", {}, dial.label), field, marks);
    });
    const grows = dials.some((dial) => !dial.choices?.length);
    this.replaceChildren(...(grows ? [this.#run] : []), ...rows.flatMap((row, index) => (dials[index].choices?.length ? [row] : [row, this.#at])), this.#now, this.#told);
    this.#say();
  }

  /** @returns {Turned} */
  #turned() {
    /** @type {Turned} */
    const turned = {};
    for (const dial of this.#dials) {
      const value = this.#fields.get(dial.name)?.value ?? "";
      if (dial.choices?.length ? value !== dial.choices[0][0] : Number(value) !== dial.high) turned[dial.name] = dial.choices?.length ? value : Number(value);
    }
    return turned;
  }

  /** What is being looked at, in words. */
  #say() {
    const words = this.#dials.filter((dial) => !dial.choices?.length).map((dial) => {
      const at = Number(this.#fields.get(dial.name)?.value ?? dial.high);
      const age = [...(dial.marks ?? [])].filter(([from]) => from <= at).sort((a, b) => a[0] - b[0]).at(-1)?.[1] ?? "";
      this.#fields.get(dial.name)?.setAttribute("aria-valuetext", [`${dial.label} ${at} of ${dial.high}`, age].filter(Boolean).join(", "));
      this.#at.textContent = at === dial.high ? String(at) : `${at} of ${dial.high}`;
      return age;
    });
    this.#told.textContent = words.join("; ");
    this.#told.title = this.#told.textContent;
    this.#now.hidden = Object.keys(this.#turned()).length === 0;
    this.classList.toggle("past", !this.#now.hidden);
  }

  /** @param {Turned} turned */
  #fetch(turned) {
    const name = JSON.stringify(turned);
    let drawing = this.#drawn.get(name);
    if (!drawing) {
      drawing = api.drawing(this.#table, turned, this.#key);
      drawing.catch(() => this.#drawn.delete(name));
      this.#drawn.set(name, drawing);
      if (this.#drawn.size > 80) this.#drawn.delete(this.#drawn.keys().next().value ?? "");
    }
    return drawing;
  }

  async #turn() {
    const turned = this.#turned();
    const wanted = JSON.stringify(turned);
    this.#wanted = wanted;
    this.#say();
    if (Object.keys(turned).length === 0) return this.look(null);
    await new Promise((soon) => setTimeout(soon, 60)); // a slider that is still sliding asks for nothing
    if (this.#wanted !== wanted) return;
    try {
      const drawing = await this.#fetch(turned);
      if (this.#wanted === wanted) this.look(drawing);
    } catch (error) {
      toast(wordsOf(error), "error");
      this.#stop();
      this.now();
    }
  }

  /** Back to the map as it stands. */
  now() {
    this.#stop();
    for (const dial of this.#dials) {
      const field = this.#fields.get(dial.name);
      if (field) field.value = dial.choices?.length ? dial.choices[0][0] : String(dial.high);
    }
    void this.#turn();
  }

  #toggle() {
    if (this.#timer) return this.#stop();
    const dial = this.#dials.find((each) => !each.choices?.length);
    const field = dial && this.#fields.get(dial.name);
    if (!dial || !field) return;
    if (Number(field.value) >= (dial.high ?? 0)) field.value = String(dial.low ?? 0);
    this.#run.textContent = "❚❚";
    this.#run.setAttribute("aria-pressed", "true");
    hear("The map grows, year by year.");
    const on = async () => {
      await this.#turn();
      if (!this.#timer) return;
      if (Number(field.value) >= (dial.high ?? 0)) return this.#stop();
      field.value = String(Number(field.value) + 1);
      const turned = this.#turned();
      if (Object.keys(turned).length) void this.#fetch(turned).catch(() => {});
      this.#timer = window.setTimeout(on, settings.now.pace / 2);
    };
    this.#timer = window.setTimeout(on, 0);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#run.textContent = "▶";
    this.#run.setAttribute("aria-pressed", "false");
  }

  /** Leave the table. */
  leave() {
    this.#stop();
    clearTimeout(this.#later);
  }
}

customElements.define("uc-timeline", UcTimeline);
