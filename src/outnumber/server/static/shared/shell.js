// What every page has: the help window and the switch for single keys.

import { $ } from "./dom.js";
import { read, set, setting } from "./storage.js";
import "./install.js";

const help = $("help");
const keys = $("keys-on");
keys.checked = setting("keys", true);
keys.addEventListener("change", () => set("keys", keys.checked));
$("help-button").addEventListener("click", () => help.showModal());
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // the page behind
  });
}

// A child in a class: the teacher hears where it is, also of what a page tells before the rest is there.
if (read("class", null)) {
  const heard = [];
  for (const name of ["outnumber:step", "outnumber:puzzle"]) addEventListener(name, (event) => heard.push(event));
  import("../class/pupil.js").then(({ begin }) => begin(heard));
}

const actions = new Map([["?", () => help.showModal()]]);

/** Do something on a single key, unless somebody writes or has switched single keys off. */
export function onKey(key, action) {
  actions.set(key, action);
}

const writing = (target) => target.closest?.("input:not([type=checkbox]):not([type=radio]), select, textarea") !== null;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !keys.checked) return;
  if (document.querySelector("dialog[open]") || writing(event.target)) return;
  const action = actions.get(event.key);
  if (!action) return;
  if (action(event) !== false) event.preventDefault();
});
