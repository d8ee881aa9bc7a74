// @ts-check
/** Where to go: the front page, a table, a replay, a check of the dice. Keys come in the fragment and never go into a request's address. */

import { checkPage } from "./check.js";
import { frontPage } from "./front.js";
import { h } from "./dom.js";
import { invitePage } from "./invite.js";
import { keys, settings } from "./remember.js";
import { minePage } from "./mine.js";
import { replayPage } from "./replay.js";
import { shownPage } from "./shown.js";
import { tablePage } from "./table.js";
import { worldPage } from "./worlds.js";

/** @type {(() => void)|null} */
let leave = null;

/** @param {string} path */
function go(path) {
  if (path !== location.pathname) history.pushState({}, "", path);
  void show();
}

async function show() {
  leave?.();
  leave = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const [, kind, table] = location.pathname.split("/");
  const key = location.hash.slice(1);
  if (key && table) {
    history.replaceState({}, "", location.pathname);
    const known = keys.all().some((each) => each.key === key);
    if (!known && kind === "t" && (await invitePage(table, key, () => void show()))) return;
    if (!known) keys.keep({ table, key, role: "", seat: null, at: Date.now() });
    keys.use(table, key);
  }
  if (kind === "t" && table) leave = tablePage(table, go);
  else if (kind === "replay" && table) leave = await replayPage(table, go);
  else if ((kind === "g" || kind === "e") && table) leave = await shownPage(table, go, { replay: kind === "e" || location.pathname.endsWith("/replay"), framed: kind === "e" });
  else if (kind === "w" && table) await worldPage(table, go);
  else if (kind === "mine") await minePage(go);
  else if (kind === "check") await checkPage(table ?? "", go);
  else if (location.pathname === "/") await frontPage(go);
  else nowhere();
}

function nowhere() {
  document.title = "Undercroft";
  document.getElementById("app")?.replaceChildren(
    h("main", { class: "sentence", id: "main" }, h("h1", {}, "A blank wall."), h("p", {}, "There is no door here. Perhaps the link was cut short."), h("a", { class: "button primary", href: "/" }, "To the front page")),
  );
}

// The skip link must not touch the fragment: that is where keys come in.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const main = document.getElementById("main");
  const target = main?.querySelector("h2.prompt") ?? main?.querySelector("h1, h2") ?? main;
  if (target instanceof HTMLElement) {
    target.tabIndex = -1;
    target.focus();
  }
});
settings.apply();
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => {}); // it needs a page served securely
addEventListener("popstate", () => void show());
addEventListener("hashchange", () => void (location.hash && show())); // a key that nobody took yet: a browser tells of it in both ways
void show();
