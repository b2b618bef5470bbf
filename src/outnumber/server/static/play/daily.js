// The daily puzzle on the home page, answered in place, with the streak and the last seven days.

import { continuation, expects, plainOf, rightText, winningIn, wrongText } from "../puzzle/outcome.js";
import { puzzleAnswer, tryPuzzle } from "../shared/api.js";
import { Pool } from "../shared/board/pool.js";
import { stateOf } from "../shared/board/position.js";
import { drawRows } from "../shared/board/rows.js";
import { h, part, say } from "../shared/dom.js";
import { language, t, tn } from "../shared/language.js";
import { dayOf, learn, ofDay, record, streak, waiting } from "../shared/progress.js";
import { turnText } from "../shared/sentences.js";

/** @import { Position } from "../shared/board/position.js" */

const DAY = 86400000;
const WEEK = 7;

const card = part(document, "#daily");
/** @param {string} id */
const place = (id) => part(card, `#${id}`);
/** @type {api.DailyPuzzle | null} */
const today = JSON.parse(card.dataset.puzzle ?? "null");
const pool = new Pool(place("daily-pool"), tap);
// Set by `begin`, if there is a puzzle that has not been tried.
/** @type {api.PuzzleModel} */
let puzzle;
/** @type {Position} */
let now;
/** @type {api.PuzzleAnswer | null} */
let answer = null;
/** The right answers so far. @type {number[]} */
const given = [];
/** @type {Map<number, "win" | "lose" | "marked">} */
let told = new Map();
let begun = false;
let busy = false;

const asks = () => expects(puzzle, given);
/** @param {string} text */
const note = (text) => say(place("daily-note"), text);

/** Show the puzzle, unless it is from another day, or has been tried. */
function begin() {
  if (begun || !today || today.date !== dayOf() || ofDay(today.date, today.puzzle.id) !== null) return;
  begun = true;
  ({ puzzle } = today);
  now = puzzle;
  place("daily-ask").hidden = false;
  say(place("daily-about"), [puzzle.title, puzzle.about].filter(Boolean).join(" · "));
  say(place("daily-question"), [puzzle.question, asks() === "seat" ? "" : turnText(seen())].filter(Boolean).join(" "));
  draw();
}

/** The position as a game; a player who has yet to choose a seat has none. */
function seen() {
  const over = Boolean(answer);
  return stateOf(now, { turn: over ? null : now.turn, you: over || asks() === "seat" ? null : now.turn });
}

function draw() {
  const state = seen();
  const shown =
    answer && (puzzle.kind ?? "one") === "one"
      ? { moves: [...now.moves, Number(answer.solution)], seats: [...now.seats, puzzle.turn], scene: answer.scene }
      : now;
  const round = { round: 1, first: 1, moves: shown.moves, seats: shown.seats };
  drawRows(place("daily-rows"), { state, scene: shown.scene, round, ply: shown.moves.length });
  if (pool.numbers.join() !== now.legal.join()) pool.lay(now.legal);
  const winning = answer && winningIn(puzzle, answer);
  const yours = !answer && asks() !== "seat";
  pool.update({ legal: new Set(now.legal), winning, told, yours });
  /** @type {(text: string, numbers: () => number[]) => HTMLElement} */
  const button = (text, numbers) => h("button", { class: "primary", onclick: () => give(numbers()) }, text);
  const marked = () => [...told].filter(([, how]) => how === "marked").map(([number]) => number);
  const choices =
    asks() === "seat"
      ? [1, 2].map((seat) => button(t("Player {seat}", { seat }), () => [seat]))
      : [button(t("Only these numbers win"), marked)];
  place("daily-choices").replaceChildren(...(answer || asks() === "move" ? [] : choices));
}

/** @param {number} number */
function tap(number) {
  if (answer || busy || asks() === "seat") return;
  if (asks() === "move") give([number]);
  else {
    if (!told.delete(number)) told.set(number, "marked");
    draw();
  }
}

/** @param {number[]} numbers */
async function give(numbers) {
  if (answer || busy) return;
  busy = true;
  try {
    const answers = puzzle.kind === "seat" ? [...given, ...numbers] : numbers;
    const found = await tryPuzzle(plainOf(puzzle), answers);
    if (found.right) right(numbers, found);
    else if (found.refutation) await wrong(found.move ?? 0, found.refutation);
  } catch (/** @type {any} */ refusal) {
    say(place("daily-question"), refusal.message);
  } finally {
    busy = false;
  }
}

/**
 * @param {number[]} numbers
 * @param {Partial<api.PuzzleTry>} found
 */
function right(numbers, { game, answer: known }) {
  given.push(...numbers);
  told = new Map();
  if (game) {
    now = { ...puzzle, ...game };
    say(place("daily-question"), `${t("Right so far.")} ${turnText(seen())}`);
    note("");
  } else if (known) {
    const first = record(puzzle, true, { daily: today?.date }) || ofDay(dayOf(), puzzle.id) === true;
    finish(known, rightText(puzzle, known, first));
  }
  draw();
}

/**
 * Say why an answer is wrong; who wins and the better seat have only one other answer.
 * @param {number} number
 * @param {api.RefutedTry} refutation
 */
async function wrong(number, refutation) {
  record(puzzle, false, { daily: today?.date });
  const verdict = wrongText(puzzle, number, refutation);
  if (number) told.set(number, puzzle.kind === "avoid" ? "win" : "lose");
  if (asks() === "seat") finish(await puzzleAnswer(plainOf(puzzle)), verdict);
  else {
    say(place("daily-question"), `${verdict} ${t("Try again.")}`);
    note(continuation(seen(), refutation));
    drawDaily();
  }
  draw();
}

/**
 * @param {api.PuzzleAnswer} found
 * @param {string} text
 */
function finish(found, text) {
  answer = found;
  learn(puzzle.id, answer.theme);
  say(place("daily-question"), text);
  note(answer.explanation.text);
  card.dataset.solved = String(ofDay(dayOf(), puzzle.id));
  drawDaily();
}

/** Draw the date, the puzzle, the streak, the last seven days, and the missed puzzles that are due. */
export function drawDaily() {
  begin();
  const now = new Date();
  const format = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  place("daily-date").textContent = format.format(now);
  const { days } = streak();
  const solved = ofDay(dayOf());
  const text =
    solved === null ? t("Not solved yet.") : solved ? t("Solved.") : t("Missed. There's a new one tomorrow.");
  say(place("streak"), days > 1 ? `${text} ${tn("{n} day in a row", "{n} days in a row", days)}` : text);
  const short = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  place("week").replaceChildren(
    ...Array.from({ length: WEEK }, (_, at) => {
      const day = new Date(now.getTime() - (WEEK - 1 - at) * DAY);
      const done = ofDay(dayOf(day));
      const words = done === null ? t("not tried") : done ? t("solved") : t("missed");
      const sign = done === null ? "" : done ? "✓" : "·";
      return h(
        "li",
        { class: at === WEEK - 1 ? "now" : "" },
        h("span", { class: done ? "day done" : "day", "aria-hidden": "true" }, sign),
        short.format(day),
        h("span", { class: "unseen" }, `, ${words}`),
      );
    }),
  );
  const due = waiting().length;
  place("due").hidden = !due;
  place("due").textContent = tn("{n} missed puzzle is due again.", "{n} missed puzzles are due again.", due);
}
