// The types that the parts of a board draw, and a conversion of a single position to such a type.

/**
 * A game as the parts of a board expect it: a full state from the server, or a position with the minimum around it.
 * @typedef {Pick<api.State, "participants" | "you" | "turn" | "round" | "rounds" | "clock" | "legal" | "scene">
 *   & Partial<Omit<api.State, "state">> & { state: api.State["state"] | "past" }} GameView
 */

/**
 * A round as the board expects it.
 * @typedef {Pick<api.RoundModel, "round" | "first" | "moves" | "seats">} RoundView
 */

/**
 * A position, with the fields shared by puzzles, lessons and the analysis board.
 * @typedef {{ moves: number[], seats: number[], legal: number[], scene: api.SceneModel, turn?: number | null }} Position
 */

/** @param {number | null | undefined} seat */
const seated = (seat) => (seat ? { seat, participant: seat } : null);

/**
 * Present a position as a game between two people; `turn` and `you` are seats, and unnamed seats go by their numbers.
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
