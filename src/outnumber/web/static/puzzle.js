// The page of puzzles: shows one, checks a try with the server, plays out why a wrong move loses, and keeps the progress.

import { $, h, say } from "./page.js";
import { t } from "./words.js";
import { dailyPuzzle, puzzleAnswer, puzzleHint, somePuzzles, tryPuzzle } from "./api.js";
import { Pool } from "./pool.js";
import { Coach } from "./coach.js";
import { drawTracks, usedIn } from "./tracks.js";
import { drawPlates } from "./plates.js";
import { onKey } from "./shell.js";
import { onNumber } from "./entry.js";
import { nameOf, turnText } from "./telling.js";
import { dayOf, learn, ofDay, record, streak, waiting } from "./progress.js";

const kind = $("puzzle").dataset.kind;
const asked = new URLSearchParams(location.search);
const day = kind === "daily" ? asked.get("date") ?? dayOf() : "";
const LAST_HINT = 3;
const AT_ONCE = 5;
let puzzle = null;
let state = null;
let pool = null;
let attempt = null; // {wrong, hinted, counted, answer}
let queue = [];
let seed = asked.get("seed");
let timer = 0;
const seen = new Set();
const coach = new Coach("", () => {}, (text, bad) => helped(text, bad));
coach.ask = (level) => puzzleHint(plain(), level);

const plain = () => ({ game: puzzle.game, options: puzzle.options, moves: puzzle.moves });

// ---- one line that says what happens

let line = "";

/** Tell something; `more` is seen elsewhere on the page, and is for those who listen. */
function tell(text, bad = false, more = "") {
  $("status").classList.toggle("refused", bad);
  if (state?.turn) $("status").dataset.seat = state.turn.seat;
  else delete $("status").dataset.seat;
  line = text;
  if (more) $("status").replaceChildren(text, h("span", { class: "unseen" }, ` ${more}`));
  else say($("status"), text);
}

// ---- which puzzle is next

async function fetched() {
  if (kind === "daily") return [(await dailyPuzzle(day, asked.get("game"))).puzzle];
  if (kind === "again") return [];
  // A seed that somebody chose gives its puzzles in order; otherwise every visit has others.
  const chosen = seed;
  seed = null;
  const number = chosen ?? crypto.getRandomValues(new Uint32Array(1))[0] % 1000000000;
  return (await somePuzzles(kind, number, chosen === null ? AT_ONCE : 20)).puzzles;
}

async function next() {
  $("next").disabled = true;
  try {
    for (let tries = 0; !queue.length && tries < 3; tries += 1) {
      queue = (await fetched()).filter((each) => !seen.has(each.id));
      if (kind === "daily" || kind === "again") break;
    }
  } catch (refusal) {
    $("next").disabled = false;
    $("none").hidden = Boolean(puzzle);
    return tell(refusal.message, true);
  }
  $("next").disabled = false;
  if (!queue.length) return finished();
  begin(queue.shift());
}

function finished() {
  $("play").hidden = true;
  $("none").hidden = false;
  state = null;
  tell(seen.size ? t("That was all for now.") : t("Nothing is due. Puzzles that you missed come again after a day or more."));
  $("none").querySelector("a").focus();
}

function begin(found) {
  puzzle = found;
  seen.add(puzzle.id);
  attempt = { wrong: [], hinted: 0, counted: false, answer: null };
  const seats = [1, 2].map((seat) => ({ participant: seat, seat, name: "", plays: "human", here: true }));
  const turn = { seat: puzzle.turn, participant: puzzle.turn };
  state = { ...puzzle, state: "playing", participants: seats, you: turn, turn, round: 1, rounds: 1, clock: null };
  pool = new Pool($("pool"), puzzle.scene.numbers, play);
  $("filter-label").hidden = !pool.long;
  $("filter").checked = pool.long;
  if (kind !== "daily") $("title").textContent = puzzle.title;
  $("subtitle").textContent = [kind === "daily" ? puzzle.title : null, puzzle.about].filter(Boolean).join(" · ");
  const stars = [1, 2, 3, 4, 5].map((step) => h("span", { class: step <= puzzle.difficulty ? "pip full" : "pip", "aria-hidden": "true" }));
  $("difficulty").replaceChildren(...stars, h("span", {}, t("Difficulty {n} of 5", { n: puzzle.difficulty })));
  $("difficulty").hidden = false;
  $("rules-link").href = `/rules/${puzzle.game}`;
  coach.moved(puzzle.id);
  $("play").hidden = false;
  const before = kind === "daily" && ofDay(day, puzzle.id) !== null ? [t("You have tried this one before: only the first time counts.")] : [];
  tell([...before, t("One move wins: find it."), turnText(state)].join(" "));
  draw();
}

// ---- what you do

/** Count the attempt once: solved with the first move, or missed. */
function count(solved) {
  if (attempt.counted) return;
  attempt.counted = true;
  attempt.solved = solved;
  record(puzzle, solved, { hints: attempt.hinted, daily: day });
}

async function play(number) {
  if (!puzzle || attempt.answer || busy()) return;
  if (!puzzle.legal.includes(number)) return tell(t("{number} does not fit here.", { number }), true);
  await working(async () => {
    const found = await tryPuzzle(plain(), number);
    if (found.right) {
      count(true);
      show(found.answer, attempt.solved ? t("Right: {number} is the only move that wins.", { number }) : t("Yes, {number} is the only move that wins.", { number }));
    } else {
      attempt.wrong.push(number);
      count(false);
      refute(number, found.refutation);
    }
  });
}

const busy = () => $("puzzle").classList.contains("busy");

async function working(what) {
  $("puzzle").classList.add("busy");
  try {
    await what();
  } catch (refusal) {
    tell(refusal.message, true);
  } finally {
    $("puzzle").classList.remove("busy");
  }
}

/** A hint was given: what it says is seen elsewhere, and told to those who listen. */
function helped(text, bad) {
  if (bad) return tell(text, true);
  attempt.hinted = coach.level;
  if (coach.level === LAST_HINT) count(false);
  tell(line, false, text);
}

function giveUp() {
  if (!puzzle || attempt.answer || busy()) return;
  working(async () => {
    const answer = await puzzleAnswer(plain());
    count(false);
    show(answer, t("{number} is the only move that wins.", { number: answer.solution }));
  });
}

// ---- what comes of it

function refute(number, { line: moves, ending, scene }) {
  const place = $("refutation");
  place.hidden = false;
  $("refutation-title").textContent = t("{number} loses", { number });
  const said = moves.map((each) => `${nameOf(state, each.seat)} ${each.move}`).join(", ");
  const end = ending?.text ?? "";
  $("ending").textContent = end;
  const on = moves.length ? t("It could go on like this: {moves}.", { moves: said }) : "";
  tell([t("No: {number} loses.", { number }), t("Try again.")].join(" "), false, [on, end].filter(Boolean).join(" "));
  draw();
  playOut({
    round: 0, first: 1, moves: [...puzzle.moves, number, ...moves.map((each) => each.move)],
    seats: [...puzzle.seats, puzzle.turn, ...moves.map((each) => each.seat)],
  }, scene);
  place.scrollIntoView({ block: "nearest" });
}

/** Show how it goes on, move by move; every number leads to its moment. */
function playOut(look, scene) {
  clearInterval(timer);
  const last = look.moves.length;
  const go = (place) => { clearInterval(timer); at(place); };
  const at = (ply) => drawTracks($("line"), { state: { ...state, turn: null }, scene, look, ply, go });
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return at(last);
  let ply = puzzle.moves.length + 1;
  at(ply);
  timer = setInterval(() => {
    if (ply >= last) return clearInterval(timer);
    ply += 1;
    at(ply);
  }, 700);
}

function show(answer, text) {
  attempt.answer = answer;
  learn(puzzle.id, answer.theme);
  clearInterval(timer);
  state.turn = null;
  state.state = "over";
  $("refutation").hidden = true;
  $("result").dataset.won = attempt.solved ? "yes" : "";
  $("result-text").textContent = text;
  $("explanation").textContent = answer.explanation.text;
  $("pairs-title").hidden = $("pairs").hidden = !answer.pairs.length;
  $("pairs-title").textContent = t("After {number}, answer each number with its partner:", { number: answer.solution });
  $("pairs").replaceChildren(...answer.pairs.map(([a, b]) => h("li", {}, t("{a} with {b}", { a, b }))));
  $("theme").textContent = `${answer.title}:`;
  $("lesson").textContent = answer.lesson;
  const { row, best_row: best } = streak();
  const words = [t("Streak: {n} (best: {best}).", { n: row, best })];
  if (!attempt.solved) words.push(t("This one will come again."));
  $("row").textContent = words.join(" ");
  $("next").textContent = kind === "daily" ? t("More of this game") : t("Next puzzle");
  tell(text, false, answer.explanation.text);
  draw();
  // On a small screen the button is below the words: they are to be seen first.
  $("next").focus({ preventScroll: true });
  $("result").scrollIntoView({ block: "nearest" });
}

// ---- drawing

function draw() {
  const { answer, wrong } = attempt;
  $("puzzle").dataset.state = answer ? (attempt.solved ? "solved" : "missed") : "open";
  $("result").hidden = !answer;
  if (!wrong.length || answer) $("refutation").hidden = true;
  drawPlates($("plates"), state);
  const moves = answer ? [...puzzle.moves, answer.solution] : puzzle.moves;
  const seats = answer ? [...puzzle.seats, puzzle.turn] : puzzle.seats;
  const look = { round: 1, first: 1, moves, seats };
  drawTracks($("tracks"), { state, scene: answer?.scene ?? puzzle.scene, look, ply: moves.length, go: () => {} });
  pool.update({
    legal: new Set(puzzle.legal), used: usedIn(look, puzzle.moves.length, puzzle.scene.unused), last: puzzle.moves.at(-1), yours: !answer, filter: $("filter").checked,
    winning: answer ? new Set([answer.solution]) : null, losing: new Set(wrong),
    names: [nameOf(state, 1), nameOf(state, 2)],
  });
  $("typed").hidden = $("give-up").hidden = $("coach").hidden = Boolean(answer);
}

onNumber({ play, find: (number) => pool.find(number), refuse: (text) => tell(text, true) });
$("filter").addEventListener("change", draw);
$("give-up").addEventListener("click", giveUp);
$("next").addEventListener("click", () => {
  if (kind === "daily") location.href = `/puzzles/${puzzle.game}`;
  else next().then(() => state && $("pool").querySelector("[tabindex='0']")?.focus());
});
onKey("h", () => { if (puzzle && !attempt.answer) coach.next(); });

if (kind !== "daily" && seed === null) queue = waiting(["again", "mixed"].includes(kind) ? null : kind);
next();
