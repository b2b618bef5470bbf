// A board on which you play both sides: play freely, step back and forth, branch, and ask for proven verdicts.

import { position, positionPicture, positionVerdict } from "../api.js";
import { drawing } from "../dom.js";
import { turnText } from "../sentences.js";
import { Board } from "./board.js";
import { stateOf } from "./position.js";
import { placesOf, usedIn } from "./rows.js";

/** @import { Places } from "./board.js" */

const MOST_LINES = 8;

export class Study {
  /**
   * `tell` shows a message, and `changed` is called after each change.
   * @param {string} game
   * @param {Record<string, any>} options
   * @param {Places} places
   * @param {(text: string, bad?: boolean) => void} tell
   * @param {() => void} [changed]
   */
  constructor(game, options, places, tell, changed = () => {}) {
    this.game = game;
    this.options = options;
    this.tell = tell;
    this.changed = changed;
    this.board = new Board(places, {
      play: (number) => this.play(number),
      go: (ply) => this.go(ply),
      refuse: (text) => tell(text, true),
    });
    /** @type {number[]} */
    this.line = [];
    this.ply = 0;
    /** @type {number[][]} */
    this.others = []; // earlier variations
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map(); // positions, verdicts and pictures, keyed by their moves
    this.verdicts = false;
    /** @type {api.PositionModel | null} */
    this.full = null; // after the whole line
    /** @type {api.PositionModel | null} */
    this.now = null; // after the moves shown
    /** @type {api.VerdictModel | null} */
    this.found = null;
  }

  /**
   * Ask the server about a list of moves, once.
   * @template T
   * @param {(body: api.AnyPosition) => Promise<T>} what
   * @param {number[]} moves
   * @returns {Promise<T>}
   */
  ask(what, moves) {
    const key = `${what.name}:${moves.join()}`;
    const known = this.known.get(key);
    if (known) return known;
    const asked = what({ game: this.game, options: this.options, moves });
    asked.catch(() => this.known.delete(key));
    this.known.set(key, asked);
    return asked;
  }

  get moves() {
    return this.line.slice(0, this.ply);
  }

  /**
   * Show a line up to the given ply; throw if it is not legal.
   * @param {number[]} line
   * @param {number} [ply]
   */
  async show(line, ply = line.length) {
    const [full, now] = await Promise.all([this.ask(position, line), this.ask(position, line.slice(0, ply))]);
    Object.assign(this, { line, ply, full, now });
    await this.draw();
  }

  /** @param {number} ply */
  async go(ply) {
    const place = Math.max(0, Math.min(ply, this.line.length));
    if (place !== this.ply) await this.attempt(() => this.show(this.line, place));
  }

  /**
   * Play a number here. The line it replaces stays available as a variation.
   * @param {number} number
   */
  async play(number) {
    if (this.line[this.ply] === number) return this.go(this.ply + 1);
    const { line, moves, ply } = this;
    await this.attempt(async () => {
      await this.show([...moves, number]);
      if (ply < line.length)
        this.others = [line, ...this.others.filter((each) => each.join() !== line.join())].slice(0, MOST_LINES);
      this.others = this.others.filter((each) => each.join() !== this.line.join());
      this.changed();
    });
  }

  /** @param {() => Promise<void>} what */
  async attempt(what) {
    await what().catch(({ message }) => this.tell(message, true));
  }

  /** A picture of the position shown. */
  async picture() {
    return drawing(await this.ask(positionPicture, this.moves));
  }

  async draw() {
    const { line, ply, full, now } = this;
    if (!full || !now) return;
    const place = this.moves.join();
    const found = this.verdicts
      ? await this.ask(positionVerdict, this.moves).catch((refusal) => {
          this.tell(refusal.message, true);
          return null;
        })
      : null;
    if (place !== this.moves.join()) return; // a newer position is already shown
    const state = stateOf(now);
    const round = { round: 1, first: 1, moves: line, seats: full.seats };
    const then = full.scene.rows.every((row) => placesOf(row, round, full.scene.earlier)) ? null : now.scene;
    const marks = {
      legal: new Set(now.legal),
      used: usedIn(now, now.moves.length, now.scene.unused),
      yours: true,
      winning: found && !found.over ? new Set(found.winning) : null,
    };
    this.board.show(state, { round, ply, scene: full.scene, then }, marks);
    this.tell(now.told || turnText(state));
    this.found = found;
    this.changed();
  }
}
