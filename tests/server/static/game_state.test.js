import "./page.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { recalled, remember } from "../../../src/outnumber/server/static/play/game_cache.js";
import { GameState } from "../../../src/outnumber/server/static/play/game_state.js";
import { forget, sceneOf, stateWith } from "./page.js";

beforeEach(forget);

/** @type {(more?: Partial<api.Event>) => api.Event} */
const move = (more = {}) =>
  /** @type {api.Event} */ ({
    seq: 2,
    kind: "move",
    participant: 2,
    at: 0,
    round: 1,
    seat: 2,
    number: 8,
    turn: 1,
    legal: [9],
    scene: sceneOf([3, 8]),
    left: 30,
    ...more,
  });

test("a move that follows changes the state as the server says", () => {
  const game = new GameState("0123456789ab", () => {});
  game.take(stateWith([3]));
  assert.ok(game.follow(move()));
  assert.deepEqual(game.round.moves, [3, 8]);
  assert.deepEqual(game.round.seats, [1, 2]);
  assert.deepEqual(game.now.turn, { participant: 1, seat: 1 });
  assert.deepEqual([game.now.seq, game.now.legal, game.now.left], [2, [9], 30]);
  assert.ok(game.yours);
});

test("a gap, an end and other events need the whole state", () => {
  const game = new GameState("0123456789ab", () => {});
  game.take(stateWith([3]));
  assert.ok(!game.follow(move({ seq: 3 })));
  assert.ok(!game.follow(move({ kind: "resign" })));
  assert.ok(!game.follow(move({ outcome: { winner: 1, participant: 1, reason: "no-move" } })));
  assert.deepEqual(game.round.moves, [3]);
});

test("a state that is older than what is known is not taken", () => {
  const game = new GameState("0123456789ab", () => {});
  game.take(stateWith([3, 8]));
  game.take(stateWith([3]));
  assert.deepEqual(game.round.moves, [3, 8]);
});

test("rows that come cut short keep what was known of them", () => {
  const game = new GameState("0123456789ab", () => {});
  game.take(stateWith([3]));
  const cut = sceneOf([8], { earlier: 1, unused: [9] });
  assert.ok(game.follow(move({ scene: cut })));
  assert.deepEqual(game.now.scene.rows[0].numbers, [3, 8]);
  assert.equal(game.now.scene.earlier, 0);
});

test("the time that you spent is what the clock says, and without a clock nothing", () => {
  const game = new GameState("0123456789ab", () => {});
  game.take(stateWith([]));
  assert.deepEqual(game.spent, {});
  game.take(stateWith([], { seq: 1, clock: 30, left: 20 }));
  assert.ok(Math.abs((game.spent.spent ?? 0) - 10) < 1);
});

test("a cached game has nobody to move", () => {
  remember(stateWith([3]));
  const found = recalled("0123456789ab");
  assert.equal(found?.state.turn, null);
  assert.deepEqual(found?.state.history[0].moves, [3]);
  assert.equal(recalled("ffffffffffff"), null);
});
