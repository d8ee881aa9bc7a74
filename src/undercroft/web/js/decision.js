// @ts-check
/** The decision: always in sight, by mouse, finger or keyboard. It offers what the ask allows and never judges an answer. */

import { button, h, hear, starting, toast } from "./dom.js";
import { die } from "./dice.js";
import { drafts } from "./draft.js";
import { settings } from "./remember.js";
import { some } from "./words.js";

/** @typedef {import("./types.js").AskView} AskView */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Option} Option */

/**
 * @typedef {object} Seat what the decision needs of the table
 * @property {(answer: Answer) => void} answer
 * @property {() => string} match
 * @property {() => void} why
 * @property {() => void} undo
 * @property {() => Promise<void>} onward give several answers in one go
 * @property {(place: string) => void} point
 * @property {(places: string[]) => void} chosen
 */

const MANY = 12; // more choices than so many are too many to read
const PLACES = 6; // so many of them stand by name
const LOOK = 350; // milliseconds to see that it is another question

export class UcDecision extends HTMLElement {
  /** @type {AskView|null} */
  #ask = null;
  /** @type {Seat|null} */
  #seat = null;
  #stage = "";
  #sent = false;
  #changed = -Infinity; // when another question came in place of one that was not answered yet
  #slow = 0;
  /** @type {HTMLElement[]} */
  #beside = [];
  /** @type {HTMLElement[]} */
  #tools = [];
  #typed = "";
  #said = ""; // the draft whose words are on their way
  #speaking = ""; // the action at any time for which words are being written
  #timer = 0;
  /** @type {Set<string>} */
  #picked = new Set();
  #prompt = h("h2", { class: "prompt", tabindex: "-1" });
  #why = button("why?", () => this.#seat?.why(), { class: "why", "aria-label": "why? Show the rule behind this question" });
  #undo = button("", () => this.#seat?.undo(), { class: "quiet undo", title: "Take back (U)" }, h("span", { "aria-hidden": "true" }, "↶"), h("span", { class: "word" }, "Take back"));
  #note = h("p", { class: "note", role: "status" });
  #body = h("div", { class: "ask-body" });
  #below = button("More below ↓", () => this.#body.scrollBy({ top: this.#body.clientHeight * 0.8 }), { class: "below", tabindex: "-1", "aria-hidden": "true", hidden: true });

  connectedCallback() {
    if (this.childElementCount) return;
    const look = () => (this.#below.hidden = this.#body.scrollHeight - this.#body.scrollTop - this.#body.clientHeight < 12);
    this.#body.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(() => requestAnimationFrame(look)).observe(this.#body); // it changes the size that is observed
    new MutationObserver(look).observe(this.#body, { childList: true });
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", "Your decision");
    this.append(h("div", { class: "ask-head" }, this.#prompt, this.#why, ...this.#tools, this.#undo), this.#note, ...this.#beside, this.#body, this.#below);
  }

  /** @param {Seat} seat */
  sit(seat) {
    this.#seat = seat;
  }

  /**
   * Somebody sits beside the player, and speaks between the question and the answers.
   *
   * @param {HTMLElement} coach
   * @param {HTMLElement[]} tools what stands beside the question: a clock, and what may be asked of the coach
   */
  beside(coach, tools) {
    this.#beside = [coach];
    this.#tools = tools;
  }

  /** Let one answer stand out. @param {string} key */
  advise(key) {
    for (const option of this.#body.querySelectorAll(".option")) option.classList.toggle("near", option.getAttribute("data-key") === key);
    const near = this.#body.querySelector(".option.near");
    const folded = near?.closest("details");
    if (folded) folded.open = true;
    near?.scrollIntoView({ block: "nearest" });
  }

  get pending() {
    return this.#ask !== null && !this.#sent;
  }

  /**
   * @param {AskView|null} ask
   * @param {{waiting: string, canUndo: boolean, offer?: HTMLElement|null}} around what to say, and to offer, when nothing is asked
   */
  show(ask, around) {
    this.#undo.hidden = !around.canUndo;
    const stage = ask ? `ask ${ask.serial}` : `wait ${around.waiting}${around.offer ? "+" : ""}`;
    if (stage === this.#stage) return; // others may answer meanwhile; an answer on its way stays so until it is heard of
    if (ask && this.#ask && !this.#sent && alike(ask, this.#ask)) {
      this.#stage = stage; // somebody acted beside it, and it is put again
      this.#ask = ask;
      this.dataset.serial = String(ask.serial);
      hear(`You are asked: ${ask.prompt}${countOf(ask)}`);
      return;
    }
    const held = this.contains(document.activeElement) || document.activeElement === document.body;
    const typing = typingIn(this.#body);
    const fresh = ask !== null && ask.serial !== this.#ask?.serial;
    this.#changed = fresh && this.#ask !== null && !this.#sent ? performance.now() : -Infinity; // under the player's finger
    this.#stage = stage;
    this.dataset.serial = String(ask?.serial ?? -1);
    this.#ask = ask;
    this.#sent = false;
    this.#typed = "";
    this.#picked.clear();
    this.#note.textContent = "";
    this.classList.toggle("waiting", ask === null);
    this.classList.remove("sent");
    this.#prompt.textContent = ask ? ask.prompt : around.waiting;
    this.#why.hidden = !ask?.rule;
    this.#body.replaceChildren(...(ask ? this.#controls(ask) : around.offer ? [around.offer] : []));
    this.#body.scrollTop = 0;
    this.#seat?.chosen([]);
    if (fresh) hear(`You are asked: ${ask.prompt}${countOf(ask)}`);
    const again = typing && this.#body.querySelector("input[type=text], textarea");
    if (again instanceof HTMLInputElement || again instanceof HTMLTextAreaElement) {
      again.focus({ preventScroll: true }); // the words were brought along; so is the place in them
      again.setSelectionRange(typing?.at ?? 0, typing?.at ?? 0);
    } else if (held && ask) this.#prompt.focus({ preventScroll: true });
  }

  /** The answer was taken, and what came of it is on the table; if it is the same question (somebody took a move back), it may be answered again. */
  heard() {
    if (this.#said) drafts.set(this.#said, "");
    this.#said = "";
    this.#sent = false;
    this.classList.remove("sent");
    this.#note.textContent = "";
  }

  /** Say why an answer was refused, and let it be given again. @param {string} text */
  refuse(text) {
    this.#said = "";
    this.#sent = false;
    this.classList.remove("sent");
    this.#note.textContent = text;
    hear(`Refused: ${text}`);
  }

  /** @param {Answer} answer @param {boolean} [besides] it is no answer to the question */
  #give(answer, besides = false) {
    if (this.#sent || !this.#ask) return;
    if (!besides && performance.now() - this.#changed < LOOK) {
      this.#note.textContent = "The question has changed. Read it again.";
      return;
    }
    this.wait();
    this.#seat?.answer(answer);
  }

  /** An answer is on its way. */
  wait() {
    clearTimeout(this.#slow);
    this.#slow = window.setTimeout(() => this.#sent && (this.#note.textContent = "On its way…"), 1200);
    this.#sent = true;
    this.classList.add("sent");
    this.#note.textContent = "";
  }

  // Controls, by the kind of ask.

  /** @param {AskView} ask @returns {Node[]} */
  #controls(ask) {
    /** @type {Record<string, () => Node[]>} */
    const kinds = {
      choose: () => this.#choices(ask.options),
      all: () => [this.#list(ask.options, (option) => this.#give(option.key)), h("p", { class: "aside" }, "Everyone answers this in secret; all answers are shown together.")],
      many: () => this.#many(ask),
      number: () => this.#number(ask),
      text: () => this.#text(ask),
      dice: () => this.#dice(ask),
    };
    const nodes = (kinds[ask.kind] ?? kinds.choose)();
    if (ask.overheard) nodes.splice(0, nodes.length, this.#overheard(ask));
    if (ask.onward) nodes[0]?.insertBefore(h("li", {}, this.#onward(ask.onward)), nodes[0].firstChild);
    if (ask.extras.length) nodes.push(...this.#desk(ask));
    return nodes;
  }

  /** What somebody else is asked, for a gamesmaster. @param {AskView} ask */
  #overheard(ask) {
    const offered = ask.offered.slice(0, MANY).join(" · ") + (ask.offered.length > MANY ? ` · and ${ask.offered.length - MANY} more` : "");
    return h("div", { class: "overheard" }, h("p", {}, ask.overheard), offered ? h("p", { class: "aside" }, offered) : null);
  }

  /** What may be done besides answering: folded away where it would bury the question, and words typed there stay. @param {AskView} ask */
  #desk(ask) {
    const words = h("div", {});
    const speak = (/** @type {Option} */ option) => {
      this.#speaking = option.key;
      words.replaceChildren(this.#words(option));
      words.querySelector("textarea")?.focus();
    };
    const list = this.#list(ask.extras, (option) => (option.words ? speak(option) : this.#give(option.key, true)), ask.options.length);
    const begun = ask.extras.find((option) => option.words && option.key === this.#speaking);
    if (begun) words.append(this.#words(begun));
    if (["never:mind", "dice:stand"].includes(ask.extras[0].key)) return [list]; // the way out of a question is no secret
    const open = begun !== undefined || (ask.options.length === 0 && ask.kind === "choose");
    return [h("details", { class: "desk", open }, h("summary", {}, "At any time"), words, list)];
  }

  /** Words of one's own for an action at any time: nobody waits while they are written. @param {Option} option */
  #words(option) {
    const field = h("textarea", { rows: 2, maxlength: option.words ?? null, "aria-label": option.label, placeholder: option.hint ?? "" });
    const draft = `${this.#seat?.match() ?? ""} ${option.key}`;
    field.value = drafts.get(draft);
    field.addEventListener("input", () => drafts.set(draft, field.value));
    submitOnEnter(field);
    return this.#form([h("span", { class: "aside" }, option.label), field], () => {
      if (!field.value.trim()) return;
      this.#said = draft;
      this.#speaking = "";
      this.#give(`${option.key}:${field.value}`, true);
    });
  }

  /** Several answers in one go. @param {string} label */
  #onward(label) {
    const go = () => void starting(control, () => this.#seat?.onward() ?? Promise.resolve()).catch((error) => toast(error.message, "error"));
    const control = h("button", { type: "button", class: "onward", onclick: go, "aria-keyshortcuts": settings.now.keys === "on" ? "F" : null },
      h("kbd", { "aria-hidden": "true" }, "F"), h("span", { class: "label" }, label), h("span", { class: "hint" }, "you are asked again when it matters"));
    return control;
  }

  /** Go on, where that is offered. */
  goOn() {
    const control = this.#body.querySelector("button.onward");
    if (this.pending && control instanceof HTMLElement) control.click();
  }

  /** Where a map offers many places, the first few stand by name; the rest are on the map, and folded away here. @param {Option[]} options */
  #choices(options) {
    const take = (/** @type {Option} */ option) => this.#give(option.key);
    const placed = options.filter((option) => option.place);
    const more = options.length > MANY ? new Set(placed.slice(PLACES)) : new Set();
    const first = options.filter((option) => !more.has(option));
    if (more.size < 2) return [this.#list(options, take)];
    const rest = h("details", { class: "desk places-more" }, h("summary", {}, `${more.size} more places, here or on the map`), this.#list([...more], take, first.length));
    const list = this.#list(first, take);
    list.append(h("li", { class: "more" }, rest));
    return [list];
  }

  /**
   * @param {Option[]} options
   * @param {(option: Option) => void} take
   * @param {number} [from] number the keys from here
   */
  #list(options, take, from = 0) {
    const list = h("ul", { class: "options" });
    if (options.some((option) => option.hint)) list.classList.add("hinted");
    if (options.length > 8) list.classList.add("crowd");
    options.forEach((option, index) => list.append(h("li", {}, this.#option(option, from + index + 1, take))));
    return list;
  }

  /**
   * @param {Option} option
   * @param {number} number
   * @param {(option: Option) => void} take
   */
  #option(option, number, take) {
    const control = h(
      "button",
      {
        type: "button", class: "option", "data-key": option.key, "data-place": option.place || null, onclick: () => take(option),
        "aria-keyshortcuts": settings.now.keys === "on" ? String(number) : null,
      },
      h("kbd", { "aria-hidden": "true" }, String(number)),
      h("span", { class: "label" }, option.label),
      option.hint ? h("span", { class: "hint" }, option.hint) : null,
    );
    for (const come of ["pointerenter", "focus"]) control.addEventListener(come, () => this.#seat?.point(option.place ?? ""));
    for (const go of ["pointerleave", "blur"]) control.addEventListener(go, () => this.#seat?.point(""));
    return control;
  }

  /** @param {AskView} ask */
  #many(ask) {
    const wanted = ask.low === ask.high ? `${ask.low}` : `${ask.low} to ${ask.high}`;
    const confirm = button("", () => this.#give([...this.#picked]), { class: "primary confirm" });
    const tell = () => {
      const count = this.#picked.size;
      confirm.textContent = count === 0 && ask.low === 0 ? "None of these" : `Take ${count} (choose ${wanted})`;
      confirm.disabled = count < ask.low || count > ask.high;
      this.#seat?.chosen(ask.options.filter((option) => this.#picked.has(option.key) && option.place).map((option) => option.place ?? ""));
    };
    const list = this.#list(ask.options, (option) => {
      if (!this.#picked.delete(option.key)) this.#picked.add(option.key);
      for (const control of list.querySelectorAll("button")) {
        control.setAttribute("aria-pressed", String(this.#picked.has(control.dataset.key ?? "")));
      }
      tell();
    });
    for (const control of list.querySelectorAll("button")) control.setAttribute("aria-pressed", "false");
    tell();
    return [list, confirm];
  }

  /** @param {AskView} ask */
  #number(ask) {
    const first = Number(ask.suggestions[0] ?? ask.low);
    const field = h("input", { type: "number", inputmode: "numeric", min: ask.low, max: ask.high, value: Number.isFinite(first) ? first : ask.low, "aria-label": ask.prompt });
    const step = (/** @type {number} */ by) => {
      field.value = String(Math.max(ask.low, Math.min(ask.high, Number(field.value || ask.low) + by)));
      slide.value = field.value;
    };
    const slide = h("input", { type: "range", min: ask.low, max: ask.high, value: field.value, "aria-label": "Slide to a number" });
    slide.addEventListener("input", () => (field.value = slide.value));
    field.addEventListener("input", () => (slide.value = field.value));
    const quick = [...new Set([...ask.suggestions.map(Number), ask.low, ask.high])].filter((n) => Number.isFinite(n)).slice(0, 8);
    const chips = h("div", { class: "chips" }, quick.map((n) => button(String(n), () => { field.value = String(n); slide.value = field.value; }, { class: "chip" })));
    return [
      this.#form([
        h("div", { class: "stepper" }, button("−", () => step(-1), { "aria-label": "One less" }), field, button("+", () => step(1), { "aria-label": "One more" })),
        ask.high - ask.low > 3 ? slide : null,
        h("span", { class: "aside" }, `${ask.low} to ${ask.high}`),
      ], () => this.#give(Number(field.value))),
      chips,
    ];
  }

  /** @param {AskView} ask */
  #text(ask) {
    const long = ask.high > 90;
    const field = long
      ? h("textarea", { rows: 2, maxlength: ask.high || null, "aria-label": ask.prompt })
      : h("input", { type: "text", maxlength: ask.high || null, autocomplete: "off", "aria-label": ask.prompt });
    const draft = `${this.#seat?.match() ?? ""} ${ask.prompt}`;
    field.value = drafts.get(draft);
    field.addEventListener("input", () => drafts.set(draft, field.value));
    const give = (/** @type {string} */ text) => {
      this.#said = draft;
      this.#give(text);
    };
    const chips = h("div", { class: "chips" }, ask.suggestions.filter((text) => text !== "").slice(0, 24).map((text, index) =>
      h("button", { type: "button", class: "chip", "data-key": text, onclick: () => { field.value = text; give(text); } },
        index < 9 ? h("kbd", { "aria-hidden": "true" }, String(index + 1)) : null, text)));
    if (field instanceof HTMLTextAreaElement) submitOnEnter(field);
    const form = this.#form([field, h("span", { class: "aside" }, ask.low > 0 ? `${ask.low} to ${ask.high} letters` : `at most ${ask.high} letters, or none`)], () => give(field.value));
    return ask.suggestions.length ? [chips, form] : [form]; // what is at hand first, one's own words below it
  }

  /**
   * @param {(Node|null)[]} fields
   * @param {() => void} submit
   */
  #form(fields, submit) {
    return h(
      "form",
      { class: "answer-form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); submit(); } },
      ...fields,
      h("button", { type: "submit", class: "primary" }, "Say so"),
    );
  }

  /** @param {AskView} ask */
  #dice(ask) {
    const notation = ask.notation ?? { text: "1d6", count: 1, sides: 6 };
    const fallen = (ask.suggestions[0] ?? "").split(" ").map(Number); // a throw that somebody watches: it may stand, or become another
    const watched = fallen.length === notation.count && fallen.every((face) => face >= 1 && face <= notation.sides);
    const faces = /** @type {number[]} */ (watched ? [...fallen] : Array(notation.count).fill(0));
    const says = () => (!watched ? "That is what fell" : faces.every((face, i) => face === fallen[i]) ? "Let it stand" : `Make it ${faces.join(" ")}`);
    const ready = h("button", { type: "button", class: "primary", disabled: !watched, onclick: () => this.#give([...faces]) }, says());
    const rows = h("div", { class: "throws" });
    faces.forEach((_, which) => {
      const name = notation.count > 1 ? `Die ${which + 1} of ${notation.count}` : "The die";
      if (notation.sides <= 12) {
        const row = h("div", { class: "faces", role: "group", "aria-label": name });
        for (let face = 1; face <= notation.sides; face += 1) {
          const pick = button("", () => {
            faces[which] = face;
            for (const other of row.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === pick));
            ready.disabled = faces.includes(0);
            ready.textContent = says();
            if (notation.count === 1 && !watched) this.#give([...faces]);
          }, { class: "face", "aria-label": String(face), "aria-pressed": String(faces[which] === face) }, die(notation.sides, face));
          row.append(pick);
        }
        rows.append(row);
      } else {
        const field = h("input", { type: "number", inputmode: "numeric", min: 1, max: notation.sides, "aria-label": name });
        if (watched) field.value = String(faces[which]);
        field.addEventListener("input", () => {
          faces[which] = Number(field.value);
          ready.textContent = says();
          ready.disabled = faces.some((face) => !(face >= 1 && face <= notation.sides));
        });
        rows.append(field);
      }
    });
    if (watched) return [rows, h("div", { class: "row" }, ready)];
    const forMe = button(`Throw ${notation.text} for me`, () => {
      this.#give(faces.map(() => 1 + Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * notation.sides)));
    }, { class: "quiet" });
    return [rows, h("div", { class: "row" }, ready, forMe)];
  }

  // The keyboard.

  /** Digits pick; with ten options or more, two digits may be needed. @param {string} digit */
  digit(digit) {
    const field = this.#body.querySelector("input[type=number]");
    if (this.pending && field instanceof HTMLInputElement) {
      field.value = "";
      field.focus(); // the digit itself is typed into it
      return false;
    }
    const controls = [...this.#body.querySelectorAll("button.option, button.chip, button.face")].filter((each) => !each.closest(".places-more:not([open])"));
    if (!this.pending || controls.length === 0) return false;
    clearTimeout(this.#timer);
    this.#typed += digit;
    const number = Number(this.#typed);
    const take = () => {
      const control = controls[Number(this.#typed) - 1];
      this.#typed = "";
      this.#note.textContent = "";
      if (control instanceof HTMLElement) {
        const desk = control.closest("details");
        if (desk) desk.open = true;
        control.focus({ preventScroll: true });
        control.click();
      }
    };
    if (number === 0 || number > controls.length) {
      this.#typed = "";
      this.#note.textContent = `There is no choice ${number}.`;
    } else if (number * 10 > controls.length) {
      take();
    } else {
      this.#note.textContent = `${this.#typed}…`;
      this.#timer = window.setTimeout(take, 900);
    }
    return true;
  }

  /** Enter takes what was typed, or confirms. */
  confirm() {
    const confirm = this.#body.querySelector("button.confirm:not(:disabled)");
    if (this.#typed) {
      const controls = this.#body.querySelectorAll("button.option, button.chip, button.face");
      const control = controls[Number(this.#typed) - 1];
      clearTimeout(this.#timer);
      this.#typed = "";
      if (control instanceof HTMLElement) control.click();
      return true;
    }
    if (confirm instanceof HTMLElement) confirm.click();
    return confirm !== null;
  }

  look() {
    this.#prompt.focus();
  }
}

/** How many choices there are, to be heard after the question. @param {AskView} ask */
function countOf(ask) {
  const count = ask.options.length;
  return ["choose", "all", "many"].includes(ask.kind) && count ? ` ${some(count, "choice")}.` : "";
}

/** Whether two questions differ in nothing that can be seen. @param {AskView} one @param {AskView} other */
function alike(one, other) {
  return JSON.stringify({ ...one, serial: 0 }) === JSON.stringify({ ...other, serial: 0 });
}

/** Enter says it, Shift and Enter begin a new line. @param {HTMLTextAreaElement} field */
function submitOnEnter(field) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    field.form?.requestSubmit();
  });
}

/** Where somebody is typing within, if anywhere. @param {HTMLElement} within */
function typingIn(within) {
  const field = document.activeElement;
  const typed = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text");
  return typed && within.contains(field) ? { at: field.selectionStart ?? field.value.length } : null;
}

customElements.define("uc-decision", UcDecision);
