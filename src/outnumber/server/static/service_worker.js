// Beside the pages: keeps what was loaded, for when there is no network. The server writes VERSION and ROOT, the prefix of
// all addresses, before this text.
// Of the API only what was told about rounds that are over is kept, and it is used only when the server cannot be reached:
// no old "your turn" can come from here.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHES = `outnumber${ROOT}-`;
const CACHE = `${CACHES}${VERSION}`;
const OFFLINE = `${ROOT}/offline`;
const TABLE = `${ROOT}/shell/game`; // the page of any game, before it knows which
const GAME = /^\/g\/[0-9a-z]+$/;
const PAGES = /^\/(?:$|games$|stats$|board$|(?:puzzles|rules|learn)(?:\/|$))/;
// A game looked at again: its page, and what that page asks for without a seat's token.
const REVIEW = /^\/g\/[0-9a-z]+\/review$/;
const TOLD = /^\/api\/games\/[0-9a-z]+\/(?:review|scene|verdict|picture)$/;
// How many of each are kept.
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

/** Keep the pages for offline, with the files that they name. */
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
 * A file that never changes under its address.
 * @param {FetchEvent} event
 */
async function file(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (mayKeep(answer)) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

// The windows that show a cached page: they ask, and say so to the reader.
/** @type {Set<string>} */
const behind = new Set();

worker.addEventListener("message", (event) => {
  if (event.data === "here too") event.waitUntil(worker.clients.claim());
  const { source } = event;
  if (event.data === "behind?" && source instanceof Client && behind.has(source.id)) source.postMessage("behind");
});

/**
 * The cached page, or one that says that there is none.
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
 * A page from the server, or from the cache when the server cannot be reached or takes too long.
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
  // A proxy whose server is away says so with such a status.
  const answer = await Promise.race([asked, slow]).then(
    (found) => (found?.status === 502 || found?.status === 504 ? null : found),
    () => null,
  );
  if (answer) return answer;
  // Whoever waits for a page that was never kept goes on waiting while there is hope.
  const found = (await caches.match(request)) ?? (await asked.catch(() => kept(request)));
  if (found && id) behind.add(id);
  return found ?? Response.error();
}

/**
 * An answer about a round that is over, from the server or from the cache.
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
 * Whether the page of a review asks for something that everybody may read.
 * @param {FetchEvent} event
 */
async function looksBack({ request, clientId }) {
  const page = await worker.clients.get(clientId);
  // A picture may be opened by itself.
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
  // In another language the kept pages are wrong.
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
