// The board on every page: rows of played numbers, buttons for the numbers to play, and the two players.

import { h, part } from "../dom.js";
import { playerOf } from "../sentences.js";
import { sound } from "../sound.js";
import { shake } from "./motion.js";
import { onNumber } from "./number_entry.js";
import { drawPlayers } from "./players.js";
import { Pool } from "./pool.js";
import { drawRows, usedIn } from "./rows.js";

/** @import { GameView, Position, RoundView } from "./position.js" */
/** @import { Marks } from "./pool.js" */

/**
 * The elements that a board is drawn into. Not every page has `players`, `typed` (the form for typed numbers) or
 * `filter` (the switch that hides numbers that do not fit).
 * @typedef {object} Places
 * @property {HTMLElement} rows
 * @property {HTMLElement} pool
 * @property {HTMLElement} [players]
 * @property {HTMLFormElement} [typed]
 * @property {HTMLElement} [filter]
 */

/**
 * Callbacks: `play` a number, `go` to a ply, `refuse` text that is not a number, `leave` the form for typed numbers;
 * `filtered` is called when the filter is switched.
 * @typedef {object} Actions
 * @property {(number: number) => unknown} [play]
 * @property {(ply: number) => unknown} [go]
 * @property {(text: string) => void} [refuse]
 * @property {() => void} [leave]
 * @property {(on: boolean) => void} [filtered]
 */

/**
 * The part of a round to show: its first `ply` moves. `scene` is the scene after all moves of the round, or null until
 * it is known. `then` is the scene after the moves shown, needed if rows contain more than moves. `unused` are the
 * numbers that neither player has used.
 * @typedef {{ round: RoundView, ply?: number, scene: api.SceneModel | null, then?: api.SceneModel | null, unused?: number[] }} View
 */

const PAUSE = 700; // milliseconds between two animated moves

/**
 * Create the elements for a board.
 * @param {string} label
 */
export const boardPlaces = (label) => ({
  rows: h("div", { class: "tracks" }),
  pool: h("div", { class: "pool", role: "group", "aria-label": label }),
});

export class Board {
  /**
   * @param {Places} places
   * @param {Actions} [actions]
   */
  constructor(places, { play = () => {}, go = () => {}, refuse = () => {}, leave, filtered = () => {} } = {}) {
    this.places = places;
    this.go = go;
    this.pool = new Pool(places.pool, play);
    this.redraw = () => {};
    const { typed } = places;
    /** @type {HTMLInputElement | null} */
    this.box = places.filter ? part(places.filter, "input") : null;
    this.box?.addEventListener("change", () => {
      filtered(this.box?.checked ?? false);
      this.redraw();
    });
    if (typed) onNumber(typed, { play, refuse, leave, find: (number) => this.pool.find(number) });
  }

  /**
   * Hide the numbers that do not fit, if the list is long.
   * @param {boolean} on
   */
  filter(on) {
    if (this.box) this.box.checked = on && this.pool.long;
  }

  /**
   * Show part of a round. The numbers are laid out once, for the first scene, and extended by later legal moves.
   * @param {GameView} state
   * @param {View} view
   * @param {Marks} marks
   */
  show(state, view, marks) {
    const { round, ply = round.moves.length, scene, then = null, unused = scene?.unused } = view;
    this.redraw = () => this.show(state, view, marks);
    drawRows(this.places.rows, { state, scene, then, round, ply, go: this.go });
    if (this.places.players) drawPlayers(this.places.players, state);
    if (!this.pool.numbers.length) this.pool.lay(state.scene.numbers);
    this.pool.grow(state.legal);
    if (this.places.filter) this.places.filter.hidden = !this.pool.long;
    this.pool.update({
      filter: this.box?.checked && Boolean(marks.legal?.size),
      used: unused ? usedIn(round, ply, unused) : new Map(),
      last: round.moves[ply - 1],
      names: [1, 2].map((seat) => playerOf(state, round, seat)),
      ...marks,
    });
  }

  /**
   * Show a position outside a game. `after` is the position in the rows, if later than the one in the pool.
   * @param {GameView} state
   * @param {Position} position
   * @param {Omit<Marks, "legal"> & { after?: Omit<Position, "legal"> }} marks
   */
  showPosition(state, position, { after = position, ...marks }) {
    const { moves, seats, scene } = after;
    const round = { round: 1, first: 1, moves, seats };
    const used = usedIn(position, position.moves.length, position.scene.unused);
    this.show(state, { round, scene }, { legal: new Set(position.legal), used, last: position.moves.at(-1), ...marks });
  }
}

/** A line of moves that refutes another, animated one by one; it shakes at its end. */
export class PlayedLine {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.timer = 0;
  }

  /**
   * Animate the moves after the first `ply`; each number links to its position. Without a scene, show nothing.
   * @param {GameView} state
   * @param {{ moves: number[], seats: number[], scene: api.SceneModel | null }} line
   * @param {number} ply
   */
  show(state, { moves, seats, scene }, ply) {
    clearInterval(this.timer);
    if (!scene) return this.place.replaceChildren();
    const round = { round: 0, first: 1, moves, seats };
    /** @param {number} place */
    const at = (place) => drawRows(this.place, { state: { ...state, turn: null }, scene, round, ply: place, go });
    /** @param {number} place */
    const go = (place) => {
      clearInterval(this.timer);
      at(place);
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return at(moves.length);
    at(ply);
    if (ply >= moves.length) return;
    this.timer = setInterval(() => {
      ply += 1;
      at(ply);
      if (ply < moves.length) return;
      clearInterval(this.timer);
      shake(this.place);
      sound("refutation");
    }, PAUSE);
  }
}
