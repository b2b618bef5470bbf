import "./page.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  load,
  ratingIn,
  record,
  save,
  starred,
  starsOf,
  streak,
} from "../../../src/outnumber/server/static/shared/progress.js";
import { CHAINS, read } from "../../../src/outnumber/server/static/shared/storage.js";
import {
  addCode,
  addFile,
  brought,
  code,
  everything,
  merged,
} from "../../../src/outnumber/server/static/shared/transfer.js";
import { forget } from "./page.js";

// The same code is in tests/study/test_transfer.py.
const CODE = "1*strategy-stacks_71_3_1064_3*order-challenge_05_0_1000_0";
/** @type {(at: string, more?: object) => any} */
const attempt = (at, more = {}) => ({
  at,
  id: "a",
  game: "strategy-stacks",
  difficulty: 2,
  theme: "",
  solved: true,
  hints: 0,
  daily: "",
  ...more,
});
const empty = { version: 1, tried: [], cards: {} };

beforeEach(() => {
  forget();
  globalThis.fetch = async () => new Response("{}");
});

test("codes of the terminal have stars and ratings", () => {
  assert.ok(addCode(CODE));
  assert.deepEqual(starsOf("strategy-stacks", 1), ["won", "unaided", "flawless"]);
  assert.deepEqual(starsOf("strategy-stacks", 2), ["won"]);
  assert.deepEqual(starsOf("order-challenge", 2), ["won", "flawless"]);
  assert.deepEqual(load().lessons?.["strategy-stacks"].stars, ["saw", "can"]);
  assert.deepEqual(ratingIn(load(), "strategy-stacks"), [1064, 3]);
  assert.deepEqual(new Set(code().split("*")), new Set(CODE.split("*")));
});

test("other texts are refused", () => {
  for (const text of ["", "1", "2*a_1_0_1000_0", "1*a_8_0_1000_0", "1*a"]) assert.ok(!addCode(text), text);
  for (const text of [
    "",
    "[]",
    "{}",
    '{"version": 2, "tried": [], "cards": {}}',
    '{"version":1,"tried":[7],"cards":{}}',
  ])
    assert.ok(!addFile(text), text);
  assert.deepEqual(load(), empty);
});

test("progress that the browser cannot store is reported", () => {
  const storage = localStorage;
  const full = { getItem: storage.getItem, setItem: () => assert.fail("full") };
  Object.assign(globalThis, { localStorage: full });
  assert.equal(addCode(CODE), false);
  assert.equal(addFile(JSON.stringify(empty)), false);
  Object.assign(globalThis, { localStorage: storage });
  assert.equal(addFile(JSON.stringify(empty)), true);
});

test("merging keeps every star, attempt and later review", () => {
  const here = { ...empty, tried: [attempt("2")], paths: { a: { 1: ["won"] } } };
  const there = { ...empty, tried: [attempt("1"), attempt("2")], paths: { a: { 1: ["unaided"], 2: ["won"] } } };
  const both = merged(here, there);
  assert.deepEqual(
    both.tried.map(({ at }) => at),
    ["1", "2"],
  );
  assert.deepEqual(both.paths, { a: { 1: ["won", "unaided"], 2: ["won"] } });
  assert.deepEqual(merged(both, there), both);
});

test("a file carries everything", () => {
  starred("number-duel", 3, ["won"]);
  record({ id: "b", game: "number-duel", difficulty: 1 }, true);
  const text = JSON.stringify({ games: {}, ...everything(), chains: { "multiple 10": [2, 4, 8] } });
  forget();
  save({ ...empty, paths: { "number-duel": { 3: ["unaided"] } } });
  assert.ok(addFile(text));
  assert.deepEqual(starsOf("number-duel", 3), ["won", "unaided"]);
  assert.equal(load().tried.length, 1);
  assert.deepEqual(read(CHAINS, {}).boards, { "multiple 10": { best: [2, 4, 8] } });
});

test("a file with values that would stop a page changes nothing", () => {
  const card = { puzzle: { id: "a", game: "a" }, card: { due: "2026-01-01T00:00:00Z" } };
  for (const parts of [
    { cards: { a: null } },
    { cards: { a: { ...card, puzzle: null } } },
    { cards: { a: { ...card, card: { due: {} } } } },
    { lessons: { a: null } },
    { lessons: { a: { stars: 7 } } },
    { lessons: { a: { stars: null } } },
    { paths: { a: null } },
    { paths: { a: { 1: null } } },
    { paths: { a: { 99999999999: ["won"] } } },
    { paths: { a: { "-5": ["won"] } } },
    { paths: { "a*b_": { 1: ["won"] } } },
    { ratings: { a: null } },
    { ratings: { a: [1e308, 1] } },
    { ratings: { a: [-5, 1] } },
    { tried: [attempt("2026-11-01T10:00:00Z", { difficulty: 1e300 })] },
    { tried: [attempt("yesterday")] },
  ]) {
    assert.ok(!addFile(JSON.stringify({ ...empty, ...parts })), JSON.stringify(parts));
    assert.deepEqual(load(), empty);
  }
  assert.ok(addFile(JSON.stringify({ ...empty, cards: { a: card } })));
  assert.ok(addFile(JSON.stringify({ progress: empty, chains: { "multiple 10": [null, "<b>"] } })));
  assert.deepEqual(read(CHAINS, {}).boards, {});
  assert.ok(addFile('{"version":1,"tried":[],"cards":{},"lessons":{},"paths":{"a":{}},"ratings":{}}'));
  assert.equal(/** @type {any} */ ({}).card, undefined);
});

test("a link that would fill the storage is refused", () => {
  assert.ok(!addCode(["1", ...Array.from({ length: 1000 }, (_, at) => `a${at}_1_0_1000_1`)].join("*")));
  assert.deepEqual(load(), empty);
});

test("a day in the future is not in a streak", () => {
  const tried = ["2026-11-01", "9999-12-31"].map((day) => attempt(`${day}T10:00:00Z`, { daily: day }));
  assert.ok(addFile(JSON.stringify({ ...empty, tried })));
  assert.deepEqual(streak(null, "2026-11-09"), { row: 2, best_row: 2, days: 0, best_days: 1 });
});

const round = {
  game: "number-duel",
  day: "2026-11-15",
  opponent: "casual",
  over: true,
  won: true,
  tally: [2, 1, 2, 1],
};
/** @type {(records: any) => string} */
const fileWith = (records) => JSON.stringify({ progress: { ...empty, lessons: {}, paths: {}, ratings: {} }, records });

test("finished games of another device are added once, and the newest remain", () => {
  const games = [
    { record: "one", rounds: [round] },
    { record: "two", rounds: [{ ...round, won: null, tally: null }] },
  ];
  for (let time = 0; time < 2; time += 1) assert.ok(addFile(fileWith(games)));
  assert.deepEqual(brought(), games);
  assert.ok(addFile(JSON.stringify({ ...empty })));
  assert.deepEqual(brought(), games);
  const large = { record: "x".repeat(1_999_900), rounds: [] };
  assert.ok(addFile(fileWith([large])));
  assert.deepEqual(brought(), [large]);
});

test("files with other games change nothing", () => {
  const wrong = [{}, [1], [{ record: "a" }], [{ record: 1, rounds: [] }], [{ record: "a", rounds: [null] }]];
  const rounds = [
    { day: 1 },
    { won: 1 },
    { over: null },
    { tally: [1] },
    { tally: ["a", 1, 1, 1] },
    { tally: undefined },
  ];
  for (const each of rounds) wrong.push([{ record: "a", rounds: [{ ...round, ...each }] }]);
  for (const records of wrong) assert.ok(!addFile(fileWith(records)), JSON.stringify(records));
  assert.deepEqual(brought(), []);
});
