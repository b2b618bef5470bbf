// Sentences about a game: names, turns and moves. They are built in the browser from a frame that is the same for all
// viewers, so that the server formats each move once; rarer sentences come from the server.

import { symbol } from "./dom.js";
import { t, tn } from "./language.js";

/** @import { GameView, RoundView } from "./board/position.js" */

/**
 * The display name of a participant: the computer's level, the chosen name, or the seat.
 * @param {Pick<GameView, "participants">} state
 * @param {number} participant
 */
export function nameOf(state, participant) {
  const { title, name, seat } = state.participants[participant - 1];
  return title || name || t("Player {seat}", { seat });
}

/**
 * The name of a participant on a page with its face: beside it, a computer player goes by its own name.
 * @param {Pick<GameView, "participants">} state
 * @param {number} participant
 */
export const calledHere = (state, participant) =>
  symbol(`face-${state.participants[participant - 1].plays}`)?.dataset.name ?? nameOf(state, participant);

/**
 * The display name of the player in a seat of a round.
 * @param {Pick<GameView, "participants">} state
 * @param {Pick<RoundView, "first">} round
 * @param {number} seat
 */
export const playerOf = (state, round, seat) => nameOf(state, seat === 1 ? round.first : 3 - round.first);

/**
 * Your seat in a round; 0 for spectators, and for two people at one device.
 * @param {GameView} state
 * @param {Pick<RoundView, "first">} round
 */
export const seatOf = (state, round) =>
  state.you && state.opponent !== "here" ? (state.you.participant === round.first ? 1 : 2) : 0;

/**
 * Whether a participant is you; two people at one device are called by their names.
 * @param {GameView} state
 * @param {number} participant
 */
export const isYou = (state, participant) => state.opponent !== "here" && state.you?.participant === participant;

/**
 * The sentence for this page's reader, out of three: for spectators and for each participant.
 * @param {GameView} state
 * @param {string[] | null | undefined} said
 */
export const toReader = (state, said) => said?.[state.opponent === "here" ? 0 : (state.you?.participant ?? 0)] ?? "";

/** @type {(state: GameView, who: api.Who | null | undefined) => boolean} */
const mayAct = (state, who) =>
  Boolean(state.you && who && (state.opponent === "here" || isYou(state, who.participant)));

/**
 * Whether this browser may play now.
 * @param {GameView} state
 */
export const mayPlay = (state) => state.state === "playing" && mayAct(state, state.turn);
/**
 * Whether this browser may pick a seat.
 * @param {GameView} state
 */
export const mayPick = (state) => state.state === "playing" && mayAct(state, state.pick);

/**
 * The participant in a seat.
 * @param {Pick<GameView, "participants">} state
 * @param {number} seat
 */
export const participantIn = (state, seat) => state.participants.findIndex((each) => each.seat === seat) + 1;

/**
 * The condition for the next number, and the distance to a target if there is one.
 * @param {GameView} state
 * @param {api.Who} turn
 */
function demand(state, turn) {
  const { rows, demand: what } = state.scene;
  const row = rows.find((each) => each.seat === turn.seat && each.target !== null);
  if (!row) return what;
  const left = t("{left} to go", { left: (row.target ?? 0) - (row.total ?? 0) });
  return isYou(state, turn.participant) ? `${what}, ${left}` : left;
}

/**
 * Whose turn it is, and what the player must do.
 * @param {GameView} state
 */
export function turnText(state) {
  if (state.pick)
    return isYou(state, state.pick.participant)
      ? t("Fair start: pick your seat.")
      : t("Fair start: {name} picks a seat.", { name: calledHere(state, state.pick.participant) });
  if (!state.turn) return "";
  const { participant } = state.turn;
  const what = demand(state, state.turn);
  if (isYou(state, participant)) return t("Your turn: {what}.", { what });
  const name = calledHere(state, participant);
  // A computer knows what fits, and answers soon.
  if (state.participants[participant - 1].plays !== "human") return `${t("{name}'s turn", { name })}.`;
  return t("{name}'s turn: {what}.", { name, what });
}

/**
 * The move that was played, and who had to pass.
 * @param {GameView} state
 * @param {api.Event} event
 */
export function moveText(state, event) {
  const passed = (event.passed ?? []).map((seat) => {
    const who = participantIn(state, seat);
    return isYou(state, who) ? t("You have to pass.") : t("{name} has to pass.", { name: calledHere(state, who) });
  });
  const text = isYou(state, event.participant)
    ? t("You played {number}.", { number: event.number })
    : t("{name} played {number}.", { name: calledHere(state, event.participant), number: event.number });
  return [text, ...passed].join(" ");
}

/**
 * @param {number} ply
 * @param {number} count
 */
export function plyText(ply, count) {
  return ply === count ? tn("{n} move", "{n} moves", count) : t("{ply} of {count}", { ply, count });
}
