// Answers of the server about positions of a game, asked for once each.

/** @template T */
export class Answers {
  /**
   * @param {() => void} changed is called when an answer has come
   * @param {(text: string) => void} [refuse]
   */
  constructor(changed, refuse = () => {}) {
    this.changed = changed;
    this.refuse = refuse;
    /** @type {Map<string, T | null>} */
    this.known = new Map(); // null while one is asked for
  }

  /**
   * The answer about a position if it is known; ask for it otherwise, and again where null came back.
   * @param {number} round
   * @param {number[]} moves
   * @param {() => Promise<T | null>} ask
   */
  about(round, moves, ask) {
    const key = `${round}:${moves.join()}`;
    if (!this.known.has(key)) {
      this.known.set(key, null);
      ask().then(
        (found) => {
          if (!found) return this.known.delete(key);
          this.known.set(key, found);
          this.changed();
        },
        ({ message }) => {
          this.known.delete(key);
          this.refuse(message);
        },
      );
    }
    return this.known.get(key) ?? null;
  }
}
