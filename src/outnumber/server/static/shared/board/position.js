// The shapes that the parts of a board draw, and a position without a game around it as such a shape.

/**
 * A game as the parts of a board draw it: a whole state from the server, or a position with just enough around it.
 * @typedef {Pick<api.State, "participants" | "you" | "turn" | "round" | "rounds" | "clock" | "legal" | "scene">
 *   & Partial<Omit<api.State, "state">> & { state: api.State["state"] | "past" }} GameView
 */

/**
 * A round as it is drawn.
 * @typedef {Pick<api.RoundModel, "round" | "first" | "moves" | "seats">} RoundView
 */

/**
 * A position: those of puzzles, lessons and the board for any position have at least this.
 * @typedef {{ moves: number[], seats: number[], legal: number[], scene: api.SceneModel, turn?: number | null }} Position
 */

/** @param {number | null | undefined} seat */
const seated = (seat) => (seat ? { seat, participant: seat } : null);

/**
 * A position as a game between two people; `turn` and `you` are seats, and seats without names go by their numbers.
 * @param {Position} position
 * @param {{ turn?: number | null, you?: number | null, names?: string[] }} [more]
 * @returns {GameView}
 */
export function stateOf(position, { turn = position.turn, you = null, names = ["", ""] } = {}) {
  return {
    legal: position.legal,
    scene: position.scene,
    state: turn ? "playing" : "over",
    participants: [1, 2].map((seat) => ({
      participant: seat,
      seat,
      name: names[seat - 1],
      title: "",
      plays: "human",
      here: true,
    })),
    you: seated(you),
    turn: seated(turn),
    round: 1,
    rounds: 1,
    clock: null,
  };
}
