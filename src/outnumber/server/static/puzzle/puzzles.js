// The overview of puzzles: the daily puzzle, your streak, and the puzzles that are due again.

import { $, h, part } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { dayOf, load, ofDay, streak, waiting } from "../shared/progress.js";

/**
 * @param {string} label
 * @param {number} value
 * @param {number} best
 */
function figure(label, value, best) {
  return h(
    "div",
    {},
    h("dt", {}, label),
    h("dd", {}, h("b", {}, String(value)), h("small", {}, t("best: {n}", { n: best }))),
  );
}

function draw() {
  const { row, best_row: bestRow, days, best_days: bestDays } = streak();
  $("streak").replaceChildren(
    figure(t("Days in a row with the puzzle of the day"), days, bestDays),
    figure(t("Solved in a row"), row, bestRow),
  );
  const today = ofDay(dayOf());
  if (today !== null) {
    $("today-text").textContent = today
      ? t("You have solved it today. Tomorrow there is another.")
      : t("You have missed it today. Tomorrow there is another.");
    $("today").textContent = t("Look at it again");
    $("today").classList.remove("primary");
  }
  const due = waiting().length;
  const kept = Object.keys(load().cards).length;
  $("due-panel").hidden = !kept;
  $("due-text").textContent = due
    ? tn("{n} puzzle that you missed is due.", "{n} puzzles that you missed are due.", due)
    : t("Puzzles that you missed come again after a day or more. None is due yet.");
  part($("due-panel"), "a").hidden = !due;
}

draw();
// Back from a puzzle.
addEventListener("pageshow", draw);
