// Caches the files of the folder, and nothing else. `outnumber site` prepends the constants VERSION and FILES; every
// address but those of the shell and the manifest contains a version, so a cached file is never outdated. A new version
// takes over as soon as it is complete: the next visit shows it, and tabs with the previous one still find its files.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;
const CACHE = `outnumber-site ${scope} ${VERSION}`;

async function prepare() {
  const shell = await fetch(scope, { cache: "no-cache" });
  // While the folder is being replaced, the shell may be that of another version.
  const same = (await shell.clone().text()).includes(String(FILES.find((file) => file.endsWith("/shell.js"))));
  if (!shell.ok || !same) throw new Error(`${scope}: ${shell.status}`);
  const cache = await caches.open(CACHE);
  for (const file of FILES) {
    const url = new URL(file, scope).href;
    if (await cache.match(url)) continue;
    const known = file.includes("/") && (await caches.match(url));
    await (known ? cache.put(url, known) : cache.add(url));
  }
  await cache.put(scope, shell);
  await worker.skipWaiting();
}

async function removeOld() {
  const others = (await caches.keys()).filter((name) => name !== CACHE && name.split(" ")[1] === scope);
  // The latest is the previous version, which other tabs may show.
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await worker.clients.claim();
}

worker.addEventListener("install", (event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOld()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      if ([scope, `${scope}index.html`].includes(url.href.split(/[?#]/)[0]))
        return (await cache.match(scope)) ?? fetch(request);
      const found = (await cache.match(request)) ?? (await caches.match(request));
      if (found) return found;
      if (request.mode !== "navigate") return fetch(request);
      // The address of a page on a server: the shell shows it.
      return Response.redirect(`${scope}#/${request.url.slice(scope.length)}`);
    })(),
  );
});
