// @ts-check
/** The seats: who sits where, whose move it is, and what the dice are. */

import { diceSign } from "./check.js";
import { button, h } from "./dom.js";
import { howLong, timeLeft } from "./notices.js";

/** @typedef {import("./live.js").Model} Model */
/** @typedef {import("./api.js").SeatInfo} SeatInfo */

const CROWD = 5; // more than so many stand in one row that scrolls

export class UcSeats extends HTMLElement {
  #told = "";
  #tick = 0;
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
    this.classList.toggle("alone", seats.length === 1 && model.seat === 0);
    this.classList.toggle("crowd", seats.length > CROWD);
    const locked = model.table?.locked ?? false;
    const left = timeLeft(model);
    const clock = left === null ? "" : left > 0 ? `${howLong(left)} left` : "time is up";
    clearTimeout(this.#tick);
    if (clock) this.#tick = window.setTimeout(() => this.isConnected && this.show(model), left !== null && left > 0 && left < 120 ? 1000 : 30_000);
    const told = JSON.stringify([seats, model.seat, asked, watching, locked, sign, clock]);
    if (told === this.#told) return;
    this.#told = told;
    this.replaceChildren(
      ...seats.map((seat) => this.#seat(seat, asked.includes(seat.seat), seat.seat === model.seat)),
      ...(clock ? [h("span", { class: "seat clock" }, clock)] : []),
      ...(locked ? [h("span", { class: "seat" }, "locked")] : []),
      ...(watching ? [h("span", { class: "seat" }, `${watching} watching`)] : []),
      ...(sign ? [button(sign, () => this.openDice(), { class: "seat dice-sign", title: "What is known of the dice" })] : []),
    );
    const turn = this.querySelector(".turn");
    if (turn instanceof HTMLElement) this.scrollLeft = turn.offsetLeft - this.offsetLeft - this.clientWidth / 3;
  }

  /**
   * @param {SeatInfo} seat
   * @param {boolean} turn
   * @param {boolean} own
   */
  #seat(seat, turn, own) {
    const bot = seat.kind === "bot" || seat.bot !== "";
    const state = [bot ? "bot" : seat.connected ? "" : "away", seat.kind === "gamesmaster" ? "gamesmaster" : "", seat.muted ? "muted" : ""].filter(Boolean).join(", ");
    const looks = [turn ? "turn" : "", bot ? "bot" : seat.connected ? "here" : "away"].filter(Boolean).join(" ");
    return h("button",
      { type: "button", title: seat.name.length > 16 ? seat.name : null, class: `seat ${looks}`, "data-seat": seat.seat, onclick: () => this.open(seat) },
      h("span", { class: "sign", "aria-hidden": "true" }), turn ? "▸ " : "", h("span", { class: "name" }, seat.name), own ? " (you)" : "",
      state ? h("span", { class: "state" }, state) : null, turn ? h("span", { class: "state to-move" }, "to move") : null);
  }
}

customElements.define("uc-seats", UcSeats);
