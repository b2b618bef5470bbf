import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "../../../src/outnumber/server/static/shared/board/position.js";
import { placesOf, usedIn } from "../../../src/outnumber/server/static/shared/board/rows.js";
import { sceneOf } from "./page.js";

const round = { moves: [3, 8, 5], seats: [1, 2, 1] };
/** @type {(numbers: number[], seat?: number | null) => api.RowModel} */
const row = (numbers, seat = null) => ({ label: "", seat, numbers, joins: [], total: null, target: null });

test("a row of moves leads to their places", () => {
  assert.deepEqual(placesOf(row([3, 8, 5]), round), [0, 1, 2]);
  assert.deepEqual(placesOf(row([3, 5], 1), round), [0, 2]);
  assert.deepEqual(placesOf(row([8, 5]), round, 1), [1, 2]);
});

test("a row of other numbers leads nowhere", () => {
  assert.equal(placesOf(row([3, 8]), round), null);
  assert.equal(placesOf(row([8, 3, 5]), round), null);
});

test("numbers that are used belong to a seat; those that may come again are not used", () => {
  assert.deepEqual(
    [...usedIn(round, 2, [])],
    [
      [3, 1],
      [8, 2],
    ],
  );
  assert.deepEqual(
    [...usedIn(round, 3, [8])],
    [
      [3, 1],
      [5, 1],
    ],
  );
});

test("a position is a game between two people", () => {
  const position = { moves: [3], seats: [1], legal: [8], scene: sceneOf([3]), turn: 2 };
  const state = stateOf(position, { you: 2, names: ["", "Ada"] });
  assert.deepEqual(state.turn, { seat: 2, participant: 2 });
  assert.deepEqual(state.you, state.turn);
  assert.equal(state.participants[1].name, "Ada");
  assert.equal(stateOf(position, { turn: null }).state, "over");
});
