// The result of a daily puzzle, to share with others. It does not help to solve the puzzle.

import { t, tn } from "../shared/language.js";

/**
 * @typedef {object} DailyResult
 * @property {string} day
 * @property {string} title
 * @property {number} difficulty
 * @property {boolean} solved
 * @property {number} wrong
 * @property {number} hints
 * @property {number} days the length of the streak
 */

/**
 * A few lines: the day, the game, how hard it was, and the result.
 * @param {DailyResult} result
 */
export function resultText({ day, title, difficulty, solved, wrong, hints, days }) {
  const lines = [`Outnumber · ${day} · ${title}`];
  const stars = "●".repeat(difficulty) + "○".repeat(5 - difficulty);
  const how = solved
    ? `✓ ${t("solved on the first try")}`
    : wrong
      ? `✗ ${tn("{n} wrong attempt", "{n} wrong attempts", wrong)}`
      : `✗ ${t("missed")}`;
  const helped = hints ? tn("{n} hint", "{n} hints", hints) : t("no hints");
  lines.push(`${stars} ${how} · ${helped}`);
  if (days > 1) lines.push(tn("{n} day in a row", "{n} days in a row", days));
  return lines.join("\n");
}
