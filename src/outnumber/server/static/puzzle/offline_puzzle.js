// A puzzle that was begun, kept with what becomes of every answer, so that it can be finished without a network.

import { away, puzzleAhead } from "../shared/api.js";
import { read, remove, write } from "../shared/storage.js";

const KEY = "begun";

/** Keep a puzzle that is begun, or has gone on after some right answers, where the page works offline. */
export async function keepBegun(place, puzzle, plain, given = []) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  let kept = read(KEY, {});
  if (kept.place !== place || kept.puzzle.id !== puzzle.id) {
    kept = { place, puzzle };
    write(KEY, kept);
  }
  if (kept.ahead?.whole) return;
  try {
    await workers.ready;
    const ahead = await puzzleAhead(plain, given);
    if (read(KEY, {}).puzzle?.id === puzzle.id) write(KEY, { place, puzzle, ahead });
  } catch {
    // It can still be looked at.
  }
}

/** The puzzle that was begun on a page, or null. */
export const begunOn = (place) => (read(KEY, {}).place === place ? read(KEY, {}).puzzle : null);
export const forgetBegun = () => remove(KEY);

/** What is kept of a puzzle; refuses as the server that is not there would where there is nothing. */
function ahead({ id }) {
  const { puzzle, ahead: found } = read(KEY, {});
  if (puzzle?.id !== id || !found) throw away();
  return found;
}

export const answerOffline = (puzzle) => ahead(puzzle).answer;
export const hintOffline = (puzzle, level) => ahead(puzzle).hints[level - 1];

/** What becomes of a try, as the server would tell. */
export function tryOffline(puzzle, numbers) {
  const { answer, tries } = ahead(puzzle);
  const wrong = (move, refutation) => ({
    right: false,
    move,
    refutation: refutation ?? { line: [], ending: null, scene: null },
  });
  let given = numbers;
  if (puzzle.kind === "all") {
    const bad = numbers.filter((number) => !answer.solution.includes(number)).sort((a, b) => a - b);
    if (!bad.length) return numbers.length === answer.solution.length ? { right: true, answer } : wrong(0);
    given = bad.slice(0, 1);
  }
  const found = tries.find((each) => each.given.join() === given.join());
  if (!found) throw away();
  if (found.right) return { right: true, game: found.game, answer: found.game ? null : answer };
  // A seat is no move.
  return wrong(["who", "seat"].includes(puzzle.kind) && given.length === 1 ? 0 : given.at(-1), found.refutation);
}
