// The puzzle page: shows a puzzle, asks the server to grade each answer, plays the refutation of a wrong one, and saves
// the progress in this browser.

import { at, embedded } from "../shared/address.js";
import { dailyPuzzle, puzzleAnswer, puzzleHint, somePuzzles, tryPuzzle } from "../shared/api.js";
import { Board, PlayedLine } from "../shared/board/board.js";
import { Hints } from "../shared/board/hints.js";
import { stateOf } from "../shared/board/position.js";
import { $, h, part, speakIn, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { dayOf, learn, ofDay, record, streak, waiting, wanted } from "../shared/progress.js";
import { onRules } from "../shared/rules_sheet.js";
import { turnText } from "../shared/sentences.js";
import { boardPath, here, shareEmbed, shareLink, shareText } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import { sound, soundButton } from "../shared/sound.js";
import { resultText } from "./daily_result.js";
import { answerOffline, begunOn, forgetBegun, hintOffline, keepBegun, tryOffline } from "./offline_puzzle.js";
import { continuation, expects, plainOf, rightText, winningIn, wrongText } from "./outcome.js";

/** @import { GameView, Position } from "../shared/board/position.js" */

/**
 * The state of an attempt: `wrong` holds the refuted moves, `marked` the moves marked as winning, and `given` the right
 * answers so far; `counted` says whether the result has been saved.
 * @typedef {object} Attempt
 * @property {number[]} wrong
 * @property {number} hinted
 * @property {number} tries
 * @property {boolean} counted
 * @property {boolean} solved
 * @property {api.PuzzleAnswer | null} answer
 * @property {Set<number>} marked
 * @property {number[]} given
 */

const page = $("puzzle");
// The name of a game, or one of: daily, mixed, again.
const kind = page.dataset.kind ?? "";
const nextButton = $("next", HTMLButtonElement);
const asked = new URLSearchParams(location.search);
const day = kind === "daily" ? (asked.get("date") ?? dayOf()) : "";
const place = `${location.pathname} ${day}`; // the storage key of a started puzzle
// Set when the first puzzle begins.
/** @type {api.PuzzleModel} */
let puzzle;
/** @type {GameView | null} */
let state = null;
/** @type {Attempt} */
let attempt;
/**
 * The position on the board: the start of the puzzle, or a later position while the game continues.
 * @type {Position}
 */
let now;
/** @type {api.PuzzleModel[]} */
let queue = [];
let source = ""; // the page that shows the same puzzle, if there is one
let seed = asked.get("seed");
/** @type {Set<string>} */
const seen = new Set();
const hints = new Hints($("hint", HTMLButtonElement), $("ladder"), { ask, spoke: helped });
const board = new Board(
  {
    rows: $("tracks"),
    pool: $("pool"),
    players: $("plates"),
    typed: $("typed", HTMLFormElement),
    filter: $("filter-label"),
  },
  { play, refuse: (text) => tell(text, true), leave: () => board.pool.focus() },
);
const line = new PlayedLine($("line"));

/**
 * Ask for a hint.
 * @param {number} level
 */
function ask(level) {
  const given = puzzle.kind === "seat" ? attempt.given : [];
  const hint = puzzleHint(plain(), level, given);
  // Only the hints for the first position are stored for offline use.
  return given.length ? hint : hint.catch(offline(() => hintOffline(puzzle, level)));
}

const plain = () => plainOf(puzzle);
const asks = () => expects(puzzle, attempt.given);

const choices = h("div", { class: "buttons", id: "choices" });

// ---- the status line

/** @param {string} text */
const tell = (text, bad = false) => tellIn($("status"), text, bad, state?.turn?.seat);
/** @param {string} text */
const speak = (text) => speakIn($("status"), text);

// ---- choosing the next puzzle

async function fetched() {
  source = day && `/puzzles/daily?date=${day}`;
  if (kind === "daily") return [(await dailyPuzzle(day, asked.get("game"))).puzzle];
  if (kind === "again") return [];
  const named = asked.get("kind");
  // A given seed yields a fixed sequence, starting with a single puzzle; without a seed each visit has new puzzles.
  const chosen = seed;
  const count = Math.min(20, seen.size ? seen.size + 5 : 1);
  if (count === 20) seed = null;
  const number = chosen ?? crypto.getRandomValues(new Uint32Array(1))[0] % 1000000000;
  // With a seed, everyone gets the same puzzles. Without one, games and kinds alternate at the player's own difficulty.
  if (chosen !== null) {
    const more = Object.fromEntries([...asked].filter(([name]) => ["kind", "difficulty"].includes(name)));
    source = linkTo(kind, chosen, more);
    return (await somePuzzles(kind, number, count, more)).puzzles;
  }
  const turn = turns(named);
  for (const more of [{ difficulty: wanted(turn.game, turn.kind) }, {}]) {
    const { puzzles } = await somePuzzles(turn.game, number, 1, { kind: turn.kind, ...more });
    source = linkTo(turn.game, number, { kind: turn.kind, ...more });
    // An added game may have no puzzle of that difficulty.
    if (puzzles.length) return puzzles;
  }
  return [];
}

/**
 * The page that begins with the same puzzle.
 * @param {string} game
 * @param {string | number} from
 * @param {Record<string, any>} more
 */
const linkTo = (game, from, more) => `/puzzles/${game}?${new URLSearchParams({ seed: String(from), ...more })}`;

/** @type {Record<string, string[]>} */
const kinds = JSON.parse(page.dataset.kinds ?? "{}");
/** @type {string[]} */
let games = [];

/** @param {string[]} list */
const shuffled = (list) =>
  list
    .map((each) => ({ each, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);

/**
 * The next game and kind. A kind named in the address stays fixed.
 * @param {string | null} named
 */
function turns(named) {
  if (named)
    for (const game of Object.keys(kinds)) if (!kinds[game].includes(named) && kind === "mixed") delete kinds[game];
  if (!games.length) games = shuffled(Object.keys(kinds));
  const game = games.shift() ?? kind;
  const [first = "", ...rest] = kinds[game] ?? [];
  if (kinds[game]) kinds[game] = [...rest, first];
  return { game, kind: named ?? first };
}

async function next() {
  nextButton.disabled = true;
  try {
    for (let tries = 0; !queue.length && tries < 3; tries += 1) {
      queue = (await fetched()).filter((each) => !seen.has(each.id));
      if (kind === "daily" || kind === "again") break;
    }
  } catch (/** @type {any} */ refusal) {
    nextButton.disabled = false;
    const found = refusal.code === "offline" && !puzzle ? begunOn(place) : null;
    if (found) return begin(found);
    $("none").hidden = Boolean(puzzle);
    return tell(refusal.message, true);
  }
  nextButton.disabled = false;
  const [first, ...rest] = queue;
  queue = rest;
  if (first) begin(first);
  else finished();
}

function finished() {
  $("play").hidden = true;
  $("none").hidden = false;
  state = null;
  tell(seen.size ? t("That's all for now.") : t("Nothing is due. Missed puzzles come back after a day or more."));
  part($("none"), "a").focus();
}

/** @param {api.PuzzleModel} found */
function begin(found) {
  puzzle = found;
  seen.add(puzzle.id);
  attempt = {
    wrong: [],
    hinted: 0,
    tries: 0,
    counted: false,
    solved: false,
    answer: null,
    marked: new Set(),
    given: [],
  };
  now = puzzle;
  // A player who has yet to choose a seat has none.
  state = stateOf(puzzle, { you: asks() === "seat" ? null : puzzle.turn });
  board.pool.lay(puzzle.scene.numbers);
  board.filter(true);
  if (kind !== "daily") $("title").textContent = puzzle.title;
  $("subtitle").textContent = [kind === "daily" ? puzzle.title : null, puzzle.about].filter(Boolean).join(" · ");
  const stars = [1, 2, 3, 4, 5].map((step) =>
    h("span", { class: step <= puzzle.difficulty ? "pip full" : "pip", "aria-hidden": "true" }),
  );
  $("difficulty").replaceChildren(...stars, h("span", {}, t("Difficulty {n} of 5", { n: puzzle.difficulty })));
  $("difficulty").hidden = false;
  $("rules-link", HTMLAnchorElement).href = at(`/rules/${puzzle.game}`);
  $("share-button").hidden = !source;
  help();
  $("play").hidden = false;
  keepBegun(place, puzzle, plain());
  const before =
    kind === "daily" && ofDay(day, puzzle.id) !== null
      ? [t("You have tried this puzzle before; only the first attempt counts.")]
      : [];
  tell(
    [...before, puzzle.question ?? t("One move wins: find it."), asks() === "seat" ? "" : turnText(state)]
      .filter(Boolean)
      .join(" "),
  );
  draw();
}

// ---- answers

/**
 * Save the result once: solved with the first move, or missed.
 * @param {boolean} solved
 */
function count(solved) {
  if (attempt.counted) return;
  attempt.counted = true;
  attempt.solved = solved;
  record(puzzle, solved, { hints: attempt.hinted, daily: day });
}

/** @param {number} number */
async function play(number) {
  if (!puzzle || attempt.answer || busy()) return;
  if (asks() === "seat") return tell(puzzle.question);
  if (!now.legal.includes(number)) return tell(t("{number} is not allowed here.", { number }), true);
  if (asks() === "moves") {
    if (!attempt.marked.delete(number)) attempt.marked.add(number);
    const none = t("none");
    tell(t("Marked: {numbers}", { numbers: [...attempt.marked].sort((a, b) => a - b).join(", ") || none }));
    return draw();
  }
  await give([number]);
}

/**
 * Fall back to stored data if the server is unreachable.
 * @template T
 * @param {() => T} known
 * @returns {(refusal: any) => T}
 */
const offline = (known) => (refusal) => {
  if (refusal.code !== "offline") throw refusal;
  return known();
};

/**
 * Submit an answer: a move, all winning moves, or a seat.
 * @param {number[]} numbers
 */
async function give(numbers) {
  if (!puzzle || attempt.answer || busy()) return;
  await working(async () => {
    const answers = puzzle.kind === "seat" ? [...attempt.given, ...numbers] : numbers;
    /** @type {Partial<api.PuzzleTry>} */
    const found = await tryPuzzle(plain(), answers).catch(offline(() => tryOffline(puzzle, answers)));
    const { move = 0, answer } = found;
    if (!found.right) {
      attempt.tries += 1;
      if (move) attempt.wrong.push(move);
      count(false);
      if (found.refutation) refute(move, found.refutation);
      return;
    }
    attempt.given.push(...numbers);
    if (found.game) goOn(found.game);
    if (found.game || !answer) return;
    count(true);
    show(answer, rightText(puzzle, answer, attempt.solved));
  });
}

/**
 * Continue after a right answer that is not the last: the opponent has replied if necessary, and it is your turn.
 * @param {api.GameOn} game
 */
function goOn(game) {
  now = { ...puzzle, ...game };
  $("refutation").hidden = true;
  state = stateOf(now, { you: now.turn });
  attempt.wrong = [];
  keepBegun(place, puzzle, plain(), attempt.given);
  help();
  tell([t("Right so far."), turnText(state)].join(" "));
  draw();
}

const busy = () => page.classList.contains("busy");

/** @param {() => Promise<void>} what */
async function working(what) {
  page.classList.add("busy");
  try {
    await what();
  } catch (/** @type {any} */ refusal) {
    tell(refusal.message, true);
  } finally {
    page.classList.remove("busy");
  }
}

const lastHint = () => ((puzzle.kind ?? "one") === "one" || (puzzle.kind === "seat" && attempt.given.length) ? 3 : 2);

/** Offer hints for the current question; once a seat is chosen, they are about the next move. */
function help() {
  hints.steps = lastHint();
  hints.moved([puzzle.id, ...attempt.given].join(" "));
}

/**
 * Announce to screen readers a hint that appears elsewhere on the page.
 * @param {string} text
 * @param {boolean} [bad]
 */
function helped(text, bad) {
  if (bad) return tell(text, true);
  attempt.hinted = Math.max(attempt.hinted, hints.level);
  if (hints.level === lastHint()) count(false);
  speak(text);
}

function giveUp() {
  if (!puzzle || attempt.answer || busy()) return;
  working(async () => {
    const answer = await puzzleAnswer(plain()).catch(offline(() => answerOffline(puzzle)));
    count(false);
    show(answer, answer.text);
  });
}

// ---- feedback

/**
 * @param {number} number
 * @param {api.RefutedTry} refutation
 */
function refute(number, refutation) {
  if (!state) return;
  const players = state;
  const { line: moves, ending, scene } = refutation;
  const verdict = wrongText(puzzle, number, refutation);
  if (!number && !moves.length) {
    tell(verdict);
    return draw();
  }
  const place = $("refutation");
  place.hidden = false;
  $("refutation-title").textContent = number && puzzle.kind !== "avoid" ? t("{number} loses", { number }) : verdict;
  $("ending").textContent = ending?.text ?? "";
  tell([verdict, t("Try again.")].join(" "));
  speak(continuation(players, refutation));
  draw();
  // Offline, some mistakes have no refutation.
  const turn = now.turn ?? 1;
  line.show(
    players,
    {
      moves: [...now.moves, ...(number ? [number] : []), ...moves.map((each) => each.move)],
      seats: [...now.seats, ...(number ? [turn] : []), ...moves.map((each) => each.seat)],
      scene,
    },
    now.moves.length + 1,
  );
  place.scrollIntoView({ block: "nearest" });
}

/**
 * @param {api.PuzzleAnswer} answer
 * @param {string} text
 */
function show(answer, text) {
  attempt.answer = answer;
  forgetBegun();
  learn(puzzle.id, answer.theme);
  if (state) state = { ...state, turn: null, state: "over" };
  $("refutation").hidden = true;
  $("result").dataset.won = attempt.solved ? "yes" : "";
  $("result-text").textContent = text;
  $("explanation").textContent = answer.explanation.text;
  $("pairs-title").hidden = $("pairs").hidden = !answer.pairs.length;
  $("pairs-title").textContent = t("After {move}, answer each number with its partner:", { move: answer.solution });
  $("pairs").replaceChildren(...answer.pairs.map(([a, b]) => h("li", {}, t("{a} with {b}", { a, b }))));
  $("theme").textContent = answer.title.endsWith("?") ? answer.title : `${answer.title}:`;
  $("lesson").textContent = answer.lesson;
  const { row, best_row: best } = streak();
  $("row").textContent = attempt.solved
    ? t("Streak: {n} (best: {best}).", { n: row, best })
    : t("You'll see this puzzle again.");
  $("told-on").replaceChildren(
    ...(kind === "daily"
      ? [shareText(t("Share your result (no spoilers)"), outcome(), here(at(`/puzzles/daily?date=${day}`)))]
      : []),
  );
  $("board-link", HTMLAnchorElement).href = boardPath(puzzle, puzzle.moves);
  nextButton.textContent = kind === "daily" ? t("More puzzles") : t("Next puzzle");
  if (attempt.solved) sound("win");
  tell(text);
  speak(answer.explanation.text);
  draw();
  // On a small screen the button is below the text, so scroll the text into view first.
  nextButton.focus({ preventScroll: true });
  $("result").scrollIntoView({ block: "nearest" });
}

/** The result of the daily puzzle, to share. */
function outcome() {
  return resultText({
    day,
    title: puzzle.title,
    difficulty: puzzle.difficulty,
    solved: attempt.solved,
    wrong: attempt.tries,
    hints: attempt.hinted,
    days: streak().days,
  });
}

// ---- drawing

/** The numbers that were tried, and those that the player marked. */
function known() {
  /** @type {Map<number, "win" | "lose" | "marked">} */
  const told = new Map();
  for (const number of attempt.marked) told.set(number, "marked");
  for (const number of attempt.wrong) told.set(number, puzzle.kind === "avoid" ? "win" : "lose");
  return told;
}

function draw() {
  if (!state) return;
  const { answer, wrong, tries } = attempt;
  page.dataset.state = answer ? (attempt.solved ? "solved" : "missed") : "open";
  $("result").hidden = !answer;
  if (!tries || answer) $("refutation").hidden = true;
  const solved = answer && (puzzle.kind ?? "one") === "one";
  const after = solved
    ? { moves: [...puzzle.moves, Number(answer.solution)], seats: [...puzzle.seats, puzzle.turn], scene: answer.scene }
    : now;
  board.showPosition(state, now, {
    after,
    yours: !answer && asks() !== "seat",
    winning: answer ? winningIn(puzzle, answer) : null,
    told: known(),
  });
  choices.hidden = Boolean(answer) || asks() === "move";
  /**
   * @param {string} text
   * @param {() => number[]} numbers
   */
  const button = (text, numbers) => h("button", { class: "primary", onclick: () => give(numbers()) }, text);
  // A seat is chosen before the numbers matter; numbers are marked first.
  part($("play"), asks() === "seat" ? ".stage" : ".desk .pool").after(choices);
  choices.replaceChildren(
    ...(asks() === "moves"
      ? [button(t("Only these numbers win"), () => [...attempt.marked])]
      : [1, 2].map((seat) => button(t("Player {seat}", { seat }), () => [seat]))),
  );
  const { counted, solved: right } = attempt;
  dispatchEvent(
    new CustomEvent("outnumber:puzzle", {
      detail: {
        game: puzzle.game,
        id: puzzle.id,
        number: seen.size,
        wrong: wrong.length,
        solved: counted ? right : null,
      },
    }),
  );
  $("give-up").hidden = $("coach").hidden = Boolean(answer);
  $("typed").hidden = Boolean(answer) || asks() === "seat";
}

soundButton(document.getElementById("sounds"));
$("give-up").addEventListener("click", giveUp);
$("share-button").addEventListener("click", () => {
  $("share-body").replaceChildren(shareLink(t("This puzzle"), here(at(source))), shareEmbed(source, puzzle.title));
  $("share-dialog", HTMLDialogElement).showModal();
});
nextButton.addEventListener("click", () => {
  if (kind === "daily") location.href = at(`${embedded() ? "/embed" : ""}/puzzles/${puzzle.game}`);
  else next().then(() => state && board.pool.focus());
});
onRules($("rules-link", HTMLAnchorElement), () => puzzle?.game);
onKey("h", () => {
  if (puzzle && !attempt.answer) hints.next();
});

if (kind !== "daily" && seed === null && !embedded()) queue = waiting(["again", "mixed"].includes(kind) ? null : kind);
next();
