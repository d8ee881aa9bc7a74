// @ts-check
/** A replay: the same table, looked at move by move, with "play on from here". */

import { api, wordsOf } from "./api.js";
import { button, h, isNarrow, isTyping, makeRoom, menu, toast, way } from "./dom.js";
import { openHelp, openSettings } from "./dialogs.js";
import { openFork } from "./forking.js";
import { UcLog } from "./log.js";
import { UcMap } from "./map.js";
import { keys, settings } from "./remember.js";
import { openRule, openRulebook } from "./rules.js";
import { status, UcSheets } from "./sheets.js";
import { UcStage } from "./stage.js";
import { sentence } from "./table.js";
import { some } from "./words.js";

/** @typedef {import("./api.js").ReplayView} ReplayView */
/**
 * @typedef {object} Source where a replay comes from
 * @property {(count: number) => Promise<ReplayView>} view
 * @property {Map<number, string>} names by seat
 * @property {number|null} you
 * @property {[string, string]} back where the way back leads: its label and its path
 * @property {((at: number) => void)|null} onward play on from there; null: not allowed
 */

/**
 * @param {string} table
 * @param {(path: string) => void} go
 * @returns {Promise<() => void>}
 */
export async function replayPage(table, go) {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const key = keys.of(table)?.key;
  const match = new URLSearchParams(location.search).get("match") ?? "";
  if (!key) {
    app.replaceChildren(sentence("This table is not yours yet.", "Ask whoever opened it for a link; it carries a key.", go));
    return () => {};
  }
  app.replaceChildren(h("main", { class: "sentence", id: "main" }, h("h1", {}, "Finding the beginning…")));
  try {
    const [replay, info] = await Promise.all([api.replay(table, key, match), api.table(table, key)]);
    const own = keys.of(table)?.seat ?? null;
    const free = (info.can_fork || replay.over) && !(info.closed && !replay.over);
    const page = new ReplayPage(replay, {
      view: (count) => api.replayView(table, count, key, match),
      names: new Map(info.seats.map((seat) => [seat.seat, seat.name])),
      you: own,
      back: ["To the table", `/t/${table}`],
      onward: free ? (at) => openFork({ id: table, key, match, at, seats: info.seats, own, game: replay.game, go }) : null,
    }, go);
    app.replaceChildren(page.root);
    await page.goTo(replay.first);
    return () => page.leave();
  } catch (error) {
    app.replaceChildren(sentence("No replay.", wordsOf(error), go));
    return () => {};
  }
}

export class ReplayPage {
  #replay;
  #source;
  #at = -1;
  #playing = 0;
  /** @type {Map<number, Promise<ReplayView>>} */
  #views = new Map();
  #stage = new UcStage();
  #map = new UcMap();
  #sheets = new UcSheets();
  #log = new UcLog();
  #title = h("h1", {});
  #subtitle = h("p", { class: "subtitle" });
  #status = h("div", { class: "status-row" });
  #said = h("p", { class: "said", role: "status" });
  #bar = h("header", { class: "bar" });
  #slide;
  #play;
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#keyPressed(event);
  root;

  /**
   * @param {import("./api.js").Replay} replay
   * @param {Source} source
   * @param {(path: string) => void} go
   */
  constructor(replay, source, go) {
    this.#replay = replay;
    this.#source = source;
    const last = replay.moves.length ? replay.moves[replay.moves.length - 1].count : 0;
    this.last = last;
    document.title = "Replay – Undercroft";
    this.#slide = h("input", { type: "range", min: replay.first, max: last, value: replay.first, step: 1, "aria-label": "Answer" });
    this.#slide.addEventListener("input", () => void this.goTo(Number(this.#slide.value)));
    this.#play = button("Play", () => this.#toggle(), { class: "primary", "aria-pressed": "false" });
    const turn = (/** @type {number} */ by) => () => void this.goTo(this.#at + by);
    const onward = source.onward === null ? null : button("Play on from here", () => {
      this.#stop();
      source.onward?.(this.#at);
    });
    this.#log.why = (rule) => void openRule(replay.game, rule);
    const tabs = h("nav", { class: "tabs", "aria-label": "Beside the map" });
    for (const [tab, label] of [["map", "Map"], ["sheets", "Sheets"], ["log", "Story"]]) {
      tabs.append(button(label, () => openTab(tab), { class: `${tab}-tab`, "data-tab": tab }));
    }
    const openTab = (/** @type {string} */ tab) => {
      this.root.dataset.tab = tab;
      for (const control of tabs.querySelectorAll("button")) control.setAttribute("aria-pressed", String(control.dataset.tab === tab));
    };
    this.#bar.append(
      h("div", { class: "bar-start" }, way("Undercroft", "/", go, "home"), h("div", { class: "titles" }, this.#title, this.#subtitle)), this.#status,
      h("div", { class: "bar-end" }, menu([["Rulebook", () => void openRulebook(replay.game)], ["Settings", openSettings], ["Keys and help", openHelp]])),
      h("div", { class: "banner" }, `Replay · ${replay.names.join(", ")}${replay.over && replay.summary ? ` · ${replay.summary}` : ""}`),
    );
    this.root = h("main", { class: "table-page replay", id: "main", "data-game": replay.game },
      this.#bar,
      tabs,
      this.#stage,
      h("section", { class: "panel map-panel", "aria-label": "Map" }, this.#map),
      h("div", { class: "panel sheets-panel" }, h("h2", { class: "only-heard" }, "Sheets"), this.#sheets),
      h("div", { class: "panel log-panel" }, h("h2", { class: "only-heard" }, "Story"), this.#log),
      h("section", { class: "scrub", "aria-label": "Replay" }, this.#said,
        h("div", { class: "row" },
          h("div", { class: "row" }, button("⇤", () => void this.goTo(replay.first), { "aria-label": "To the beginning" }), button("◀", turn(-1), { "aria-label": "One move back" }), this.#play, button("▶", turn(1), { "aria-label": "One move on" }), button("⇥", () => void this.goTo(last), { "aria-label": "To the end" })),
          this.#slide,
          h("div", { class: "row" }, this.#turns(), way(...source.back, go), onward))));
    openTab(isNarrow() ? "map" : "log");
    document.addEventListener("keydown", this.#onKey);
  }

  leave() {
    clearTimeout(this.#playing);
    document.removeEventListener("keydown", this.#onKey);
  }

  /** Chapters, from the story's headlines. */
  #turns() {
    const heads = this.#replay.events.filter((event) => event.kind === "headline");
    if (heads.length < 2) return null;
    const select = h("select", { "aria-label": "Go to a chapter" }, h("option", { value: "" }, "Chapters…"), heads.slice(0, 400).map((event) => h("option", { value: event.n }, event.text.slice(0, 60))));
    select.addEventListener("change", () => {
      const move = this.#replay.moves.find((each) => each.events > Number(select.value));
      if (select.value) void this.goTo(move ? move.count - 1 : this.last);
      select.value = "";
    });
    return select;
  }

  /** @param {number} count */
  #view(count) {
    let view = this.#views.get(count);
    if (!view) {
      view = this.#source.view(count);
      view.catch(() => this.#views.delete(count));
      this.#views.set(count, view);
      if (this.#views.size > 60) this.#views.delete(this.#views.keys().next().value ?? -1);
    }
    return view;
  }

  /** @param {number} count */
  async goTo(count) {
    const wanted = Math.max(this.#replay.first, Math.min(this.last, count));
    this.#at = wanted;
    this.#slide.value = String(wanted);
    const move = this.#replay.moves.find((each) => each.count === wanted);
    this.#tell(wanted, move, null);
    try {
      const view = await this.#view(wanted);
      if (this.#at !== wanted) return;
      this.#tell(wanted, move, view);
      this.#show(view);
      if (wanted < this.last) void this.#view(wanted + 1).catch(() => {});
    } catch (error) {
      toast(wordsOf(error), "error");
      this.#stop();
    }
  }

  /**
   * Whose move it was, what was asked and what was said to it, in words; in keys only until the words have come.
   *
   * @param {number} count
   * @param {import("./api.js").MoveInfo|undefined} move
   * @param {ReplayView|null} view
   */
  #tell(count, move, view) {
    const said = !move || move.answer === null ? "" : view ? view.said || "nothing" : "…";
    const line = move ? `Answer ${count} of ${this.last}: ${move.name}${said ? `: ${said}` : ""}` : `The beginning, of ${some(this.last, "answer")}`;
    this.#said.replaceChildren(line, ...(view?.prompt ? [h("small", {}, view.prompt)] : []));
    this.#slide.setAttribute("aria-valuetext", line);
  }

  /** @param {ReplayView} view */
  #show(view) {
    const game = this.#replay.game;
    const why = (/** @type {string} */ rule) => void openRule(game, rule);
    this.#title.textContent = view.screen.title;
    this.#subtitle.textContent = view.screen.subtitle ?? "";
    this.#status.replaceChildren(...(view.screen.status?.length ? [status(view.screen.status, why)] : []));
    makeRoom(this.#bar);
    this.#stage.show(view.stage, true);
    this.#map.show(view.drawing, [], () => {});
    this.#sheets.show(view.screen.sheets ?? [], { you: this.#source.you, names: this.#source.names, why });
    this.#log.show(this.#replay.events.filter((event) => event.n < view.events));
  }

  #toggle() {
    if (this.#playing) return this.#stop();
    if (this.#at >= this.last) void this.goTo(this.#replay.first);
    this.#play.textContent = "Pause";
    this.#play.setAttribute("aria-pressed", "true");
    const on = async () => {
      await this.goTo(this.#at + 1);
      if (this.#at >= this.last) return this.#stop();
      if (this.#playing) this.#playing = window.setTimeout(on, settings.now.pace);
    };
    this.#playing = window.setTimeout(on, 300);
  }

  #stop() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    this.#play.textContent = "Play";
    this.#play.setAttribute("aria-pressed", "false");
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, select")) return;
    /** @type {Record<string, () => void>} */
    const pressed = {
      ArrowRight: () => void this.goTo(this.#at + 1),
      ArrowLeft: () => void this.goTo(this.#at - 1),
      Home: () => void this.goTo(this.#replay.first),
      End: () => void this.goTo(this.last),
      " ": () => this.#toggle(),
      "?": openHelp,
    };
    if (!pressed[event.key] || (event.key === " " && event.target instanceof HTMLElement && event.target.closest("button, summary"))) return;
    event.preventDefault();
    pressed[event.key]();
  }
}
