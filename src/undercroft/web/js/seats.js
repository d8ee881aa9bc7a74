// @ts-check
/** The seats: who sits where, whose move it is, and what the dice are. */

import { diceSeal, diceSign } from "./check.js";
import { button, h, s } from "./dom.js";

/** @typedef {import("./live.js").Model} Model */
/** @typedef {import("./api.js").SeatInfo} SeatInfo */

const CROWD = 5; // more than so many stand in a list beside the map, or in a row that scrolls

/**
 * The seats in the order of turns, where the game tells it; who is not among them stays at the end.
 *
 * @param {SeatInfo[]} seats
 * @param {import("./types.js").Standing[]} standings
 */
function inTurn(seats, standings) {
  const order = new Map(standings.map((each, index) => [each.seat, index]));
  return [...seats].sort((one, other) => (order.get(one.seat) ?? seats.length) - (order.get(other.seat) ?? seats.length) || one.seat - other.seat);
}

/** The piece that stands for somebody. @param {import("./types.js").Standing} standing */
function pawn({ piece, mark, colour, out }) {
  const drawn = s("svg", { class: `pawn${out ? " out" : ""}`, viewBox: "0 0 16 20", role: "img", "aria-label": piece },
    s("path", { d: "M8 1.5a3.6 3.6 0 0 1 2 6.6c.2 3.2 1.5 5 3.4 7.4v3H2.6v-3c1.9-2.4 3.2-4.2 3.4-7.4a3.6 3.6 0 0 1 2-6.6z", fill: colour, stroke: "#1c1710", "stroke-width": 1.2 }));
  if (mark) drawn.append(s("text", { x: 8, y: 17, "text-anchor": "middle", "font-size": 7, "font-weight": 700, fill: colour === "#f4f1e8" ? "#1c1710" : "#ffffff" }, mark));
  return drawn;
}

/** How many stand in a list of their own. */
export const isCrowd = (/** @type {number} */ seats) => seats > CROWD;

export class UcSeats extends HTMLElement {
  #told = "";
  /** Who sits before this screen, too. @type {number[]} */
  beside = [];
  /** @type {(seat: SeatInfo) => void} */
  open = () => {};
  openDice = () => {};

  connectedCallback() {
    this.classList.add("seats");
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Seats");
  }

  /** @param {Model} model */
  show(model) {
    const seats = model.table?.seats ?? [];
    const asked = model.ask?.seats ?? [];
    const watching = model.table?.spectators ?? 0;
    const sign = model.table ? diceSign(model.table) : "";
    const seal = model.table ? diceSeal(model.table) : "";
    this.classList.toggle("alone", seats.length === 1 && model.seat === 0);
    this.classList.toggle("crowd", seats.length > CROWD);
    const locked = model.table?.locked ?? false;
    const standings = model.screen?.standings ?? [];
    const told = JSON.stringify([standings, seats, model.seat, asked, watching, locked, sign, seal]);
    if (told === this.#told) return;
    this.#told = told;
    this.replaceChildren(
      ...inTurn(seats, standings).map((seat) => this.#seat(seat, asked.includes(seat.seat), seat.seat === model.seat, standings.find((each) => each.seat === seat.seat))),
      ...(locked ? [h("span", { class: "seat" }, "locked")] : []),
      ...(watching ? [h("span", { class: "seat" }, `${watching} watching`)] : []),
      ...(sign ? [button(sign, () => this.openDice(), { class: "seat dice-sign", title: seal ? `What is known of the dice. Their seal: ${seal}` : "What is known of the dice" })] : []),
    );
    const turn = this.querySelector(".turn");
    if (turn instanceof HTMLElement) this.scrollTo(turn.offsetLeft - this.offsetLeft - this.clientWidth / 3, turn.offsetTop - this.offsetTop - this.clientHeight / 3);
  }

  /**
   * @param {SeatInfo} seat
   * @param {boolean} turn
   * @param {boolean} own
   * @param {import("./types.js").Standing|undefined} standing
   */
  #seat(seat, turn, own, standing) {
    const bot = seat.kind === "bot" || seat.bot !== "";
    const here = seat.connected || this.beside.includes(seat.seat);
    const state = [bot ? "bot" : here ? "" : "away", seat.kind === "gamesmaster" ? "gamesmaster" : "", seat.muted ? "muted" : ""].filter(Boolean).join(", ");
    const looks = [turn ? "turn" : "", bot ? "bot" : here ? "here" : "away"].filter(Boolean).join(" ");
    return h("button",
      { type: "button", title: seat.name.length > 16 ? seat.name : null, class: `seat ${looks}`, "data-seat": seat.seat, onclick: () => this.open(seat) },
      h("span", { class: "sign", "aria-hidden": "true" }), standing ? pawn(standing) : null, turn ? "▸ " : "", h("span", { class: "name" }, seat.name), own ? " (you)" : "",
      standing?.worth ? h("span", { class: "state worth" }, standing.out ? "out" : standing.worth) : null,
      state ? h("span", { class: "state" }, state) : null, turn ? h("span", { class: "state to-move" }, "to move") : null);
  }
}

customElements.define("uc-seats", UcSeats);
