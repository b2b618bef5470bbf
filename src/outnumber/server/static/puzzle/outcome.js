// The outcome of an answer to a puzzle, in words.

import { t } from "../shared/language.js";
import { nameOf } from "../shared/sentences.js";

/** @import { GameView } from "../shared/board/position.js" */

/** @param {Pick<api.PuzzleModel, "game" | "options" | "moves" | "kind">} puzzle */
export const plainOf = ({ game, options, moves, kind }) => ({ game, options, moves, kind: kind ?? "one" });

/**
 * Whether the answer is a seat, all winning moves, or one move, after the right answers so far.
 * @param {api.PuzzleModel} puzzle
 * @param {number[]} given
 */
export function expects({ kind }, given) {
  if (["who", "seat"].includes(kind) && !given.length) return "seat";
  return kind === "all" ? "moves" : "move";
}

/**
 * @param {api.PuzzleModel} puzzle
 * @param {api.PuzzleAnswer} answer
 * @param {boolean} first whether the first attempt was right
 */
export function rightText({ kind }, { solution, text }, first) {
  if ((kind ?? "one") !== "one") return `${first ? t("Right.") : t("Yes.")} ${text}`;
  return first
    ? t("Right: {move} is the only move that wins.", { move: solution })
    : t("Yes, {number} is the only move that wins.", { number: solution });
}

/**
 * @param {api.PuzzleModel} puzzle
 * @param {number} number the refuted move, or 0
 * @param {api.RefutedTry} refutation
 */
export function wrongText({ kind }, number, { line }) {
  if (!number) return line.length ? t("No: the other player wins.") : t("No: a winning move is missing.");
  return kind === "avoid" ? t("No: {number} wins.", { number }) : t("No: {number} loses.", { number });
}

/**
 * How the game could continue after a wrong answer.
 * @param {GameView} state
 * @param {api.RefutedTry} refutation
 */
export function continuation(state, { line, ending }) {
  const moves = line
    .map((each) => t("{name} plays {number}", { name: nameOf(state, each.seat), number: each.move }))
    .join(", ");
  const told = moves ? t("The game could continue like this: {moves}.", { moves }) : "";
  return [told, ending?.text ?? ""].filter(Boolean).join(" ");
}

/**
 * The winning numbers, if the answer names them.
 * @param {api.PuzzleModel} puzzle
 * @param {api.PuzzleAnswer} answer
 */
export function winningIn({ kind, legal }, { solution }) {
  if (["who", "seat"].includes(kind)) return null;
  if (kind === "avoid") return new Set(legal.filter((number) => number !== solution));
  return new Set([solution].flat());
}
