// The result of a daily puzzle as text to share, without revealing the solution.

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
 * The text: the day, the game, the difficulty and the result, each on its own line.
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
