// The service worker: if the board is out of reach, the offline page explains it and retries.
//
// Everything else always comes from the board; the offline page is fetched again whenever the board
// answers. So no outdated page is shown after an update.

const KEPT = ["/offline", "/static/offline/offline.css", "/static/offline/offline.js", "/static/offline/texts.js", "/static/core/theme.js"];
const CACHE = "offline";

const worker = /** @type {any} */ (globalThis);

/** Updates the cached page. */
const refresh = async () => (await caches.open(CACHE)).addAll(KEPT);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(refresh());
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const kept = KEPT.find((each) => each === new URL(request.url).pathname);
  if (request.mode !== "navigate" && !kept) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(kept ?? KEPT[0])) ?? Response.error()));
});
