// The teacher's page: opens a class, shows the progress of each child, and starts tasks for the class.

import { at } from "../shared/address.js";
import { somePuzzles } from "../shared/api.js";
import { $, closest, h, onSure, part, parts, saveFile, say } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { copied, drawCode, here as here_ } from "../shared/share.js";
import { read, remove, write } from "../shared/storage.js";
import { picture } from "./animals.js";
import { countdown, listen, openClass, post, spaced } from "./class_api.js";
import {
  choiceOf,
  drawEditor,
  drawStations,
  loadedPlan,
  readyPlan,
  readyStations,
  savePlan,
  startStation,
  titleOf,
} from "./plan.js";
import { doing, drawChild, drawIdea, drawNeed, drawPair, ideas, nameOf, ordered, trouble } from "./room.js";
import { drawMembers, drawStandings } from "./standings.js";
import { csvOf, drawSummary, listed, mistakesOf } from "./summary.js";

/** @import { Membership } from "./class_api.js" */
/** @import { Summary } from "./summary.js" */

const KEY = "teacher";
const OVER = "outnumber:summary";
/** @param {string} address */
const bare = (address) => address.replace(/^https?:\/\//, "");
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

// ---- the room

/** @param {string} key */
const seatsKey = (key) => `seats ${key}`;
/** The numbers of the children in the order of their seats. */
const seats = () => /** @type {number[]} */ (read(seatsKey(state?.id ?? ""), []));

/**
 * Replace the items of a list only if they changed, so that a click in progress is not lost.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} items
 */
function fill(place, items) {
  if (place.children.length === items.length && items.every((each, at) => each.isEqualNode(place.children[at]))) return;
  const controls = () => parts(place, "button, input");
  const focused = controls().findIndex((each) => each === document.activeElement);
  place.replaceChildren(...items);
  if (focused >= 0) controls()[focused]?.focus();
}

/** Whether the teacher has folded the join panel; it folds by itself when the first activity begins. */
let folded = false;
/** @param {boolean} fold */
function foldJoin(fold) {
  folded = fold;
  $("join-panel").hidden = fold;
  $("show-code").setAttribute("aria-expanded", String(!fold));
}

/** @param {api.ClassModel} next */
function drawHead(next) {
  const present = next.children.filter((child) => !child.gone);
  const here = present.filter((child) => child.here).length;
  say($("where"), t("Go to {address} and enter the code:", { address: bare(here_(at("/join"))) }));
  say($("code"), spaced(next.code));
  say($("show-code"), t("Code: {code}", { code: spaced(next.code) }));
  $("near").hidden = document.body.dataset.reach !== "";
  if (!$("qr").firstChild) drawCode($("qr"), here_(next.link));
  $("door", HTMLInputElement).checked = next.open;
  say($("door-state"), next.open ? "" : t("Door closed"));
  say($("count"), present.length ? t("{here} of {all} here", { here, all: present.length }) : "");
  $("nobody").hidden = present.length > 0;
  setTimer(next.left);
  say(
    $("until"),
    tn(
      "Everything is deleted automatically in {n} hour.",
      "Everything is deleted automatically in {n} hours.",
      Math.max(1, Math.round(next.seconds / 3600)),
    ),
  );
}

let starting = false;

/** @param {api.ClassModel} next */
function drawPlan({ plan, station }) {
  fill($("stations"), drawStations(plan, station));
  const following = plan[station];
  $("next").hidden = !plan.length;
  $("next").setAttribute("aria-disabled", String(!following)); // `disabled` would lose the focus
  say($("next"), following ? t("Next: {title}", { title: titleOf(following) }) : t("The plan is done"));
  if ($("plan-panel", HTMLDetailsElement).open)
    fill(
      $("edit-plan"),
      drawEditor(plan, (stations) => setPlan(stations)),
    );
}

/** The children whose need for help has been announced to a screen reader. */
let announced = new Set();

/** @param {api.ClassModel} next */
function drawRoom(next) {
  const order = $("order", HTMLSelectElement).value;
  const present = ordered(next, order, seats());
  $("arrange").hidden = order !== "seats";
  fill(
    $("children"),
    present.map((child) => drawChild(next, child, order === "seats")),
  );
  const needing = present.filter((child) => trouble(next, child)[0]);
  $("help-panel").hidden = !needing.length;
  fill(
    $("stuck"),
    needing.map((child) => drawNeed(next, child)),
  );
  const more = needing.filter(({ number }) => !announced.has(number));
  announced = new Set(needing.map(({ number }) => number));
  if (more.length) say($("calls"), more.map((child) => `${child.name} ${trouble(next, child)[0]}`).join(", "));
  /** @param {api.ChildModel["activity"]} what */
  const n = (what) => present.filter((child) => child.activity === what).length;
  const counts = [
    [n("playing"), t("{n} playing", { n: n("playing") })],
    [n("lesson"), t("{n} in the lesson", { n: n("lesson") })],
    [n("puzzle"), t("{n} at puzzles", { n: n("puzzle") })],
    [n("waiting"), t("{n} waiting", { n: n("waiting") })],
    [n("finished"), t("{n} finished", { n: n("finished") })],
  ];
  say(
    $("tasks"),
    counts
      .filter(([count]) => count)
      .map(([, text]) => text)
      .join(" · "),
  );
  const games = next.pairs.filter((pair) => pair.current).sort((a, b) => Number(a.over) - Number(b.over));
  const over = games.filter((pair) => pair.over).length;
  $("pairs-panel").hidden = !games.length;
  say($("pairs-title"), t("Games: {going} in progress, {over} finished", { going: games.length - over, over }));
  fill(
    $("pairs"),
    games.map((pair) => drawPair(next, pair)),
  );
  const found = ideas(next);
  $("ideas-panel").hidden = !found.length;
  fill($("ideas"), found.map(drawIdea));
  $("standings-panel").hidden = !next.tournament || next.tournament === "quiet";
  fill($("standings"), drawStandings(next));
  $("ties").hidden = next.tournament !== "points";
  $("members-panel").hidden = !next.teams;
  fill($("members"), drawMembers(next));
}

/** @param {api.ClassModel} next */
function drawHands(next) {
  const { task, shown } = next;
  const kinds = { lesson: t("Lesson"), puzzles: t("Puzzles"), games: t("Games") };
  say(
    $("task"),
    task ? t("Now: {what}", { what: `${kinds[task.kind]}, ${task.title}` }) : t("Nothing has been started yet."),
  );
  if (task?.number !== puzzles.task) puzzles = { task: task?.number, next: 1 };
  $("show-puzzle").hidden = task?.kind !== "puzzles" || puzzles.next > MOST_PUZZLES;
  say($("show-puzzle"), t("Show puzzle {n}", { n: puzzles.next }));
  const pair = shown?.table ? next.pairs.find((each) => each.game === shown.table) : null;
  const what = pair
    ? t("Showing {names}.", { names: `${nameOf(next, pair.first)} – ${nameOf(next, pair.second)}` })
    : shown?.game
      ? t("Showing a position.")
      : shown?.standings
        ? t("Showing the standings.")
        : "";
  $("on-wall").hidden = !what;
  const answered = next.tally.reduce((sum, [, n]) => sum + n, 0);
  say(
    $("showing"),
    [what, shown?.choices.length ? tn("{n} answer.", "{n} answers.", answered) : ""].filter(Boolean).join(" "),
  );
  for (const [id, on] of /** @type {[string, boolean][]} */ ([
    ["reveal-tally", next.reveal_tally],
    ["reveal-answer", next.reveal_answer],
  ])) {
    $(id).setAttribute("aria-pressed", String(on));
    $(id, HTMLButtonElement).disabled = !shown || (id === "reveal-tally" ? !shown.choices.length : shown.standings);
  }
  for (const id of ["round", "undo-round", "final", "show-standings"])
    $(id, HTMLButtonElement).disabled = !next.tournament;
}

/** @param {api.ClassModel} next */
function draw(next) {
  if (state && next.id === state.id && next.seq < state.seq) return;
  const started = next.task || next.station;
  if (started && !(state?.task || state?.station) && !folded) foldJoin(true);
  state = next;
  show("room");
  drawHead(next);
  drawPlan(next);
  drawRoom(next);
  drawHands(next);
  if (card !== null) drawCard(next);
}

// ---- one child

/** @type {number | null} */
let card = null;
const cardDialog = $("child-card", HTMLDialogElement);

/** @param {api.ClassModel} next */
function drawCard(next) {
  const child = next.children[(card ?? 0) - 1];
  if (!child || child.gone) return cardDialog.close();
  say($("child-name"), child.name);
  fill($("child-face"), [/** @type {any} */ (picture(child.animal))]);
  const lines = [
    [doing(next, child), child.here ? "" : t("away")].filter(Boolean).join(" · "),
    trouble(next, child)[0],
    listed(child.lessons) && t("Lessons: {what}", { what: listed(child.lessons) }),
    listed(child.hard) && t("Stuck at: {what}", { what: listed(child.hard) }),
    child.solved + child.missed
      ? t("Puzzles: {solved} of {tried} solved", { solved: child.solved, tried: child.solved + child.missed })
      : "",
    child.played ? t("Games: {won} of {played} won", { won: child.won, played: child.played }) : "",
  ];
  fill(
    $("child-about"),
    lines.filter(Boolean).map((text) => h("p", {}, text)),
  );
  $("child-helped").hidden = !child.hand;
  $("child-show").hidden = !next.pairs.some((pair) => pair.game === child.game);
}

document.addEventListener("click", (event) => {
  const open = closest(event, "[data-open]");
  const game = closest(event, "[data-show]");
  if (game) act("show", { table: game.dataset.show });
  if (!open || !state) return;
  card = Number(open.dataset.open);
  drawCard(state);
  cardDialog.showModal();
});
cardDialog.addEventListener("close", () => {
  // The line of those who need help may have lost the button that opened the card.
  if (document.activeElement === document.body) parts($("children"), `[data-open="${card}"]`)[0]?.focus();
  card = null;
});
$("child-helped").addEventListener("click", async () => {
  if (await act("helped", { child: card })) cardDialog.close();
});
$("child-show").addEventListener("click", () => act("show", { table: state?.children[(card ?? 0) - 1].game }));
$("child-out").addEventListener("click", () => {
  const child = state?.children[(card ?? 0) - 1];
  if (
    child &&
    confirm(t("Remove {name}? Another device can then choose this animal and continue.", { name: child.name }))
  )
    act("out", { child: child.number });
});

// ---- the seats

$("order").addEventListener("change", () => state && drawRoom(state));
/**
 * Move a child to the place of another.
 * @param {number} child
 * @param {number} to
 */
function reseat(child, to) {
  if (!state) return;
  const order = ordered(state, "seats", seats()).map(({ number }) => number);
  const from = order.indexOf(child);
  if (to < 0 || to >= order.length || from < 0) return;
  order.splice(to, 0, ...order.splice(from, 1));
  write(seatsKey(state.id), order);
  drawRoom(state);
  part($("children"), `[data-open="${child}"]`).focus();
}
const seatOf = (/** @type {Event} */ event) => Number(closest(event, ".child")?.dataset.child);
const placeOf = (/** @type {number} */ child) =>
  parts($("children"), ".child").findIndex((each) => Number(each.dataset.child) === child);
let dragged = 0;
$("children").addEventListener("dragstart", (event) => {
  dragged = seatOf(event);
});
$("children").addEventListener("dragover", (event) => dragged && event.preventDefault());
$("children").addEventListener("drop", (event) => {
  event.preventDefault();
  if (dragged && seatOf(event)) reseat(dragged, placeOf(seatOf(event)));
  dragged = 0;
});
$("children").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step || $("order", HTMLSelectElement).value !== "seats" || !seatOf(event)) return;
  event.preventDefault();
  reseat(seatOf(event), placeOf(seatOf(event)) + step);
});

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

let revealing = Promise.resolve(true);
/**
 * Reveal or hide the tally or the answer, after earlier presses: each starts from the state that they left.
 * @param {"tally" | "answer"} what
 */
function reveal(what) {
  revealing = revealing.then(() => {
    const { reveal_tally: tally = false, reveal_answer: answer = false } = state ?? {};
    return act("reveal", { tally, answer, [what]: !{ tally, answer }[what] });
  });
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
    foldJoin(false);
    draw(first);
    $("front-title").focus();
    begin(membership);
    setPlan(await readyPlan($("ready", HTMLSelectElement).value, $("length", HTMLSelectElement).value));
  } catch (/** @type {any} */ refusal) {
    say($("problem"), refusal.message);
  }
});
$("door").addEventListener("change", () => act("door", { open: $("door", HTMLInputElement).checked }));
$("secret").addEventListener("click", async () => {
  if (!membership) return;
  const link = here_(at(`/class#${membership.id}.${membership.token}`));
  // The link is secret, so it is visible only while it is copied.
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": t("Copy teacher link") });
  $("secret").after(field);
  $("copied").textContent = await copied(link, field);
  if ($("copied").textContent !== t("Copied")) return;
  field.remove();
  $("secret").focus();
});
$("show-code").addEventListener("click", () => foldJoin(!folded));

// ---- the plan

/**
 * @param {api.Station[]} stations
 * @param {number} [station]
 */
const setPlan = (stations, station = Math.min(state?.station ?? 0, stations.length)) =>
  act("plan", { stations, station });
$("next").addEventListener("click", async () => {
  const following = state?.plan[state.station];
  if (!state || !following || starting) return;
  starting = true; // a second click must not start two stations at once
  if (await setPlan(state.plan, state.station + 1)) await startStation(following, act);
  starting = false;
});
$("use-plan").addEventListener("click", async () =>
  setPlan(await readyPlan($("ready", HTMLSelectElement).value, $("length", HTMLSelectElement).value), 0),
);
$("plan-panel").addEventListener("toggle", () => {
  if (state) drawPlan(state);
  offerStations();
});
/** @type {api.Station[]} */
let more = [];
async function offerStations() {
  more = await readyStations($("ready", HTMLSelectElement).value);
  $("more").replaceChildren(...more.map((each, place) => h("option", { value: place }, choiceOf(each))));
}
$("ready").addEventListener("change", offerStations);
$("add").addEventListener("click", () => {
  const station = more[$("more", HTMLSelectElement).selectedIndex];
  if (state && station) setPlan([...state.plan, station]);
});
$("save-plan").addEventListener("click", () => state && savePlan(state.plan));
$("load-plan").addEventListener("change", async () => {
  const field = $("load-plan", HTMLInputElement);
  try {
    await setPlan(loadedPlan((await field.files?.[0]?.text()) ?? ""), 0);
  } catch {
    say($("problem"), t("This file is not a lesson plan."));
  }
  field.value = "";
});

// ---- by hand

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
  act("show", { game: game().value, options: options(), moves, puzzle: $("ask", HTMLSelectElement).value || null });
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
$("reveal-tally").addEventListener("click", () => reveal("tally"));
$("reveal-answer").addEventListener("click", () => reveal("answer"));
$("tournament").addEventListener("click", () =>
  act("tournament", { mode: $("mode", HTMLSelectElement).value, teams: Number($("teams", HTMLInputElement).value) }),
);
$("members").addEventListener("change", (event) => {
  const { dataset, value } = /** @type {HTMLSelectElement} */ (event.target);
  act("team", { child: Number(dataset.member), team: Number(value) });
});
$("round").addEventListener("click", () =>
  act("pairs", { game: game().value, options: options(), help: $("helped", HTMLInputElement).checked, round: true }),
);
$("undo-round").addEventListener("click", () => act("undo", {}));
$("final").addEventListener("click", async () => {
  if (!(await act("pairs", { game: game().value, options: options(), final: true }))) return;
  const last = state?.pairs.findLast((pair) => pair.current);
  if (last) act("show", { table: last.game });
});
$("show-standings").addEventListener("click", () => act("show", { standings: true }));

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
  const summary = {
    at: new Date().toISOString(),
    children: last?.children ?? [],
    ideas: last ? ideas(last) : [],
    mistakes: last ? await mistakesOf(last) : [],
  };
  sessionStorage.setItem(OVER, JSON.stringify(summary));
  showSummary(summary);
});

/** @param {Summary} summary */
function showSummary(summary) {
  const table = $("table", HTMLTableElement);
  show("summary");
  $("summary-title").focus();
  drawSummary({ line: $("summary-text"), table, ideas: $("summary-ideas"), mistakes: $("summary-mistakes") }, summary);
  $("save").onclick = () =>
    saveFile(`outnumber-${summary.at.slice(0, 10)}.csv`, new Blob([csvOf(table, summary)], { type: "text/csv" }));
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
