// @ts-check
/** Around one screen: several seats on one device. It goes to whoever is asked, with a curtain where somebody has secrets. */

import { api } from "./api.js";
import { button, h, hear } from "./dom.js";
import { keys } from "./remember.js";

/** @typedef {import("./live.js").Model} Model */

/** Tables whose curtain was lifted just now, and for whom: it holds for the page that comes next, and for no other. @type {Map<string, number>} */
const lifted = new Map();

export class Around {
  #id;
  #go;
  #lifted; // for whom
  #hides = true; // until the game says that it has no secrets
  #passing = false;

  /**
   * @param {string} id of the table
   * @param {number[]} here seats that are played on this screen
   * @param {(path: string) => void} go
   */
  constructor(id, here, go) {
    this.#id = id;
    this.here = here;
    this.#go = go;
    this.#lifted = lifted.get(id);
    lifted.delete(id);
  }

  /**
   * The table as one that is played around this screen; null when one sits here alone.
   *
   * @param {string} id
   * @param {(path: string) => void} go
   */
  static at(id, go) {
    const here = keys.of(id)?.here;
    return here && here.length > 1 ? new Around(id, here, go) : null;
  }

  /**
   * Whether the screen goes to somebody else now, or lies under the curtain: then nothing of the table is to be shown.
   *
   * @param {Model} model
   */
  passes(model) {
    if (this.#passing) return true;
    const table = model.table;
    if (!table || table.gathering || model.connection === "refused") return false;
    if (!model.ask) return false; // it is over, and no secret any more
    const asked = model.ask.seats.filter((seat) => this.here.includes(seat));
    const next = asked.includes(model.seat ?? -1) ? (model.seat ?? -1) : (asked[0] ?? model.seat ?? -1);
    const mine = next === model.seat;
    if (mine && this.#lifted === next) return false;
    this.#passing = true;
    void this.#pass(table, next);
    return true;
  }

  /** @param {import("./api.js").TableInfo} table @param {number} seat */
  async #pass(table, seat) {
    const game = await api.game(table.game).catch(() => null);
    const master = table.seats.some((each) => each.kind === "gamesmaster" && this.here.includes(each.seat));
    this.#hides = (game?.hides ?? true) || master;
    const lift = () => {
      lifted.set(this.#id, seat);
      this.#sit(seat);
    };
    if (!this.#hides) return lift();
    const name = table.seats.find((each) => each.seat === seat)?.name ?? "somebody";
    document.title = `${name}'s turn – Undercroft`;
    const curtain = h("main", { class: "curtain", id: "main", "data-game": table.game }, h("article", {},
      h("p", { class: "kicker" }, table.title), h("h1", { tabindex: "-1" }, `The screen goes to ${name}`), h("p", {}, "Everybody else looks away: what lies under the curtain is for one pair of eyes."),
      h("div", { class: "row" }, button(`I am ${name}`, lift, { class: "primary" }))));
    document.getElementById("app")?.replaceChildren(curtain);
    curtain.querySelector("h1")?.focus();
    hear(`The screen goes to ${name}.`);
  }

  /** Take another seat of this screen. @param {number} seat */
  #sit(seat) {
    const hosted = keys.of(this.#id);
    const link = hosted?.links?.find((each) => each.role === "seat" && each.seat === seat);
    if (hosted && link) keys.keep({ ...hosted, key: link.key, role: "seat", seat, at: Date.now() });
    this.#go(`/t/${this.#id}`);
  }
}
