// @ts-check
/** The live side: one socket to one table, which comes back by itself and goes on from the last thing seen. */

import { settings } from "./remember.js";
import { Mixer } from "./sealed.js";

/**
 * @typedef {import("./types.js").SeenEvent} SeenEvent
 * @typedef {import("./types.js").Answer} Answer
 * @typedef {import("./types.js").Memorial} Memorial
 * @typedef {import("./api.js").TableInfo} TableInfo
 *
 * @typedef {{key: string, label: string, hint: string, place: string, rule: string, anytime: boolean, words: number}} OptionInfo
 * @typedef {{serial: number, seats: number[], mine: boolean, kind: string, prompt: string, rule: string, options: OptionInfo[], low: number,
 *   high: number, dice: string, count: number, sides: number, suggestions: string[],
 *   onward?: string, lesson?: {key: string, text: string}|null, overheard?: string, offered?: string[]}} AskInfo
 * @typedef {{winners: number[], summary: string, scores: number[], turning_points: string[], memorials: Memorial[], rule: string,
 *   facts?: Record<string, string|number|boolean>, page?: {title: string, lines: string[]}[]}} OutcomeInfo
 * @typedef {{n: number, at: number, seat: number|null, name: string, text: string}} ChatLine
 *
 * @typedef {object} Model what stands on the table, as far as this seat may know
 * @property {"connecting"|"open"|"lost"|"refused"} connection
 * @property {string} farewell why the door is shut, or why the line ended
 * @property {TableInfo|null} table
 * @property {string} role "seat", "host" or "spectator"
 * @property {number|null} seat
 * @property {string} match
 * @property {number} n
 * @property {number} moves
 * @property {SeenEvent[]} events
 * @property {import("./types.js").Screen|null} screen
 * @property {import("./types.js").Stage|null} stage
 * @property {import("./types.js").Drawing|null} drawing
 * @property {AskInfo|null} ask
 * @property {boolean} canUndo
 * @property {OutcomeInfo|null} outcome
 * @property {string} notice
 * @property {string} tally of sealed dice, after the last public throw
 * @property {number} movedAt when the last move was made, by this browser's clock, in milliseconds
 * @property {ChatLine[]} chat
 */

const STRIDE = 260; // while things move on the screen, moves follow each other at least this far apart, in milliseconds
const PATIENCE = 15_000; // for an answer to be heard of, in milliseconds
const SHUT = new Set(["not-yours", "no-such", "version", "malformed", "cross-site", "kicked", "locked", "banned", "differs"]);

export class Live extends EventTarget {
  /** @type {Model} */
  model = {
    connection: "connecting", farewell: "", table: null, role: "", seat: null, match: "", n: -1, moves: 0, events: [], screen: null,
    stage: null, drawing: null, ask: null, canUndo: false, outcome: null, notice: "", tally: "", movedAt: 0, chat: [],
  };
  #key;
  /** @type {WebSocket|null} */
  #socket = null;
  #tries = 0;
  #ended = false;
  #retry = 0;
  #patience = 0;
  /** @type {{match: string, serial: number, answer: Answer}|null} given, but not heard of yet */
  #unheard = null;
  #back = false; // on a new line, and no news yet
  #beat = 0;
  #heard = 0;
  #ids = 0;
  #given = ""; // id of the last answer
  /** @type {any[]} news and drawings that wait for their moment */
  #queue = [];
  #moment = 0;
  #lastNews = 0;
  #mixer = new Mixer();
  #wake = () => {
    if (this.model.connection === "lost") this.connect();
  };

  /** @param {string} key */
  constructor(key) {
    super();
    this.#key = key;
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
  }

  connect() {
    if (this.#ended) return;
    clearTimeout(this.#retry);
    this.#socket?.close();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      const { match, n, chat } = this.model;
      this.#send({ type: "hello", version: 1, key: this.#key, match, seen: match ? n : -1, chat: chat.at(-1)?.n ?? 0, drawings: true, mixes: true });
      this.#heard = Date.now();
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      const message = JSON.parse(event.data);
      if (message.type === "mix" || message.type === "mixed") this.#mix(message);
      else this.#queue.push(message);
      this.#drain();
    });
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
    clearInterval(this.#beat);
    this.#beat = window.setInterval(() => {
      if (Date.now() - this.#heard > 45_000) socket.close();
      else if (socket.readyState === WebSocket.OPEN) this.#send({ type: "ping" });
    }, 15_000);
  }

  #lost() {
    clearInterval(this.#beat);
    clearTimeout(this.#patience);
    clearTimeout(this.#moment);
    this.#moment = 0;
    for (const message of this.#queue.splice(0)) this.#read(message); // the last word may still wait for its moment
    this.#socket = null;
    if (this.#ended || this.model.connection === "refused") return;
    this.model.connection = "lost";
    this.#changed();
    this.#retry = window.setTimeout(() => this.connect(), Math.min(8000, 400 * 2 ** this.#tries));
    this.#tries += 1;
  }

  /** Leave for good. */
  leave() {
    this.#ended = true;
    clearTimeout(this.#patience);
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#socket?.close();
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
  }

  /** Drop the line without leaving, as a tunnel would. For tests and the "reconnect" button. */
  hangUp() {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost(); // said first: without a network, closing a line politely waits for an answer that never comes
    socket.close();
  }

  /** The dice are being sealed: this player's own share in them. @param {any} message */
  #mix(message) {
    const answer = this.#mixer.hear(message);
    if (answer) this.#send(answer);
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * @param {number} serial
   * @param {Answer} answer
   */
  answer(serial, answer) {
    this.#unheard = { match: this.model.match, serial, answer };
    this.#given = this.#id();
    if (this.#send({ type: "answer", serial, answer, id: this.#given })) this.#expect();
    else {
      this.#unheard = null;
      this.#refused("The connection is lost; your answer was not sent. It can be given again in a moment.");
    }
  }

  /** Something must come back soon. If the line is dead without saying so, a new one is safe: it goes on from the last thing seen. */
  #expect() {
    const socket = this.#socket;
    const said = Date.now();
    clearTimeout(this.#patience);
    this.#patience = window.setTimeout(() => {
      if (socket === this.#socket && this.#heard < said) {
        this.#lost();
        socket?.close();
      }
    }, PATIENCE);
  }

  undo() {
    this.#send({ type: "undo", id: this.#id() });
  }

  /**
   * @param {string} text
   * @param {string} name
   */
  say(text, name) {
    return this.#send({ type: "say", text, name, id: this.#id() });
  }

  #id() {
    return String((this.#ids += 1));
  }

  /** Take in what came, in order; when many moves come at once, a few are shown one after the other. */
  #drain() {
    if (this.#moment) return;
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const wait = this.#lastNews + STRIDE - Date.now();
      const behind = this.#queue.filter((message) => message.type === "news").length;
      if (next.type === "news" && next.match === this.model.match && wait > 0 && behind <= 5 && settings.moves() && !document.hidden) {
        this.#moment = window.setTimeout(() => {
          this.#moment = 0;
          this.#drain();
        }, wait);
        return;
      }
      this.#queue.shift();
      if (next.type === "news") this.#lastNews = Date.now();
      this.#read(next);
    }
  }

  /** @param {any} message */
  #read(message) {
    const model = this.model;
    switch (message.type) {
      case "welcome":
        Object.assign(model, { connection: "open", farewell: "", table: message.table, role: message.role, seat: message.seat ?? null });
        this.#tries = 0;
        this.#back = true;
        this.#setClock();
        break;
      case "table":
        model.table = message.table;
        this.#setClock();
        break;
      case "news":
        if (!this.#back) model.movedAt = Date.now();
        this.#news(message);
        break;
      case "screen": // of a busy server, after its news
        if (message.match !== model.match || message.n < model.n) return;
        Object.assign(model, { screen: message.screen, stage: message.stage ?? null });
        break;
      case "drawing":
        if (message.match !== model.match) return;
        model.drawing = message.drawing;
        break;
      case "chat": {
        const last = model.chat.at(-1)?.n ?? -1;
        const fresh = message.lines.filter((/** @type {ChatLine} */ line) => line.n > last);
        model.chat.push(...fresh);
        if (fresh.length) this.dispatchEvent(new CustomEvent("chat", { detail: fresh }));
        break;
      }
      case "refused":
        if (message.id.startsWith("mix")) return; // they were sealed without us
        this.#unheard = null;
        this.#refused(message.message, message.code);
        return;
      case "ok": // comes after the news it belongs to
        if (message.id === this.#given) this.dispatchEvent(new Event("heard"));
        return;
      case "bye":
        model.farewell = message.message;
        if (SHUT.has(message.code)) model.connection = "refused";
        break;
      default:
        return;
    }
    this.#changed();
    if (message.type === "news") this.#sayAgain();
  }

  /** The line broke before an answer was heard of. If its question still stands, it did not arrive: the serial keeps it from counting twice. */
  #sayAgain() {
    const { ask, match } = this.model;
    const lost = this.#unheard;
    const stands = lost !== null && lost.match === match && ask?.mine === true && ask.serial === lost.serial;
    if (!stands) this.#unheard = null;
    if (!this.#back) return;
    this.#back = false;
    if (!lost || !stands) return;
    this.#given = this.#id();
    if (!this.#send({ type: "answer", serial: lost.serial, answer: lost.answer, id: this.#given })) return;
    this.#expect();
    this.dispatchEvent(new Event("resent"));
  }

  #setClock() {
    const clock = this.model.table?.clock;
    if (clock) this.model.movedAt = Date.now() - (clock.seconds - clock.left) * 1000;
  }

  /** @param {any} news */
  #news(news) {
    const model = this.model;
    const first = news.match !== model.match;
    if (first) Object.assign(model, { events: [], drawing: null });
    model.events = model.events.filter((event) => event.n < news.keep);
    const known = model.events.at(-1)?.n ?? -1;
    /** @type {SeenEvent[]} */
    const fresh = news.events.filter((/** @type {SeenEvent} */ event) => event.n > known);
    model.events = [...model.events, ...fresh];
    const kept = news.screen ? { screen: news.screen, stage: news.stage ?? null } : first ? { screen: null, stage: null } : {}; // a busy server sends them later
    Object.assign(model, {
      match: news.match, n: news.n, moves: news.moves, ...kept, ask: news.ask, canUndo: news.can_undo,
      outcome: news.outcome ?? null, notice: news.notice ?? "", tally: news.tally ?? "",
    });
    this.dispatchEvent(new CustomEvent("told", { detail: { events: fresh, first } }));
  }

  /**
   * @param {string} message
   * @param {string} [code]
   */
  #refused(message, code = "") {
    this.dispatchEvent(new CustomEvent("refused", { detail: { message, code } }));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
