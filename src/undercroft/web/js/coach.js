// @ts-check
/** The coach: one sentence when something is new, each once; what a bot would do, and why; and a way to set it all up oneself. */

import { api, sitDown, wordsOf } from "./api.js";
import { button, h, hear, starting } from "./dom.js";
import { laid, lessons, settings } from "./remember.js";

/** @typedef {import("./live.js").Model} Model */

export class UcCoach extends HTMLElement {
  #told = "";
  /** What may be asked of it, beside the question. */
  tools = h("span", { class: "coach-tools" });
  /** @type {{id: string, key: string, go: (path: string) => void}} */
  #at = { id: "", key: "", go: () => {} };
  /** Let an answer be seen among the others. @type {(key: string) => void} */
  point = () => {};

  /** @param {{id: string, key: string, go: (path: string) => void}} at */
  sit(at) {
    this.#at = at;
    this.setAttribute("role", "note");
    this.setAttribute("aria-label", "Beside you");
  }

  /** @param {Model} model */
  show(model) {
    const { ask, table } = model;
    if (!table || !ask?.mine || model.connection !== "open") {
      this.hidden = true;
      this.tools.replaceChildren();
      return;
    }
    const first = laid.at(table.id, model.moves);
    const asked = `${model.match} ${ask.serial}`;
    if (asked === this.#told) return;
    const lesson = table.guided && settings.now.coach !== "off" ? ask.lesson : null;
    const fresh = lesson && !lessons.heard(table.game, lesson.key) ? lesson.text : "";
    this.#told = asked;
    if (fresh && lesson) lessons.hear(table.game, lesson.key);
    const words = fresh;
    const byHand = first && !table.guided ? button("Set it all up myself", () => void this.#again(byHand, model), { class: "quiet" }) : null;
    const bot = table.advice ? button("What would a bot do?", () => void this.#advise(bot, said), { class: "quiet" }) : null;
    const said = h("p", { class: "coach-said" }, words);
    const hush = () => {
      settings.set({ coach: "off" });
      said.textContent = "";
      enough?.remove();
      this.hidden = true;
    };
    const enough = words ? button("Enough coaching", hush, { class: "quiet" }) : null;
    this.replaceChildren(...[said, enough].filter((each) => each !== null));
    this.tools.replaceChildren(...[byHand, bot].filter((each) => each !== null));
    this.hidden = words === "";
    if (words) hear(words);
  }

  /**
   * @param {HTMLButtonElement|null} control
   * @param {HTMLElement} said
   */
  async #advise(control, said) {
    if (!control) return;
    await starting(control, async () => {
      try {
        const { answer, label, reason } = await api.advice(this.#at.id, this.#at.key);
        said.textContent = `A bot would say “${label}”. ${reason}`;
        this.hidden = false;
        hear(said.textContent);
        if (typeof answer === "string") this.point(answer);
      } catch (error) {
        said.textContent = wordsOf(error);
        this.hidden = false;
      }
    });
  }

  /**
   * The same game, with every choice left to the player.
   *
   * @param {HTMLButtonElement|null} control
   * @param {Model} model
   */
  async #again(control, model) {
    const table = model.table;
    if (!control || !table) return;
    const seats = table.seats.filter((seat) => seat.kind !== "gamesmaster").map(({ name, bot }) => ({ name, bot }));
    await starting(control, async () => this.#at.go(sitDown(await api.open({ game: table.game, seats, options: table.options, practice: table.practice }), 0)));
  }
}

customElements.define("uc-coach", UcCoach);
