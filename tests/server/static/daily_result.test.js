import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { resultText } from "../../../src/outnumber/server/static/puzzle/daily_result.js";

const result = { day: "2026-11-15", title: "Number Duel", difficulty: 3, solved: true, wrong: 0, hints: 0, days: 1 };

test("a result tells how it went and not the answer", () => {
  assert.equal(resultText(result), "Outnumber · 2026-11-15 · Number Duel\n●●●○○ ✓ solved on the first try · no hints");
});

test("wrong tries, hints and days in a row are counted", () => {
  const text = resultText({ ...result, solved: false, wrong: 2, hints: 1, days: 3 });
  assert.match(text, /✗ 2 wrong attempts · 1 hint\n3 days in a row$/);
  assert.match(resultText({ ...result, solved: false }), /✗ missed · no hints$/);
});
