// Stars as a row of symbols, with their count for screen readers.

import { h } from "./dom.js";
import { t } from "./language.js";

/**
 * @param {readonly string[]} names
 * @param {readonly string[]} have
 */
export function starRow(names, have) {
  const count = names.filter((name) => have.includes(name)).length;
  return h(
    "span",
    { class: "star-row", role: "img", "aria-label": t("{n} of {all} stars", { n: count, all: names.length }) },
    names.map((name) => (have.includes(name) ? "★" : "☆")).join(""),
  );
}
