// Caches the files of the folder, and nothing else. `outnumber site` prepends the constants VERSION and FILES; every
// address but that of the shell contains a version, so a cached file is never outdated.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;
const CACHE = `outnumber-site ${scope}`;
const SHELL = `${scope}?${VERSION}`;

async function prepare() {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  for (const file of FILES) {
    const url = new URL(file, scope).href;
    if (!known.has(url)) await cache.add(url);
  }
  const answer = await fetch(scope, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${scope}: ${answer.status}`);
  await cache.put(SHELL, answer);
}

async function removeOld() {
  const cache = await caches.open(CACHE);
  const kept = new Set([SHELL, ...FILES.map((file) => new URL(file, scope).href)]);
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
  await worker.clients.claim();
}

worker.addEventListener("install", (event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOld()));
worker.addEventListener("message", ({ data }) => data === "take over" && worker.skipWaiting());

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      if ([scope, `${scope}index.html`].includes(url.href.split(/[?#]/)[0]))
        return (await cache.match(SHELL)) ?? fetch(request);
      const found = await cache.match(request);
      if (found) return found;
      if (request.mode !== "navigate") return fetch(request);
      // The address of a page on a server: the shell shows it.
      return Response.redirect(`${scope}#/${request.url.slice(scope.length)}`);
    })(),
  );
});
