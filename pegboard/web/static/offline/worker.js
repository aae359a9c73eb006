// The service worker: where the board cannot be reached, its own page says so and tries again.
//
// Everything comes from the board, always; only that page is kept, and it is fetched anew whenever
// the board answers. So nobody sees an old page after an update.

const KEPT = ["/offline", "/static/offline/offline.css", "/static/offline/offline.js", "/static/offline/texts.js", "/static/core/theme.js"];
const CACHE = "offline";

const worker = /** @type {any} */ (globalThis);

/** Fetches what is kept anew. */
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
