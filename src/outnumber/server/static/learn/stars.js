// The three stars of a lesson.

import { h } from "../shared/dom.js";
import { tn } from "../shared/language.js";

/** @type {api.Place["stars"]} */
export const NAMES = ["saw", "can", "proved"];

/**
 * The stars as symbols, with their count for screen readers.
 * @param {string[]} have
 */
export function starSigns(have) {
  const count = NAMES.filter((name) => have.includes(name)).length;
  return h(
    "span",
    { role: "img", "aria-label": tn("{n} star", "{n} stars", count) },
    NAMES.map((name) => (have.includes(name) ? "★" : "☆")).join(""),
  );
}
