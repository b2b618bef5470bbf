// The first page: one tap plays. Everything else is chosen in a sheet, and remembered for the next time.

import { makeGame, move } from "../shared/api.js";
import { placeOf, travel } from "../shared/board/motion.js";
import { $ } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { onPresets, optionsOf, showOptions } from "../shared/options.js";
import { keepGame, newToken, set, setting } from "../shared/storage.js";
import { continueWith, fillMine, fillOpen } from "./game_lists.js";

const form = $("start");
const USUAL = form.elements.player.value;

const chosen = () => form.elements.game.value;

function show() {
  showOptions(form, chosen());
  const against = form.elements.against.value;
  for (const part of form.querySelectorAll("[data-against]"))
    part.hidden = !part.dataset.against.split(" ").includes(against);
  $("rules-link").href = `/rules/${chosen()}`;
  $("go").textContent = {
    computer: t("Start the game"),
    invite: t("Make a link"),
    here: t("Start the game"),
    open: t("Wait for somebody"),
  }[against];
}

/** The game that the sheet describes. */
function described() {
  const fields = form.elements;
  const against = fields.against.value;
  return {
    game: chosen(),
    options: optionsOf(form, chosen()),
    opponent: against === "computer" ? fields.player.value : against,
    name: fields.name.value.trim(),
    first: fields.first.value,
    start: fields.begins.value,
    other: against === "here" ? fields.other.value.trim() : "",
    rounds: Number(fields.rounds.value) || 1,
    clock: fields.clock.value ? Number(fields.clock.value) : null,
    // Between people it is a choice that both see; alone, help is there for whoever wants it.
    help: against === "computer" ? fields.help.checked : fields.shared.checked,
    takebacks: fields.takebacks.checked,
  };
}

/** What was played last against the computer, in this browser. */
const last = (game) => setting(`last:${game}`, { game, opponent: USUAL });

function levels() {
  for (const place of document.querySelectorAll("[data-level]"))
    place.textContent =
      form.elements.player.querySelector(`[value="${CSS.escape(last(place.dataset.level).opponent)}"]`)?.dataset
        .title ?? "";
}

// A server for a school takes no names, even if this browser remembers one.
const nameless = form.elements.name.disabled;
let busy = false;

/** Make a game, perhaps with a first move, and go there. */
async function start(wish, problem, first = null) {
  if (busy) return;
  busy = true;
  problem.textContent = "";
  document.body.classList.add("busy");
  try {
    const made = await makeGame({ ...wish, ...(nameless && { name: "", other: "" }), token: newToken() });
    keepGame(made.id, { token: made.token, you: 1, invite: made.invite, title: made.state.title, at: Date.now() });
    if (!["invite", "open", "here"].includes(wish.opponent)) set(`last:${wish.game}`, wish);
    if (first !== null) await move(made.id, made.token, first);
    location.href = `/g/${made.id}`;
  } catch (refusal) {
    problem.textContent = refusal.message;
    free();
  }
}

function free() {
  busy = false;
  document.body.classList.remove("busy");
  for (const each of document.querySelectorAll(".pending")) each.classList.remove("pending");
  $("tiny-slot").textContent = "?";
  $("tiny-slot").className = "chip slot one";
}

$("tiny").addEventListener("click", (event) => {
  const number = event.target.closest("[data-first]");
  if (!number) return;
  number.classList.add("pending");
  const slot = $("tiny-slot");
  slot.textContent = number.textContent;
  slot.className = "chip one";
  travel(slot, placeOf(number));
  // The numbers that lie there are those of a plain game, which you begin.
  start(
    { game: $("tiny").dataset.game, opponent: last($("tiny").dataset.game).opponent, name: setting("name", "") },
    $("tiny-problem"),
    Number(number.dataset.first),
  );
});

document.addEventListener("click", (event) => {
  const play = event.target.closest("[data-play]");
  if (play) start({ name: setting("name", ""), ...last(play.dataset.play) }, $("tiny-problem"));
  const sheet = event.target.closest("[data-sheet]");
  if (sheet) open(sheet.dataset.sheet);
});

function open(game) {
  form.elements.game.value = game;
  form.elements.player.value = last(game).opponent;
  show();
  $("sheet").showModal();
}

form.addEventListener("change", show);
onPresets(form);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!nameless) set("name", form.elements.name.value.trim());
  start(described(), $("problem"));
});

function fill() {
  fillOpen($("open"), $("open-empty"), "open", true);
  fillMine($("mine"), $("mine-panel"), 4);
  continueWith($("continue"));
}

addEventListener("pageshow", (event) => {
  free();
  levels();
  show();
  if (event.persisted) fill();
});
document.addEventListener("visibilitychange", () => document.hidden || fill());
form.elements.name.value = setting("name", "");
show();
levels();
fill();
$("tiny").dataset.ready = "yes";
setInterval(() => document.hidden || fill(), 8000);
// Whoever comes from the rules of a game wants to play it.
const wished = new URLSearchParams(location.search).get("game");
if (wished && form.querySelector(`.options[data-game="${CSS.escape(wished)}"]`)) open(wished);
