// @ts-check
/** A drawing that is only looked at: on the front page, on a memorial, at the end. It takes no clicks. */

import { readSvg } from "./svg.js";

export class UcPicture extends HTMLElement {
  #own = new CSSStyleSheet();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const frame = new CSSStyleSheet();
    frame.replaceSync(":host{display:block;overflow:hidden} svg{display:block;width:100%;height:100%;color:#1c1710;pointer-events:none}");
    root.adoptedStyleSheets = [frame, this.#own];
  }

  /**
   * @param {string} text
   * @param {string} alt
   * @param {"meet"|"slice"} [fill]
   */
  show(text, alt, fill = "meet") {
    const read = readSvg(text);
    if (!read) return false;
    this.#own.replaceSync(read.css);
    read.svg.removeAttribute("width");
    read.svg.removeAttribute("height");
    read.svg.setAttribute("preserveAspectRatio", fill === "slice" ? "xMidYMin slice" : "xMidYMid meet");
    if (alt) {
      read.svg.setAttribute("role", "img");
      read.svg.setAttribute("aria-label", alt);
    } else {
      read.svg.setAttribute("aria-hidden", "true");
    }
    this.shadowRoot?.replaceChildren(read.svg);
    return true;
  }
}

customElements.define("uc-picture", UcPicture);
