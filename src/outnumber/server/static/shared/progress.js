// Puzzles solved and missed in this browser, streaks, puzzles due for review, and stars of lessons and paths. Fields have the same names as in
// the terminal's puzzles.json.

import { puzzleCard } from "./api.js";
import { read, remove, write } from "./storage.js";

/**
 * The stars of each game's path, by the number of the stage.
 * @typedef {Record<string, Record<string, string[]>>} Stars
 */
/**
 * The types of an attempt at a puzzle, and of everything that is stored.
 * @typedef {{ at: string, id: string, game: string, difficulty: number, theme: string, solved: boolean, hints: number, daily: string }} Attempt
 * @typedef {Pick<api.PuzzleModel, "id" | "game" | "difficulty">} Tried
 * @typedef {{ puzzle: any, card: Partial<api.Card> & { due: string } }} Missed
 * @typedef {{ version: number, tried: Attempt[], cards: Record<string, Missed>, lessons?: Record<string, api.Place>, paths?: Stars, ratings?: Record<string, [rating: number, puzzles: number]> }} Progress
 */

const KEY = "puzzles";
const VERSION = 1;
const MOST = 5000;
const DAY = 86400000;

/** The day in UTC, as used for the daily puzzle. */
export const dayOf = (when = new Date()) => when.toISOString().slice(0, 10);

/**
 * All attempts, oldest first, and the missed puzzles with their cards by id.
 * @returns {Progress}
 */
export function load() {
  const found = read(KEY, null);
  const fine =
    found?.version === VERSION && Array.isArray(found.tried) && typeof found.cards === "object" && found.cards;
  return fine ? found : { version: VERSION, tried: [], cards: {} };
}

/** @param {Progress} progress */
export function save(progress) {
  progress.tried = progress.tried.slice(-MOST);
  return write(KEY, progress);
}

export const erase = () => remove(KEY);

/**
 * Whether the daily puzzle of a day was solved; null if it was not tried.
 * @param {string} day
 * @param {string | null} [id]
 */
export const ofDay = (day, id = null) =>
  load().tried.find((each) => each.daily === day && (!id || each.id === id))?.solved ?? null;

/**
 * Save an attempt; a daily puzzle counts once. A missed puzzle gets a card with the date of its next review.
 * @param {Tried} puzzle
 * @param {boolean} solved
 * @param {{ hints?: number, daily?: string }} [more]
 */
export function record(puzzle, solved, { hints = 0, daily = "" } = {}) {
  const progress = load();
  if (daily && progress.tried.some((each) => each.daily === daily && each.id === puzzle.id)) return false;
  const at = new Date().toISOString().replace(/\.\d+/, "");
  progress.tried.push({
    at,
    id: puzzle.id,
    game: puzzle.game,
    difficulty: puzzle.difficulty,
    theme: "",
    solved,
    hints,
    daily,
  });
  if (puzzle.id in progress.cards || !solved)
    schedule(progress, puzzle, solved ? (hints ? "helped" : "solved") : "missed");
  save(progress);
  return true;
}

/**
 * @param {Progress} progress
 * @param {Tried} puzzle
 * @param {api.PuzzleOutcome["answer"]} answer
 */
function schedule(progress, puzzle, answer) {
  const before = progress.cards[puzzle.id]?.card ?? null;
  // A local estimate, until the server responds or while it is unreachable.
  const due = new Date(Date.now() + (answer === "missed" ? 1 : 3) * DAY).toISOString();
  progress.cards[puzzle.id] = { puzzle, card: { ...before, due } };
  puzzleCard(before && "stability" in before ? /** @type {api.Card} */ (before) : null, answer).then(
    ({ card }) => {
      const now = load();
      if (!now.cards[puzzle.id]) return;
      now.cards[puzzle.id].card = card;
      save(now);
    },
    () => {},
  );
}

/**
 * Your place in a lesson, or null.
 * @param {string} lesson
 */
export const placeIn = (lesson) => load().lessons?.[lesson] ?? null;

/**
 * Save the place in a lesson. A puzzle missed there is scheduled for review, but does not count in the statistics.
 * @param {api.Place} place
 * @param {Tried | null} [missed]
 */
export function keepPlace(place, missed = null) {
  const progress = load();
  // Stars never expire, even if another window has saved an older place.
  const stars = new Set([...(progress.lessons?.[place.lesson]?.stars ?? []), ...place.stars]);
  progress.lessons = { ...progress.lessons, [place.lesson]: { ...place, stars: [...stars] } };
  if (missed) schedule(progress, missed, "missed");
  save(progress);
}

/** The stars of a stage, in order. */
export const STARS = ["won", "unaided", "flawless"];
// As in `study/paths/progress.py`: the stages that a star of a lesson opens, and solved puzzles of one difficulty.
const BY_LESSON = 2;
const BY_PUZZLES = 3;

/**
 * The stars earned on a stage.
 * @param {string} game
 * @param {number} stage
 */
export const starsOf = (game, stage) => load().paths?.[game]?.[stage] ?? [];

/**
 * Save the stars of an attempt; stars never expire.
 * @param {string} game
 * @param {number} stage
 * @param {readonly string[]} stars
 */
export function starred(game, stage, stars) {
  const progress = load();
  const path = { ...progress.paths?.[game] };
  path[stage] = STARS.filter((star) => stars.includes(star) || path[stage]?.includes(star));
  save({ ...progress, paths: { ...progress.paths, [game]: path } });
}

/**
 * Delete the stars of a path.
 * @param {string} game
 */
export function resetPath(game) {
  const progress = load();
  save({ ...progress, paths: { ...progress.paths, [game]: {} } });
}

/**
 * The progress on a path with some stages: the stars in total, the highest stage that may be played, and the stage to
 * play next. The lesson and the puzzles of the game open stages too.
 * @param {string} game
 * @param {number} stages
 */
export function onPath(game, stages) {
  const { paths, lessons, tried } = load();
  const stars = Object.entries(paths?.[game] ?? {}).filter(([, each]) => each.length);
  const solved = tried.filter((each) => each.game === game && each.solved).map((each) => each.difficulty);
  const puzzles = [1, 2, 3, 4, 5].filter((each) => solved.filter((one) => one === each).length >= BY_PUZZLES).length;
  const lesson = BY_LESSON * (lessons?.[game]?.stars?.length ?? 0);
  const open = Math.min(stages, 1 + Math.max(lesson, puzzles, ...stars.map(([stage]) => Number(stage))));
  const total = stars.reduce((sum, [, each]) => sum + each.length, 0);
  const numbers = Array.from({ length: open }, (_, place) => place + 1);
  const next = starsOf(game, open).length ? numbers.find((each) => starsOf(game, each).length < STARS.length) : open;
  return { total, open, done: stars.length, next: next ?? open };
}

/**
 * Save the theme of a puzzle once it is known.
 * @param {string} id
 * @param {string} theme
 */
export function learn(id, theme) {
  const progress = load();
  const last = progress.tried.findLast((each) => each.id === id);
  if (!last || last.theme) return;
  last.theme = theme;
  save(progress);
}

/** @param {string} id */
const kindOf = (id) => (id.includes("-") ? id.split("-")[0] : "one");

/**
 * The ratings of the solver of a game's puzzles and of those puzzles, as in the terminal, after a number of attempts.
 * @param {Progress} progress
 * @param {string} game
 * @param {number} [solver] the rating to start with
 */
function solverOf({ tried }, game, solver = 1000) {
  let count = 0;
  const ratings = new Map();
  /** @type {(of: string, difficulty: number) => number} */
  const rated = (of, difficulty) => ratings.get(`${of} ${difficulty}`) ?? 700 + 200 * difficulty;
  for (const each of tried.filter((tried) => tried.game === game)) {
    count += 1;
    const its = rated(kindOf(each.id), each.difficulty);
    const surprise = Number(each.solved) - 1 / (1 + 10 ** ((its - solver) / 400));
    solver += (count <= 10 ? 64 : 32) * surprise;
    ratings.set(`${kindOf(each.id)} ${each.difficulty}`, its - 8 * surprise);
  }
  return { solver, count, rated };
}

/**
 * Your rating in the puzzles of a game, and from how many puzzles; one that came from another device counts if it is
 * from more puzzles.
 * @param {Progress} progress
 * @param {string} game
 * @returns {[rating: number, puzzles: number]}
 */
export function ratingIn(progress, game) {
  const { solver, count } = solverOf(progress, game);
  const brought = progress.ratings?.[game];
  return brought && brought[1] > count ? brought : [Math.round(solver), count];
}

/**
 * The difficulty of the next puzzle of a game and kind, from 1 to 5, from ratings of solver and puzzles as in the
 * terminal.
 * @param {string} game
 * @param {string} kind
 */
export function wanted(game, kind) {
  const progress = load();
  // A rating from elsewhere that still counts is where the attempts here begin.
  const brought = progress.ratings?.[game];
  const own = solverOf(progress, game);
  const { solver, rated } = brought && brought[1] > own.count ? solverOf(progress, game, brought[0]) : own;
  /** @param {number} difficulty */
  const off = (difficulty) => Math.abs(rated(kind, difficulty) - (solver - 120));
  return [1, 2, 3, 4, 5].reduce((best, each) => (off(each) < off(best) ? each : best));
}

/**
 * The missed puzzles that are due, the longest overdue first.
 * @param {string | null} [game]
 * @param {number} [now]
 */
export function waiting(game = null, now = Date.now()) {
  return Object.values(load().cards)
    .filter((each) => Date.parse(each.card.due) <= now && (!game || each.puzzle.game === game))
    .sort((a, b) => Date.parse(a.card.due) - Date.parse(b.card.due))
    .map((each) => each.puzzle);
}

/**
 * The current and longest streaks: puzzles solved in a row, and consecutive days with the daily puzzle solved.
 * @param {string | null} [game]
 * @param {string} [today]
 */
export function streak(game = null, today = dayOf()) {
  const tried = load().tried.filter((each) => !game || each.game === game);
  let row = 0;
  let bestRow = 0;
  for (const each of tried) {
    row = each.solved ? row + 1 : 0;
    bestRow = Math.max(bestRow, row);
  }
  const days = [
    ...new Set(
      // Another device's clock may be wrong.
      tried
        .filter((each) => each.daily && each.daily <= today && each.solved && each.at.startsWith(each.daily))
        .map((each) => each.daily),
    ),
  ].sort();
  /** @param {string} day */
  const number = (day) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);
  let run = 0;
  let best = 0;
  days.forEach((day, place) => {
    run = place && number(day) - number(days[place - 1]) === 1 ? run + 1 : 1;
    best = Math.max(best, run);
  });
  // Today's puzzle may still be solved.
  const alive = days.length && number(today) - number(days[days.length - 1]) <= 1;
  return { row, best_row: bestRow, days: alive ? run : 0, best_days: best };
}
