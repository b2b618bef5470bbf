// Mistakes once more: the position before each, and another try.

import { positionVerdict, readScene, verdict } from "../shared/api.js";
import { Board, boardPlaces } from "../shared/board/board.js";
import { stateOf } from "../shared/board/position.js";
import { h } from "../shared/dom.js";
import { few, t, tn } from "../shared/language.js";

export class Retry {
  /** `seat` is yours, or 0 for somebody who watched: then all mistakes are asked. `done` is called after the last. */
  constructor(place, id, state, found, seat, name, done) {
    Object.assign(this, { place, id, state, found, seat, name, done });
    this.mistakes = found.moves
      .map((move, index) => ({ ...move, index }))
      .filter((move) => move.regret && (!seat || move.seat === seat));
    this.solved = 0;
    this.ready = this.ask(0); // kept once the first of them lies there
  }

  /** Why the position at a moment is won or lost, said in the place of whoever was to move. */
  async reason(ply) {
    const { to_move: seat, reason } = await verdict(this.id, this.found.round, ply);
    return seat === this.seat ? reason : [t("In {name}'s place:", { name: this.name(seat) }), reason].join(" ");
  }

  /** What the other player would answer to a move that loses; nothing where they are not to move. */
  async reply({ seat }, moves) {
    const { game, options } = this.state;
    const { to_move: other, winning } = await positionVerdict({ game, options, moves });
    return other === 3 - seat ? t("{name} would answer {move}.", { name: this.name(other), move: winning[0] }) : "";
  }

  async ask(number) {
    const mistake = this.mistakes[number];
    if (!mistake) {
      const text = this.mistakes.length
        ? t("All done: {solved} of {count} found at the first try.", {
            solved: this.solved,
            count: this.mistakes.length,
          })
        : t("There is no mistake to try again.");
      this.place.replaceChildren(h("p", { role: "status" }, text));
      if (this.mistakes.length) this.done();
      return;
    }
    this.place.replaceChildren(h("p", { class: "faint" }, t("One moment …")));
    let scene;
    try {
      scene = await readScene(this.id, this.found.round, mistake.index);
    } catch (refusal) {
      this.place.replaceChildren(h("p", {}, refusal.message));
      return;
    }
    const { moves, seats } = this.state.history[this.found.round - 1];
    const position = {
      moves: moves.slice(0, mistake.index),
      seats: seats.slice(0, mistake.index),
      legal: scene.legal,
      scene,
    };
    const state = stateOf(position, { names: [this.name(1), this.name(2)] });
    const told = h("p", { role: "status", class: "retry-told" });
    const places = boardPlaces(t("Numbers"));
    const board = new Board(places, { play: (move) => next.hidden && answer(move) });
    const next = h(
      "button",
      { type: "button", class: "primary", hidden: true, onclick: () => this.ask(number + 1) },
      number + 1 < this.mistakes.length ? t("Next mistake") : t("Finish"),
    );
    const show = h("button", { type: "button", onclick: () => answer(null) }, t("Show me"));
    const winning = new Set(mistake.winning);
    const tried = new Map(); // what does not win, as far as it was found out
    const update = (marks, yours) =>
      board.showPosition(state, position, {
        winning: marks,
        told: tried,
        yours,
        filter: scene.legal.length < 40 && board.pool.long,
      });
    // What has to be worked out follows when it has come; without a server nothing does.
    const tell = async (text, more, last = "") => {
      told.textContent = text;
      const known = await more.catch(() => "");
      if (told.textContent === text) told.textContent = [text, known, last].filter(Boolean).join(" ");
    };
    const answer = (move) => {
      if (move !== null && !scene.legal.includes(move)) {
        told.textContent = t("{number} does not fit here.", { number: move });
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
