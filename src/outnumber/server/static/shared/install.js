// The page as an application: its worker, the button that installs it, and a line that says when there is no network.

import { $, h } from "./dom.js";
import { t } from "./language.js";

// Browsers have workers where the page comes by HTTPS or from this machine; elsewhere everything works without one.
const workers = navigator.serviceWorker;
const PARTS = /\/static\/|\/(?:review|scene|verdict|picture)\?/;
if (workers) {
  addEventListener("load", () => workers.register("/sw.js").catch(() => {}));
  // The first page comes before the worker: what it is made of is asked for again, from the browser's own memory, and
  // what was on its way when the worker came, once it is there.
  const keepFirst = () => {
    const since = performance.now();
    const keep = (part) =>
      fetch(part)
        .then((answer) => answer.text())
        .catch(() => {});
    keep(location.pathname + location.search);
    new PerformanceObserver((found) => {
      for (const { name, startTime } of found.getEntries()) if (startTime < since && PARTS.test(name)) keep(name);
    }).observe({ type: "resource", buffered: true });
  };
  if (!workers.controller) {
    workers.addEventListener("controllerchange", keepFirst, { once: true });
    // A page that was asked for while the worker began is not among those that it takes over by itself.
    workers.ready.then(({ active }) => workers.controller ?? active.postMessage("here too"));
  } else if (performance.getEntriesByType("navigation")[0]?.workerStart === 0) keepFirst(); // it came while the page did
}

const note = h("p", { class: "offline-note", role: "status" });

function tell(online = navigator.onLine) {
  note.textContent = online
    ? ""
    : t("You are offline. What was loaded stays readable; what you do is sent when you are back.");
}

$("main").prepend(note);
addEventListener("online", () => tell());
addEventListener("offline", () => tell());
tell();
// A page may come from the worker although the network is fine and only the server is not.
workers?.addEventListener("message", ({ data }) => data === "behind" && tell(false));
workers?.controller?.postMessage("behind?");

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  const button = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        event.prompt();
        button.remove();
      },
    },
    t("Install as an app"),
  );
  document.querySelector("footer.bottom").append(button);
  addEventListener("appinstalled", () => button.remove());
});
