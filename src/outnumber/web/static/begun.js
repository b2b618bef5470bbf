// A puzzle that was begun, kept with its answer, so that it can be finished without a network.

import { Refusal, puzzleAnswer } from "./api.js";
import { t } from "./words.js";
import { read, remove, write } from "./kept.js";

const KEY = "begun";

/** Keep a puzzle that is begun, and have its answer ready where the page works offline. */
export async function keepBegun(place, puzzle, plain) {
  if (!navigator.serviceWorker?.controller) return;
  const kept = read(KEY, {});
  if (kept.answer && kept.puzzle.id === puzzle.id && kept.place === place) return;
  write(KEY, { place, puzzle });
  try {
    write(KEY, { place, puzzle, answer: await puzzleAnswer(plain) });
  } catch {
    // It can still be looked at.
  }
}

/** The puzzle that was begun on a page, or null. */
export const begunOn = (place) => (read(KEY, {}).place === place ? read(KEY, {}).puzzle : null);
export const forgetBegun = () => remove(KEY);

function right(puzzle, solution, numbers) {
  if (puzzle.kind === "all") return [solution].flat().sort().join() === [...numbers].sort().join();
  return numbers.length === 1 && numbers[0] === solution;
}

/** The answer that is kept; refuses as the server that is not there would where there is none. */
export function answerOffline(puzzle) {
  const { puzzle: kept, answer } = read(KEY, {});
  if (kept?.id !== puzzle.id || !answer) throw new Refusal({ code: "offline", message: t("The server cannot be reached just now.") });
  return answer;
}

/** What became of a try, without the server: right or not, but not how a mistake is refuted. */
export function tryOffline(puzzle, numbers) {
  if (puzzle.kind === "seat") throw new Refusal({ code: "offline", message: t("Your opponent's moves come from the server, which cannot be reached just now. Try again later.") });
  const answer = answerOffline(puzzle);
  if (right(puzzle, answer.solution, numbers)) return { right: true, answer };
  const move = ["who", "all"].includes(puzzle.kind) ? null : numbers[0];
  return { right: false, move, refutation: { line: [], ending: { text: move ? t("How, you see when you are connected again.") : "" }, scene: null } };
}
