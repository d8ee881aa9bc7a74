// @ts-check
/** Being told that it is your turn: a bell, the browser's own notices, a push to this device. Each is off until asked for. */

import { api, wordsOf } from "./api.js";
import { button, h, openDialog, toast } from "./dom.js";
import { settings } from "./remember.js";
import { ring } from "./sound.js";
import { some } from "./words.js";

/** @typedef {import("./live.js").Model} Model */

/** Show a notice of the browser's own, through the service worker where there is one. @param {string} title @param {string} body @param {string} path */
async function notify(title, body, path) {
  if (settings.now.notify !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
  const told = { body, tag: path, icon: "/icon-192.png", data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, told);
  else new Notification(title, told);
}

/** Watches one table, and rings when it becomes this seat's turn while nobody looks. */
export class TurnWatch {
  #mine = true; // what stands when one comes in is seen anyway

  /** @param {Model} model */
  show(model) {
    if (model.connection !== "open") return; // a line that was lost and is back is no news
    const mine = model.ask?.mine ?? false;
    const begins = mine && !this.#mine;
    if (model.ask || model.outcome) this.#mine = mine;
    if (!begins || !model.table) return;
    tellTurn(model.table.title, `/t/${model.table.id}`);
  }
}

/** Ring and tell, in the ways that were asked for, if nobody looks. @param {string} title @param {string} path */
export function tellTurn(title, path) {
  tell(title, "It is your turn.", path);
}

/** @param {string} title @param {string} body @param {string} path */
function tell(title, body, path) {
  if (!document.hidden && document.hasFocus()) return;
  ring();
  void notify(title, body, path);
}

/** Watches what happens at one table beside the game: said once, to whoever was there before it. */
export class RemarkWatch {
  #match = "";
  #seen = 0;

  /** @param {Model} model */
  show({ table }) {
    const remarks = table?.remarks ?? [];
    const fresh = table && table.match === this.#match ? remarks.slice(this.#seen) : [];
    this.#match = table?.match ?? "";
    this.#seen = remarks.length;
    for (const { text } of fresh) {
      toast(text);
      tell(table?.title ?? "", text, `/t/${table?.id}`);
    }
  }
}

/** Whether this browser tells of turns already, one way or the other. */
export const isTold = () => settings.now.bell === "on" || settings.now.notify === "on";

/** How long, in words. @param {number} seconds */
export function howLong(seconds) {
  const [size, unit] = /** @type {[number, string]} */ ([[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]].find(([each]) => seconds >= Number(each)) ?? [1, "second"]);
  return some(Math.floor(seconds / size), unit);
}

const SHORT = 120; // seconds: from here on it counts every one

/** What is left on the table's clock, beside the question; nothing where there is none. */
export class UcClock extends HTMLElement {
  #tick = 0;

  /** @param {Model} model */
  show(model) {
    clearTimeout(this.#tick);
    const clock = model.outcome ? null : model.table?.clock;
    const left = clock && model.ask ? clock.seconds - (Date.now() - model.movedAt) / 1000 : null;
    this.textContent = left === null ? "" : left > 0 ? `${howLong(left)} left` : "time is up";
    this.classList.toggle("short", left !== null && left < SHORT);
    if (left === null || left <= 0) return;
    const until = left < SHORT ? 1 : (left % 60) + 0.05; // the words change on the minute
    this.#tick = window.setTimeout(() => this.isConnected && this.show(model), until * 1000);
  }
}

customElements.define("uc-clock", UcClock);

const CLOCKS = [0, 60, 300, 3600, 21_600, 86_400, 259_200, 604_800];

/**
 * Everything about waiting at one table.
 *
 * @param {{id: string, key: string, host: string, model: Model}} at
 */
export async function openWaiting({ id, key, host, model }) {
  const table = model.table;
  if (!table) return;
  const can = await api.notices().catch(() => ({ push: "", calls: false }));
  const failed = (/** @type {unknown} */ error) => toast(wordsOf(error), "error");
  /** @type {HTMLElement[]} */
  const parts = [h("fieldset", {}, h("legend", {}, "When it is my turn and I look elsewhere"),
    toggle("Ring a bell", settings.now.bell === "on", async (on) => settings.set({ bell: on ? "on" : "off" })),
    "Notification" in window ? toggle("Let the browser tell me", settings.now.notify === "on", async (on) => {
      if (on && (await Notification.requestPermission()) !== "granted") throw new Error("Your browser does not allow notices from this page. It can be changed beside the address.");
      settings.set({ notify: on ? "on" : "off" });
    }) : null,
    model.seat !== null && can.push && "serviceWorker" in navigator && "PushManager" in window
      ? toggle("Send a notice to this device, though the page is closed", Boolean(await subscribed(id)), (on) => (on ? subscribe(id, key, can.push) : unsubscribe(id, key)))
      : h("p", { class: "aside" }, can.push ? "This browser takes no pushed notices here; they need a page served by https." : "This server sends no notices to closed pages."),
    h("p", { class: "aside" }, "The tab's title says ● when it is your turn, in any case."))];
  if (model.seat !== null && table.goes_on) {
    parts.push(h("fieldset", {}, h("legend", {}, "If nothing happens"),
      toggle(`${table.goes_on}, also while I am away`, (table.standing ?? []).includes(model.seat), async (on) => void (await api.standing(id, on, key))),
      h("p", { class: "aside" }, "Your answers are given for you as long as nothing that matters has changed; then it waits for you again.")));
  }
  parts.push(host ? clockField(id, host, table, failed) : h("p", {}, table.clock ? `The clock gives ${howLong(table.clock.seconds)} for an answer; then ${THEN[table.clock.then] ?? ""}.` : "This table has no clock."));
  if (host && can.calls) parts.push(hookField(id, host, table));
  openDialog("Waiting", [h("div", { class: "settings" }, ...parts)], { game: table.game });
}

/** @type {Record<string, string>} */
const THEN = { nothing: "nothing happens", bot: "a bot answers, once", vote: "the others vote on it" };

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => Promise<void>} act
 */
function toggle(label, on, act) {
  const box = h("input", { type: "checkbox", checked: on });
  box.addEventListener("change", async () => {
    box.disabled = true;
    try {
      await act(box.checked);
    } catch (error) {
      box.checked = !box.checked;
      toast(wordsOf(error), "error");
    }
    box.disabled = false;
  });
  return h("label", { class: "toggle" }, box, label);
}

/**
 * @param {string} id
 * @param {string} host
 * @param {import("./api.js").TableInfo} table
 * @param {(error: unknown) => void} failed
 */
function clockField(id, host, table, failed) {
  const seconds = table.clock?.seconds ?? 0;
  const lasts = h("select", { id: "clock-lasts" }, [...new Set([...CLOCKS, seconds])].sort((a, b) => a - b).map((each) => h("option", { value: each, selected: each === seconds }, each ? howLong(each) : "as long as it takes")));
  const then = h("select", { id: "clock-then" }, Object.entries(THEN).map(([name, words]) => h("option", { value: name, selected: name === (table.clock?.then ?? "nothing") }, words)));
  const set = () => void api.clock(id, { seconds: Number(lasts.value), then: then.value }, host).catch(failed);
  for (const each of [lasts, then]) each.addEventListener("change", set);
  return h("fieldset", {}, h("legend", {}, "The table's clock"), h("label", { for: "clock-lasts" }, "For an answer"), lasts, h("label", { for: "clock-then" }, "When it has run out"), then);
}

/**
 * @param {string} id
 * @param {string} host
 * @param {import("./api.js").TableInfo} table
 */
function hookField(id, host, table) {
  const url = h("input", { type: "url", id: "hook", placeholder: table.webhook ? "set; write another to change it" : "https://…" });
  const save = (/** @type {string} */ to) => async () => {
    try {
      await api.webhook(id, to || url.value.trim(), host);
      toast(to === "" && !url.value ? "Nobody is told any more." : "It was told so, and will be told whose turn it is.");
    } catch (error) {
      toast(wordsOf(error), "error");
    }
  };
  return h("fieldset", {}, h("legend", {}, "A channel of yours"), h("label", { for: "hook" }, "Webhook (Discord and Slack understand it)"), url,
    h("div", { class: "row" }, button("Tell it", save("")), table.webhook ? button("Tell it no more", async () => { url.value = ""; await save("")(); }) : null),
    h("p", { class: "aside" }, "Whoever is away is named there when it is their turn. Nothing secret is told."));
}

/** Bytes as a server's key is written. @param {ArrayBuffer|null} bytes */
function plain64(bytes) {
  return bytes ? btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") : "";
}

/** @param {string} id */
async function subscribed(id) {
  const worker = await navigator.serviceWorker.getRegistration();
  const made = await worker?.pushManager.getSubscription().catch(() => null);
  return made && localStorage.getItem(`undercroft.push.${id}`) === made.endpoint ? made : null;
}

/** @param {string} id @param {string} key @param {string} server */
async function subscribe(id, key, server) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("Your browser does not allow notices from this page.");
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  const ours = before !== null && plain64(before.options.applicationServerKey) === server; // a server that lost its keys made others
  if (before && !ours) await before.unsubscribe();
  const made = ours ? before : await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: server });
  const { endpoint, keys } = made.toJSON();
  await api.want(id, { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" }, key);
  localStorage.setItem(`undercroft.push.${id}`, endpoint ?? "");
}

/** @param {string} id @param {string} key */
async function unsubscribe(id, key) {
  const made = await subscribed(id);
  if (made) await api.unwant(id, made.endpoint, key);
  localStorage.removeItem(`undercroft.push.${id}`);
}
