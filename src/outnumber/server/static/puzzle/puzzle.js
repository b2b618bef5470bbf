// The page of puzzles: shows one, checks an answer with the server, plays out why a wrong one is wrong, and keeps the progress.

import { dailyPuzzle, puzzleAnswer, puzzleHint, somePuzzles, tryPuzzle } from "../shared/api.js";
import { Board, PlayedLine } from "../shared/board/board.js";
import { Hints } from "../shared/board/hints.js";
import { stateOf } from "../shared/board/position.js";
import { $, h, speakIn, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { dayOf, learn, ofDay, record, streak, waiting, wanted } from "../shared/progress.js";
import { onRules } from "../shared/rules_sheet.js";
import { nameOf, turnText } from "../shared/sentences.js";
import { boardPath, here, shareText } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import { resultText } from "./daily_result.js";
import { answerOffline, begunOn, forgetBegun, hintOffline, keepBegun, tryOffline } from "./offline_puzzle.js";

const kind = $("puzzle").dataset.kind;
const asked = new URLSearchParams(location.search);
const day = kind === "daily" ? (asked.get("date") ?? dayOf()) : "";
const place = `${location.pathname} ${day}`; // where a puzzle that was begun is found again
let puzzle = null;
let state = null;
let attempt = null; // {wrong, hinted, counted, answer, marked, given}
let now = null; // the position that is shown: that of the puzzle, or one further on in a game that is played out
let queue = [];
let seed = asked.get("seed");
const seen = new Set();
const coach = new Hints($("hint", HTMLButtonElement), $("ladder"), { ask, spoke: helped });
const board = new Board(
  { rows: $("tracks"), pool: $("pool"), players: $("plates"), typed: $("typed", HTMLFormElement) },
  { play, refuse: (text) => tell(text, true), leave: () => board.pool.focus() },
);
const line = new PlayedLine($("line"));

/** Ask for a hint. */
function ask(level) {
  const given = puzzle.kind === "seat" ? attempt.given : [];
  const asked = puzzleHint(plain(), level, given);
  // What is kept for times without a server is the help with the puzzle as it was set.
  return given.length ? asked : asked.catch(offline(() => hintOffline(puzzle, level)));
}

const plain = () => ({ game: puzzle.game, options: puzzle.options, moves: puzzle.moves, kind: puzzle.kind ?? "one" });

/** What is to be answered next. */
function asks() {
  if (["who", "seat"].includes(puzzle.kind) && !attempt.given.length) return "seat";
  return puzzle.kind === "all" ? "moves" : "move";
}

const choices = h("div", { class: "buttons", id: "choices" });
$("actions").prepend(choices);

// ---- one line that says what happens

const tell = (text, bad = false) => tellIn($("status"), text, bad, state?.turn?.seat);
const speak = (text) => speakIn($("status"), text);

// ---- which puzzle is next

async function fetched() {
  if (kind === "daily") return [(await dailyPuzzle(day, asked.get("game"))).puzzle];
  if (kind === "again") return [];
  const named = asked.get("kind");
  // A seed that somebody chose gives its puzzles in order, and first of all the first; otherwise every visit has others.
  const chosen = seed;
  const count = Math.min(20, seen.size ? seen.size + 5 : 1);
  if (count === 20) seed = null;
  const number = chosen ?? crypto.getRandomValues(new Uint32Array(1))[0] % 1000000000;
  // Those of a seed are the same for everybody; others have games and kinds by turns, each as hard as you can solve.
  if (chosen !== null)
    return (
      await somePuzzles(kind, number, count, {
        ...(named && { kind: named }),
        ...(asked.get("difficulty") && { difficulty: asked.get("difficulty") }),
      })
    ).puzzles;
  const turn = turns(named);
  const found = await somePuzzles(turn.game, number, 1, { kind: turn.kind, difficulty: wanted(turn.game, turn.kind) });
  // An added game may have none that hard.
  return (found.puzzles.length ? found : await somePuzzles(turn.game, number, 1, { kind: turn.kind })).puzzles;
}

const kinds = JSON.parse($("puzzle").dataset.kinds);
let games = [];

const shuffled = (list) =>
  list
    .map((each) => [Math.random(), each])
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);

/** The game and the kind whose turn it is; whoever named a kind stays with it. */
function turns(named) {
  if (named)
    for (const game of Object.keys(kinds)) if (!kinds[game].includes(named) && kind === "mixed") delete kinds[game];
  if (!games.length) games = shuffled(Object.keys(kinds));
  const game = games.shift() ?? kind;
  if (!kinds[game]) return { game, kind: named };
  kinds[game].push(kinds[game].shift());
  return { game, kind: named ?? kinds[game].at(-1) };
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
    const found = refusal.code === "offline" && !puzzle ? begunOn(place) : null;
    if (found) return begin(found);
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
  tell(
    seen.size
      ? t("That was all for now.")
      : t("Nothing is due. Puzzles that you missed come again after a day or more."),
  );
  $("none").querySelector("a").focus();
}

function begin(found) {
  puzzle = found;
  seen.add(puzzle.id);
  attempt = { wrong: [], hinted: 0, tries: 0, counted: false, answer: null, marked: new Set(), given: [] };
  now = puzzle;
  // Whoever is to choose a seat has none yet.
  state = stateOf(puzzle, { you: asks() === "seat" ? null : puzzle.turn });
  board.pool.lay(puzzle.scene.numbers);
  $("filter-label").hidden = !board.pool.long;
  $("filter").checked = board.pool.long;
  if (kind !== "daily") $("title").textContent = puzzle.title;
  $("subtitle").textContent = [kind === "daily" ? puzzle.title : null, puzzle.about].filter(Boolean).join(" · ");
  const stars = [1, 2, 3, 4, 5].map((step) =>
    h("span", { class: step <= puzzle.difficulty ? "pip full" : "pip", "aria-hidden": "true" }),
  );
  $("difficulty").replaceChildren(...stars, h("span", {}, t("Difficulty {n} of 5", { n: puzzle.difficulty })));
  $("difficulty").hidden = false;
  $("rules-link").href = `/rules/${puzzle.game}`;
  help();
  $("play").hidden = false;
  keepBegun(place, puzzle, plain());
  const before =
    kind === "daily" && ofDay(day, puzzle.id) !== null
      ? [t("You have tried this one before: only the first time counts.")]
      : [];
  tell(
    [...before, puzzle.question ?? t("One move wins: find it."), asks() === "seat" ? "" : turnText(state)]
      .filter(Boolean)
      .join(" "),
  );
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
  if (asks() === "seat") return tell(puzzle.question);
  if (!now.legal.includes(number)) return tell(t("{number} does not fit here.", { number }), true);
  if (asks() === "moves") {
    if (!attempt.marked.delete(number)) attempt.marked.add(number);
    const none = t("none");
    tell(t("Marked: {numbers}", { numbers: [...attempt.marked].sort((a, b) => a - b).join(", ") || none }));
    return draw();
  }
  await give([number]);
}

/** Where the server cannot be reached, what is known without it. */
const offline = (known) => (refusal) => {
  if (refusal.code !== "offline") throw refusal;
  return known();
};

/** Answer with numbers: moves, all winning moves, or a seat. */
async function give(numbers) {
  if (!puzzle || attempt.answer || busy()) return;
  await working(async () => {
    const answers = puzzle.kind === "seat" ? [...attempt.given, ...numbers] : numbers;
    const found = await tryPuzzle(plain(), answers).catch(offline(() => tryOffline(puzzle, answers)));
    if (!found.right) {
      attempt.tries += 1;
      if (found.move) attempt.wrong.push(found.move);
      count(false);
      return refute(found.move, found.refutation);
    }
    attempt.given.push(...numbers);
    if (found.game) return goOn(found.game);
    count(true);
    const number = found.answer.solution;
    if ((puzzle.kind ?? "one") !== "one")
      show(found.answer, `${attempt.solved ? t("Right.") : t("Yes.")} ${found.answer.text}`);
    else
      show(
        found.answer,
        attempt.solved
          ? t("Right: {move} is the only move that wins.", { move: number })
          : t("Yes, {number} is the only move that wins.", { number }),
      );
  });
}

/** The seat is taken: your opponent may have moved, and it is your turn. */
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

const lastHint = () => ((puzzle.kind ?? "one") === "one" || (puzzle.kind === "seat" && attempt.given.length) ? 3 : 2);

/** Offer the hints for what is asked now: whoever has sat down is helped with the next move. */
function help() {
  coach.steps = lastHint();
  coach.moved([puzzle.id, ...attempt.given].join(" "));
}

/** A hint was given: what it says is seen elsewhere, and told to those who listen. */
function helped(text, bad) {
  if (bad) return tell(text, true);
  attempt.hinted = Math.max(attempt.hinted, coach.level);
  if (coach.level === lastHint()) count(false);
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

// ---- what comes of it

function refute(number, { line: moves, ending, scene }) {
  if (!number && !moves.length) {
    tell(t("No: a winning move is missing."));
    return draw();
  }
  const place = $("refutation");
  place.hidden = false;
  const verdict = !number
    ? t("No: the other player wins.")
    : puzzle.kind === "avoid"
      ? t("No: {number} wins.", { number })
      : t("No: {number} loses.", { number });
  $("refutation-title").textContent = number && puzzle.kind !== "avoid" ? t("{number} loses", { number }) : verdict;
  const said = moves
    .map((each) => t("{name} plays {number}", { name: nameOf(state, each.seat), number: each.move }))
    .join(", ");
  const end = ending?.text ?? "";
  $("ending").textContent = end;
  const on = moves.length ? t("It could go on like this: {moves}.", { moves: said }) : "";
  tell([verdict, t("Try again.")].join(" "));
  speak([on, end].filter(Boolean).join(" "));
  draw();
  // Without a server, some mistakes have no line.
  line.show(
    state,
    {
      moves: [...now.moves, ...(number ? [number] : []), ...moves.map((each) => each.move)],
      seats: [...now.seats, ...(number ? [now.turn] : []), ...moves.map((each) => each.seat)],
      scene,
    },
    now.moves.length + 1,
  );
  place.scrollIntoView({ block: "nearest" });
}

function show(answer, text) {
  attempt.answer = answer;
  forgetBegun();
  learn(puzzle.id, answer.theme);
  state.turn = null;
  state.state = "over";
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
  const words = [t("Streak: {n} (best: {best}).", { n: row, best })];
  if (!attempt.solved) words.push(t("This one will come again."));
  $("row").textContent = words.join(" ");
  $("told-on").replaceChildren(
    ...(kind === "daily"
      ? [shareText(t("Tell others, without the answer"), outcome(), here(`/puzzles/daily?date=${day}`))]
      : []),
  );
  $("board-link").href = boardPath(puzzle, puzzle.moves);
  $("next").textContent = kind === "daily" ? t("More of this game") : t("Next puzzle");
  tell(text);
  speak(answer.explanation.text);
  draw();
  // On a small screen the button is below the words: they are to be seen first.
  $("next").focus({ preventScroll: true });
  $("result").scrollIntoView({ block: "nearest" });
}

/** How the puzzle of the day went, for others. */
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

/** The numbers that win, where the answer tells. */
function winning({ solution }) {
  if (["who", "seat"].includes(puzzle.kind)) return null;
  if (puzzle.kind === "avoid") return new Set(puzzle.legal.filter((number) => number !== solution));
  return new Set([solution].flat());
}

/** What is known of single numbers before the answer: those that were tried, and those that you marked. */
function known() {
  const tried = puzzle.kind === "avoid" ? "win" : "lose";
  return new Map([
    ...[...attempt.marked].map((number) => [number, "marked"]),
    ...attempt.wrong.map((number) => [number, tried]),
  ]);
}

function draw() {
  const { answer, wrong, tries } = attempt;
  $("puzzle").dataset.state = answer ? (attempt.solved ? "solved" : "missed") : "open";
  $("result").hidden = !answer;
  if (!tries || answer) $("refutation").hidden = true;
  const solved = answer && (puzzle.kind ?? "one") === "one";
  const after = solved
    ? { moves: [...puzzle.moves, answer.solution], seats: [...puzzle.seats, puzzle.turn], scene: answer.scene }
    : now;
  board.showPosition(state, now, {
    after,
    yours: !answer && asks() !== "seat",
    filter: $("filter").checked,
    winning: answer ? winning(answer) : null,
    told: known(),
  });
  choices.hidden = Boolean(answer) || asks() === "move";
  const button = (text, numbers) =>
    h("button", { type: "button", class: "primary", onclick: () => give(numbers()) }, text);
  choices.replaceChildren(
    ...(asks() === "moves"
      ? [button(t("These numbers win, and no others"), () => [...attempt.marked])]
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

$("filter").addEventListener("change", draw);
$("give-up").addEventListener("click", giveUp);
$("next").addEventListener("click", () => {
  if (kind === "daily") location.href = `/puzzles/${puzzle.game}`;
  else next().then(() => state && $("pool").querySelector("[tabindex='0']")?.focus());
});
onRules($("rules-link", HTMLAnchorElement), () => puzzle?.game);
onKey("h", () => {
  if (puzzle && !attempt.answer) coach.next();
});

if (kind !== "daily" && seed === null) queue = waiting(["again", "mixed"].includes(kind) ? null : kind);
next();
