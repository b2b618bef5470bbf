import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, few, t, tn } from "../../../src/outnumber/server/static/shared/language.js";

test("values fill the names of a string, and unknown names stay", () => {
  assert.equal(t("{name} played {number}, {other}.", { name: "Ada", number: 7 }), "Ada played 7, {other}.");
});

test("one and many have forms of their own", () => {
  assert.equal(tn("{n} move", "{n} moves", 1), "1 move");
  assert.equal(tn("{n} move", "{n} moves", 0), "0 moves");
});

test("few numbers are a choice, many are cut short with their count", () => {
  assert.equal(few([1, 2, 3]), "1, 2, or 3");
  assert.equal(few([1, 2, 3, 4, 5, 6, 7, 8, 9]), "1, 2, 3, 4, 5, 6, 7, 8 … (9)");
});

test("a time ago is in the largest unit that fits", () => {
  assert.equal(ago(59), "now");
  assert.equal(ago(7200), "2 hours ago");
  assert.equal(ago(86400), "yesterday");
});
