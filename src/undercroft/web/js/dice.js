// @ts-check
/** Dice that fall: drawn here, face up, never for longer than it takes to see them. */

import { h, s } from "./dom.js";
import { settings } from "./remember.js";

/** @typedef {import("./types.js").Roll} Roll */

const PIPS = [[], [[12, 12]], [[7, 7], [17, 17]], [[6, 6], [12, 12], [18, 18]], [[7, 7], [17, 7], [7, 17], [17, 17]],
  [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]]];

/** @type {Record<number, string>} */
const SHAPES = {
  4: "12,2 22.5,20.5 1.5,20.5",
  8: "12,1.5 21.5,12 12,22.5 2.5,12",
  10: "12,1.5 22,10 19,17 12,22.5 5,17 2,10",
  12: "12,1.5 19.5,4.5 22.5,12 19.5,19.5 12,22.5 4.5,19.5 1.5,12 4.5,4.5",
  20: "12,1.5 21.2,6.7 21.2,17.3 12,22.5 2.8,17.3 2.8,6.7",
};

/**
 * One die, showing a face.
 *
 * @param {number} sides
 * @param {number} face
 */
export function die(sides, face) {
  const svg = s("svg", { class: "die", viewBox: "0 0 24 24", "aria-hidden": "true", "data-sides": sides });
  if (sides === 6) {
    svg.append(s("rect", { class: "die-body", x: 2, y: 2, width: 20, height: 20, rx: 4 }));
    for (const [cx, cy] of PIPS[face] ?? []) svg.append(s("circle", { class: "die-pip", cx, cy, r: 2.1 }));
    return svg;
  }
  const shape = SHAPES[sides] ?? (sides > 20 ? SHAPES[10] : SHAPES[12]);
  svg.append(s("polygon", { class: "die-body", points: shape }));
  const y = sides === 4 ? 17.5 : 15.8;
  svg.append(s("text", { class: "die-face", x: 12, y, "text-anchor": "middle", "font-size": face > 99 ? 8 : 10.5 }, String(face)));
  return svg;
}

/** @param {string} notation */
export function sidesOf(notation) {
  const found = /d\s*(\d+|%)/.exec(notation);
  return !found ? 6 : found[1] === "%" ? 100 : Number(found[1]);
}

/**
 * The faces of a roll in a row, for the log and the tray.
 *
 * @param {Roll} roll
 * @param {number} [most]
 */
export function diceRow(roll, most = 12) {
  const sides = sidesOf(roll.notation);
  const row = h("span", { class: "dice", role: "img", "aria-label": `${roll.notation}: ${roll.faces.join(", ")}${roll.total !== null && (roll.faces.length > 1 || roll.total !== roll.faces[0]) ? `, makes ${roll.total}` : ""}` });
  for (const face of roll.faces.slice(0, most)) row.append(die(sides, face));
  if (roll.faces.length > most) row.append(h("span", {}, `+${roll.faces.length - most}`));
  return row;
}

/** The tray where the latest dice fall. */
export class UcTray extends HTMLElement {
  #timer = 0;
  /** Where the dice may fall. @type {(width: number, height: number) => string} */
  corner = () => "bottom left";

  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
    this.hidden = true;
  }

  /** @param {{text: string, roll: Roll}[]} rolls */
  fall(rolls) {
    if (settings.now.dice !== "fall" || rolls.length === 0) return;
    // Pools lie face against face, highest first, and are never added up.
    const shown = rolls.slice(-2).map(({ text, roll }) => ({ text, roll: roll.total === null ? { ...roll, faces: [...roll.faces].sort((a, b) => b - a) } : roll }));
    this.replaceChildren(
      ...shown.map(({ text, roll }) =>
        h("div", { class: "throw" }, diceRow(roll, 10), roll.total === null ? null : h("strong", {}, String(roll.total)), h("span", { class: "throw-for" }, text)),
      ),
    );
    this.hidden = false;
    this.settle();
    if (settings.moves()) {
      this.querySelectorAll(".die").forEach((element, index) => {
        const turn = (index % 2 ? 1 : -1) * (240 + ((index * 67) % 200));
        element.animate(
          [
            { transform: `translate(${((index * 37) % 50) - 25}px, -70px) rotate(${turn}deg)`, opacity: 0.2 },
            { transform: `translate(0, 0) rotate(${turn / 8}deg)`, opacity: 1, offset: 0.7 },
            { transform: `translate(0, -6px) rotate(${turn / 20}deg)`, offset: 0.85 },
            { transform: "none" },
          ],
          { duration: 380, delay: Math.min(index, 8) * 15, easing: "cubic-bezier(.3,.6,.4,1)", fill: "backwards" },
        );
      });
    }
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.hidden = true), 3500);
  }

  /** Lie where the least is hidden; again when the map below has changed. */
  settle() {
    if (!this.hidden) this.dataset.corner = this.corner(this.offsetWidth, this.offsetHeight);
  }

  /** Enough of it: the dice lie still and are put away. */
  skip() {
    this.hidden = true;
    for (const element of this.querySelectorAll(".die")) for (const animation of element.getAnimations()) animation.finish();
  }
}

customElements.define("uc-tray", UcTray);
