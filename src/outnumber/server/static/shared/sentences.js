// A game in words: names, whose turn, what was played. These follow from a frame that is the same for all who look at a
// game, so that a move is told once and not to each; what is told more seldom comes as sentences from the server.

import { t, tn } from "./language.js";

/** What to call a participant: the computer's level, the chosen name, or the seat. */
export function nameOf(state, participant) {
  const { title, name, seat } = state.participants[participant - 1];
  return title || name || t("Player {seat}", { seat });
}

/** What to call whoever has a seat in a round. */
export const playerOf = (state, look, seat) => nameOf(state, seat === 1 ? look.first : 3 - look.first);

/** Your seat in a round; 0 for those who watch, and for two people at one device. */
export const seatOf = (state, look) =>
  state.you && state.opponent !== "here" ? (state.you.participant === look.first ? 1 : 2) : 0;

/** Two people at one device are called by their names. */
export const isYou = (state, participant) => state.opponent !== "here" && state.you?.participant === participant;

/** What is said to whoever reads this page, of sentences to those who watch and to either participant. */
export const toReader = (state, said) => said?.[state.opponent === "here" ? 0 : (state.you?.participant ?? 0)] ?? "";

const mayAct = (state, who) =>
  Boolean(state.you && who) && (state.opponent === "here" || isYou(state, who.participant));

/** Whether this browser may play now, and whether it may pick a seat. */
export const mayPlay = (state) => state.state === "playing" && mayAct(state, state.turn);
export const mayPick = (state) => state.state === "playing" && mayAct(state, state.pick);

export function participantIn(state, seat) {
  return state.participants.find((each) => each.seat === seat).participant;
}

/** What the next number must be like; whoever is on the way to a target is told how far it is. */
function demand(state) {
  const { rows, demand: what } = state.scene;
  const row = rows.find((each) => each.seat === state.turn.seat && each.target !== null);
  if (!row) return what;
  const left = t("{left} to go", { left: row.target - row.total });
  return isYou(state, state.turn.participant) ? `${what}, ${left}` : left;
}

/** Whose turn it is and what is asked for. */
export function turnText(state) {
  if (state.pick)
    return isYou(state, state.pick.participant)
      ? t("A fair start: pick your seat.")
      : t("A fair start: {name} picks a seat.", { name: nameOf(state, state.pick.participant) });
  if (!state.turn) return "";
  const what = demand(state);
  if (isYou(state, state.turn.participant)) return t("Your turn: {what}.", { what });
  return t("{name} is to move: {what}.", { name: nameOf(state, state.turn.participant), what });
}

export function moveText(state, event) {
  const passed = (event.passed ?? []).map((seat) => {
    const who = participantIn(state, seat);
    return isYou(state, who) ? t("You have to pass.") : t("{name} has to pass.", { name: nameOf(state, who) });
  });
  const text = isYou(state, event.participant)
    ? t("You played {number}.", { number: event.number })
    : t("{name} played {number}.", { name: nameOf(state, event.participant), number: event.number });
  return [text, ...passed].join(" ");
}

export function plyText(ply, count) {
  return ply === count ? tn("{n} move", "{n} moves", count) : t("{ply} of {count}", { ply, count });
}
