// The summary of a lesson: a table to print or save.

import { h } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";

/** @typedef {{ at: string, children: api.ChildModel[] }} Summary */

/**
 * A lesson step: its part, and the question within that part.
 * @param {string} step
 */
export function stepText(step) {
  const [part, number = ""] = step.split("-");
  /** @type {Record<string, string>} */
  const parts = {
    idea: t("The idea"),
    tiny: t("A tiny board"),
    who: t("Who wins here?"),
    drill: t("Drill"),
    seat: t("Pick your seat"),
  };
  return parts[part] ? [parts[part], number].filter(Boolean).join("\u00a0") : step;
}

/** @param {api.ReachedModel[]} steps */
const listed = (steps) => steps.map(({ title, step }) => (step ? `${title} (${stepText(step)})` : title)).join(", ");
/**
 * @param {number} part
 * @param {number} all
 */
const share = (part, all) => (all ? t("{part} of {all}", { part, all }) : "–");

/** @param {Summary} summary */
function rows({ children }) {
  const sorted = [...children].sort((a, b) => a.name.localeCompare(b.name));
  return sorted.map((child) => [
    child.name,
    "",
    listed(child.lessons) || "–",
    listed(child.hard) || "–",
    share(child.solved, child.solved + child.missed),
    share(child.won, child.played),
  ]);
}

const heads = () => [
  t("Animal"),
  t("Name"),
  t("Last step of each lesson"),
  t("Stuck at"),
  t("Puzzles solved"),
  t("Games won"),
];

/**
 * Draw the table and the line above it. The name column is left blank, to be filled in by hand.
 * @param {HTMLElement} line
 * @param {HTMLElement} table
 * @param {Summary} summary
 */
export function drawSummary(line, table, summary) {
  const body = rows(summary);
  line.textContent = `${new Date(summary.at).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" })} · ${tn("{n} child", "{n} children", body.length)}`;
  table.replaceChildren(
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads().map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      body.map(([name, ...cells]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          cells.map((cell) => h("td", {}, cell)),
        ),
      ),
    ),
  );
}

/**
 * The table as CSV, escaped so that spreadsheets do not interpret cells as formulas or dates.
 * @param {HTMLTableElement} table
 */
export function csvOf(table) {
  /** @param {string} text */
  const quoted = (text) => `"${text.replaceAll('"', '""').replace(/^(?=[=+@-])/, "'")}"`;
  const lines = [...table.rows].map((row) => [...row.cells].map((cell) => quoted(cell.textContent)).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}
