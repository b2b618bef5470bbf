// What this page knows of its game: the state that the server told, what followed from events, and scenes of other moments.

import { readScene } from "../shared/api.js";
import { placesOf } from "../shared/board/rows.js";
import { $ } from "../shared/dom.js";
import { mayPlay, participantIn } from "../shared/sentences.js";
import { game } from "../shared/storage.js";

/** The state that came with the page, as the one sees it who sits here; null where that is not known. */
export function toldAtOnce(id) {
  const told = $("now")?.content.textContent;
  const { token, you } = game(id);
  if (!told || (token && !you)) return null;
  const state = JSON.parse(told);
  const here = state.opponent === "here" ? (state.turn ?? state.pick) : null; // two people at one device
  return token ? { ...state, you: here ?? { participant: you, seat: state.participants[you - 1].seat } } : state;
}

export class GameState {
  /** `changed` is called when something that was asked for has come. */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.state = null;
    this.leftAt = 0; // when `left` was true
    this.scenes = new Map(); // of other moments than now, by round and moves; null while one is asked for
  }

  /** Take a whole state, unless something newer is known. */
  take(next) {
    if (this.state && next.seq < this.state.seq) return;
    this.state = next;
    this.leftAt = performance.now();
    if (next.scene.earlier) this.complete();
  }

  /** Of a long game the server tells only the last moves until somebody asks for all. */
  async complete() {
    const { seq, round, history } = this.state;
    const { rows } = await readScene(this.id, round, history.at(-1).moves.length).catch(() => ({}));
    if (!rows) return;
    if (this.state.seq !== seq) return this.complete();
    this.state.scene = { ...this.state.scene, rows, earlier: 0 };
    this.changed();
  }

  /** The scene of a moment, or null until it has come. */
  sceneAt(round, ply) {
    const { moves } = this.state.history[round - 1];
    if (round === this.state.round && ply === moves.length) return this.state.scene;
    const key = `${round}:${moves.slice(0, ply).join()}`;
    if (!this.scenes.has(key)) {
      this.scenes.set(key, null);
      readScene(this.id, round, ply).then(
        (found) => {
          this.scenes.set(key, found);
          this.changed();
        },
        () => this.scenes.delete(key),
      );
    }
    return this.scenes.get(key);
  }

  /** Whether a move follows from what is known; if not, the whole state is the simplest truth. */
  follows(event) {
    return event.kind === "move" && !event.outcome && event.legal && event.seq === this.state.seq + 1;
  }

  /**
   * The state after a move that follows. The server has judged it and tells what is new; no rule is known here. A
   * whole state with every move would be fetched first, and be as long as the game.
   */
  follow(event) {
    const { state } = this;
    const round = state.history.at(-1);
    state.scene = this.sceneAfter(event);
    round.moves.push(event.number);
    round.seats.push(event.seat);
    state.seq = event.seq;
    state.legal = event.legal;
    state.left = event.left;
    state.times = event.times ?? null;
    state.offer = null;
    state.turn = { seat: event.turn, participant: participantIn(state, event.turn) };
    if (state.opponent === "here") state.you = state.turn;
    this.leftAt = performance.now();
  }

  /** The scene after a move: what is as before is not told again, and of long rows only the end. */
  sceneAfter({ number, seat, scene }) {
    const before = this.state.scene;
    const after = { ...before, unused: before.unused.filter((each) => each !== number), ...scene };
    if (scene.earlier <= before.earlier) return after;
    const rows = scene.rows.map((row, at) => {
      const old = before.rows[at];
      if (!placesOf(old, this.state.history.at(-1), before.earlier)) return row;
      if (row.seat && row.seat !== seat) return { ...row, numbers: old.numbers, joins: old.joins };
      return { ...row, numbers: [...old.numbers, number], joins: [...old.joins, ...row.joins.slice(-1)] };
    });
    return { ...after, rows, earlier: before.earlier };
  }

  get yours() {
    return mayPlay(this.state);
  }

  /** The seconds that the player to move has for this turn, if there is a clock. */
  get allowed() {
    const { state } = this;
    return state.times ? state.times[state.turn.participant - 1] : state.clock;
  }

  /** The seconds left for this turn; a computer's clock stands still. */
  get left() {
    return this.state.left === null ? this.allowed : this.state.left - (performance.now() - this.leftAt) / 1000;
  }

  /** How long you have thought: the way to the server is not your time. */
  get spent() {
    return this.allowed && this.state.left !== null ? { spent: Math.max(0, this.allowed - this.left) } : {};
  }
}
