// The overview of puzzles: the daily puzzle, your streak, and the puzzles due for review.

import { $, part } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { dayOf, load, ofDay, streak, waiting } from "../shared/progress.js";

function draw() {
  const { row, best_row: bestRow, days, best_days: bestDays } = streak();
  $("days").textContent = String(days);
  $("row").textContent = String(row);
  $("best-days").textContent = t("best: {n}", { n: bestDays });
  $("best-row").textContent = t("best: {n}", { n: bestRow });
  const today = ofDay(dayOf());
  if (today !== null) {
    $("today-text").textContent = today
      ? t("You solved today's puzzle. There's a new one tomorrow.")
      : t("You missed today's puzzle. There's a new one tomorrow.");
    $("today").textContent = t("View it again");
    $("today").classList.remove("primary");
  }
  const due = waiting().length;
  const kept = Object.keys(load().cards).length;
  $("due-panel").hidden = !kept;
  $("due-text").textContent = due
    ? tn("{n} missed puzzle is due again.", "{n} missed puzzles are due again.", due)
    : t("Missed puzzles come back after a day or more. None are due yet.");
  part($("due-panel"), "a").hidden = !due;
}

draw();
// Refresh after returning from a puzzle.
addEventListener("pageshow", draw);
