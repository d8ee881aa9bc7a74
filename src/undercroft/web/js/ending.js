// @ts-check
/** The ending: the last page in place of the table, and the way back to the table from it. */

import { hear } from "./dom.js";
import { keepPlayed } from "./mine.js";
import { overPage } from "./over.js";
import { UcPicture } from "./picture.js";
import { keys } from "./remember.js";
import { openRule } from "./rules.js";
import { isToday, openShow } from "./shown.js";
import { MAKER } from "./worlds.js";

/** @typedef {import("./live.js").Model} Model */

export class Ending {
  #id;
  #deeds;
  #go;
  #root;
  #look;
  #shown = false;
  #told = "";
  /** @type {Model["drawing"]} what the last page shows */
  #drawing = null;
  /** Whether somebody looks at the table once more. */
  lookingBack = false;

  /**
   * @param {string} id
   * @param {{root: HTMLElement, deeds: import("./deeds.js").Deeds, go: (path: string) => void, look: () => void}} table
   */
  constructor(id, { root, deeds, go, look }) {
    this.#id = id;
    this.#root = root;
    this.#deeds = deeds;
    this.#go = go;
    this.#look = look;
  }

  /**
   * @param {Model} model
   * @param {string} game
   */
  show(model, game) {
    const app = document.getElementById("app");
    if (!model.outcome) this.lookingBack = false;
    if (!model.outcome || this.lookingBack) {
      if (this.#shown) app?.replaceChildren(this.#root);
      this.#shown = false;
      return;
    }
    const told = JSON.stringify([model.outcome, model.table?.seed, model.table?.dice?.told, model.table?.seats, model.role, model.stage?.moment === "death" && model.stage]);
    if (this.#shown && told === this.#told && this.#redraw(app, model)) return;
    const top = this.#shown ? (document.scrollingElement?.scrollTop ?? 0) : 0;
    this.#drawing = model.drawing;
    this.#told = told;
    if (!this.#shown) {
      hear(`The game is over. ${model.outcome.summary}`);
      keepPlayed(model);
    }
    this.#shown = true;
    app?.replaceChildren(overPage(model, this.#ways(model, game)));
    document.scrollingElement?.scrollTo(0, top);
  }

  /** The last drawing comes after the last news. @param {HTMLElement|null} app @param {Model} model */
  #redraw(app, model) {
    if (this.#drawing === model.drawing) return true;
    const picture = app?.querySelector(".over > .page > uc-picture");
    if (!(picture instanceof UcPicture) || !model.drawing?.svg) return false;
    this.#drawing = model.drawing;
    picture.show(model.drawing.svg, model.drawing.alt || "The map at the end");
    return true;
  }

  /**
   * Where one can go from the last page.
   *
   * @param {Model} model
   * @param {string} game
   */
  #ways(model, game) {
    const { table, role } = model;
    const hosted = keys.hosted(this.#id);
    const again = !((role === "spectator" && !hosted) || table?.day || table?.world);
    const people = (hosted?.links ?? []).filter((link) => link.role === "seat").length;
    const host = isToday(table?.day ?? "") ? "" : (hosted?.host ?? "");
    return {
      go: this.#go,
      again: again ? () => void this.#deeds.again() : null,
      look: () => {
        this.lookingBack = true;
        this.#look();
      },
      descend: hosted?.host && game === MAKER && !table?.world ? () => void this.#deeds.descend().then((path) => path && this.#go(path)) : null,
      replay: () => this.#go(`/replay/${this.#id}`),
      share: () => this.#deeds.share(),
      show: host ? () => void openShow({ id: this.#id, host, game, people, seed: table?.seed ?? null }) : null,
      takeAway: () => void this.#deeds.takeAway(),
      check: table?.dice?.told ? () => this.#go(`/check/${this.#id}`) : null,
      why: (/** @type {string} */ rule) => void openRule(game, rule),
    };
  }
}
