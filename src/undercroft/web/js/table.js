// @ts-check
/** The table: puts together map, decision, sheets, story and talk, from what the live model says. */

import { api } from "./api.js";
import { Around } from "./around.js";
import { Banner, waitingOffer, waitingWords } from "./banner.js";
import { noteSeals, openDice } from "./check.js";
import { UcCoach } from "./coach.js";
import { Deeds } from "./deeds.js";
import { UcDecision } from "./decision.js";
import { UcTray } from "./dice.js";
import { openAbout, openHelp, openSettings } from "./dialogs.js";
import { button, h, hear, isNarrow, makeRoom, menu, toast, way } from "./dom.js";
import { Ending } from "./ending.js";
import { gatherPage } from "./gather.js";
import { keyPressed } from "./hotkeys.js";
import { Live } from "./live.js";
import { UcLog } from "./log.js";
import { UcMap } from "./map.js";
import { openWaiting, RemarkWatch, TurnWatch, UcClock } from "./notices.js";
import { keys, laid, settings } from "./remember.js";
import { openRule, openRulebook, openWhy } from "./rules.js";
import { isCrowd, UcSeats } from "./seats.js";
import { status, UcSheets } from "./sheets.js";
import { UcStage } from "./stage.js";
import { openPlaces, openTale } from "./tale.js";
import { UcTalk } from "./talk.js";
import { UcTimeline } from "./timeline.js";

/** @typedef {import("./live.js").Model} Model */
/** @typedef {import("./types.js").AskView} AskView */

/**
 * @param {string} table
 * @param {(path: string) => void} go
 * @returns {() => void} call it to leave
 */
export function tablePage(table, go) {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const key = keys.of(table);
  if (!key) {
    app.replaceChildren(sentence("This table is not yours yet.", "Ask whoever opened it for a link; it carries a key.", go));
    return () => {};
  }
  const page = new TablePage(table, key.key, go);
  app.replaceChildren(page.root);
  page.live.connect();
  return () => page.leave();
}

/**
 * @param {string} title
 * @param {string} text
 * @param {(path: string) => void} go
 */
export function sentence(title, text, go) {
  const home = way("To the front page", "/", go, "button primary");
  return h("main", { class: "sentence", id: "main" }, h("h1", {}, title), h("p", {}, text), home);
}

/**
 * The ask as the decision bar wants it: own options and those open at any time apart.
 *
 * @param {import("./live.js").AskInfo|null} ask
 * @returns {AskView|null}
 */
function viewOf(ask) {
  if (!ask || (!ask.mine && ask.options.length === 0 && !ask.overheard)) return null;
  return {
    serial: ask.serial,
    kind: ask.mine ? ask.kind : "choose",
    prompt: ask.mine ? ask.prompt : "",
    rule: ask.rule,
    options: ask.options.filter((option) => !option.anytime),
    extras: ask.options.filter((option) => option.anytime),
    low: ask.low,
    high: ask.high,
    suggestions: ask.suggestions,
    onward: ask.onward ?? "",
    notation: ask.kind === "dice" ? { text: ask.dice, count: ask.count, sides: ask.sides } : null,
    overheard: ask.overheard ?? "",
    offered: ask.offered ?? [],
  };
}

/**
 * The story with what happened beside the game, each where it happened.
 *
 * @param {import("./types.js").SeenEvent[]} events
 * @param {{n: number, text: string}[]} remarks
 */
function withRemarks(events, remarks) {
  const lines = remarks.map(({ n, text }) => ({ n: n - 0.5, text, rule: "", kind: "remark", roll: null }));
  return lines.length ? [...events, ...lines].sort((one, other) => one.n - other.n) : events;
}

class TablePage {
  #id;
  #key;
  #go;
  #game = "";
  live;
  #deeds;
  #map = new UcMap();
  #stage = new UcStage();
  #tray = new UcTray();
  #timeline = new UcTimeline();
  /** @type {Model["drawing"]} another year's, while one is looked at */
  #past = null;
  #tales = false;
  #dials = false;
  #decision = new UcDecision();
  #coach = new UcCoach();
  /** @type {import("./stage.js").Opening} what the game is about */
  #about = { aim: "", stake: "", step: "" };
  #called = ""; // the game's own title
  #sheets = new UcSheets();
  #log = new UcLog();
  #talk = new UcTalk();
  #title = h("h1", { tabindex: "-1" }, "…");
  #subtitle = h("p", { class: "subtitle" });
  #status = h("div", { class: "status-row" });
  #seats = new UcSeats();
  #turns = new TurnWatch();
  #remarks = new RemarkWatch();
  #clock = new UcClock();
  /** @type {Around|null} */
  #around;
  #banner;
  #ending;
  #bar = h("header", { class: "bar" });
  #tabs = h("nav", { class: "tabs", "aria-label": "Beside the map" });
  #unread = 0;
  #gathering = false;
  #kept = false;
  /** @type {HTMLElement & {live?: Live}} */
  root = h("main", { class: "table-page", id: "main", "data-tab": "map" });
  #onKey = (/** @type {KeyboardEvent} */ event) => keyPressed(event, this.root, this.#decision, this.#hotkeys());
  #fresh = true;

  /**
   * @param {string} id
   * @param {string} key
   * @param {(path: string) => void} go
   */
  constructor(id, key, go) {
    this.#id = id;
    this.#key = key;
    this.#go = go;
    this.live = new Live(key);
    this.#deeds = new Deeds(id, key, this.live, go);
    this.#around = Around.at(id, go);
    this.#seats.beside = this.#around?.here ?? [];
    const again = () => this.#show(this.live.model);
    this.#ending = new Ending(id, { root: this.root, deeds: this.#deeds, go, look: again });
    this.#banner = new Banner({
      id,
      key,
      connect: () => this.live.connect(),
      takeBack: () => void this.#deeds.giveSeat(this.live.model.seat ?? 0, ""),
      toTheEnd: () => {
        this.#ending.lookingBack = false;
        again();
      },
    });
    this.root.live = this.live;
    this.#lay();
    this.live.addEventListener("change", () => this.#show(this.live.model));
    this.live.addEventListener("told", (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("refused", (event) => this.#refused(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("resent", () => this.#decision.wait());
    this.live.addEventListener("heard", () => this.#decision.heard());
    this.live.addEventListener("chat", (event) => this.#said(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("keydown", this.#onKey);
    this.#show(this.live.model);
  }

  leave() {
    document.removeEventListener("keydown", this.#onKey);
    this.live.leave();
    this.#timeline.leave();
  }

  // Laying the table.

  #lay() {
    this.#decision.sit({
      answer: (answer) => this.live.answer(this.live.model.ask?.serial ?? -1, answer),
      match: () => this.live.model.match,
      why: () => this.#why(),
      undo: () => this.live.undo(),
      onward: () => api.onward(this.#id, this.#key).then(() => {}),
      point: (place) => this.#map.point(place),
      chosen: (places) => this.#map.chosen(places),
    });
    this.#log.why = (rule) => void openRule(this.#game, rule);
    this.#timeline.sit(this.#id, this.#key);
    this.#timeline.look = (drawing) => {
      this.#past = drawing;
      this.#showMap(this.live.model);
    };
    this.#map.addEventListener("uc-ask", (event) => this.#tales && this.#openTale(/** @type {CustomEvent} */ (event).detail));
    this.#tray.corner = (width, height) => this.#map.quietCorner(width, height);
    this.#map.addEventListener("uc-near", (event) => this.#nearOption(/** @type {CustomEvent} */ (event).detail));
    for (const [tab, label] of [["map", "Map"], ["sheets", "Sheets"], ["log", "Story"], ["chat", "Talk"]]) {
      this.#tabs.append(button(label, () => this.#openTab(tab), { class: `${tab}-tab`, "data-tab": tab, "aria-pressed": "false" }));
    }
    this.#bar.append(
      h("div", { class: "bar-start" }, way("Undercroft", "/", this.#go, "home"), h("div", { class: "titles" }, this.#title, this.#subtitle)),
      this.#status,
      h("div", { class: "bar-end" }, this.#seats, this.#menu()), this.#banner.element,
    );
    new ResizeObserver(() => requestAnimationFrame(() => makeRoom(this.#bar))).observe(this.#bar);
    this.#talk.say = (text) => this.live.say(text, settings.now.name || "Watching");
    this.#seats.open = (seat) => this.#deeds.openSeat(seat);
    this.#seats.openDice = () => this.#openDice();
    this.root.append(
      this.#bar,
      this.#tabs,
      this.#stage,
      h("section", { class: "panel map-panel", "aria-label": "Map" }, this.#map, this.#tray, this.#timeline),
      h("div", { class: "panel sheets-panel" }, h("h2", { class: "only-heard" }, "Sheets"), this.#sheets),
      h("div", { class: "panel log-panel" }, h("h2", { class: "only-heard" }, "Story"), this.#log),
      h("div", { class: "panel chat-panel" }, h("h2", { class: "only-heard" }, "Talk"), this.#talk),
      this.#decision,
    );
    this.#coach.sit({ id: this.#id, key: this.#key, go: this.#go });
    this.#coach.point = (key) => this.#decision.advise(key);
    this.#decision.beside(this.#coach, [this.#clock, this.#coach.tools]);
    this.#openTab(isNarrow() ? "map" : "log");
    this.#sheets.tabIndex = 0;
    this.#sheets.setAttribute("role", "region");
    this.#sheets.setAttribute("aria-label", "Sheets");
  }

  #menu() {
    const hosts = () => Boolean(keys.hosted(this.#id));
    const own = () => this.live.model.table?.seats.find((seat) => seat.seat === this.live.model.seat);
    const leaves = () => Boolean(own()) && !this.live.model.outcome && !this.live.model.table?.day;
    return menu([
      ["Share links", () => this.#deeds.share()],
      ["Keep order…", () => this.#deeds.keepOrder(), hosts],
      ["Waiting: notices and clock…", () => this.#openWaiting(), () => Boolean(own()) || hosts()],
      ["What is this about?", () => openAbout(this.#called, this.#about), () => this.#about.aim !== ""],
      ["Rulebook", () => void openRulebook(this.#game)],
      ["Replay so far", () => this.#go(`/replay/${this.#id}`)],
      ["Play on elsewhere (fork)", () => void this.#deeds.fork(), () => this.live.model.table?.can_fork ?? false],
      ["Take it away…", () => void this.#deeds.takeAway()],
      ["Settings", openSettings],
      ["Keys and help", openHelp],
      ["Leave: let a bot play for me", () => void this.#deeds.leaveSeat(), () => leaves() && own()?.kind === "person"],
      ["Leave for good…", () => this.#deeds.leaveForGood(), leaves],
      ["Close the table", () => void this.#deeds.close(), () => hosts() && !this.live.model.table?.closed],
    ]);
  }

  #openWaiting() {
    void openWaiting({ id: this.#id, key: this.#key, host: keys.hosted(this.#id)?.host ?? "", model: this.live.model });
  }

  #openDice() {
    const { table, tally } = this.live.model;
    if (table) openDice(table, tally, this.#go);
  }

  /** @param {string} tab */
  #openTab(tab) {
    this.root.dataset.tab = tab;
    if (tab === "chat") this.#unread = 0;
    this.#showTabs();
  }

  #showTabs() {
    for (const control of this.#tabs.querySelectorAll("button")) {
      control.setAttribute("aria-pressed", String(control.dataset.tab === this.root.dataset.tab));
      control.querySelector(".count")?.remove();
      const unread = control.dataset.tab === "chat" ? this.#unread : 0;
      if (unread) control.append(h("span", { class: "count" }, String(unread)));
    }
  }

  // Showing what stands.

  /** @param {Model} model */
  #show(model) {
    if (model.connection === "refused") {
      this.root.replaceWith(sentence("The door is shut.", model.farewell, this.#go));
      return;
    }
    const table = model.table;
    if (table && this.#game !== table.game) {
      this.#game = table.game;
      this.root.dataset.game = table.game;
      void this.#learn(table.game);
    }
    if (this.#around?.passes(model)) return;
    this.#banner.show(model, this.#ending.lookingBack);
    noteSeals(table);
    if (!table) {
      this.#decision.show(null, { waiting: "Finding the table", canUndo: false });
      return;
    }
    if (!this.#kept) {
      this.#kept = true;
      keys.keep({ table: this.#id, key: this.#key, role: model.role, seat: model.seat, at: Date.now() });
    }
    this.#placeSeats(table.seats.length);
    this.#seats.show(model);
    this.#turns.show(model);
    this.#remarks.show(model);
    this.#clock.show(model);
    this.root.toggleAttribute("data-guided", table.guided ?? false);
    this.root.toggleAttribute("data-over", Boolean(model.outcome));
    if (table.gathering) {
      this.#showGathering(model);
      return;
    }
    if (this.#gathering) {
      this.#gathering = false;
      document.getElementById("app")?.replaceChildren(this.root);
    }
    const screen = model.screen;
    if (!screen) {
      this.#decision.show(null, { waiting: "The table is being laid", canUndo: false });
      return;
    }
    const mine = model.ask?.mine ?? false;
    this.#title.textContent = screen.title;
    this.#subtitle.textContent = screen.subtitle ?? "";
    document.title = `${mine ? "● " : ""}${screen.title} – Undercroft`;
    this.#status.replaceChildren(...(screen.status?.length ? [status(screen.status, (rule) => openRule(this.#game, rule))] : []));
    makeRoom(this.#bar);
    const names = new Map(table.seats.map((seat) => [seat.seat, seat.name]));
    this.#sheets.show(screen.sheets ?? [], { you: model.seat, names, why: (rule) => openRule(this.#game, rule) });
    this.#log.show(withRemarks(model.events, table.remarks ?? []));
    this.#stage.show(model.stage, this.#fresh, this.#opening(model));
    const ask = model.connection === "open" ? viewOf(model.ask) : null;
    this.#showMap(model);
    if (this.#dials) this.#timeline.keepUp(model.moves);
    this.root.toggleAttribute("data-watching", model.seat === null);
    const waiting = waitingWords(model);
    this.#decision.show(ask && ask.prompt === "" ? { ...ask, prompt: waiting } : ask, {
      waiting,
      canUndo: model.canUndo && model.connection === "open",
      offer: this.#around ? null : waitingOffer(model, () => this.#openWaiting()),
    });
    this.#coach.show(model);
    this.#ending.show(model, this.#game);
    this.#fresh = false;
  }

  /** @param {Model} model */
  #showMap(model) {
    const ask = model.connection === "open" && !this.#past ? viewOf(model.ask) : null;
    this.#map.me = model.seat;
    this.#map.show(this.#past ?? model.drawing, ask?.options ?? [], (option) => this.#chooseOnMap(option), this.#tales);
    this.#tray.settle();
  }

  /** A crowd stands beside the map, so that the map is as large as for two. @param {number} count */
  #placeSeats(count) {
    const beside = isCrowd(count) && document.documentElement.dataset.layout === "desktop";
    if (beside === (this.#seats.parentElement === this.#sheets.parentElement)) return;
    this.#seats.classList.toggle("beside", beside);
    if (beside) this.#sheets.before(this.#seats);
    else this.#bar.querySelector(".bar-end")?.prepend(this.#seats);
  }

  /** What else this game's map can do. @param {string} game */
  async #learn(game) {
    const info = await api.game(game).catch(() => null);
    this.#called = info?.title ?? "";
    this.#dials = info?.dials ?? false;
    this.#tales = info?.tales ?? false;
    this.#about = { aim: info?.aim ?? "", stake: info?.stake ?? "", step: info?.step ?? "" };
    if (this.root.isConnected) this.#show(this.live.model);
  }

  /** @param {string} key */
  #chooseOnMap(key) {
    const controls = [...this.#decision.querySelectorAll("button.option")];
    const control = controls.find((option) => option instanceof HTMLElement && option.dataset.key === key);
    if (control instanceof HTMLElement) control.click();
  }

  /** @param {string} place */
  #nearOption(place) {
    for (const option of this.#decision.querySelectorAll(".option")) {
      option.classList.toggle("near", place !== "" && option.getAttribute("data-place") === place);
    }
  }

  /** What one is, what may be lost, what to do first: at the first question of a game that began at once. @param {Model} model */
  #opening(model) {
    return this.#about.aim && model.ask?.mine && laid.at(this.#id, model.moves) ? this.#about : null;
  }

  /** @param {{events: import("./types.js").SeenEvent[], first: boolean}} news */
  #told(news) {
    if (news.first && this.#fresh) return;
    const stage = UcStage.words(this.live.model.stage);
    const mine = settings.now.ear === "mine" && this.live.model.stage;
    if (mine) hear(stage || (news.events.findLast((event) => !event.roll)?.text ?? ""));
    else for (const event of news.events.slice(-12)) hear(event.text);
    if (this.live.model.stage) return; // its throws are seen there, once
    this.#tray.fall(news.events.flatMap((event) => (event.roll ? [{ text: event.text, roll: event.roll }] : [])));
  }

  /** @param {{message: string, code: string}} refused */
  #refused({ message, code }) {
    const words = code === "stale" ? "The question has changed. Read it again." : message;
    this.#decision.refuse(words);
    toast(words, code === "stale" ? "note" : "error");
  }

  /** @param {import("./live.js").ChatLine[]} fresh */
  #said(fresh) {
    const news = this.#talk.show(this.live.model.chat, fresh, this.live.model.seat);
    if (this.root.dataset.tab !== "chat") this.#unread += news;
    this.#showTabs();
  }

  // Before the game: people gather.

  /** @param {Model} model */
  #showGathering(model) {
    this.#gathering = true;
    if (document.activeElement?.id === "gather-name") return; // a name is being typed
    const around = { id: this.#id, key: this.#key, called: this.#called, deeds: this.#deeds, go: this.#go };
    document.getElementById("app")?.replaceChildren(gatherPage(model, around));
  }

  #why() {
    void openWhy(this.#game, viewOf(this.live.model.ask), () => api.case(this.#id, this.#key));
  }

  // The keyboard.

  /** What each key does. @returns {Record<string, () => void>} */
  #hotkeys() {
    const beside = () => this.#openTab(isNarrow() ? "map" : (this.root.dataset.tab ?? "log"));
    const panel = (/** @type {string} */ tab, /** @type {HTMLElement} */ inside) => {
      this.#openTab(tab);
      inside.focus();
    };
    return {
      "?": openHelp,
      d: () => this.#decision.look(),
      m: () => {
        beside();
        this.#map.shadowRoot?.querySelector("div")?.focus();
      },
      v: () => this.#map.lookAtChoices(),
      t: () => this.#map.showText(this.#map.shadowRoot?.querySelector("pre")?.hidden ?? true),
      s: () => panel("sheets", this.#sheets),
      l: () => panel("log", this.#log),
      c: () => {
        this.#openTab("chat");
        this.#talk.enter();
      },
      e: () => this.#stage.say(),
      f: () => this.#decision.goOn(),
      w: () => this.#why(),
      h: () => {
        beside();
        this.#timeline.querySelector("input")?.focus();
      },
      i: () => this.#tales && openPlaces(this.#map.named(), (place) => this.#openTale(place), this.#game),
      r: () => void openRulebook(this.#game),
      u: () => this.live.model.canUndo && this.live.undo(),
      Escape: () => {
        this.#map.skip();
        this.#tray.skip();
        this.#stage.skip();
      },
    };
  }

  /** @param {string} place */
  #openTale(place) {
    void openTale(this.#id, this.#key, this.#game, place);
  }
}
