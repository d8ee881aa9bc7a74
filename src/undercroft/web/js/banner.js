// @ts-check
/** The banner: the one thing to know about the table just now that is no part of the game - a lost line, a vote, a seat that a bot plays. */

import { api } from "./api.js";
import { button, h, toast } from "./dom.js";
import { isTold } from "./notices.js";
import { capital, listed } from "./words.js";

/** @typedef {import("./live.js").Model} Model */

/**
 * @typedef {object} Around what can be done from the banner
 * @property {string} id
 * @property {string} key
 * @property {() => void} connect
 * @property {() => void} takeBack one's own seat, from a bot
 * @property {() => void} toTheEnd the last page, for whoever looks back from it
 */

export class Banner {
  element = h("div", { class: "banner", role: "status", hidden: true });
  #around;
  #told = "";

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
  }

  /**
   * @param {Model} model
   * @param {boolean} lookingBack
   */
  show(model, lookingBack) {
    const words = this.#words(model, lookingBack);
    const told = words.map((word) => (typeof word === "string" ? word : word.textContent)).join("");
    this.element.classList.toggle("lost", model.connection === "lost");
    if (told === this.#told) return;
    this.#told = told;
    this.element.replaceChildren(...words);
    this.element.hidden = words.length === 0;
  }

  /**
   * @param {Model} model
   * @param {boolean} lookingBack
   * @returns {(Node|string)[]}
   */
  #words(model, lookingBack) {
    const { table, seat } = model;
    const vote = table?.clock?.vote;
    if (model.connection === "lost") return [lostWords(model.farewell), button("Try now", this.#around.connect)];
    if (table?.closed) return ["This table is closed. It can still be read and replayed."];
    if (vote && seat !== null && model.ask && !model.ask.mine && model.ask.serial === vote.serial) return this.#vote(model);
    if (model.notice) return [model.notice];
    if (model.outcome && lookingBack) return ["The game is over; this is how the table stood.", button("To the last page", this.#around.toTheEnd)];
    if (table && seat === null && !model.outcome) {
      return [model.role === "host" ? "You host this table and sit in none of its seats. You see what everyone sees." : "You are watching. You see what everyone sees, and no secrets."];
    }
    if (seat !== null && table?.seats.find((each) => each.seat === seat)?.bot) return ["A bot plays your seat. ", button("Take it back", this.#around.takeBack)];
    return [];
  }

  /** Somebody's time has run out, and the others say what comes of it. @param {Model} model */
  #vote(model) {
    const { table, ask, seat } = model;
    const late = listed((table?.seats ?? []).filter((each) => ask?.seats.includes(each.seat)).map((each) => each.name));
    const vote = table?.clock?.vote;
    const say = (/** @type {boolean} */ yes) => () => void api.vote(this.#around.id, yes, this.#around.key).catch((error) => toast(error.message, "error"));
    const [yes, no] = [vote?.yes.includes(seat ?? -1), vote?.no.includes(seat ?? -1)];
    const said = yes ? "You would let a bot answer; more than half of you must want it. " : no ? "You would rather wait. " : "";
    const ways = h("span", { class: "row" }, yes ? null : button("Let a bot move", say(true)), no ? null : button("Wait", say(false)));
    return [`Time has run out for ${late}. ${said}`, ways];
  }
}

/** @param {string} farewell */
function lostWords(farewell) {
  if (!farewell) return "The connection is lost. Every answer is safe; we keep knocking. ";
  return `${capital(farewell)}. We keep knocking. `;
}

/** Who is waited for, where nothing is asked. @param {Model} model */
export function waitingWords(model) {
  if (model.connection !== "open") return "Waiting for the connection";
  if (model.outcome) return "The game is over";
  if (model.table?.closed) return "The table is closed";
  const asked = seatsAsked(model);
  const away = (/** @type {typeof asked[number]} */ seat) => (seat.connected || seat.kind === "bot" || seat.bot ? "" : " (away)");
  const who = listed(asked.map((seat) => `${seat.name}${away(seat)}`), "the table");
  const bots = asked.length > 0 && asked.every((seat) => seat.kind === "bot" || seat.bot);
  return bots ? `${who} ${asked.length > 1 ? "are" : "is"} thinking` : `Waiting for ${who}`;
}

/**
 * Something for whoever waits for other people: to be told when it is over.
 *
 * @param {Model} model
 * @param {() => void} open
 */
export function waitingOffer(model, open) {
  const people = seatsAsked(model).some((seat) => seat.kind !== "bot" && seat.seat !== model.seat);
  if (model.seat === null || !people || model.connection !== "open" || isTold()) return null;
  return button("Tell me when it is my turn…", open, { class: "tell-me" });
}

/** @param {Model} model */
function seatsAsked(model) {
  return (model.ask?.seats ?? []).map((seat) => model.table?.seats.find((each) => each.seat === seat)).filter((seat) => seat !== undefined);
}
