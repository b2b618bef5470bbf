// The page as an application: its service worker, the button that installs it, and a line that says when there is no network.

import { at } from "./address.js";
import { h, part } from "./dom.js";
import { t } from "./language.js";

// Browsers have workers where the page comes by HTTPS or from this machine; elsewhere everything works without one.
/** @type {ServiceWorkerContainer | undefined} */
const workers = navigator.serviceWorker;
const PARTS = /\/static\/|\/(?:review|scene|verdict|picture)\?/;

/**
 * The first page comes before the worker: ask for its parts again, from the browser's own cache, so that the worker
 * stores them; parts that were on their way when the worker came follow once they are there.
 */
function storeFirstPage() {
  const since = performance.now();
  /** @param {string} address */
  const store = (address) =>
    fetch(address)
      .then((answer) => answer.text())
      .catch(() => {});
  store(location.pathname + location.search);
  new PerformanceObserver((found) => {
    for (const { name, startTime } of found.getEntries()) if (startTime < since && PARTS.test(name)) store(name);
  }).observe({ type: "resource", buffered: true });
}

/** @param {ServiceWorkerContainer} container */
function startWorker(container) {
  addEventListener("load", () => container.register(at("/sw.js")).catch(() => {}));
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (!container.controller) {
    container.addEventListener("controllerchange", storeFirstPage, { once: true });
    // The worker does not take over a page that was requested while it started.
    container.ready.then(({ active }) => container.controller ?? active?.postMessage("here too"));
  } else if (navigation?.workerStart === 0) storeFirstPage(); // it came while the page did
}

/**
 * Start the worker, and say in `main` when the page is offline; the button goes into the footer.
 * @param {HTMLElement} main
 */
export function installPage(main) {
  if (workers) startWorker(workers);
  const note = h("p", { class: "offline-note", role: "status" });
  const tell = (online = navigator.onLine) => {
    note.textContent = online
      ? ""
      : t("You are offline. You can still read pages you have loaded. Your moves will be sent when you reconnect.");
  };
  main.prepend(note);
  addEventListener("online", () => tell());
  addEventListener("offline", () => tell());
  tell();
  // A page may come from the worker although the network is fine and only the server is not.
  workers?.addEventListener("message", ({ data }) => data === "behind" && tell(false));
  workers?.controller?.postMessage("behind?");
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    const install = () => {
      /** @type {Event & { prompt(): void }} */ (event).prompt();
      button.remove();
    };
    const button = h("button", { class: "quiet", onclick: install }, t("Install as an app"));
    part(document, "footer.bottom").append(button);
    addEventListener("appinstalled", () => button.remove());
  });
}
