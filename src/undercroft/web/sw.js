// @ts-nocheck: a service worker has a world of its own
/**
 * The service worker: it tells of turns while no page is open, and says plainly when there is no network. It keeps one page for
 * that and nothing of any game, so nothing stale can ever be shown.
 */

const KEPT = "undercroft-offline-1";
const PAGE = "/offline.html";
const PARTS = [PAGE, "/css/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(PARTS.map((part) => new Request(part, { cache: "reload" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name.startsWith("undercroft-") && name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
  else if (path === PARTS[1]) event.respondWith(fetch(event.request).catch(() => caches.match(path)));
});

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // A notice that cannot be read is still a notice.
  }
  event.waitUntil(self.registration.showNotification(String(told.title ?? "Undercroft"), {
    body: String(told.body ?? "It is your turn."), tag: String(told.tag ?? "undercroft"), icon: "/icon-192.png", data: { path: String(told.path ?? "/") },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const to = new URL(event.notification.data?.path ?? "/", self.location.origin);
  if (to.origin !== self.location.origin) return;
  const open = (pages) => pages.find((page) => new URL(page.url).pathname === to.pathname)?.focus() ?? self.clients.openWindow(to.href);
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(open));
});
