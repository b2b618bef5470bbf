// A child's way into a class: the code, an animal, and then the desk where it waits for what comes.

import { $, h, say } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { newToken, read, write } from "../shared/storage.js";
import { enter } from "./class_api.js";

const KEY = "class";
let code = "";
// The same until it is taken: a child that did not hear that it is in comes in once.
const token = newToken();

const FOCUS = { knock: "code", choose: "choose-title", desk: "you", over: "over-title" };

function show(what) {
  if ($("join").dataset.state === what) return;
  for (const id of Object.keys(FOCUS)) $(id).hidden = id !== what;
  $("join").dataset.state = what;
  $(FOCUS[what]).focus();
}

async function knock(given) {
  say($("problem"), "");
  try {
    const { animals } = await enter({ code: given });
    code = given;
    $("animals").replaceChildren(
      ...animals.map(({ id, name, free }) =>
        h("li", {}, h("button", { type: "button", disabled: !free, "data-animal": id, onclick: () => take(id) }, name)),
      ),
    );
    show("choose");
  } catch (refusal) {
    show("knock");
    say($("problem"), refusal.message);
    $("code").select();
  }
}

async function take(animal) {
  say($("problem"), "");
  try {
    const { id, name } = await enter({ code, animal, token });
    write(KEY, { id, token, done: 0 });
    seated(name);
    (await import("./pupil.js")).begin([]);
  } catch (refusal) {
    await knock(code);
    say($("problem"), refusal.message);
  }
}

function seated(name) {
  say($("you"), t("You are: {name}", { name }));
  show("desk");
}

addEventListener("outnumber:class", ({ detail }) => {
  seated(detail.name);
  const { task } = detail;
  const what = { lesson: t("Lesson"), puzzles: t("Puzzles"), games: t("Game") }[task?.kind];
  say(
    $("next"),
    !task
      ? t("You are in. Wait for your teacher.")
      : task.link
        ? `${what}: ${task.title}`
        : t("The others are playing. Your turn comes with the next game."),
  );
  $("go").hidden = !task?.link;
  if (task?.link) $("go").href = task.link;
});

$("knock").addEventListener("submit", (event) => {
  event.preventDefault();
  knock($("code").value);
});
$("leave").addEventListener("click", async () => (await import("./pupil.js")).leave());

const invite = /^#([0-9a-f]{32})$/.exec(location.hash)?.[1];
if (invite) history.replaceState(null, "", location.pathname);
if (read(KEY, null))
  show("desk"); // the line on top hears what is to be done
else if (location.hash === "#over") show("over");
else if (invite) knock(invite);
else show("knock");
