// Past daily puzzles, and which of them were solved in this browser.

import { $, part, parts } from "../shared/dom.js";
import { language, t, tn } from "../shared/language.js";
import { ofDay } from "../shared/progress.js";

/**
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} how
 */
const written = (day, how) =>
  new Intl.DateTimeFormat(language, { timeZone: "UTC", ...how }).format(new Date(`${day}T00:00:00Z`));

function draw() {
  $("month").textContent = written(`${$("month").dataset.month}-01`, { month: "long", year: "numeric" });
  const days = parts($("days"), "[data-day]");
  let solved = 0;
  for (const each of days) {
    const day = each.dataset.day ?? "";
    const how = ofDay(day);
    if (how) solved += 1;
    part(each, "time").textContent = written(day, { weekday: "long", day: "numeric", month: "long" });
    each.dataset.how = how === null ? "" : how ? "solved" : "missed";
    part(each, ".how").textContent = how === null ? t("not tried") : how ? t("solved") : t("missed");
  }
  $("progress").textContent = tn("Solved: {solved} of {n} day.", "Solved: {solved} of {n} days.", days.length, {
    solved,
  });
}

draw();
// Refresh after returning from a puzzle.
addEventListener("pageshow", draw);
