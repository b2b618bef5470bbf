// Retry each mistake from the position before it.

import { positionVerdict, readScene, verdict } from "../shared/api.js";
import { Board, boardPlaces } from "../shared/board/board.js";
import { stateOf } from "../shared/board/position.js";
import { h } from "../shared/dom.js";
import { few, t, tn } from "../shared/language.js";

/** @typedef {api.PageMove & { index: number }} Mistake */

export class Retry {
  /**
   * @param {HTMLElement} place
   * @param {string} id
   * @param {api.State} state
   * @param {api.PageReview} found
   * @param {number} seat yours, or 0 for a spectator, who gets both players' mistakes
   * @param {(seat: number) => string} name
   * @param {() => void} done called after the last mistake
   */
  constructor(place, id, state, found, seat, name, done) {
    this.place = place;
    this.id = id;
    this.state = state;
    this.found = found;
    this.seat = seat;
    this.name = name;
    this.done = done;
    this.mistakes = found.moves
      .map((move, index) => ({ ...move, index }))
      .filter((move) => move.regret && (!seat || move.seat === seat));
    this.solved = 0;
    this.ready = this.ask(0); // resolves when the first position is drawn
  }

  /**
   * Explain why the position after `ply` moves is won or lost for the player to move.
   * @param {number} ply
   */
  async reason(ply) {
    const { to_move: seat, reason } = await verdict(this.id, this.found.round, ply);
    return seat === null || seat === this.seat
      ? reason
      : [t("From {name}'s side:", { name: this.name(seat) }), reason].join(" ");
  }

  /**
   * The opponent's reply to a losing move; empty if the opponent is not to move.
   * @param {Mistake} mistake
   * @param {number[]} moves
   */
  async reply({ seat }, moves) {
    const { game, options } = this.state;
    const { to_move: other, winning } = await positionVerdict({ game, options, moves });
    return other === 3 - seat ? t("{name} would answer {move}.", { name: this.name(other), move: winning[0] }) : "";
  }

  /** @param {number} number */
  async ask(number) {
    const mistake = this.mistakes[number];
    if (!mistake) {
      const text = this.mistakes.length
        ? t("All done: {solved} of {count} found on the first try.", {
            solved: this.solved,
            count: this.mistakes.length,
          })
        : t("No mistakes to retry.");
      this.place.replaceChildren(h("p", { role: "status" }, text));
      if (this.mistakes.length) this.done();
      return;
    }
    this.place.replaceChildren(h("p", { class: "faint" }, t("Loading …")));
    const scene = await readScene(this.id, this.found.round, mistake.index).catch(({ message }) => {
      this.place.replaceChildren(h("p", {}, message));
    });
    if (!scene) return;
    const legal = scene.legal ?? [];
    const { moves, seats } = this.state.history[this.found.round - 1];
    const position = {
      moves: moves.slice(0, mistake.index),
      seats: seats.slice(0, mistake.index),
      legal,
      scene,
    };
    const state = stateOf(position, { names: [this.name(1), this.name(2)] });
    const told = h("p", { role: "status", class: "retry-told" });
    const places = boardPlaces(t("Numbers"));
    const board = new Board(places, { play: (move) => next.hidden && answer(move) });
    const next = h(
      "button",
      { class: "primary", hidden: true, onclick: () => this.ask(number + 1) },
      number + 1 < this.mistakes.length ? t("Next mistake") : t("Finish"),
    );
    const show = h("button", { onclick: () => answer(null) }, t("Show me"));
    const winning = new Set(mistake.winning);
    /** @type {Map<number, "lose">} */
    const tried = new Map();
    /**
     * @param {Set<number> | null} marks
     * @param {boolean} yours
     */
    const update = (marks, yours) =>
      board.showPosition(state, position, {
        winning: marks,
        told: tried,
        yours,
        filter: legal.length < 40 && board.pool.long,
      });
    /**
     * Show a message immediately, and append the server's explanation when it arrives; offline, nothing is appended.
     * @param {string} text
     * @param {Promise<string>} more
     */
    const tell = async (text, more, last = "") => {
      told.textContent = text;
      const known = await more.catch(() => "");
      if (told.textContent === text) told.textContent = [text, known, last].filter(Boolean).join(" ");
    };
    /** @param {number | null} move null to show the answer */
    const answer = (move) => {
      if (move !== null && !legal.includes(move)) {
        told.textContent = t("{number} is not allowed here.", { number: move });
        return;
      }
      if (move !== null && !winning.has(move)) {
        tried.set(move, "lose");
        update(null, true);
        const wrong =
          move === mistake.move
            ? t("No: {move} is the same move.", { move })
            : t("No: {move} is another move that loses.", { move });
        tell(wrong, this.reply(mistake, [...position.moves, move]), t("Try another."));
        return;
      }
      if (move !== null && !tried.size) this.solved += 1;
      tell(
        move === null
          ? t("{moves} would have won.", { moves: few(mistake.winning) })
          : t("Right: {move} wins.", { move }),
        this.reason(mistake.index),
      );
      update(winning, false);
      show.hidden = true;
      next.hidden = false;
      next.focus();
    };
    this.place.replaceChildren(
      h(
        "p",
        {},
        tn("Mistake {place} of {n}.", "Mistake {place} of {n}.", this.mistakes.length, { place: number + 1 }),
        " ",
        mistake.seat === this.seat
          ? t("You were winning until move {place}.", { place: mistake.index + 1 })
          : t("{name} was winning until move {place}.", { name: this.name(mistake.seat), place: mistake.index + 1 }),
        " ",
        t("Find the better move."),
      ),
      places.rows,
      places.pool,
      told,
      h("p", { class: "inline" }, show, next),
    );
    places.rows.hidden = !mistake.index && !scene.rows.some((row) => row.numbers.length);
    board.pool.lay(scene.numbers);
    update(null, true);
  }
}
