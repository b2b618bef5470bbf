// The home page: one tap starts a game. All settings are in a dialog, which remembers the last choice.

import { at } from "../shared/address.js";
import { makeGame, move } from "../shared/api.js";
import { placeOf, travel } from "../shared/board/motion.js";
import { $, closest, parts } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { onPresets, optionsOf, showOptions } from "../shared/options.js";
import { keepGame, newToken, set, setting } from "../shared/storage.js";
import { continueWith, fillMine, fillOpen } from "./game_lists.js";

/**
 * The fields of the dialog, by name.
 * @typedef {Record<"begins" | "clock" | "first" | "game" | "player", HTMLSelectElement> & Record<"against", RadioNodeList>
 *   & Record<"help" | "name" | "other" | "rounds" | "shared" | "takebacks", HTMLInputElement>} Fields
 */

const form = $("start", HTMLFormElement);
const tiny = $("tiny");
const fields = /** @type {HTMLFormControlsCollection & Fields} */ (form.elements);
const USUAL = fields.player.value;

const chosen = () => fields.game.value;

function show() {
  showOptions(form, chosen());
  const against = fields.against.value;
  for (const part of parts(form, "[data-against]")) part.hidden = !part.dataset.against?.split(" ").includes(against);
  $("rules-link", HTMLAnchorElement).href = at(`/rules/${chosen()}`);
  $("go").textContent =
    against === "invite" ? t("Create link") : against === "open" ? t("Wait for an opponent") : t("Start the game");
}

/**
 * The settings of the game to create.
 * @returns {api.Create & { opponent: string }}
 */
function described() {
  const against = fields.against.value;
  return {
    game: chosen(),
    options: optionsOf(form, chosen()),
    opponent: against === "computer" ? fields.player.value : against,
    name: fields.name.value.trim(),
    first: /** @type {api.Create["first"]} */ (fields.first.value),
    start: /** @type {api.Create["start"]} */ (fields.begins.value),
    other: against === "here" ? fields.other.value.trim() : "",
    rounds: Number(fields.rounds.value) || 1,
    clock: fields.clock.value ? Number(fields.clock.value) : null,
    // Between people, help is a setting that both players see; against the computer, the player decides alone.
    help: against === "computer" ? fields.help.checked : fields.shared.checked,
    takebacks: fields.takebacks.checked,
  };
}

/**
 * The settings last used against the computer in this browser.
 * @param {string} game
 * @returns {api.Create & { opponent: string }}
 */
const last = (game) => setting(`last:${game}`, { game, opponent: USUAL });

function levels() {
  for (const place of parts(document, "[data-level]")) {
    const { opponent } = last(place.dataset.level ?? "");
    place.textContent = parts(fields.player, `[value="${CSS.escape(opponent)}"]`)[0]?.dataset.title ?? "";
  }
}

// A server in school mode accepts no names, even if this browser remembers one.
const nameless = fields.name.disabled;
let busy = false;

/**
 * Create a game, optionally with a first move, and open it.
 * @param {api.Create & { opponent: string }} wish
 * @param {HTMLElement} problem
 * @param {number | null} [first]
 */
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
    location.href = at(`/g/${made.id}`);
  } catch (/** @type {any} */ refusal) {
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

tiny.addEventListener("click", (event) => {
  const number = closest(event, "[data-first]");
  if (!number) return;
  number.classList.add("pending");
  const slot = $("tiny-slot");
  slot.textContent = number.textContent;
  slot.className = "chip one";
  travel(slot, placeOf(number));
  // The sample numbers belong to a game with default options in which you move first.
  const game = tiny.dataset.game ?? "";
  start(
    { game, opponent: last(game).opponent, name: setting("name", "") },
    $("tiny-problem"),
    Number(number.dataset.first),
  );
});

document.addEventListener("click", (event) => {
  const play = closest(event, "[data-play]")?.dataset.play;
  if (play) start({ name: setting("name", ""), ...last(play) }, $("tiny-problem"));
  const sheet = closest(event, "[data-sheet]")?.dataset.sheet;
  if (sheet) open(sheet);
});

/** @param {string} game */
function open(game) {
  fields.game.value = game;
  fields.player.value = last(game).opponent;
  show();
  $("sheet", HTMLDialogElement).showModal();
}

form.addEventListener("change", show);
onPresets(form);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!nameless) set("name", fields.name.value.trim());
  start(described(), $("problem"));
});

function fill() {
  fillOpen($("open"), $("open-empty"), "open", true);
  fillMine($("mine"), $("mine-panel"), 4);
  continueWith($("continue", HTMLAnchorElement));
}

addEventListener("pageshow", (event) => {
  free();
  levels();
  show();
  if (event.persisted) fill();
});
document.addEventListener("visibilitychange", () => document.hidden || fill());
fields.name.value = setting("name", "");
show();
levels();
fill();
tiny.dataset.ready = "yes";
setInterval(() => document.hidden || fill(), 8000);
// The link on a rules page opens the dialog with that game selected.
const wished = new URLSearchParams(location.search).get("game");
if (wished && form.querySelector(`.options[data-game="${CSS.escape(wished)}"]`)) open(wished);
