import "./page.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { statistics } from "../../../src/outnumber/server/static/review/statistics.js";
import {
  keepPlace,
  learn,
  load,
  ofDay,
  placeIn,
  record,
  streak,
  waiting,
  wanted,
} from "../../../src/outnumber/server/static/shared/progress.js";
import { write } from "../../../src/outnumber/server/static/shared/storage.js";
import { forget } from "./page.js";

const DAY = 86400000;
const card = { stability: 1, difficulty: 1, step: null, state: 2, card_id: 1, last_review: "", due: "2099-01-01" };
/** @type {(id: string, more?: object) => any} */
const puzzle = (id, more = {}) => ({ id, game: "number-duel", difficulty: 3, ...more });

beforeEach(() => {
  forget();
  globalThis.fetch = async () => new Response(JSON.stringify({ card }));
});

test("an attempt is saved, and the puzzle of a day counts once", () => {
  assert.ok(record(puzzle("a"), true, { daily: "2026-11-15" }));
  assert.ok(!record(puzzle("a"), false, { daily: "2026-11-15" }));
  assert.equal(ofDay("2026-11-15"), true);
  assert.equal(ofDay("2026-11-16"), null);
  learn("a", "pairs");
  assert.equal(load().tried[0].theme, "pairs");
});

test("a missed puzzle comes again when it is due, and the server says when", async () => {
  record(puzzle("a"), false);
  assert.deepEqual(waiting(), []);
  assert.deepEqual(waiting(null, Date.now() + 2 * DAY), [puzzle("a")]);
  assert.deepEqual(waiting("order-challenge", Date.now() + 2 * DAY), []);
  await new Promise((done) => setTimeout(done, 5));
  assert.deepEqual(load().cards.a.card, card);
});

test("what cannot be read is no progress", () => {
  write("puzzles", { version: 0, tried: "?" });
  assert.deepEqual(load(), { version: 1, tried: [], cards: {} });
});

test("stars of a lesson never expire", () => {
  const place = /** @type {any} */ ({ lesson: "number-duel", step: "tiny-1", stars: ["saw"] });
  keepPlace(place);
  keepPlace({ ...place, step: "idea", stars: [] });
  assert.deepEqual(placeIn("number-duel"), { ...place, step: "idea", stars: ["saw"] });
  assert.equal(placeIn("order-challenge"), null);
});

test("streaks count puzzles and days in a row, and today may yet come", () => {
  /** @type {(day: string, solved: boolean) => object} */
  const daily = (day, solved) => ({ ...puzzle(day), at: `${day}T12:00:00Z`, solved, daily: day });
  const tried = [
    daily("2026-11-12", true),
    daily("2026-11-13", false),
    daily("2026-11-14", true),
    daily("2026-11-15", true),
  ];
  write("puzzles", { version: 1, tried, cards: {} });
  assert.deepEqual(streak(null, "2026-11-16"), { row: 2, best_row: 2, days: 2, best_days: 2 });
  assert.equal(streak(null, "2026-11-17").days, 0);
});

test("puzzles become harder for those who solve them", () => {
  for (let place = 0; place < 12; place += 1) record(puzzle(`${place}`, { difficulty: 5 }), true);
  assert.equal(wanted("number-duel", "one"), 4);
  assert.equal(wanted("order-challenge", "one"), 1);
});

test("a rating from elsewhere chooses the next puzzle, and changes with attempts here", () => {
  const tried = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => puzzle(`${place}`, { difficulty: 3, solved: false }));
  /** @type {(attempts: object[], from: number) => number} */
  const next = (attempts, from) => {
    write("puzzles", { version: 1, tried: attempts, cards: {}, ratings: { "number-duel": [1500, from] } });
    return wanted("number-duel", "one");
  };
  assert.equal(next([], 9), 3);
  assert.ok(next(tried, 9) < 3);
  // From as many puzzles here on, only those count.
  assert.equal(next(tried, 8), 1);
});

test("statistics count rounds by opponent and by day", () => {
  const round = { game: "number-duel", day: "2026-11-15", opponent: "casual", over: true };
  const found = statistics([
    { ...round, won: true, tally: [2, 1, 2, 0.5] },
    { ...round, won: null, over: false, tally: null },
  ]);
  assert.deepEqual(found.games.opponents, { casual: { rounds: 2, won: 1, lost: 0, unfinished: 1 } });
  assert.deepEqual(found.games.days, [
    { date: "2026-11-15", rounds: 2, chances: 2, kept: 1, accuracy: 0.25, share: 0.375 },
  ]);
  assert.deepEqual(Object.keys(found.by_game), ["number-duel"]);
});
