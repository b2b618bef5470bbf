// Verdicts on the positions of a game, asked for once each.

import { verdict } from "../shared/api.js";
import { game } from "../shared/storage.js";

export class Verdicts {
  /**
   * @param {string} id
   * @param {() => void} changed is called when a verdict has come
   * @param {(text: string) => void} refuse
   */
  constructor(id, changed, refuse) {
    this.id = id;
    this.changed = changed;
    this.refuse = refuse;
    /** @type {Map<string, api.VerdictModel | null>} */
    this.known = new Map(); // null while one is asked for
  }

  /**
   * The verdict on a position if it is known; ask for it otherwise.
   * @param {number} round
   * @param {number[]} moves
   */
  of(round, moves) {
    // A takeback leads to other positions with the same number of moves.
    const key = `${round}:${moves.join()}`;
    if (!this.known.has(key)) {
      this.known.set(key, null);
      verdict(this.id, round, moves.length, game(this.id).token).then(
        (found) => {
          const same = found.moves.join() === moves.join();
          if (same) this.known.set(key, found);
          this.changed();
          if (!same) this.known.delete(key); // the next draw asks again
        },
        (refusal) => {
          this.known.delete(key);
          this.refuse(refusal.message);
        },
      );
    }
    return this.known.get(key) ?? null;
  }
}
