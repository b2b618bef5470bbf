// The server's answers about positions of a game; each is requested once.

/** @template T */
export class Answers {
  /**
   * @param {() => void} changed called when an answer arrives
   * @param {(text: string) => void} [refuse]
   */
  constructor(changed, refuse = () => {}) {
    this.changed = changed;
    this.refuse = refuse;
    /** @type {Map<string, T | null>} */
    this.known = new Map(); // null while the request is pending
  }

  /**
   * The cached answer about a position, or null. If it is missing, request it, and again if the server returned null.
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
