import "./page.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { boardPath } from "../../../src/outnumber/server/static/shared/share.js";
import {
  forgetGame,
  game,
  games,
  keepGame,
  newToken,
  read,
  remove,
  set,
  setting,
  write,
} from "../../../src/outnumber/server/static/shared/storage.js";
import { forget } from "./page.js";

beforeEach(forget);

test("what is written is read until it is removed", () => {
  write("a", { b: 1 });
  assert.deepEqual(read("a", null), { b: 1 });
  remove("a");
  assert.equal(read("a", "otherwise"), "otherwise");
  set("sounds", false);
  assert.equal(setting("sounds", true), false);
});

test("games with a token are listed, the newest first", () => {
  keepGame("old", { token: "t1", at: 1 });
  keepGame("watched", { title: "x", at: 3 });
  keepGame("new", { token: "t2", at: 2 });
  keepGame("new", { title: "Number Duel" });
  assert.deepEqual(
    games().map((each) => each.id),
    ["new", "old"],
  );
  assert.equal(game("new").title, "Number Duel");
  forgetGame("new");
  assert.deepEqual(game("new"), {});
});

test("a browser that refuses to store remembers until the page is closed", () => {
  const usual = localStorage;
  const refuse = () => {
    throw new Error("private");
  };
  Object.assign(globalThis, { localStorage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
  write("a", 1);
  assert.equal(read("a", 0), 1);
  remove("a");
  assert.equal(read("a", 0), 0);
  Object.assign(globalThis, { localStorage: usual });
});

test("tokens have 128 bits and differ", () => {
  assert.match(newToken(), /^[0-9a-f]{32}$/);
  assert.notEqual(newToken(), newToken());
});

test("the address of a board has game, options and moves", () => {
  const rules = { game: "target-attack", options: { target: 21, link: ["multiple", "digit"] } };
  assert.equal(boardPath(rules, [3, 5]), "/board?game=target-attack&target=21&link=multiple,digit&moves=3,5");
  assert.equal(boardPath({ game: "number-duel", options: {} }, []), "/board?game=number-duel");
});
