// System notifications of your turn, for players who switched them on, while the page is in the background.

import { at } from "../shared/address.js";
import { h, part } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { mayPick, mayPlay, turnText } from "../shared/sentences.js";
import { set, setting } from "../shared/storage.js";

// Browsers offer notifications only over HTTPS or on localhost.
const possible = "Notification" in window && isSecureContext;
const wanted = () => possible && Notification.permission === "granted" && setting("notices", false);
let told = "";

/**
 * Add a switch for notifications, unless the browser does not support them.
 * @param {HTMLElement} place
 */
export function offerNotices(place) {
  if (!possible) return;
  const box = h("input", { type: "checkbox", id: "notices" });
  const words = h("span", {}, t("Notify me when it's my turn"));
  box.checked = wanted();
  box.addEventListener("change", async () => {
    const granted = box.checked && (await Notification.requestPermission()) === "granted";
    if (box.checked && !granted) words.textContent = t("Your browser blocks notifications from this page.");
    box.checked = granted;
    set("notices", granted);
  });
  place.append(h("label", { class: "switch small" }, box, words));
}

/**
 * Notify the player of their turn while the page is hidden.
 * @param {api.State} state
 */
export async function noticeTurn(state) {
  const turn = `${state.id} ${state.seq}`;
  if (turn === told || !(mayPlay(state) || mayPick(state))) return;
  told = turn;
  if (!document.hidden || !wanted() || state.opponent === "here") return;
  const about = {
    body: turnText(state),
    tag: state.id,
    icon: /** @type {HTMLLinkElement} */ (part(document, "link[rel=apple-touch-icon]")).href,
    data: { path: at(`/g/${state.id}`) },
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(state.title, about).catch(() => {});
  else new Notification(state.title, about);
}
