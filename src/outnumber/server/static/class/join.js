// Joining a class: the child enters the code, chooses an animal, and waits on this page for the first task.

import { enterClass } from "../shared/api.js";
import { $, h, say } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { newToken, read, write } from "../shared/storage.js";

const KEY = "class";
const field = $("code", HTMLInputElement);
let code = "";
// Every retry sends the same id, so that a child whose response was lost joins only once.
const token = newToken();

/** @type {Record<string, string>} */
const FOCUS = { knock: "code", choose: "choose-title", desk: "you", over: "over-title" };

/** @param {string} what */
function show(what) {
  if ($("join").dataset.state === what) return;
  for (const id of Object.keys(FOCUS)) $(id).hidden = id !== what;
  $("join").dataset.state = what;
  $(FOCUS[what]).focus();
}

/** @param {string} given */
async function knock(given) {
  say($("problem"), "");
  try {
    /** @type {api.DoorModel} */
    const { animals } = await enterClass({ code: given });
    code = given;
    $("animals").replaceChildren(
      ...animals.map(({ id, name, free }) =>
        h("li", {}, h("button", { disabled: !free, "data-animal": id, onclick: () => take(id) }, name)),
      ),
    );
    show("choose");
  } catch (/** @type {any} */ refusal) {
    show("knock");
    say($("problem"), refusal.message);
    field.select();
  }
}

/** @param {string} animal */
async function take(animal) {
  say($("problem"), "");
  try {
    /** @type {api.PupilModel} */
    const { id, name } = await enterClass({ code, animal, token });
    write(KEY, { id, token, done: 0 });
    seated(name);
    (await import("./pupil.js")).begin([]);
  } catch (/** @type {any} */ refusal) {
    await knock(code);
    say($("problem"), refusal.message);
  }
}

/** @param {string} name */
function seated(name) {
  say($("you"), t("You are: {name}", { name }));
  show("desk");
}

/** @param {api.PupilModel} pupil */
function showTask({ name, task }) {
  seated(name);
  const link = task?.link;
  let text = t("You're in. Wait for your teacher.");
  if (task) {
    const kinds = { lesson: t("Lesson"), puzzles: t("Puzzles"), games: t("Game") };
    const waiting = t("The others are playing. You'll join the next game.");
    text = link ? `${kinds[task.kind]}: ${task.title}` : waiting;
  }
  say($("next"), text);
  $("go").hidden = !link;
  if (link) $("go", HTMLAnchorElement).href = link;
}

addEventListener("outnumber:class", (event) => showTask(/** @type {CustomEvent} */ (event).detail));
$("knock").addEventListener("submit", (event) => {
  event.preventDefault();
  knock(field.value);
});
$("leave").addEventListener("click", async () => (await import("./pupil.js")).leave());

const invite = /^#([0-9a-f]{32})$/.exec(location.hash)?.[1];
if (invite) history.replaceState(null, "", location.pathname);
if (read(KEY, null))
  show("desk"); // the status line reports the current task
else if (location.hash === "#over") show("over");
else if (invite) knock(invite);
else show("knock");
