// "Your turn" as a notice of the system, for those who asked for it, while the page is open somewhere behind.

import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { mayPick, mayPlay, turnText } from "../shared/sentences.js";
import { set, setting } from "../shared/storage.js";

// Browsers have them where the page comes by HTTPS or from this machine.
const possible = "Notification" in window && isSecureContext;
const wanted = () => possible && Notification.permission === "granted" && setting("notices", false);
let told = "";

/** A switch for notices, in its place; none where there can be none. */
export function offerNotices(place) {
  if (!possible) return;
  const box = h("input", { type: "checkbox", id: "notices" });
  const words = h("span", {}, t("Tell me when it is my turn"));
  box.checked = wanted();
  box.addEventListener("change", async () => {
    const granted = box.checked && (await Notification.requestPermission()) === "granted";
    if (box.checked && !granted) words.textContent = t("Your browser does not allow notices from this page.");
    box.checked = granted;
    set("notices", granted);
  });
  place.append(h("label", { class: "switch small" }, box, words));
}

/** Tell of a turn that has come while nobody looks. */
export async function noticeTurn(state) {
  const turn = `${state.id} ${state.seq}`;
  if (turn === told || !(mayPlay(state) || mayPick(state))) return;
  told = turn;
  if (!document.hidden || !wanted() || state.opponent === "here") return;
  const about = {
    body: turnText(state),
    tag: state.id,
    icon: document.querySelector("link[rel=apple-touch-icon]").href,
    data: { path: `/g/${state.id}` },
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(state.title, about).catch(() => {});
  else new Notification(state.title, about);
}
