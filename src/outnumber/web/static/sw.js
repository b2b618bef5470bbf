// Beside the pages: keeps what was loaded, for when there is no network. VERSION stands before this text.
// Nothing of the API is ever kept, so no old "your turn" and nobody's game can come from here: pages have no state in them.

const CACHE = `outnumber-${VERSION}`;
const OFFLINE = "/offline";
const TABLE = "/shell/game"; // the page of any game, before it knows which
const GAME = /^\/g\/[0-9a-z]+$/;
const PAGES = /^\/(?:$|games$|stats$|board$|(?:puzzles|rules|learn)(?:\/|$))/;
const MOST = 80;
const PATIENCE = 6000;

/** Keep the pages for offline, with the files that they name. */
async function prepare() {
  const cache = await caches.open(CACHE);
  for (const page of [OFFLINE, TABLE]) {
    const answer = await fetch(page, { cache: "reload" });
    if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
    const files = new Set([...(await answer.clone().text()).matchAll(/"(\/static\/[^"]+\.(?:js|css|svg))"/g)].map((found) => found[1]));
    await cache.put(page, answer);
    await Promise.all([...files].map(async (file) => await cache.match(file) ?? cache.add(file)));
  }
}

addEventListener("install", (event) => event.waitUntil(prepare().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("outnumber-") && name !== CACHE) await caches.delete(name);
  await clients.claim();
})()));

async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
  const kept = (await cache.keys()).filter(({ url }) => PAGES.test(new URL(url).pathname));
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await cache.delete(old);
}

const mayKeep = (answer) => answer.ok && answer.type === "basic" && !answer.redirected && !/no-store|private/.test(answer.headers.get("Cache-Control") ?? "");

/** A file that never changes under its address. */
async function file(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (mayKeep(answer)) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

// The windows that have a page as it was: they ask, and say so to whoever reads it.
const behind = new Set();

addEventListener("message", (event) => {
  if (event.data === "behind?" && behind.has(event.source.id)) event.source.postMessage("behind");
});

/** What was kept of a page; what cannot be had any more has a page that says so. */
async function kept(request) {
  const found = await caches.match(request) ?? await caches.match(request, { ignoreSearch: true });
  if (found) return found;
  const path = new URL(request.url).pathname;
  if (request.mode !== "navigate") return null;
  return caches.match(GAME.test(path) ? TABLE : OFFLINE);
}

/** A page from the server, or as it was when the server cannot be reached or takes too long. */
async function page(event) {
  const { request, resultingClientId: id } = event;
  const path = new URL(request.url).pathname;
  const asked = fetch(request).then((answer) => {
    if (PAGES.test(path) && mayKeep(answer)) event.waitUntil(keep(request, answer.clone()));
    return answer;
  });
  const slow = new Promise((wait) => { setTimeout(wait, PATIENCE, null); });
  // A proxy whose server is away says so with such a status.
  const answer = await Promise.race([asked, slow]).then((found) => (found?.status === 502 || found?.status === 504 ? null : found), () => null);
  if (answer) return answer;
  // Whoever waits for a page that was never kept goes on waiting while there is hope.
  const found = await caches.match(request) ?? await asked.catch(() => kept(request));
  if (found && id) behind.add(id);
  return found ?? Response.error();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(event));
  else if (request.mode === "navigate" || PAGES.test(url.pathname)) event.respondWith(page(event));
  // In another language the kept pages are wrong.
  if (url.searchParams.has("lang")) event.waitUntil(new Promise((wait) => { setTimeout(wait, 1000); }).then(prepare).catch(() => {}));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(clients.matchAll({ type: "window" }).then((open) => {
    const there = open.find((each) => new URL(each.url).pathname === path);
    return there ? there.focus() : clients.openWindow(path);
  }));
});
