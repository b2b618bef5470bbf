// Progress that moves between devices and the terminal: a file with everything, or a code with stars and ratings that fits
// in a link. Nothing that is already here is lost: both are merged.

import { load, ratingIn, STARS, save } from "./progress.js";
import { CHAINS, read, remove, write } from "./storage.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** @import { CountedRound } from "../review/statistics.js" */
/**
 * A finished game: its record, and its rounds as the statistics count them.
 * @typedef {{ record: string, rounds: CountedRound[] }} Finished
 * @typedef {{ progress: Progress, chains?: Record<string, number[]> }} Everything
 */

const BROUGHT = "brought";
/** Characters of games from other devices that a browser has room for. */
const MOST_BROUGHT = 2_000_000;

/**
 * The finished games that another device brought, oldest first.
 * @returns {Finished[]}
 */
export const brought = () => read(BROUGHT, []);
export const forgetBrought = () => remove(BROUGHT);

/** The stars of a lesson, in order. @type {api.Place["stars"]} */
const LESSON = ["saw", "can", "proved"];
const MARK = "1";

/** @type {<T>(a: readonly T[] | undefined, b: readonly T[] | undefined) => T[]} */
const both = (a = [], b = []) => [...new Set([...a, ...b])];

/**
 * Two records as one: `join` decides about keys that both have.
 * @template T
 * @param {Record<string, T> | undefined} a
 * @param {Record<string, T> | undefined} b
 * @param {(a: T, b: T) => T} join
 * @returns {Record<string, T>}
 */
function joined(a = {}, b = {}, join) {
  const found = { ...a };
  for (const [key, value] of Object.entries(b)) found[key] = Object.hasOwn(a, key) ? join(a[key], value) : value;
  return found;
}

/**
 * The progress of two devices as one, as `Progress.merged` in the terminal.
 * @param {Progress} a
 * @param {Progress} b
 * @returns {Progress}
 */
export function merged(a, b) {
  /** @param {Progress["tried"][number]} each */
  const key = (each) => `${each.at} ${each.id} ${each.daily}`;
  const tried = new Map([...a.tried, ...b.tried].map((each) => [key(each), each]));
  /** @param {any} missed */
  const reviewed = (missed) => missed.card.last_review ?? "";
  return {
    ...a,
    tried: [...tried.values()].sort((one, two) => (one.at < two.at ? -1 : Number(one.at > two.at))),
    cards: joined(a.cards, b.cards, (one, two) => (reviewed(two) > reviewed(one) ? two : one)),
    lessons: joined(a.lessons, b.lessons, (one, two) => ({
      ...((two.done?.length ?? 0) > (one.done?.length ?? 0) ? two : one),
      stars: LESSON.filter((star) => both(one.stars, two.stars).includes(star)),
    })),
    paths: joined(a.paths, b.paths, (one, two) =>
      joined(one, two, (few, more) => STARS.filter((star) => both(few, more).includes(star))),
    ),
    ratings: joined(a.ratings, b.ratings, (one, two) => (two[1] > one[1] ? two : one)),
  };
}

/**
 * Everything to save in a file.
 * @returns {Everything}
 */
export function everything() {
  const boards = Object.entries(read(CHAINS, {}).boards ?? {});
  return { progress: load(), chains: Object.fromEntries(boards.map(([key, { best = [] }]) => [key, best])) };
}

/** @param {unknown} value */
const record = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** Whether all entries of a record are usable. @type {(value: any, usable: (key: string, each: any) => boolean) => boolean} */
const all = (value, usable) => record(value) && Object.entries(value).every(([key, each]) => usable(key, each));
/** @type {(value: any, most: number) => boolean} */
const whole = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
/** @param {any} value */
const list = (value) => value === undefined || Array.isArray(value);
const GAME = /^[a-z0-9-]{1,60}$/;
const STAGE = /^[1-9]\d?$/;

/** @param {any} each */
const attempted = (each) =>
  ["at", "id", "theme", "daily"].every((field) => typeof each?.[field] === "string") &&
  !Number.isNaN(Date.parse(each.at)) &&
  GAME.test(each.game) &&
  whole(each.difficulty, 9) &&
  whole(each.hints ?? 0, 99) &&
  typeof each.solved === "boolean";
/** @param {any} each */
const scheduled = (each) =>
  typeof each?.puzzle?.game === "string" && record(each.card) && !Number.isNaN(Date.parse(each.card.due));

/**
 * Whether all parts of some progress have the values that pages write, because a page that reads others would stop. As
 * in `study/transfer.py`.
 * @param {any} progress
 */
const usable = ({ tried, cards, lessons, paths, ratings }) =>
  Array.isArray(tried) &&
  tried.every(attempted) &&
  all(cards, (_, each) => scheduled(each)) &&
  all(lessons, (game, each) => GAME.test(game) && record(each) && list(each.stars) && list(each.done)) &&
  all(
    paths,
    (game, each) => GAME.test(game) && all(each, (stage, stars) => STAGE.test(stage) && Array.isArray(stars)),
  ) &&
  all(
    ratings,
    (game, each) => GAME.test(game) && each?.length === 2 && whole(each[0], 99999) && whole(each[1], 999999),
  );

/** @param {any} each */
const counted = ({ game, day, opponent, over, won, tally }) =>
  [game, day, opponent].every((text) => typeof text === "string") &&
  typeof over === "boolean" &&
  [true, false, null].includes(won) &&
  (tally === null || (Array.isArray(tally) && tally.length === 4 && tally.every((part) => part >= 0)));
/** @param {any} each */
const kept = (each) =>
  typeof each?.record === "string" &&
  Array.isArray(each.rounds) &&
  each.rounds.every(record) &&
  each.rounds.every(counted);

/**
 * Add finished games, and return whether they were stored; if there is no room for all of them, the newest remain.
 * @param {Finished[]} more
 */
function addGames(more) {
  const all = [...new Map([...brought(), ...more].map(({ record, rounds }) => [record, { record, rounds }])).values()];
  let room = MOST_BROUGHT;
  const fitting = all.reverse().filter((each) => {
    room -= JSON.stringify(each).length;
    return room >= 0;
  });
  return write(BROUGHT, fitting.reverse());
}

/**
 * Add the progress and the games in a file, and return whether they were stored, or null if there is none; also reads
 * the terminal's `puzzles.json`.
 * @param {string} text
 */
export function addFile(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  const progress = found?.progress ?? found;
  if (progress?.version !== 1) return null;
  const { tried, cards, lessons = {}, paths = {}, ratings = {} } = progress;
  const more = { version: 1, tried, cards, lessons, paths, ratings };
  const { records = [] } = found;
  if (!usable(more) || !Array.isArray(records) || !records.every(kept)) return null;
  const saved = [addGames(records), save(merged(load(), more))].every(Boolean);
  const chains = read(CHAINS, {});
  const boards = { ...chains.boards };
  for (const [key, best] of Object.entries(record(found.chains) ? found.chains : {}))
    if (Array.isArray(best) && best.every(Number.isSafeInteger) && best.length > (boards[key]?.best?.length ?? 0))
      boards[key] = { ...boards[key], best };
  return write(CHAINS, { last: null, ...chains, boards }) && saved;
}

/** @type {(names: readonly string[], have: readonly string[] | undefined) => number} */
const bits = (names, have = []) => names.reduce((sum, name, at) => sum + (have.includes(name) ? 2 ** at : 0), 0);
/** @type {<T>(names: readonly T[], sum: number) => T[]} */
const unpacked = (names, sum) => names.filter((_, at) => (sum >> at) & 1);

/** Stars and ratings as a short code: for each game its name, a digit per stage, one for the lesson, and the rating. */
export function code() {
  const progress = load();
  const { paths = {}, lessons = {}, ratings = {}, tried } = progress;
  const games = both(both(Object.keys(paths), Object.keys(lessons)), [
    ...Object.keys(ratings),
    ...tried.map(({ game }) => game),
  ]);
  const parts = games.map((game) => {
    const last = Math.max(0, ...Object.keys(paths[game] ?? {}).map(Number));
    const stages = Array.from({ length: last }, (_, at) => bits(STARS, paths[game]?.[at + 1])).join("");
    return [game, stages, bits(LESSON, lessons[game]?.stars), ...ratingIn(progress, game)].join("_");
  });
  return [MARK, ...parts].join("*");
}

/** Maximum characters of a code: as many as fit in a link. */
const LONGEST = 4000;
const PART = /^([a-z0-9-]{1,60})_([0-7]{0,99})_([0-7])_(\d{1,5})_(\d{1,6})$/;

/**
 * Add the stars and ratings of a code, and return whether they were stored, or null if it is none.
 * @param {string} text
 */
export function addCode(text) {
  const [mark, ...parts] = text.split("*");
  const found = parts.map((part) => PART.exec(part));
  if (text.length > LONGEST || mark !== MARK || !found.length || found.includes(null)) return null;
  /** @type {Required<Pick<Progress, "lessons" | "paths" | "ratings">>} */
  const more = { lessons: {}, paths: {}, ratings: {} };
  for (const [, game, stages, lesson, rating, puzzles] of /** @type {RegExpExecArray[]} */ (found)) {
    const stars = unpacked(LESSON, Number(lesson));
    // Without a step, the lesson starts again, but keeps the stars.
    if (stars.length) more.lessons[game] = /** @type {api.Place} */ ({ lesson: game, stars });
    const each = [...stages].map((digit, at) => [at + 1, unpacked(STARS, Number(digit))]);
    more.paths[game] = Object.fromEntries(each.filter(([, stars]) => /** @type {string[]} */ (stars).length));
    if (Number(puzzles)) more.ratings[game] = [Number(rating), Number(puzzles)];
  }
  return save(merged(load(), { version: 1, tried: [], cards: {}, ...more }));
}
