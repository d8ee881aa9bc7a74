// @ts-check
/** The stage: what is happening now - who faces whom, what is at stake, the throw and its verdict, what came of it. */

import { die, sidesOf } from "./dice.js";
import { h, hear } from "./dom.js";
import { settings } from "./remember.js";
import { play } from "./sound.js";
import { reading } from "./words.js";

/** @typedef {import("./types.js").Stage} Stage */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Throw} Throw */
/** @typedef {import("./types.js").Line} Line */

/** @typedef {{aim: string, stake: string, step: string}} Opening what a game is about, in three sentences */

const FALL = 420; // dice fall this long, in milliseconds; the verdict follows, and all is still before 900
const MOST_DICE = 12;
const LONG = 80; // letters: what is longer is set smaller
const BOXES = 12; // up to so many hits are drawn one by one

export class UcStage extends HTMLElement {
  #told = "";
  /** @type {Stage|null} */
  #stage = null;
  #shown = -1; // the last throw that was seen to fall
  #sides = new Map(); // name -> what is left of it, to see what changed
  /** @type {Animation[]} */
  #running = [];

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", "What is happening");
    if (!this.childElementCount) this.hidden = true;
  }

  /** Whether something is happening that deserves the room. @param {Stage|null|undefined} stage */
  static busy(stage) {
    return Boolean(stage && (stage.sides?.length === 2 || stage.throws?.length || stage.moment));
  }

  /** What the stage says, in an order for ears: the throw and its verdict, then what came of it. @param {Stage|null|undefined} stage */
  static words(stage) {
    if (!stage) return "";
    return [...(stage.throws ?? []).map(throwInWords), stage.outcome ?? "", meanwhileOf(stage)].filter(Boolean).join(" ");
  }

  /** All that the stage shows, for those who ask. @param {Stage|null|undefined} stage */
  static all(stage) {
    if (!stage) return "Nothing is happening just now.";
    const sides = (stage.sides ?? []).map((side) => [side.name, ...(side.lines ?? []).map(lineInWords), ...(side.notes ?? [])].join(", "));
    const stakes = (stage.stakes ?? []).map(lineInWords);
    return [[stage.title, stage.place].filter(Boolean).join(", "), sides.join("; against "), ...stakes, UcStage.words(stage)].filter(Boolean).join(". ");
  }

  /**
   * @param {Stage|null|undefined} stage
   * @param {boolean} [still] show it as it is, without any motion (a page that was just opened, a replay)
   * @param {Opening|null} [opening] at the very first question
   */
  show(stage, still = false, opening = null) {
    const told = JSON.stringify([stage ?? null, opening]);
    if (told === this.#told) return;
    this.#told = told;
    this.skip();
    this.#stage = stage ?? null;
    this.hidden = !stage;
    if (!stage) return;
    const busy = UcStage.busy(stage) && !opening;
    this.classList.toggle("busy", busy);
    this.classList.toggle("opening", opening !== null);
    this.classList.toggle("alone", busy && (stage.sides?.length ?? 0) < 2);
    this.classList.toggle("poised", busy && stage.sides?.length === 2 && !stage.throws?.length); // nobody has struck
    const throws = stage.throws ?? [];
    this.classList.toggle("many", throws.length > 1 && !throws.some((one) => one.against)); // one below the other; pools lie side by side
    this.dataset.moment = stage.moment ?? "";
    const sides = stage.sides ?? [];
    const fresh = (stage.throws ?? []).filter((one) => one.n > this.#shown);
    this.replaceChildren(
      h("div", { class: "stage-head" }, h("h2", {}, stage.title), stage.place ? h("p", { class: "stage-place" }, stage.place) : null,
        stage.stakes?.length ? h("dl", { class: "stakes" }, stage.stakes.map((line) => row(line))) : null),
      sides[0] ? this.#side(sides[0], "ours") : "",
      h("div", { class: "middle" }, opening ? openingList(opening) : null, ...(opening ? [] : (stage.throws ?? []).map((one) => thrown(one, busy))),
        stage.outcome && !opening ? h("p", { class: `came${stage.outcome.length > LONG ? " long" : ""}` }, stage.outcome) : null,
        stage.meanwhile && !opening ? h("p", { class: "meanwhile" }, meanwhileOf(stage)) : null),
      sides[1] ? this.#side(sides[1], "theirs") : "",
    );
    for (const one of stage.throws ?? []) this.#shown = Math.max(this.#shown, one.n);
    if (!still) this.#moment(stage, fresh);
  }

  /**
   * @param {Side} side
   * @param {string} whose
   */
  #side(side, whose) {
    const left = (side.lines ?? []).find((line) => line.of);
    const before = this.#sides.get(side.name);
    if (left) this.#sides.set(side.name, Number(left.value));
    const hurt = left !== undefined && before !== undefined && Number(left.value) < before;
    return h("div", { class: `side ${whose}${hurt ? " hurt" : ""}` }, figure(side.figure ?? ""),
      h("div", { class: "side-words" }, h("h3", {}, side.name),
        side.lines?.length ? h("dl", {}, side.lines.map((line) => row(line))) : null,
        side.notes?.length ? h("p", { class: "notes" }, side.notes.join(" · ")) : null));
  }

  /**
   * Stakes first, then the throw, then the verdict, then what came of it: all of it drawn at once, and moved in this order.
   *
   * @param {Stage} stage
   * @param {Throw[]} fresh
   */
  #moment(stage, fresh) {
    if (fresh.length || stage.moment) play(fresh.length ? "throw" : (stage.moment ?? ""), soundOf(stage, fresh));
    if (!settings.moves() || settings.now.dice !== "fall") return;
    const news = [...this.querySelectorAll(".thrown")].filter((element) => fresh.some((one) => String(one.n) === element.getAttribute("data-n")));
    for (const element of news) {
      element.querySelectorAll(".die").forEach((one, index) => this.#run(one, [
        { transform: `translate(${((index * 37) % 40) - 20}px, -46px) rotate(${(index % 2 ? 1 : -1) * (240 + ((index * 67) % 200))}deg)`, opacity: 0.1 },
        { transform: "none", opacity: 1 },
      ], { duration: FALL, delay: Math.min(index, 6) * 14, easing: "cubic-bezier(.3,.7,.4,1.15)", fill: "backwards" }));
      const verdict = element.querySelector(".verdict");
      if (verdict) this.#run(verdict, [{ transform: "scale(1.7) rotate(-6deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 200, delay: FALL + 60, easing: "ease-out", fill: "backwards" });
    }
    const came = this.querySelector(".came");
    const wait = news.length ? FALL + 200 : 0;
    if (came) this.#run(came, [{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay: wait, fill: "backwards" });
    const hurt = this.querySelector(".side.hurt .figure, .side.hurt h3");
    if (hurt) this.#run(hurt, [{ transform: "none" }, { transform: "translateX(-6px)" }, { transform: "translateX(5px)" }, { transform: "none" }], { duration: 240, delay: wait });
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   */
  #run(element, frames, options) {
    this.#running.push(element.animate(frames, options));
  }

  /** Finish all motion at once. */
  skip() {
    for (const animation of this.#running) animation.finish();
    this.#running = [];
  }

  /** Say all of it, for whoever asked. */
  say() {
    hear(UcStage.all(this.#stage));
  }
}

/** What a game is about: what one wants, what may be lost, what to do first. @param {Opening} opening */
export function openingList(opening) {
  const rows = [["Aim", opening.aim], ["At stake", opening.stake], ["First step", opening.step]];
  return h("dl", { class: "opening-words" }, rows.map(([title, text]) => h("div", {}, h("dt", {}, title), h("dd", {}, text))));
}

/** What befell somebody else. @param {Stage} stage */
function meanwhileOf(stage) {
  return stage.meanwhile ? `Meanwhile: ${stage.meanwhile}` : "";
}

/** What kind of sound it makes: good, bad or neither. @param {Stage} stage @param {Throw[]} fresh */
function soundOf(stage, fresh) {
  const last = fresh.at(-1);
  return stage.moment === "death" ? "death" : stage.moment === "find" ? "find" : last?.good === true ? "good" : last?.good === false ? "bad" : "";
}

/** @param {Throw} one */
function throwInWords(one) {
  const sum = one.roll.total !== null && (one.roll.faces.length > 1 || one.roll.total !== one.roll.faces[0]) ? `, makes ${one.roll.total}` : "";
  const against = one.against ? ` against ${one.against.faces.join(", ")}` : "";
  const needed = one.needed ? `, ${one.against ? "" : "needed "}${one.needed}` : "";
  return `${one.why}: ${one.roll.faces.join(", ")}${sum}${against}${needed}${one.verdict ? `: ${one.verdict}` : ""}.`;
}

/** @param {Line} line */
function lineInWords(line) {
  return `${line.label} ${reading(line, " of ")}`;
}

/** @param {Line} line */
function row(line) {
  const value = Number(line.value.replaceAll(",", ""));
  const of = line.of ?? 0;
  const low = of > 0 && value * 3 <= of;
  const bar = of > 0 ? h("span", { class: `left${low ? " low" : ""}`, "aria-hidden": "true" },
    of <= BOXES ? Array.from({ length: of }, (_, index) => h("i", { class: index < value ? "full" : "" }))
      : h("b", {})) : null;
  const long = bar?.querySelector("b");
  if (bar && long) {
    bar.classList.add("long");
    long.style.width = `${Math.max(0, Math.min(100, (value / of) * 100))}%`;
  }
  return h("div", { title: line.hint || null }, h("dt", {}, line.label), h("dd", {}, bar, h("span", { class: "number" }, reading(line))));
}

/**
 * One throw: what for, the dice, what was needed, the verdict.
 *
 * @param {Throw} one
 * @param {boolean} large
 */
function thrown(one, large) {
  const [ours, theirs] = one.whose ?? ["", ""];
  const dice = (/** @type {import("./types.js").Roll} */ roll, /** @type {string} */ kind, /** @type {number} */ counted) => {
    const faces = roll.total === null ? [...roll.faces].sort((a, b) => b - a) : roll.faces; // pools lie highest first
    const row = faces.slice(0, MOST_DICE).map((face) => die(sidesOf(roll.notation), face));
    for (const each of row.slice(0, counted)) each.classList.add("counts");
    return h("span", { class: `dice ${kind}` }, row, faces.length > MOST_DICE ? h("span", {}, `+${faces.length - MOST_DICE}`) : null);
  };
  const sum = one.roll.total !== null && one.roll.faces.length > 1 ? h("strong", { class: "sum" }, String(one.roll.total)) : null;
  const [mine, others] = one.counted ?? [0, 0];
  const name = (/** @type {string} */ text) => (text ? h("span", { class: "whose" }, text) : null);
  const needed = one.against || ours ? one.needed : `needs ${one.needed}`.replace("needs to ", "to ");
  return h("div", { class: `thrown${large ? "" : " small"}${one.against || ours ? " pools" : ""}`, "data-n": one.n, role: "img", "aria-label": throwInWords(one) },
    h("span", { class: "why-thrown" }, one.why),
    h("span", { class: "fell" }, name(ours), dice(one.roll, "mine", mine), sum, name(one.against ? theirs : ""), one.against ? dice(one.against, "against", others) : null),
    h("span", { class: "meant" }, one.needed ? h("span", { class: "needed" }, needed) : null,
      one.verdict ? h("strong", { class: `verdict ${one.good === true ? "good" : one.good === false ? "bad" : ""}` }, one.verdict) : null));
}

/** A picture by name, where the server has one. @param {string} name */
function figure(name) {
  if (!name) return null;
  const picture = h("img", { class: "figure", alt: "", loading: "eager", decoding: "async", src: `/figures/${encodeURIComponent(name)}.svg` });
  picture.addEventListener("error", () => picture.remove());
  return picture;
}

customElements.define("uc-stage", UcStage);
