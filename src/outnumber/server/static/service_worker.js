// The service worker: caches pages and files for offline use. The server prepends the constants VERSION and ROOT (the
// prefix of all addresses) to this script.
// API responses are cached only for finished rounds, and used only if the server is unreachable, so that the cache can
// never show an outdated "your turn".

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHES = `outnumber${ROOT}-`;
const CACHE = `${CACHES}${VERSION}`;
const OFFLINE = `${ROOT}/offline`;
const TABLE = `${ROOT}/shell/game`; // the page shell shared by all games
const GAME = /^\/g\/[0-9a-z]+$/;
const PAGES = /^\/(?:$|games$|stats$|board$|(?:puzzles|rules|learn)(?:\/|$))/;
// The review of a finished game: its page, and the requests that the page sends without a seat token.
const REVIEW = /^\/g\/[0-9a-z]+\/review$/;
const TOLD = /^\/api\/games\/[0-9a-z]+\/(?:review|scene|verdict|picture)$/;
// The maximum number of cached entries of each kind.
/** @type {Array<[RegExp, number]>} */
const MOST = [
  [PAGES, 80],
  [REVIEW, 20],
  [TOLD, 200],
];
const PATIENCE = 6000;

/**
 * The path of an address, without the prefix.
 * @param {string} url
 */
const pathOf = (url) => new URL(url).pathname.slice(ROOT.length);

/** Cache the pages for offline use, with the files that they refer to. */
async function prepare() {
  const cache = await caches.open(CACHE);
  for (const page of [OFFLINE, TABLE]) {
    const answer = await fetch(page, { cache: "reload" });
    if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
    const files = new Set(
      [...(await answer.clone().text()).matchAll(/"([^"]*\/static\/[^"]+\.(?:js|css|svg))"/g)].map((found) => found[1]),
    );
    await cache.put(page, answer);
    await Promise.all([...files].map(async (file) => (await cache.match(file)) ?? cache.add(file)));
  }
}

worker.addEventListener("install", (event) => event.waitUntil(prepare().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
    })(),
  ),
);

/**
 * @param {Request} request
 * @param {Response} answer
 */
async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  const all = await cache.keys();
  for (const [kind, most] of MOST) {
    const kept = all.filter(({ url }) => kind.test(pathOf(url)));
    for (const old of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(old);
  }
}

/** @param {Response} answer */
const whole = (answer) => answer.ok && answer.type === "basic" && !answer.redirected;
/** @param {Response} answer */
const mayKeep = (answer) => whole(answer) && !/no-store|private/.test(answer.headers.get("Cache-Control") ?? "");

/**
 * A file whose content never changes under the same address.
 * @param {FetchEvent} event
 */
async function file(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (mayKeep(answer)) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

// The clients that show a cached page: each asks whether it does, and tells the reader.
/** @type {Set<string>} */
const behind = new Set();

worker.addEventListener("message", (event) => {
  if (event.data === "here too") event.waitUntil(worker.clients.claim());
  const { source } = event;
  if (event.data === "behind?" && source instanceof Client && behind.has(source.id)) source.postMessage("behind");
});

/**
 * The cached page, or the page that says it is not available offline.
 * @param {Request} request
 */
async function kept(request) {
  const found = (await caches.match(request)) ?? (await caches.match(request, { ignoreSearch: true }));
  if (found) return found;
  const path = pathOf(request.url);
  if (request.mode !== "navigate") return null;
  return caches.match(GAME.test(path) ? TABLE : OFFLINE);
}

/**
 * A page from the server, or from the cache if the server is unreachable or slow.
 * @param {FetchEvent} event
 */
async function page(event) {
  const { request, resultingClientId: id } = event;
  const path = pathOf(request.url);
  const asked = fetch(request).then((answer) => {
    if (PAGES.test(path) ? mayKeep(answer) : REVIEW.test(path) && whole(answer))
      event.waitUntil(keep(request, answer.clone()));
    return answer;
  });
  const slow = new Promise((wait) => {
    setTimeout(wait, PATIENCE, null);
  });
  // A proxy returns these statuses while the server is down.
  const answer = await Promise.race([asked, slow]).then(
    (found) => (found?.status === 502 || found?.status === 504 ? null : found),
    () => null,
  );
  if (answer) return answer;
  // If the page is not in the cache, wait for the network as long as the request may still succeed.
  const found = (await caches.match(request)) ?? (await asked.catch(() => kept(request)));
  if (found && id) behind.add(id);
  return found ?? Response.error();
}

/**
 * A response about a finished round, from the server or from the cache.
 * @param {FetchEvent} event
 */
async function told(event) {
  try {
    const answer = await fetch(event.request);
    if (whole(answer)) event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch {
    return (await caches.match(event.request)) ?? Response.error();
  }
}

/**
 * Whether a review page requests data that anyone may read.
 * @param {FetchEvent} event
 */
async function looksBack({ request, clientId }) {
  const page = await worker.clients.get(clientId);
  // A picture may be opened in its own tab.
  return (
    request.mode === "navigate" || (!request.headers.has("Authorization") && page && REVIEW.test(pathOf(page.url)))
  );
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = pathOf(request.url);
  if (TOLD.test(path)) event.respondWith(looksBack(event).then((back) => (back ? told(event) : fetch(request))));
  if (path.startsWith("/api/")) return;
  if (path.startsWith("/static/")) event.respondWith(file(event));
  else if (request.mode === "navigate" || PAGES.test(path) || REVIEW.test(path)) event.respondWith(page(event));
  // After a change of language, the cached pages are in the wrong one.
  if (url.searchParams.has("lang"))
    event.waitUntil(
      new Promise((wait) => {
        setTimeout(wait, 1000);
      })
        .then(prepare)
        .catch(() => {}),
    );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((each) => new URL(each.url).pathname === path);
      return there ? there.focus() : worker.clients.openWindow(path);
    }),
  );
});
