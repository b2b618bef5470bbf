// Features of every page: the help dialog, the switch for keyboard shortcuts, and the installable app.

import { $ } from "./dom.js";
import { installPage } from "./install.js";
import { read, set, setting } from "./storage.js";

const help = $("help", HTMLDialogElement);
const keys = $("keys-on", HTMLInputElement);
keys.checked = setting("keys", true);
keys.addEventListener("change", () => set("keys", keys.checked));
$("help-button").addEventListener("click", () => help.showModal());
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click on the backdrop
  });
}
installPage($("main"));

// In a class, reports go to the teacher. Events that occur before the module has loaded are collected and passed on.
if (read("class", null)) {
  /** @type {Event[]} */
  const heard = [];
  for (const name of ["outnumber:step", "outnumber:puzzle"]) addEventListener(name, (event) => heard.push(event));
  import("../class/pupil.js").then(({ begin }) => begin(heard));
} else document.getElementById("strip")?.remove(); // the class is over

/** @typedef {(event: KeyboardEvent) => unknown} KeyAction returns false to leave the key to the browser */

/** @type {Map<string, KeyAction>} */
const actions = new Map([["?", () => help.showModal()]]);

/**
 * Act on a single key, unless the user is typing or has switched keyboard shortcuts off.
 * @param {string} key
 * @param {KeyAction} action
 */
export function onKey(key, action) {
  actions.set(key, action);
}

/** @param {EventTarget | null} target */
const writing = (target) =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox]):not([type=radio]), select, textarea") !== null;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !keys.checked) return;
  if (document.querySelector("dialog[open]") || writing(event.target)) return;
  const action = actions.get(event.key);
  if (!action) return;
  if (action(event) !== false) event.preventDefault();
});
