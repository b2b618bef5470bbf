// A position without a game around it: its state, its drawing, and how it could go on.

import { nameOf } from "../sentences.js";
import { drawRows, usedIn } from "./rows.js";

const PAUSE = 700; // between two moves that are played out, in milliseconds

const seated = (seat) => (seat ? { seat, participant: seat } : null);

/** A position as the parts that draw a game want it; `turn` and `you` are seats or null, and seats without names go by their numbers. */
export function stateOf(position, { turn = position.turn, you = null, names = ["", ""] } = {}) {
  const participants = [1, 2].map((seat) => ({
    participant: seat,
    seat,
    name: names[seat - 1],
    plays: "human",
    here: true,
  }));
  return {
    ...position,
    state: turn ? "playing" : "over",
    participants,
    you: seated(you),
    turn: seated(turn),
    round: 1,
    rounds: 1,
    clock: null,
  };
}

/** Draw what lies on the table; its numbers lead nowhere. */
export function drawTable(container, state, { moves, seats, scene }) {
  drawRows(container, { state, scene, look: { round: 1, first: 1, moves, seats }, ply: moves.length, go: () => {} });
}

/** Draw which numbers are used and which can be played; `more` is the rest of what a pool shows. */
export function drawNumbers(pool, state, { moves, seats, legal, scene }, more) {
  const used = usedIn({ moves, seats }, moves.length, scene.unused);
  pool.update({
    legal: new Set(legal),
    used,
    last: moves.at(-1),
    names: [nameOf(state, 1), nameOf(state, 2)],
    ...more,
  });
}

let timer = 0;

/** Show how it goes on, move by move, after the first `ply`; every number leads to its moment. Without a scene there is nothing to show. */
export function playOut(container, state, { moves, seats, scene }, ply) {
  clearInterval(timer);
  if (!scene) return container.replaceChildren();
  const look = { round: 0, first: 1, moves, seats };
  const at = (place) => drawRows(container, { state: { ...state, turn: null }, scene, look, ply: place, go });
  const go = (place) => {
    clearInterval(timer);
    at(place);
  };
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return at(moves.length);
  at(ply);
  timer = setInterval(() => {
    if (ply >= moves.length) return clearInterval(timer);
    ply += 1;
    at(ply);
  }, PAUSE);
}
