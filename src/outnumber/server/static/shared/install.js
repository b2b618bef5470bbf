// The installable app: registers the service worker, and adds the install button and the offline notice.

import { at } from "./address.js";
import { h, part } from "./dom.js";
import { t } from "./language.js";

// Browsers allow service workers only over HTTPS or on localhost; the pages also work without one.
/** @type {ServiceWorkerContainer | undefined} */
const workers = navigator.serviceWorker;
const PARTS = /\/static\/|\/(?:review|scene|verdict|picture)\?/;

/**
 * The first page loads before the worker starts. Request its files again from the browser's HTTP cache, so that the
 * worker stores them; files still loading at that time follow once they have arrived.
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
    // A page that was requested while the worker started is not controlled by it until the worker claims it.
    container.ready.then(({ active }) => container.controller ?? active?.postMessage("here too"));
  } else if (navigation?.workerStart === 0) storeFirstPage(); // the worker started while the page was loading
}

/**
 * Start the worker, and show in `main` when the page is offline; the install button goes into the footer.
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
  // A page may come from the worker when the network works but the server does not.
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
