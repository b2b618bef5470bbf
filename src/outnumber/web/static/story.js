// A finished round in one sentence, from what its review says.

import { t, tn } from "./words.js";

/** Who was winning when, in one sentence; `seat` is yours, or 0. */
export function storyText({ winners: all, moves, outcome, turning_point: turning }, seat, name) {
  // Moves that were drawn for a fair start are nobody's.
  const winners = all.slice(moves.filter((each) => each.grade === "drawn").length);
  const turns = winners.filter((each, place) => place && each !== winners[place - 1]).length;
  const last = winners.at(-1);
  // Whoever gives up, or runs out of time, may have been winning.
  if (last !== outcome.winner) return last === seat ? t("You were still winning when it ended.") : t("{name} was still winning when it ended.", { name: name(last) });
  if (!turns) {
    if (last === seat) return t("You had the win in hand from the first move to the last.");
    return t("{name} had the win in hand from the first move to the last.", { name: name(last) });
  }
  const { move: number, seat: who } = moves[turning];
  const words = { name: name(who), number, place: turning + 1 };
  const turned = who === seat ? t("You were winning until move {place}: {number} gave the win away.", words) : t("{name} was winning until move {place}: {number} gave the win away.", words);
  return turns === 1 ? turned : `${tn("The win changed hands {n} time.", "The win changed hands {n} times.", turns)} ${turned}`;
}
