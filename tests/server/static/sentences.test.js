import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isYou,
  mayPick,
  mayPlay,
  moveText,
  nameOf,
  playerOf,
  seatOf,
  toReader,
  turnText,
} from "../../../src/outnumber/server/static/shared/sentences.js";
import { sceneOf, stateWith } from "./page.js";

const target = { label: "Total", seat: 1, numbers: [9], joins: [], total: 9, target: 21 };

test("players go by their title, their name or their seat", () => {
  const state = stateWith([]);
  assert.equal(nameOf(state, 1), "Ada");
  assert.equal(nameOf(state, 2), "the computer");
  state.participants[0].name = "";
  assert.equal(nameOf(state, 1), "Player 1");
  assert.equal(playerOf(state, { first: 2 }, 1), "the computer");
});

test("only the player who is to move may play, and at one device both", () => {
  assert.ok(mayPlay(stateWith([])));
  assert.ok(!mayPlay(stateWith([5])));
  assert.ok(mayPlay(stateWith([5], { opponent: "here" })));
  assert.ok(!mayPlay(stateWith([], { you: null })));
  assert.ok(!mayPlay(stateWith([], { state: "over" })));
  assert.ok(mayPick(stateWith([], { turn: null, pick: { participant: 1, seat: 1 } })));
});

test("nobody is you at one device", () => {
  assert.ok(isYou(stateWith([]), 1));
  assert.ok(!isYou(stateWith([], { opponent: "here" }), 1));
  assert.equal(seatOf(stateWith([]), { first: 2 }), 2);
  assert.equal(seatOf(stateWith([], { opponent: "here" }), { first: 1 }), 0);
});

test("the turn says what is asked for, and how far a target is", () => {
  assert.equal(turnText(stateWith([])), "Your turn: a number.");
  assert.equal(turnText(stateWith([5])), "the computer's turn.");
  const scene = sceneOf([], { rows: [target] });
  assert.equal(turnText(stateWith([], { scene })), "Your turn: a number, 12 to go.");
});

test("a move tells who had to pass", () => {
  const event = /** @type {api.Event} */ ({ kind: "move", participant: 1, number: 7, passed: [2] });
  assert.equal(moveText(stateWith([]), event), "You played 7. the computer has to pass.");
});

test("sentences are chosen for the reader", () => {
  const said = ["to all", "to the first", "to the second"];
  assert.equal(toReader(stateWith([]), said), "to the first");
  assert.equal(toReader(stateWith([], { you: null }), said), "to all");
  assert.equal(toReader(stateWith([], { opponent: "here" }), said), "to all");
  assert.equal(toReader(stateWith([]), null), "");
});
