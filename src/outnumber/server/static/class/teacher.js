// The teacher's page: opens a class, shows the progress of each child, and starts tasks for the class.

import { at } from "../shared/address.js";
import { somePuzzles } from "../shared/api.js";
import { $, h, onSure, parts, saveFile, say } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { copied, drawCode, here } from "../shared/share.js";
import { read, remove, write } from "../shared/storage.js";
import { countdown, listen, openClass, post, spaced } from "./class_api.js";
import { csvOf, drawSummary, stepText } from "./summary.js";

/** @import { Membership } from "./class_api.js" */
/** @import { Summary } from "./summary.js" */

const KEY = "teacher";
const OVER = "outnumber:summary";
// A child may need help after this many seconds at one step, or after this many wrong answers.
const LONG = 240;
const STUCK = 3;
const MOST_PUZZLES = 20; // per task, as on the puzzle page
/**
 * The current puzzle task, and the index of the puzzle that the projector shows next.
 * @type {{ task: number | undefined, next: number }}
 */
let puzzles = { task: undefined, next: 1 };
/** @type {Membership | null} */
let membership = read(KEY, null);
/** @type {api.ClassModel | null} */
let state = null;
/** @type {ReturnType<typeof listen> | null} */
let listening = null;
const setTimer = countdown($("left"));

/** @param {string} what */
function show(what) {
  for (const id of ["none", "room", "summary"]) $(id).hidden = id !== what;
  $("class").dataset.state = what;
}

/**
 * Send an action to the class, and show the new state.
 * @param {string} what
 * @param {Record<string, unknown>} body
 */
async function act(what, body) {
  if (!membership) return false;
  say($("problem"), "");
  try {
    draw(await post(membership, what, body));
    return true;
  } catch (/** @type {any} */ refusal) {
    say($("problem"), refusal.message);
    $("problem").scrollIntoView({ block: "nearest" });
    return false;
  }
}

/** @param {Membership} own */
function begin(own) {
  listening = listen(
    own,
    "",
    draw,
    () => {
      remove(KEY);
      membership = null;
      show("none");
      say($("problem"), t("This class has ended."));
    },
    (away) => say($("problem"), away ? t("Can't reach the server at the moment.") : ""),
  );
}

// ---- progress of the children

/** @type {Map<number | null, string>} */
const names = new Map();
/** @param {number | null} number */
const nameOf = (number) => names.get(number) ?? t("the computer");

/** @param {number} number */
const gameOf = (number) => state?.pairs.find(({ first, second }) => [first, second].includes(number));

/** @param {api.ChildModel} child */
function placeText({ number, at }) {
  const game = gameOf(number);
  if (game?.left.includes(number)) return t("left the game");
  if (!at) return t("just joined");
  if (at.place === "lesson") return [at.title, stepText(at.step)].filter(Boolean).join(", ");
  if (at.place === "puzzle") return [at.title, at.step && t("puzzle {n}", { n: at.step })].filter(Boolean).join(", ");
  if (at.place !== "game") return t("waiting");
  return game?.over && [game.game, ""].includes(at.what) ? t("finished the game") : t("in a game");
}

/**
 * Why a child may need the teacher's help, or an empty string.
 * @param {api.ChildModel} child
 */
function trouble({ number, hand, here: isHere, at }) {
  if (hand) return t("needs help");
  const [left] = gameOf(number)?.left.filter((each) => each !== number) ?? [];
  if (left) return t("has no opponent: {name} left", { name: nameOf(left) });
  if (!at || !isHere || !["lesson", "puzzle"].includes(at.place)) return "";
  if (at.stuck >= STUCK) return tn("{n} wrong answer here", "{n} wrong answers here", at.stuck);
  return at.seconds >= LONG
    ? tn("{n} minute on this step", "{n} minutes on this step", Math.floor(at.seconds / 60))
    : "";
}

/** @param {api.ChildModel} child */
function drawChild(child) {
  const why = trouble(child);
  const counts = [];
  if (child.task_solved + child.task_missed)
    counts.push(
      t("now {solved} of {tried} solved", { solved: child.task_solved, tried: child.task_solved + child.task_missed }),
    );
  else if (child.solved + child.missed)
    counts.push(t("{solved} of {tried} solved", { solved: child.solved, tried: child.solved + child.missed }));
  if (child.played) counts.push(t("{won} of {played} won", { won: child.won, played: child.played }));
  return h(
    "li",
    { class: `child${child.here ? "" : " away"}${why ? " stuck" : ""}`, "data-child": child.number },
    h("span", { class: "who" }, h("b", {}, child.name), h("small", {}, child.here ? placeText(child) : t("away"))),
    why ? h("small", { class: "why" }, why) : null,
    counts.length ? h("small", {}, counts.join(" · ")) : null,
    h(
      "button",
      {
        class: "round out",
        "aria-label": t("Remove {name}", { name: child.name }),
        onclick: () =>
          confirm(t("Remove {name}? Another device can then choose this animal and continue.", { name: child.name })) &&
          act("out", { child: child.number }),
      },
      "×",
    ),
  );
}

/** @param {api.PairModel} pair */
function drawPair(pair) {
  const [one, two] = [nameOf(pair.first), nameOf(pair.second)];
  const how = pair.over
    ? pair.winner === null
      ? t("finished")
      : t("{name} won", { name: nameOf(pair.winner) })
    : tn("{n} move", "{n} moves", pair.moves);
  return h(
    "li",
    {},
    h("span", {}, `${one} – ${two}`, h("small", {}, how)),
    h(
      "button",
      { "aria-pressed": String(state?.shown?.table === pair.game), onclick: () => act("show", { table: pair.game }) },
      t("Show"),
    ),
  );
}

/**
 * Replace the items of a list only if they changed, so that a click in progress is not lost.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} items
 */
function fill(place, items) {
  if (place.children.length === items.length && items.every((each, at) => each.isEqualNode(place.children[at]))) return;
  const focused = parts(place, "button").findIndex((button) => button === document.activeElement);
  place.replaceChildren(...items);
  if (focused >= 0) parts(place, "button")[focused]?.focus();
}

/** @param {api.ClassModel} next */
function draw(next) {
  if (state && next.id === state.id && next.seq < state.seq) return;
  state = next;
  show("room");
  names.clear();
  for (const { number, name } of state.children) names.set(number, name);
  const present = state.children.filter((child) => !child.gone).sort((a, b) => a.name.localeCompare(b.name));
  say($("where"), t("Go to {address} and enter the code:", { address: here(at("/join")).replace(/^https?:\/\//, "") }));
  say($("code"), spaced(state.code));
  $("near").hidden = document.body.dataset.reach !== "";
  if (!$("qr").firstChild) drawCode($("qr"), here(state.link));
  $("door", HTMLInputElement).checked = state.open;
  $("room").dataset.door = state.open ? "open" : "closed";
  const away = present.filter((child) => !child.here).length;
  say(
    $("count"),
    [tn("{n} child", "{n} children", present.length), away ? t("{n} away", { n: away }) : ""]
      .filter(Boolean)
      .join(", "),
  );
  $("nobody").hidden = present.length > 0;
  fill($("children"), present.map(drawChild));
  const needing = present.filter(trouble);
  $("help-panel").hidden = !needing.length;
  fill(
    $("stuck"),
    needing.map((child) => h("li", {}, h("b", {}, child.name), ` ${trouble(child)} (${placeText(child)})`)),
  );
  const { task } = state;
  const kinds = { lesson: t("Lesson"), puzzles: t("Puzzles"), games: t("Games") };
  say(
    $("task"),
    task ? t("Now: {what}", { what: `${kinds[task.kind]}, ${task.title}` }) : t("Nothing has been started yet."),
  );
  if (task?.number !== puzzles.task) puzzles = { task: task?.number, next: 1 };
  $("show-puzzle").hidden = task?.kind !== "puzzles" || puzzles.next > MOST_PUZZLES;
  say($("show-puzzle"), t("Show puzzle {n}", { n: puzzles.next }));
  setTimer(state.left);
  $("pairs-panel").hidden = !state.pairs.length;
  fill($("pairs"), state.pairs.map(drawPair));
  const shown = state.shown?.table ? state.pairs.find((pair) => pair.game === next.shown?.table) : null;
  say(
    $("showing"),
    !state.shown
      ? t("Showing the class code.")
      : shown
        ? t("Showing {names}.", { names: `${nameOf(shown.first)} – ${nameOf(shown.second)}` })
        : t("Showing a position."),
  );
  say(
    $("until"),
    tn(
      "Everything is deleted automatically in {n} hour.",
      "Everything is deleted automatically in {n} hours.",
      Math.max(1, Math.round(state.seconds / 3600)),
    ),
  );
}

// ---- actions of the teacher

const sizeField = $("size", HTMLInputElement);
const kindField = $("kind", HTMLSelectElement);
const game = () => $("game", HTMLSelectElement).selectedOptions[0];

function chosen() {
  const { size, usual = "", label = "", kinds = "" } = game().dataset;
  sizeField.value = usual;
  $("size-label").textContent = label;
  const row = sizeField.closest("p");
  if (row) row.hidden = !size;
  for (const option of kindField.options)
    option.hidden = option.disabled = Boolean(option.value) && !kinds.split(" ").includes(option.value);
  if (kindField.selectedOptions[0]?.disabled) kindField.value = "";
}

function options() {
  const { size } = game().dataset;
  return size ? { [size]: Number(sizeField.value) } : {};
}

/** @param {boolean} free only children who are not playing */
const pair = (free) =>
  act("pairs", {
    game: game().value,
    options: options(),
    help: $("helped", HTMLInputElement).checked,
    free,
  });

$("game").addEventListener("change", chosen);
$("open").addEventListener("click", async () => {
  say($("problem"), "");
  try {
    const { id, token, state: first } = await openClass();
    membership = { id, token };
    write(KEY, membership);
    draw(first);
    begin(membership);
  } catch (/** @type {any} */ refusal) {
    say($("problem"), refusal.message);
  }
});
$("door").addEventListener("change", () => act("door", { open: $("door", HTMLInputElement).checked }));
$("secret").addEventListener("click", async () => {
  if (!membership) return;
  const link = here(at(`/class#${membership.id}.${membership.token}`));
  // The link is secret, so it is visible only while it is copied.
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": t("Copy teacher link") });
  $("secret").after(field);
  $("copied").textContent = await copied(link, field);
  if ($("copied").textContent !== t("Copied")) return;
  field.remove();
  $("secret").focus();
});
$("start-lesson").addEventListener("click", () => act("lesson", { lesson: game().value }));
$("start-puzzles").addEventListener("click", () =>
  act("puzzles", {
    game: game().value,
    kind: kindField.value || null,
    difficulty: Number($("difficulty", HTMLSelectElement).value) || null,
  }),
);
$("pair").addEventListener("click", () => pair(false));
$("pair-free").addEventListener("click", () => pair(true));
for (const button of parts(document, ".minutes"))
  button.addEventListener("click", () => act("timer", { seconds: Number(button.getAttribute("value")) }));
$("show").addEventListener("click", () => {
  const moves = ($("moves", HTMLInputElement).value.match(/\d+/g) ?? []).map(Number);
  act("show", { game: game().value, options: options(), moves });
});
$("show-puzzle").addEventListener("click", async () => {
  if (!state?.task) return;
  const { what, seed, puzzle: kind, difficulty } = state.task;
  try {
    const found = await somePuzzles(what, seed ?? 0, MOST_PUZZLES, {
      ...(kind && { kind }),
      ...(difficulty && { difficulty }),
    });
    const { game: name, options: chosenOptions, moves, kind: puzzle } = found.puzzles[puzzles.next - 1];
    puzzles.next += 1;
    await act("show", { game: name, options: chosenOptions, moves, puzzle });
  } catch (/** @type {any} */ refusal) {
    say($("problem"), refusal.message);
  }
});
$("hide").addEventListener("click", () => act("show", {}));

// ---- ending the class

onSure($("end"), $("sure", HTMLDialogElement), async () => {
  if (!membership) return;
  listening?.stop();
  let last = state;
  try {
    last = await post(membership, "end");
  } catch (/** @type {any} */ refusal) {
    // If the class has ended and only the response was lost, the summary uses the last state that this page received.
    if (refusal.code !== "no-such-class") {
      say($("problem"), refusal.message);
      begin(membership);
      return;
    }
  }
  remove(KEY);
  membership = null;
  const summary = { at: new Date().toISOString(), children: last?.children ?? [] };
  sessionStorage.setItem(OVER, JSON.stringify(summary));
  showSummary(summary);
});

/** @param {Summary} summary */
function showSummary(summary) {
  const table = $("table", HTMLTableElement);
  show("summary");
  drawSummary($("summary-text"), table, summary);
  $("save").onclick = () =>
    saveFile(`outnumber-${summary.at.slice(0, 10)}.csv`, new Blob([csvOf(table)], { type: "text/csv" }));
}
$("print").addEventListener("click", () => print());
$("close").addEventListener("click", () => {
  sessionStorage.removeItem(OVER);
  show("none");
});

chosen();
const link = /^#([0-9a-z]{12})\.([0-9a-f]{32})$/.exec(location.hash);
if (link) {
  history.replaceState(null, "", location.pathname);
  membership = { id: link[1], token: link[2] };
  write(KEY, membership);
}
const summary = sessionStorage.getItem(OVER);
if (membership) begin(membership);
else if (summary) showSummary(JSON.parse(summary));
else show("none");
