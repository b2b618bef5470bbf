// In the frame, before the scripts of a page: they ask the shell where they would ask a server.

{
  /** @type {any} */
  const { shell } = parent;
  const { root, python, page } = shell;
  const native = fetch;
  /** @param {URL} url */
  const ours = (url) => url.origin === location.origin && url.pathname.startsWith(`${root}/`);
  /** @param {URL} url */
  const asksPython = (url) => ours(url) && url.pathname.startsWith(`${root}/api/`);

  /**
   * @param {RequestInfo | URL} input
   * @param {RequestInit} [options]
   */
  self.fetch = async (input, options = {}) => {
    const url = new URL(String(input), location.href);
    if (!asksPython(url)) return native(input, options);
    const headers = [...new Headers(options.headers)];
    const body = options.body ? new TextEncoder().encode(String(options.body)) : null;
    const told = await python.ask(options.method ?? "GET", url.pathname + url.search, headers, body);
    return new Response(told.body.length ? told.body : null, { status: told.status, headers: told.headers });
  };
  /** @type {Set<any>} */
  const lines = new Set();
  self.WebSocket = /** @type {any} */ (
    class extends shell.Line {
      /** @param {string} address */
      constructor(address) {
        super(address);
        lines.add(this);
      }
    }
  );
  // Nothing here needs a network, and the shell has the service worker.
  Object.defineProperty(navigator, "onLine", { value: true });
  Object.defineProperty(navigator, "serviceWorker", { value: undefined });

  /**
   * A file that Python makes, such as the record of a game.
   * @param {HTMLAnchorElement} link
   */
  async function download(link) {
    const answer = await self.fetch(link.href);
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(await answer.blob());
    saved.download = link.download || "outnumber";
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
  }

  /** @param {MouseEvent} event */
  function followLink(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
    const url = new URL(link.href);
    const newTab = event.metaKey || event.ctrlKey || event.shiftKey;
    if (newTab && ours(url) && !asksPython(url))
      url.href = `${root}/#${url.pathname.slice(root.length)}${url.search}${url.hash}`;
    else if (ours(url) && url.href.split("#")[0] === location.href.split("#")[0] && url.hash) return;
    if (!/^https?:$/.test(url.protocol)) return;
    event.preventDefault();
    if (asksPython(url)) download(link);
    else if (newTab || !ours(url)) open(url, "_blank", "noopener");
    else shell.show(url);
  }

  /** @param {SubmitEvent} event */
  function sendForm(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== "get") return;
    event.preventDefault();
    const url = new URL(form.action);
    const fields = /** @type {any} */ (new FormData(form, event.submitter));
    url.search = String(new URLSearchParams(fields));
    shell.show(url);
  }

  // Scripts set `location`, and some browsers let the frame see that; others ask for a file that does not exist, and the
  // service worker or 404.html leads back here.
  /** @type {any} */ (self).navigation?.addEventListener("navigate", (/** @type {any} */ event) => {
    const url = new URL(event.destination.url);
    if (event.hashChange || event.destination.sameDocument || !event.cancelable || !ours(url)) return;
    event.preventDefault();
    shell.show(url, event.navigationType !== "push");
  });
  const replaced = history.replaceState.bind(history);
  history.replaceState = (state, unused, url) => {
    replaced(state, unused, url);
    shell.moved(location);
  };

  replaced(null, "", page.url);
  document.open();
  // Not earlier: opening a document removes all listeners.
  addEventListener("click", followLink);
  addEventListener("submit", sendForm);
  addEventListener("hashchange", () => shell.moved(location));
  for (const kind of ["pointerdown", "keydown", "wheel"])
    addEventListener(
      kind,
      () => {
        page.used = true;
      },
      { passive: true },
    );
  addEventListener("pagehide", () => {
    for (const line of lines) line.close();
  });
  document.write(page.html);
  document.close();
  if (document.body) document.body.dataset.reach = `${location.origin}${root}/#`;
  const title = () => {
    parent.document.title = document.title;
  };
  title();
  new MutationObserver(title).observe(document.head, { subtree: true, childList: true, characterData: true });
  if (!parent.document.activeElement || parent.document.activeElement === parent.document.body) focus();
}
