// Statistics with the same field names as `outnumber stats --json`, computed in the browser.

import { load, streak, waiting } from "../shared/progress.js";

/** @import { Attempt } from "../shared/progress.js" */

/**
 * A round played in this browser; `won` and `tally` are null until they are known.
 * @typedef {object} CountedRound
 * @property {string} game
 * @property {string} day
 * @property {string} opponent
 * @property {boolean} over
 * @property {boolean | null} won
 * @property {Tally | null} tally
 */
/**
 * Winning chances: how many there were, how many the player used, and the weights of both.
 * @typedef {[number, number, number, number]} Tally
 */

/** @type {Tally} */
const NOTHING = [0, 0, 0, 0];
/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
/** @param {number} value */
const rounded = (value) => Math.round(value * 10000) / 10000;
/** @param {Tally} tally */
const chances = ([held, kept, heldWeight, keptWeight]) => ({
  chances: held,
  kept,
  accuracy: heldWeight ? rounded(keptWeight / heldWeight) : null,
  share: held ? rounded((kept + keptWeight) / (held + heldWeight)) : null,
});

/** @param {CountedRound[]} rounds */
function games(rounds) {
  /** @type {Record<string, { rounds: number, won: number, lost: number, unfinished: number }>} */
  const opponents = {};
  /** @type {Map<string, { rounds: number, tally: Tally }>} */
  const days = new Map();
  let total = NOTHING;
  for (const each of rounds) {
    opponents[each.opponent] ??= { rounds: 0, won: 0, lost: 0, unfinished: 0 };
    const score = opponents[each.opponent];
    score.rounds += 1;
    score.won += Number(each.won === true);
    score.lost += Number(each.won === false);
    score.unfinished += Number(!each.over);
    const tally = each.tally ?? NOTHING;
    total = plus(total, tally);
    const day = days.get(each.day) ?? { rounds: 0, tally: NOTHING };
    days.set(each.day, { rounds: day.rounds + 1, tally: plus(day.tally, tally) });
  }
  return {
    rounds: rounds.length,
    unfinished: rounds.filter((each) => !each.over).length,
    opponents,
    ...chances(total),
    days: [...days].map(([date, day]) => ({ date, rounds: day.rounds, ...chances(day.tally) })),
    people: [], // games between two people at one browser are not counted
  };
}

/**
 * @param {Attempt[]} tried
 * @param {(attempt: Attempt) => string | number} key
 */
function grouped(tried, key) {
  /** @type {Map<string | number, [number, number]>} */
  const found = new Map();
  for (const each of tried) {
    const [solved, missed] = found.get(key(each)) ?? [0, 0];
    found.set(key(each), [solved + Number(each.solved), missed + Number(!each.solved)]);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, [solved, missed]]) => ({ value, solved, missed }));
}

/** @param {string | null} game */
function puzzles(game) {
  const tried = load().tried.filter((each) => !game || each.game === game);
  const solved = tried.filter((each) => each.solved).length;
  return {
    solved,
    missed: tried.length - solved,
    ...streak(game),
    due: waiting(game).length,
    by_date: grouped(tried, (each) => each.at.slice(0, 10)).map(({ value, ...score }) => ({
      date: String(value),
      ...score,
    })),
    by_difficulty: grouped(tried, (each) => each.difficulty).map(({ value, ...score }) => ({
      difficulty: Number(value),
      ...score,
    })),
  };
}

/**
 * Statistics of games and puzzles, for all games or for one.
 * @param {CountedRound[]} rounds
 * @param {string | null} [game]
 */
export function statistics(rounds, game = null) {
  const mine = rounds.filter((each) => !game || each.game === game);
  const names = new Set([
    ...mine.map((each) => each.game),
    ...load()
      .tried.map((each) => each.game)
      .filter((name) => !game || name === game),
  ]);
  /** @type {Record<string, { games: ReturnType<typeof games>, puzzles: ReturnType<typeof puzzles> }>} */
  const byGame = {};
  for (const name of names)
    byGame[name] = { games: games(mine.filter((each) => each.game === name)), puzzles: puzzles(name) };
  return { game, games: games(mine), puzzles: puzzles(game), by_game: byGame };
}
