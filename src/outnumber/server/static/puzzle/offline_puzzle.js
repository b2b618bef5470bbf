// The current puzzle, stored with the outcome of every possible answer, so that it can be finished offline.

import { away, puzzleAhead } from "../shared/api.js";
import { read, remove, write } from "../shared/storage.js";

const KEY = "begun";

/** @typedef {{ place?: string, puzzle?: api.PuzzleModel, ahead?: api.PuzzleAhead }} Stored */

/** @returns {Stored} */
const stored = () => read(KEY, {});

/**
 * Store a puzzle that was started, or continued after some right answers, if the browser supports working offline.
 * @param {string} place
 * @param {api.PuzzleModel} puzzle
 * @param {api.PuzzlePosition} plain
 * @param {number[]} [given]
 */
export async function keepBegun(place, puzzle, plain, given = []) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  let known = stored();
  if (known.place !== place || known.puzzle?.id !== puzzle.id) {
    known = { place, puzzle };
    write(KEY, known);
  }
  if (known.ahead?.whole) return;
  try {
    await workers.ready;
    const ahead = await puzzleAhead(plain, given);
    if (stored().puzzle?.id === puzzle.id) write(KEY, { place, puzzle, ahead });
  } catch {
    // Without it the puzzle can still be read, but not answered offline.
  }
}

/**
 * The puzzle that was started on a page, or null.
 * @param {string} place
 */
export const begunOn = (place) => (stored().place === place ? (stored().puzzle ?? null) : null);
export const forgetBegun = () => remove(KEY);

/**
 * The stored outcomes of a puzzle. If there are none, throw the error for an unreachable server.
 * @param {api.PuzzleModel} puzzle
 */
function ahead({ id }) {
  const { puzzle, ahead: found } = stored();
  if (puzzle?.id !== id || !found) throw away();
  return found;
}

/** @param {api.PuzzleModel} puzzle */
export const answerOffline = (puzzle) => ahead(puzzle).answer;
/**
 * @param {api.PuzzleModel} puzzle
 * @param {number} level
 */
export const hintOffline = (puzzle, level) => ahead(puzzle).hints[level - 1];

/**
 * The outcome of an attempt, in the form of the server's response.
 * @param {api.PuzzleModel} puzzle
 * @param {number[]} numbers
 * @returns {Partial<api.PuzzleTry>}
 */
export function tryOffline(puzzle, numbers) {
  const { answer, tries } = ahead(puzzle);
  /**
   * @param {number} move
   * @param {api.RefutedTry | null} [refutation]
   */
  const wrong = (move, refutation) => ({
    right: false,
    move,
    refutation: refutation ?? { line: [], ending: null, scene: puzzle.scene },
  });
  let given = numbers;
  if (puzzle.kind === "all") {
    const solution = [answer.solution].flat();
    const bad = numbers.filter((number) => !solution.includes(number)).sort((a, b) => a - b);
    if (!bad.length) return numbers.length === solution.length ? { right: true, answer } : wrong(0);
    given = bad.slice(0, 1);
  }
  const found = tries.find((each) => each.given.join() === given.join());
  if (!found) throw away();
  if (found.right) return { right: true, game: found.game, answer: found.game ? null : answer };
  // The answer to a seat question is a seat, not a move.
  const move = ["who", "seat"].includes(puzzle.kind) && given.length === 1 ? 0 : (given.at(-1) ?? 0);
  return wrong(move, found.refutation);
}
