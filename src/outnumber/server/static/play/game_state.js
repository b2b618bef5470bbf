// What this page knows of its game: the state from the server, later events, and scenes of earlier positions.

import { readScene } from "../shared/api.js";
import { placesOf } from "../shared/board/rows.js";
import { mayPlay, participantIn } from "../shared/sentences.js";
import { game } from "../shared/storage.js";
import { Answers } from "./answers.js";

/**
 * The state embedded in the page's template, seen from this browser's seat; null if there is none.
 * @param {string} id
 * @param {HTMLElement | null} template
 * @returns {api.State | null}
 */
export function toldAtOnce(id, template) {
  const told = template instanceof HTMLTemplateElement ? template.content.textContent : null;
  const { token, you } = game(id);
  if (!told || (token && !you)) return null;
  const state = JSON.parse(told);
  const here = state.opponent === "here" ? (state.turn ?? state.pick) : null; // two people at one device
  return you && token ? { ...state, you: here ?? { participant: you, seat: state.participants[you - 1].seat } } : state;
}

export class GameState {
  /**
   * `changed` is called when a requested scene arrives.
   * @param {string} id
   * @param {() => void} changed
   */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {Answers<api.SceneModel>} */
    this.scenes = new Answers(changed); // scenes of earlier positions
    /** @type {api.State | null} */
    this.state = null;
    this.leftAt = 0; // when `left` was up to date
  }

  /** The current state; throws before the first one has arrived. */
  get now() {
    if (!this.state) throw new Error("no state has come");
    return this.state;
  }

  /**
   * Replace the state, unless a newer one is known.
   * @param {api.State} next
   */
  take(next) {
    if (this.state && next.seq < this.state.seq) return;
    this.state = next;
    this.leftAt = performance.now();
    if (next.scene.earlier) this.complete();
  }

  /**
   * For a long game the server first sends only the last moves: request all of them.
   * @returns {Promise<void>}
   */
  async complete() {
    const { seq, round } = this.now;
    const whole = await readScene(this.id, round, this.round.moves.length).catch(() => null);
    if (!whole || !this.state) return;
    if (this.state.seq !== seq) return this.complete();
    this.state.scene = { ...this.state.scene, rows: whole.rows, earlier: 0 };
    this.changed();
  }

  /** The newest round. */
  get round() {
    return this.now.history[this.now.history.length - 1];
  }

  /**
   * The scene of a position, or null until it has arrived.
   * @param {number} round
   * @param {number} ply
   */
  sceneAt(round, ply) {
    const { moves } = this.now.history[round - 1];
    if (round === this.now.round && ply === moves.length) return this.now.scene;
    return this.scenes.about(round, moves.slice(0, ply), () => readScene(this.id, round, ply));
  }

  /**
   * Apply a move if its event contains everything needed; return whether it does. The page knows no rules, because the
   * server has already validated the move. Sending a full state with each move would cost as much as the whole game.
   * @param {api.Event} event
   */
  follow(event) {
    const { number, seat, turn, scene, legal } = event;
    const state = this.now;
    if (event.kind !== "move" || event.outcome || event.seq !== state.seq + 1) return false;
    if (!legal || !scene || number === undefined || !seat || !turn) return false;
    state.scene = this.sceneAfter(number, seat, scene);
    this.round.moves.push(number);
    this.round.seats.push(seat);
    state.seq = event.seq;
    state.legal = legal;
    state.left = event.left ?? null;
    state.times = event.times ?? null;
    state.offer = null;
    state.turn = { seat: turn, participant: participantIn(state, turn) };
    if (state.opponent === "here") state.you = state.turn;
    this.leftAt = performance.now();
    return true;
  }

  /**
   * The scene after a move: the server leaves out what has not changed, and sends only the end of long rows.
   * @param {number} number
   * @param {number} seat
   * @param {Partial<api.SceneModel> & Pick<api.SceneModel, "rows" | "earlier">} scene
   */
  sceneAfter(number, seat, scene) {
    const before = this.now.scene;
    const after = { ...before, unused: before.unused.filter((each) => each !== number), ...scene };
    if (scene.earlier <= before.earlier) return after;
    const rows = scene.rows.map((row, at) => {
      const old = before.rows[at];
      if (!placesOf(old, this.round, before.earlier)) return row;
      if (row.seat && row.seat !== seat) return { ...row, numbers: old.numbers, joins: old.joins };
      return { ...row, numbers: [...old.numbers, number], joins: [...old.joins, ...row.joins.slice(-1)] };
    });
    return { ...after, rows, earlier: before.earlier };
  }

  get yours() {
    return mayPlay(this.now);
  }

  /** The seconds that the player to move has for this turn, if there is a clock. */
  get allowed() {
    const { times, turn, clock } = this.now;
    return times && turn ? times[turn.participant - 1] : clock;
  }

  /** The seconds left for this turn; a computer's clock does not run. */
  get left() {
    const { left } = this.now;
    return left === null ? (this.allowed ?? 0) : left - (performance.now() - this.leftAt) / 1000;
  }

  /** Your thinking time, without the network delay. */
  get spent() {
    return this.allowed && this.now.left !== null ? { spent: Math.max(0, this.allowed - this.left) } : {};
  }
}
