// A board on which both sides are yours: play freely, go back and forth, branch, and ask what is proven.

import { position, positionPicture, positionVerdict } from "../api.js";
import { drawing } from "../dom.js";
import { turnText } from "../sentences.js";
import { Pool } from "./pool.js";
import { drawNumbers, stateOf } from "./position.js";
import { drawRows, placesOf } from "./rows.js";

const MOST_LINES = 8;

export class Study {
  /** `tracks` and `pool` are the places to draw in; `tell(text, bad)` says what happens, `changed(study)` is called after it. */
  constructor(game, options, { tracks, pool, tell, changed = () => {} }) {
    Object.assign(this, { game, options, tracks, place: pool, tell, changed });
    this.line = [];
    this.ply = 0;
    this.others = []; // lines that were left for another
    this.known = new Map(); // positions, verdicts and pictures by their moves
    this.verdicts = false;
    this.filter = false;
  }

  /** What the server says of some moves, asked once. */
  ask(what, moves) {
    const key = `${what.name}:${moves.join()}`;
    if (!this.known.has(key)) {
      const asked = what({ game: this.game, options: this.options, moves });
      asked.catch(() => this.known.delete(key));
      this.known.set(key, asked);
    }
    return this.known.get(key);
  }

  get moves() {
    return this.line.slice(0, this.ply);
  }

  /** Show a line after so many of its moves; refused if it is not legal. */
  async show(line, ply = line.length) {
    const [full, now] = await Promise.all([this.ask(position, line), this.ask(position, line.slice(0, ply))]);
    Object.assign(this, { line, ply, full, now });
    await this.draw();
  }

  async go(ply) {
    const place = Math.max(0, Math.min(ply, this.line.length));
    if (place !== this.ply) await this.attempt(() => this.show(this.line, place));
  }

  /** Play a number here. Where the line goes on otherwise, it is kept among the others. */
  async play(number) {
    if (this.line[this.ply] === number) return this.go(this.ply + 1);
    const { line, moves, ply } = this;
    await this.attempt(async () => {
      await this.show([...moves, number]);
      if (ply < line.length)
        this.others = [line, ...this.others.filter((each) => each.join() !== line.join())].slice(0, MOST_LINES);
      this.others = this.others.filter((each) => each.join() !== this.line.join());
      this.changed(this);
    });
  }

  async attempt(what) {
    try {
      await what();
    } catch (refusal) {
      this.tell(refusal.message, true);
    }
  }

  /** The verdict on what is shown, if it was asked for. */
  async verdict() {
    return this.verdicts ? this.ask(positionVerdict, this.moves) : null;
  }

  /** A picture of what is shown. */
  async picture() {
    return drawing(await this.ask(positionPicture, this.moves));
  }

  async draw() {
    const { line, ply, full, now } = this;
    const place = this.moves.join();
    const found = await this.verdict().catch((refusal) => {
      this.tell(refusal.message, true);
      return null;
    });
    if (place !== this.moves.join()) return; // something newer is shown by now
    const state = stateOf(now);
    const look = { round: 1, first: 1, moves: line, seats: full.seats, outcome: now.outcome };
    const then = full.scene.rows.every((row) => placesOf(row, look, full.scene.earlier)) ? null : now.scene;
    drawRows(this.tracks, { state, scene: full.scene, then, look, ply, go: (to) => this.go(to) });
    this.pool ??= new Pool(this.place, now.scene.numbers, (number) => this.play(number));
    this.pool.grow(now.legal);
    drawNumbers(this.pool, state, now, {
      yours: true,
      filter: this.filter && now.legal.length > 0,
      winning: found && !found.over ? new Set(found.winning) : null,
    });
    this.tell(now.told || turnText(state));
    this.found = found;
    this.changed(this);
  }
}
