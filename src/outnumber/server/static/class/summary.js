// The summary of a lesson: a table to print or save.

import { at } from "../shared/address.js";
import { learnAt, positionPicture, positionVerdict, puzzleAnswer, somePuzzles } from "../shared/api.js";
import { drawing, h } from "../shared/dom.js";
import { language, t, tn } from "../shared/language.js";

/**
 * A position at which children went wrong: how many, where, and why.
 * @typedef {{ game: string, options: Record<string, any>, moves: number[], kind: string, title: string, question: string, why: string, picture: string, n: number }} Mistake
 */
/** @typedef {{ title: string, game: string, text: string, n: number, all: number }} Idea */
/** @typedef {{ at: string, children: api.ChildModel[], ideas: Idea[], mistakes: Mistake[] }} Summary */

const MOST_MISTAKES = 6;
const MOST_PUZZLES = 20; // per task, as on the puzzle page
const MANY = 0.5; // the share of children below which an idea is suggested again

/**
 * A lesson step: its part, and the question within that part; or the number of a puzzle.
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
  return parts[part] ? [parts[part], number].filter(Boolean).join("\u00a0") : t("puzzle {n}", { n: step });
}

/** @param {api.ReachedModel[]} steps */
export const listed = (steps) =>
  steps.map(({ title, step }) => (step ? `${title} (${stepText(step)})` : title)).join(", ");
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
 * The position of a step at which children were stuck.
 * @param {api.ReachedModel} reached
 * @param {number} n
 * @returns {Promise<Mistake | null>}
 */
async function atStep({ what: lesson, title: game, step }, n) {
  if (!/^(tiny|who|drill)/.test(step)) return null;
  const { view } = await learnAt({ lesson, step, seed: 0, stars: [] }, { do: "look" });
  const position = { game: view.game, options: view.options, moves: view.board.moves };
  const { reason } = await positionVerdict(position);
  const title = `${game}, ${stepText(step)}`;
  const kind = view.asks === "seat" ? "who" : "all";
  const question = view.said.map(({ text }) => text).join(" ");
  return { ...position, kind, title, question, why: reason, n, picture: await positionPicture(position) };
}

/**
 * The position of a puzzle that children missed.
 * @param {api.MissedModel} missed
 * @returns {Promise<Mistake | null>}
 */
async function ofPuzzle({ what, game, kind, difficulty, seed, missed }) {
  const more = { ...(kind && { kind }), ...(difficulty && { difficulty }) };
  const { puzzles } = await somePuzzles(game, seed, MOST_PUZZLES, more);
  const found = puzzles.find(({ id }) => id === what);
  if (!found) return null;
  const { options, moves, title, question } = found;
  const position = { game, options, moves };
  const { explanation, text } = await puzzleAnswer({ ...position, kind: found.kind });
  const why = `${text} ${explanation.text}`;
  const picture = await positionPicture(position);
  return {
    ...position,
    kind: found.kind,
    title: moves.length ? `${title}: ${moves.join(" – ")}` : title,
    question,
    why,
    n: missed,
    picture,
  };
}

/**
 * The most common mistakes of the class, with their positions and reasons.
 * @param {api.ClassModel} state
 * @returns {Promise<Mistake[]>}
 */
export async function mistakesOf({ children, missed }) {
  /** @type {Map<string, number>} */
  const stuck = new Map();
  for (const each of children.flatMap(({ hard }) => hard)) {
    const key = JSON.stringify(each);
    stuck.set(key, (stuck.get(key) ?? 0) + 1);
  }
  const steps = [...stuck].sort(([, a], [, b]) => b - a).slice(0, MOST_MISTAKES);
  const found = await Promise.all([
    ...steps.map(([key, n]) => atStep(JSON.parse(key), n).catch(() => null)),
    ...missed.slice(0, MOST_MISTAKES).map((each) => ofPuzzle(each).catch(() => null)),
  ]);
  const all = /** @type {Mistake[]} */ (found.filter(Boolean));
  return all.sort((a, b) => b.n - a.n).slice(0, MOST_MISTAKES);
}

/**
 * What to do in the next lesson.
 * @param {Summary} summary
 */
function suggestions({ ideas, mistakes, children }) {
  const weak = ideas.find(({ n, all }) => n < MANY * all);
  const strong = ideas.length > 0 && !weak;
  const unplayed = children.length > 0 && children.every(({ played }) => !played);
  return [
    weak &&
      t("Start with “{idea}” again: {n} of {all} children have reached it.", {
        idea: weak.text,
        n: weak.n,
        all: weak.all,
      }),
    strong && t("The class is ready for a larger board, or for another game."),
    mistakes[0] && t("Discuss this position on the projector: {title}.", { title: mistakes[0].title }),
    unplayed && t("Let the children play in pairs: they have only practised so far."),
  ].filter((each) => typeof each === "string");
}

/**
 * The address of a worksheet with the positions of one game at which the class went wrong.
 * @param {string} game
 * @param {Mistake[]} mistakes
 */
function sheetOf(game, mistakes) {
  const given = mistakes
    .filter((each) => each.game === game)
    .map(({ kind, options, moves }) => [kind, new URLSearchParams(options), moves.join(".")].join("~"));
  return at(`/worksheet/${game}?${new URLSearchParams({ given: given.join(" "), lang: language })}`);
}

/**
 * Draw the summary. The name column is left blank, to be filled in by hand.
 * @param {{ line: HTMLElement, table: HTMLElement, ideas: HTMLElement, mistakes: HTMLElement }} places
 * @param {Summary} summary
 */
export function drawSummary({ line, table, ideas, mistakes }, summary) {
  const body = rows(summary);
  line.textContent = `${new Date(summary.at).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" })} · ${tn("{n} child", "{n} children", body.length)}`;
  const next = suggestions(summary);
  ideas.replaceChildren(
    ...(summary.ideas.length ? [h("h2", {}, t("What the class can do"))] : []),
    h(
      "ul",
      { class: "plain" },
      ...summary.ideas.map(({ text, n, all }) => h("li", {}, `${text} – `, h("b", {}, t("{n} of {all}", { n, all })))),
    ),
    ...(next.length ? [h("h2", {}, t("For the next lesson"))] : []),
    h("ul", { class: "plain" }, ...next.map((text) => h("li", {}, text))),
  );
  mistakes.replaceChildren(
    ...(summary.mistakes.length ? [h("h2", {}, t("Common mistakes"))] : []),
    h(
      "div",
      { id: "mistakes" },
      ...summary.mistakes.map(({ title, question, why, picture, n }) =>
        h(
          "article",
          { class: "mistake" },
          h("h3", {}, `${title} · ${tn("{n} child", "{n} children", n)}`),
          h("p", {}, question),
          drawing(picture),
          h("p", {}, h("b", {}, t("Why:")), ` ${why}`),
        ),
      ),
    ),
    ...[...new Set(summary.mistakes.map(({ game }) => game))].map((game) =>
      h(
        "p",
        { class: "no-print" },
        h(
          "a",
          { href: sheetOf(game, summary.mistakes), target: "_blank" },
          t("Worksheet from these mistakes: {game}", {
            game: summary.ideas.find((each) => each.game === game)?.title ?? game,
          }),
        ),
      ),
    ),
  );
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
 * The table, the ideas and the mistakes as CSV, escaped so that spreadsheets do not interpret cells as formulas or dates.
 * @param {HTMLTableElement} table
 * @param {Summary} summary
 */
export function csvOf(table, { ideas, mistakes }) {
  /** @param {string} text */
  const quoted = (text) => `"${text.replaceAll('"', '""').replace(/^(?=[=+@-])/, "'")}"`;
  /** @param {string[]} cells */
  const line = (...cells) => cells.map(quoted).join(",");
  const lines = [
    ...[...table.rows].map((row) => line(...[...row.cells].map((cell) => cell.textContent))),
    ...ideas.map(({ title, text, n, all }) => line(title, text, t("{n} of {all}", { n, all }))),
    ...mistakes.map(({ title, moves, question, why, n }) => line(title, moves.join(" "), question, why, String(n))),
  ];
  return `\ufeff${lines.join("\r\n")}\r\n`;
}
