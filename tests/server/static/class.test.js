import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { breakable } from "../../../src/outnumber/server/static/class/animals.js";
import { loadedPlan, titleOf } from "../../../src/outnumber/server/static/class/plan.js";
import { doing, ideas, nameOf, ordered, trouble } from "../../../src/outnumber/server/static/class/room.js";

/** @type {(number: number, more?: Record<string, any>) => any} */
const child = (number, more = {}) => ({
  number,
  name: ["Otter", "Fox", "Owl"][number - 1],
  activity: "none",
  opponent: null,
  game: "",
  here: true,
  hand: false,
  gone: false,
  at: null,
  lessons: [],
  won: 0,
  ...more,
});
/** @type {(children: any[], pairs?: any[]) => any} */
const room = (children, pairs = []) => ({ children, pairs });

test("a child's activity is told in words, with its opponent", () => {
  const playing = room([child(1, { activity: "playing", opponent: 2 }), child(2)]);
  assert.equal(doing(playing, playing.children[0]), "plays Fox");
  assert.equal(doing(playing, child(1, { activity: "playing", opponent: 0 })), "plays the computer");
  assert.equal(doing(playing, child(1, { activity: "playing" })), "in a game");
  assert.equal(doing(playing, child(1, { activity: "waiting", opponent: 2 })), "waits for a partner");
  assert.equal(doing(playing, child(1, { activity: "finished", opponent: 2 })), "finished");
  const at = { place: "lesson", what: "number-duel", title: "Number Duel", step: "drill-2", stuck: 0, seconds: 1 };
  assert.equal(doing(playing, child(1, { activity: "lesson", at })), "Number Duel, Drill\u00a02");
  // During a task, its game goes without saying.
  const task = { what: "number-duel" };
  assert.equal(doing({ ...playing, task }, child(1, { activity: "lesson", at })), "Drill\u00a02");
  const puzzle = child(1, { activity: "puzzle", at: { ...at, place: "puzzle", step: "6" } });
  assert.equal(doing({ ...playing, task }, puzzle), "puzzle 6");
  assert.equal(nameOf(playing, 0), "the computer");
});

test("help is asked for, or needed after three mistakes, four minutes, or without an opponent", () => {
  const at = { place: "lesson", title: "", step: "", stuck: 3, seconds: 1 };
  const state = room([child(1), child(2)], [{ game: "g", left: [2] }]);
  const why = (/** @type {Record<string, any>} */ more) => trouble(state, child(1, more))[0];
  assert.equal(why({}), "");
  assert.equal(why({ hand: true, here: false }), "needs help");
  assert.equal(why({ activity: "lesson", at }), "3 mistakes here");
  assert.equal(why({ activity: "lesson", at: { ...at, stuck: 2, seconds: 250 } }), "4 minutes on this step");
  // A child that is away, or does something else by now, is not stuck.
  assert.equal(why({ activity: "lesson", at, here: false }), "");
  assert.equal(why({ activity: "playing", at }), "");
  assert.equal(why({ activity: "waiting", opponent: 2, game: "g" }), "has no opponent: Fox left");
});

test("an idea is reached when its part of the lesson is over", () => {
  const lessons = (/** @type {string} */ step) => [{ what: "number-duel", title: "Number Duel", step }];
  const steps = ["tiny-2", "who-1", "seat"];
  const found = ideas(room(steps.map((step, at) => child(at + 1, { lessons: lessons(step) }))));
  assert.deepEqual(
    found.map(({ text, n, all }) => [text, n, all]),
    [
      ["Find a pairing", 2, 3],
      ["Say who wins", 1, 3],
      ["Find the winning move", 1, 3],
    ],
  );
});

test("children are ordered by name, by need, by wins, or as they sit", () => {
  const state = room([child(1, { won: 1 }), child(2, { won: 2 }), child(3, { hand: true }), child(3, { gone: true })]);
  const order = (/** @type {string} */ by, /** @type {number[]} */ seats = []) =>
    ordered(state, by, seats).map(({ number }) => number);
  assert.deepEqual(order("name"), [2, 1, 3]);
  assert.deepEqual(order("help"), [3, 2, 1]);
  assert.deepEqual(order("won"), [2, 1, 3]);
  assert.deepEqual(order("seats", [3, 1]), [3, 1, 2]);
});

test("a long name breaks before its last part", () => {
  assert.equal(breakable("Schmetterling"), "Schmetter\u00adling");
  assert.equal(breakable("Fox"), "Fox");
});

test("only saved plans are loaded", () => {
  const stations = [{ kind: "tiny", minutes: 5, game: "number-duel" }];
  const text = JSON.stringify({ file: "outnumber-plan", version: 1, stations });
  assert.deepEqual(loadedPlan(text), stations);
  assert.equal(titleOf(loadedPlan(text)[0]), "Tiny boards");
  for (const wrong of ["", "[]", "{}", '{"file": "outnumber-plan", "stations": 1}'])
    assert.throws(() => loadedPlan(wrong));
});
