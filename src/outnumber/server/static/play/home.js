// The home page: one tap starts a game. All settings are in a dialog, which remembers the last choice.

import { at } from "../shared/address.js";
import { move } from "../shared/api.js";
import { placeOf, travel } from "../shared/board/motion.js";
import { $, closest, parts } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { makeSeat } from "../shared/new_game.js";
import { onPresets, optionsOf, showOptions } from "../shared/options.js";
import { games, set, setting } from "../shared/storage.js";
import { continueWith, fillMine, fillOpen } from "./game_lists.js";
import { drawToday, hasProgress, playNext } from "./today.js";

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
 * The settings last chosen for a game against the computer in this browser; by default, a drawn start that you can win.
 * @param {string} game
 * @param {Record<string, any>} [options]
 * @returns {api.Create & { opponent: string }}
 */
const last = (game, options = {}) => setting(`last:${game}`, { game, options, opponent: USUAL, start: "drawn" });

/** The place for a refusal that is visible now. */
const problem = () => $($("first").hidden ? "next-problem" : "tiny-problem");

function levels() {
  for (const place of parts(document, "[data-level]")) {
    const { opponent } = last(place.dataset.level ?? "");
    place.textContent = parts(fields.player, `[value="${CSS.escape(opponent)}"]`)[0]?.dataset.title ?? "";
  }
}

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
    const made = await makeSeat(wish);
    if (first !== null) await move(made.id, made.token, first);
    location.href = at(`/g/${made.id}`);
  } catch (/** @type {any} */ refusal) {
    problem.textContent = refusal.message;
    free();
  }
}

const slotOf = () => tiny.dataset.seat ?? "one";

function free() {
  busy = false;
  document.body.classList.remove("busy");
  for (const each of document.querySelectorAll(".pending")) each.classList.remove("pending");
  $("tiny-slot").textContent = "?";
  $("tiny-slot").className = `chip slot ${slotOf()}`;
}

tiny.addEventListener("click", (event) => {
  const number = closest(event, "[data-first]");
  if (!number) return;
  number.classList.add("pending");
  const slot = $("tiny-slot");
  slot.textContent = number.textContent;
  slot.className = `chip ${slotOf()}`;
  travel(slot, placeOf(number));
  // The sample numbers belong to a game with default options, from the start that the seed draws.
  const { game = "", opponent = "", seed } = tiny.dataset;
  /** @type {Partial<api.Create>} */
  const drawn = Number(seed) ? { start: "drawn", seed: Number(seed) } : {};
  start({ game, opponent, name: setting("name", ""), ...drawn }, $("tiny-problem"), Number(number.dataset.first));
});

document.addEventListener("click", (event) => {
  const play = closest(event, "[data-play]");
  if (play) {
    const { play: name = "", options = "{}" } = play.dataset;
    start({ name: setting("name", ""), ...last(name, JSON.parse(options)) }, problem());
  }
  const book = closest(event, "[data-book]")?.dataset.book;
  if (book) start({ game: book, opponent: last(book).opponent, name: setting("name", "") }, problem());
  const sheet = closest(event, "[data-sheet]");
  if (sheet) open(sheet.dataset.sheet ?? "");
  const against = closest(event, "[data-with]")?.dataset.with;
  if (against) open(tiny.dataset.game ?? "", against);
});

/**
 * @param {string} game
 * @param {string} [against]
 */
function open(game, against = "computer") {
  fields.game.value = game;
  fields.player.value = last(game).opponent;
  fields.against.value = against;
  show();
  $("sheet", HTMLDialogElement).showModal();
}

form.addEventListener("change", show);
onPresets(form);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!fields.name.disabled) set("name", fields.name.value.trim());
  const wish = described();
  if (fields.against.value === "computer") set(`last:${wish.game}`, wish);
  start(wish, $("problem"));
});

$("first-stage").addEventListener("click", () => playNext(tiny.dataset.game ?? "", $("tiny-problem")));

function fill() {
  const returning = hasProgress() || games().length > 0;
  $("first").hidden = returning;
  $("today").hidden = !returning;
  drawToday();
  $("home").classList.toggle("returning", returning);
  $("home").classList.remove("unready");
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
