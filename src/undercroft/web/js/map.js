// @ts-check
/** The map or board: the server's drawing, zoomed and panned, with the options that lie on it. */

import { button, h, isNarrow, s } from "./dom.js";
import { MAP_STYLE } from "./mapstyle.js";
import { settings } from "./remember.js";
import { animateDifference, readSvg, redraw } from "./svg.js";

/** @typedef {import("./types.js").Drawing} Drawing */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const LETTER = 10.1; // pixels: no letter on the map is under 10 at the zoom it opens with
const THUMB = 44; // pixels: what a thumb can hit
const GLIDE = 300; // milliseconds to look elsewhere

const sheet = new CSSStyleSheet();
sheet.replaceSync(MAP_STYLE);

export class UcMap extends HTMLElement {
  #stage = h("div", { class: "stage", tabindex: "0", role: "group" });
  #text = h("pre", { tabindex: "0", role: "img", hidden: true });
  #blank = h("p", { class: "blank", hidden: true });
  #own = new CSSStyleSheet();
  #css = "";
  /** @type {SVGSVGElement|null} */
  #svg = null;
  #source = "";
  #asked = "";
  /** @type {Drawing} */
  #drawing = {};
  /** @type {Box} */
  #home = { x: 0, y: 0, width: 100, height: 100 };
  /** @type {Box} */
  #view = { x: 0, y: 0, width: 100, height: 100 };
  #fitted = true;
  #byHand = false; // the player has moved the map; leave it where it is
  /** Whose pawn is followed. @type {number|null} */
  me = null;
  #smallest = 0; // letters of the drawing, in its own units; 0: not measured yet
  #gliding = 0;
  /** @type {Option[]} */
  #options = [];
  /** @type {(key: string) => void} */
  #choose = () => {};
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  #moved = 0;
  /** @type {Animation[]} */
  #running = [];
  #tools;
  #textButton;
  #choicesButton;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet, this.#own];
    this.#textButton = button("Aa", () => this.showText(this.#text.hidden), {
      title: "Read the map as text (T)", "aria-label": "Read the map as text", "aria-pressed": "false", class: "word",
    });
    this.#choicesButton = button("◎", () => { this.#byHand = false; this.lookAtChoices(); }, { title: "Look at the choices (V)", "aria-label": "Look at the choices on the map" });
    this.#tools = h(
      "div", { class: "tools", role: "toolbar", "aria-label": "Map" },
      button("+", () => this.zoom(1 / 1.4), { title: "Closer (+)", "aria-label": "Zoom in" }),
      button("−", () => this.zoom(1.4), { title: "Further (-)", "aria-label": "Zoom out" }),
      button("⤢", () => this.fit(), { title: "All of it (0)", "aria-label": "Show all of the map" }),
      this.#choicesButton,
      this.#textButton,
    );
    root.append(this.#stage, this.#text, this.#blank, this.#tools);
    this.#listen();
    new ResizeObserver(() => {
      this.toggleAttribute("narrow", isNarrow());
      if (this.#fitted) this.#view = this.#whole();
      this.#place();
      if (this.#svg && !this.#byHand) this.lookAround(); // the room has changed: what was framed is framed anew
    }).observe(this);
  }

  /** The drawing as it is now, for saving. */
  get source() {
    return this.#source;
  }

  /**
   * @param {Drawing|null|undefined} drawing
   * @param {Option[]} options
   * @param {(key: string) => void} choose
   * @param {boolean} [tales] places have stories to tell
   */
  show(drawing, options, choose, tales = false) {
    this.toggleAttribute("tales", tales);
    this.toggleAttribute("narrow", isNarrow());
    this.#options = options.filter((option) => option.place);
    this.#choose = choose;
    this.#closeSeveral();
    const had = this.#source;
    this.#drawing = drawing ?? {};
    this.#source = drawing?.svg ?? "";
    this.#text.textContent = drawing?.text ?? "";
    this.#text.setAttribute("aria-label", drawing?.alt || "The map as text");
    this.#stage.setAttribute("aria-label", `${drawing?.alt || "The map"} Arrow keys move it, plus and minus zoom, 0 shows all.`);
    if (this.#source !== had) this.#replace();
    this.#blank.hidden = Boolean(this.#svg) || Boolean(this.#drawing.text);
    this.#blank.textContent = "Nothing is drawn yet. The paper is clean; so are your boots.";
    this.#tools.hidden = !this.#blank.hidden;
    this.#textButton.hidden = !this.#drawing.text || !this.#svg;
    this.#stage.hidden = !this.#svg;
    if (this.#source !== had && this.#fitted) {
      this.#view = this.#whole(); // now that it has its room
      this.#place();
    }
    this.#text.hidden = this.#svg ? this.#textButton.getAttribute("aria-pressed") !== "true" : !this.#drawing.text;
    this.#mark();
    const asked = [...this.#options.map((option) => option.key), this.#asksWhere()].join(" "); // the drawing may come after the question
    if (this.#svg && (asked !== this.#asked || (this.#source !== had && !this.#inSight()))) {
      this.#asked = asked;
      this.lookAround();
    }
  }

  #replace() {
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
    const read = this.#source ? readSvg(this.#source) : null;
    const before = this.#svg;
    if (!read) {
      before?.remove();
      this.#svg = null;
      return;
    }
    const after = read.svg;
    after.classList.add("drawing");
    after.removeAttribute("width");
    after.removeAttribute("height");
    for (const { name } of [...after.attributes]) if (name.startsWith("aria-")) after.removeAttribute(name);
    after.setAttribute("role", "presentation"); // the frame around it says what it is
    if (read.css !== this.#css) {
      this.#css = read.css;
      this.#own.replaceSync(read.css);
    }
    const grown = boxFrom(after);
    const homeChanged = grown.x !== this.#home.x || grown.y !== this.#home.y || grown.width !== this.#home.width || grown.height !== this.#home.height;
    this.#home = grown;
    this.#smallest = 0;
    if (this.#fitted || !before) this.#view = this.#whole();
    if (before && before.isConnected && !homeChanged) {
      before.querySelector(".spots")?.remove();
      if (settings.moves()) this.#running = animateDifference(before, after, 340);
      else redraw(before, after);
    } else {
      before?.remove();
      this.#stage.append(after);
      this.#svg = after;
    }
    this.#place();
  }

  /** Finish all motion at once. */
  skip() {
    for (const animation of this.#running) animation.finish();
    this.#running = [];
  }

  // Options on the map.

  #mark() {
    const svg = this.#svg;
    if (!svg) return;
    svg.querySelector(".spots")?.remove();
    const places = [...new Set(this.#options.map((option) => option.place ?? ""))];
    this.#choicesButton.hidden = places.length === 0;
    if (places.length === 0) return;
    const layer = s("g", { class: "spots" });
    for (const place of places) {
      const box = this.#boxOf(place);
      if (!box) continue;
      const here = this.#options.filter((option) => option.place === place);
      const name = here.map((option) => [option.label, option.hint].filter(Boolean).join(", ")).join("; or ");
      const spot = s(
        "g", { class: "spot", tabindex: "0", role: "button", "aria-label": name, "data-spot": place },
        s("title", {}, here.map((option) => [option.label, option.hint].filter(Boolean).join(" - ")).join("\n")),
        s("rect", { ...grow(box), rx: Math.min(box.width, box.height) * 0.12 }),
      );
      layer.append(spot);
    }
    svg.append(layer);
  }

  /**
   * @param {string} place
   * @returns {Box|null}
   */
  #boxOf(place) {
    const known = this.#drawing.places?.[place];
    if (known) return { x: known.x, y: known.y, width: known.width, height: known.height };
    return this.#boxIn(this.#svg?.querySelector(`[data-place="${quoted(place)}"]`) ?? null);
  }

  /**
   * Where something lies on the drawing, once it has stopped moving.
   *
   * @param {Element|null} element
   * @returns {Box|null}
   */
  #boxIn(element) {
    const outer = this.#svg?.getScreenCTM();
    if (!outer || !(element instanceof SVGGraphicsElement)) return null;
    const resting = restingBox(element);
    const matrix = DOMMatrix.fromMatrix(outer).inverse();
    const a = matrix.transformPoint({ x: resting.x, y: resting.y });
    const b = matrix.transformPoint({ x: resting.right, y: resting.bottom });
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) };
  }

  /** Where one's own pawn, or the party, stands. @returns {Box|null} */
  #mine() {
    const marks = [...(this.me === null ? [] : [`#pawn-${this.me}`, `#token-robber-${this.me}`]), "#party", "#pawn"];
    return this.#boxIn(marks.map((mark) => this.#svg?.querySelector(mark)).find(Boolean) ?? null);
  }

  /** Whether one's own pawn can be seen; where there is none, nothing is missing. */
  #inSight() {
    const own = this.#mine();
    const { x, y, width, height } = this.#view;
    return !own || (own.x >= x && own.y >= y && own.x + own.width <= x + width && own.y + own.height <= y + height);
  }

  /** How many pixels a unit of the drawing must have, so that its smallest letters can be read. */
  #readable() {
    const svg = this.#svg;
    const scale = svg?.getScreenCTM()?.a ?? 0;
    if (!svg || scale <= 0) return 0;
    if (this.#smallest === 0) {
      const sizes = [...svg.querySelectorAll("text")].slice(0, 600).map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * ((text.getScreenCTM()?.a ?? scale) / scale));
      this.#smallest = Math.min(Infinity, ...sizes.filter((size) => size > 0));
    }
    return Number.isFinite(this.#smallest) ? LETTER / this.#smallest : 0;
  }

  /** Everything on the map that has a place of its own, by name. @returns {[string, string][]} */
  named() {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const element of this.#svg?.querySelectorAll("[data-place]") ?? []) {
      const place = element.getAttribute("data-place") ?? "";
      const name = element.querySelector(":scope > title")?.textContent || element.getAttribute("aria-label") || this.#drawing.places?.[place]?.name || place;
      if (place && name !== place && !found.has(place)) found.set(place, name); // a nameless passage is pointed at, not listed
    }
    return [...found].sort((a, b) => a[1].localeCompare(b[1], undefined, { numeric: true }));
  }

  /**
   * Make one place stand out (the option beside it is being looked at).
   *
   * @param {string} place empty: none
   */
  point(place) {
    for (const spot of this.#svg?.querySelectorAll(".spot") ?? []) spot.classList.toggle("near", spot.getAttribute("data-spot") === place && place !== "");
  }

  /** @param {string[]} places which are picked so far, when several may be */
  chosen(places) {
    for (const spot of this.#svg?.querySelectorAll(".spot") ?? []) spot.classList.toggle("chosen", places.includes(spot.getAttribute("data-spot") ?? ""));
  }

  /**
   * @param {string} place
   * @param {{x: number, y: number}} at within the stage
   */
  #take(place, at) {
    const here = this.#options.filter((option) => option.place === place);
    if (here.length === 1) this.#choose(here[0].key);
    else if (here.length > 1) this.#askWhich(here, at);
  }

  /**
   * @param {Option[]} options
   * @param {{x: number, y: number}} at
   */
  #askWhich(options, at) {
    this.#closeSeveral();
    const list = h("ul", { class: "several", "aria-label": "What to do there" });
    for (const option of options) {
      const item = button(option.label, () => {
        this.#closeSeveral();
        this.#choose(option.key);
      });
      if (option.hint) item.append(h("small", {}, option.hint));
      list.append(h("li", {}, item));
    }
    list.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.#closeSeveral();
        this.#stage.focus();
      }
    });
    this.shadowRoot?.append(list);
    const room = this.getBoundingClientRect();
    list.style.left = `${Math.max(4, Math.min(at.x, room.width - list.offsetWidth - 8))}px`;
    list.style.top = `${Math.max(4, Math.min(at.y, room.height - list.offsetHeight - 8))}px`;
    list.querySelector("button")?.focus();
  }

  /**
   * The corner of the map where something may lie for a moment and hide the least: no choice, no pawn, and best no drawing at all.
   *
   * @param {number} width of what is to lie there
   * @param {number} height
   */
  quietCorner(width, height) {
    const room = this.#stage.getBoundingClientRect();
    const svg = this.#svg;
    if (!svg || this.#stage.hidden) return "bottom left";
    const matrix = svg.getScreenCTM();
    const { x, y } = this.#home;
    const from = matrix ? new DOMPoint(x, y).matrixTransform(matrix) : room;
    const to = matrix ? new DOMPoint(x + this.#home.width, y + this.#home.height).matrixTransform(matrix) : { x: room.right, y: room.bottom };
    /** @type {{box: {left: number, top: number, right: number, bottom: number}, weight: number}[]} */
    const busy = [{ box: { left: from.x, top: from.y, right: to.x, bottom: to.y }, weight: 1 }];
    for (const element of [...svg.querySelectorAll(".spot")].slice(0, 80)) busy.push({ box: element.getBoundingClientRect(), weight: 30 });
    for (const element of [...svg.querySelectorAll("[id^=pawn], [id^=token], #party, [id^=bead]")].slice(0, 80)) busy.push({ box: restingBox(element), weight: 60 });
    let best = "bottom left";
    let least = Infinity;
    for (const corner of ["bottom left", "bottom right", "top left", "top right"]) {
      const left = corner.endsWith("left") ? room.left : room.right - width;
      const top = corner.startsWith("top") ? room.top : room.bottom - height;
      let hidden = 0;
      for (const { box, weight } of busy) {
        const wide = Math.min(left + width, box.right) - Math.max(left, box.left);
        const high = Math.min(top + height, box.bottom) - Math.max(top, box.top);
        if (wide > 0 && high > 0) hidden += wide * high * weight;
      }
      if (hidden < least - 1) [best, least] = [corner, hidden];
    }
    return best;
  }

  #closeSeveral() {
    this.shadowRoot?.querySelector(".several")?.remove();
  }

  // Looking around.

  #place() {
    const { x, y, width, height } = this.#view;
    const box = `${x} ${y} ${width} ${height}`;
    if (this.#svg?.getAttribute("viewBox") !== box) this.#svg?.setAttribute("viewBox", box); // setting it lays everything out anew
  }

  fit() {
    cancelAnimationFrame(this.#gliding);
    this.#fitted = true;
    this.#byHand = false;
    this.#view = this.#whole();
    this.#place();
  }

  /** The room on the stage, in pixels: on a small screen the tools lie on its upper edge, and what matters lies below them. */
  #room() {
    const tools = isNarrow() ? 52 : 0;
    return { wide: Math.max(1, this.#stage.clientWidth), high: Math.max(1, this.#stage.clientHeight - tools), tools };
  }

  /** What to look at, so that all of the drawing is seen. @returns {Box} */
  #whole() {
    const { wide, high, tools } = this.#room();
    const { x, y, width, height } = this.#home;
    if (tools === 0) return { x, y, width, height };
    const scale = Math.min(wide / width, high / height);
    return { x: x + width / 2 - wide / scale / 2, y: y + height / 2 - (high / 2 + tools) / scale, width: wide / scale, height: (high + tools) / scale };
  }

  /** A new question, or the pawn has walked out of sight: look at it and at the choices, unless the player holds the map there. */
  lookAround() {
    if (this.#byHand && this.#inSight()) return;
    const { wide, high } = this.#room();
    const whole = Math.min(wide / this.#home.width, high / this.#home.height);
    const small = isNarrow() && this.#options.some((option) => {
      const box = this.#boxOf(option.place ?? "");
      return box !== null && Math.max(box.width, box.height) * whole < THUMB;
    });
    const own = this.#mine();
    const tiny = whole < this.#readable();
    if (small || ((own || this.#asksWhere()) && tiny)) this.lookAtChoices();
    else if (own || this.#fitted || !tiny) this.fit(); // else it stays where the last question was
  }

  /** Whether some of the choices lie on the drawing. */
  #asksWhere() {
    return this.#svg !== null && this.#options.some((option) => this.#boxOf(option.place ?? "") !== null);
  }

  /** Zoom to where the choices and one's own pawn are, close enough to read. */
  lookAtChoices() {
    const own = this.#mine();
    const places = this.#options.map((option) => this.#boxOf(option.place ?? "")).filter((box) => box !== null);
    const boxes = own ? [...places, own] : places;
    if (boxes.length === 0) return;
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
    const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
    const home = this.#home;
    const room = this.#room();
    const all = Math.min(room.wide / (width * 1.35), room.high / (height * 1.35)); // pixels a unit, with some of what lies around
    const least = own ? this.#readable() : 0; // where nobody stands, all the places asked about are in view, however small
    const whole = Math.min(room.wide / home.width, room.high / home.height);
    const scale = Math.max(least, places.length ? Math.min(all, whole * 2.6) : whole); // alone, one need not come closer than to read
    const wide = Math.min(home.width, room.wide / scale);
    const high = Math.min(home.height, room.high / scale);
    const holds = width <= wide && height <= high;
    const first = own ?? places[0]; // too much for one look: oneself, or what is suggested
    const middle = holds || !first ? { x: x + width / 2, y: y + height / 2 } : { x: first.x + first.width / 2, y: first.y + first.height / 2 };
    const within = (/** @type {number} */ from, /** @type {number} */ low, /** @type {number} */ spare) => Math.max(low, Math.min(low + spare, from));
    const above = (room.tools * high) / room.high; // what lies under the tools comes on top of it
    this.#fitted = false;
    this.#glide({
      x: within(middle.x - wide / 2, home.x, home.width - wide),
      y: within(middle.y - high / 2, home.y, home.height - high) - above,
      width: wide,
      height: high + above,
    });
  }

  /** Look elsewhere, not in one jump. @param {Box} to */
  #glide(to) {
    cancelAnimationFrame(this.#gliding);
    const from = { ...this.#view };
    const began = performance.now();
    const step = () => {
      const t = settings.moves() && !document.hidden ? Math.min(1, (performance.now() - began) / GLIDE) : 1;
      const eased = 1 - (1 - t) ** 3;
      const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * eased;
      this.#view = { x: mix(from.x, to.x), y: mix(from.y, to.y), width: mix(from.width, to.width), height: mix(from.height, to.height) };
      this.#place();
      if (t < 1) this.#gliding = requestAnimationFrame(step);
    };
    step();
  }

  /**
   * @param {number} factor below 1 comes closer
   * @param {{x: number, y: number}} [at] on the screen, stays where it is
   */
  zoom(factor, at) {
    const svg = this.#svg;
    if (!svg) return;
    this.#byHand = true;
    cancelAnimationFrame(this.#gliding);
    const widest = Math.max(this.#home.width, this.#home.height);
    const next = Math.max(this.#view.width, this.#view.height) * factor;
    if (next > widest * 1.6 || next < widest / 40) return;
    const point = at ? this.#toDrawing(at) : { x: this.#view.x + this.#view.width / 2, y: this.#view.y + this.#view.height / 2 };
    this.#fitted = false;
    this.#view = {
      x: point.x - (point.x - this.#view.x) * factor,
      y: point.y - (point.y - this.#view.y) * factor,
      width: this.#view.width * factor,
      height: this.#view.height * factor,
    };
    this.#place();
  }

  /**
   * @param {number} dx in drawing units
   * @param {number} dy
   */
  pan(dx, dy) {
    const { x, y, width, height } = this.#home;
    const view = this.#view;
    this.#byHand = true;
    cancelAnimationFrame(this.#gliding);
    this.#fitted = false;
    view.x = Math.max(x - view.width * 0.8, Math.min(x + width - view.width * 0.2, view.x + dx));
    view.y = Math.max(y - view.height * 0.8, Math.min(y + height - view.height * 0.2, view.y + dy));
    this.#place();
  }

  /** @param {boolean} on */
  showText(on) {
    this.#text.hidden = !on;
    this.#textButton.setAttribute("aria-pressed", String(on));
    if (on) this.#text.focus();
  }

  /** @param {{x: number, y: number}} at */
  #toDrawing(at) {
    const matrix = this.#svg?.getScreenCTM();
    return matrix ? new DOMPoint(at.x, at.y).matrixTransform(matrix.inverse()) : at;
  }

  #listen() {
    const stage = this.#stage;
    stage.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), { x: event.clientX, y: event.clientY });
      },
      { passive: false },
    );
    stage.addEventListener("pointerdown", (event) => {
      this.skip();
      this.#closeSeveral();
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.#fingers.size === 1) this.#moved = 0;
    });
    stage.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      stage.addEventListener(end, (event) => {
        this.#fingers.delete(event.pointerId);
        stage.classList.toggle("dragging", false);
      });
    }
    stage.addEventListener("click", (event) => {
      if (this.#moved > 6) return;
      const target = event.target instanceof Element ? event.target.closest(".spot, [data-place]") : null;
      const place = target?.getAttribute("data-spot") ?? target?.getAttribute("data-place");
      const room = this.getBoundingClientRect();
      if (place && !this.#options.some((option) => option.place === place)) this.dispatchEvent(new CustomEvent("uc-ask", { detail: place }));
      else if (place) this.#take(place, { x: event.clientX - room.x, y: event.clientY - room.y });
    });
    stage.addEventListener("pointerover", (event) => {
      const spot = event.target instanceof Element ? event.target.closest(".spot") : null;
      this.dispatchEvent(new CustomEvent("uc-near", { detail: spot?.getAttribute("data-spot") ?? "", bubbles: true, composed: true }));
    });
    stage.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const was = this.#fingers.get(event.pointerId);
    const svg = this.#svg;
    if (!was || !svg) return;
    const now = { x: event.clientX, y: event.clientY };
    const scale = svg.getScreenCTM()?.a ?? 1;
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length === 1) {
      const apart = Math.hypot(was.x - others[0].x, was.y - others[0].y);
      const apartNow = Math.hypot(now.x - others[0].x, now.y - others[0].y);
      if (apartNow > 10) this.zoom(apart / apartNow, { x: (now.x + others[0].x) / 2, y: (now.y + others[0].y) / 2 });
      this.#moved += 10;
    } else {
      this.#moved += Math.hypot(now.x - was.x, now.y - was.y);
      if (this.#moved > 6) {
        if (!this.#stage.hasPointerCapture(event.pointerId)) this.#stage.setPointerCapture(event.pointerId);
        this.#stage.classList.add("dragging");
        this.pan((was.x - now.x) / scale, (was.y - now.y) / scale);
      }
    }
    this.#fingers.set(event.pointerId, now);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const spot = event.target instanceof Element ? event.target.closest(".spot") : null;
    const stride = Math.max(this.#view.width, this.#view.height) * 0.12;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.pan(-stride, 0),
      ArrowRight: () => this.pan(stride, 0),
      ArrowUp: () => this.pan(0, -stride),
      ArrowDown: () => this.pan(0, stride),
      "+": () => this.zoom(1 / 1.25),
      "=": () => this.zoom(1 / 1.25),
      "-": () => this.zoom(1.25),
      "0": () => this.fit(),
    };
    if (spot && (event.key === "Enter" || event.key === " ")) {
      const box = spot.getBoundingClientRect();
      const room = this.getBoundingClientRect();
      this.#take(spot.getAttribute("data-spot") ?? "", { x: box.x - room.x, y: box.bottom - room.y });
    } else if (keys[event.key]) {
      keys[event.key]();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * Where something on the drawing will be on the screen when it has stopped moving.
 *
 * @param {Element} element
 */
function restingBox(element) {
  const frame = element.parentElement instanceof SVGGraphicsElement || element.parentNode instanceof SVGSVGElement ? /** @type {SVGGraphicsElement} */ (element.parentNode).getScreenCTM() : null;
  if (!(element instanceof SVGGraphicsElement) || !frame) return element.getBoundingClientRect();
  const { x, y, width, height } = element.getBBox();
  const own = element.transform.baseVal.consolidate()?.matrix;
  const matrix = own ? DOMMatrix.fromMatrix(frame).multiply(DOMMatrix.fromMatrix(own)) : DOMMatrix.fromMatrix(frame);
  const from = matrix.transformPoint({ x, y });
  const to = matrix.transformPoint({ x: x + width, y: y + height });
  return new DOMRect(Math.min(from.x, to.x), Math.min(from.y, to.y), Math.abs(to.x - from.x), Math.abs(to.y - from.y));
}

/** @param {string} text */
function quoted(text) {
  return text.replace(/["\\]/g, "\\$&");
}

/**
 * @param {Box} box
 * @returns {{x: number, y: number, width: number, height: number}}
 */
function grow(box) {
  const by = Math.min(box.width, box.height) * 0.06;
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/**
 * @param {SVGSVGElement} svg
 * @returns {Box}
 */
function boxFrom(svg) {
  const [x, y, width, height] = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  return width > 0 && height > 0 ? { x, y, width, height } : { x: 0, y: 0, width: 100, height: 100 };
}

customElements.define("uc-map", UcMap);
