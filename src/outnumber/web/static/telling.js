// A game in words: names, whose turn, what must be played, how it ended.

import { t, tn } from "./words.js";

const titles = {
  random: () => t("Random"), beginner: () => t("Beginner"), casual: () => t("Casual"), skilled: () => t("Skilled"),
  expert: () => t("Expert"), master: () => t("Master"), perfect: () => t("Perfect"),
};

export function playerTitle(plays) {
  return t("Computer ({level})", { level: titles[plays]?.() ?? plays });
}

/** What to call a participant: the chosen name, the computer's level, or the seat. */
export function nameOf(state, participant) {
  const each = state.participants[participant - 1];
  if (each.plays !== "human") return playerTitle(each.plays);
  return each.name || (each.seat === 1 ? t("Player 1") : t("Player 2"));
}

/** Two people at one device are called by their names. */
export const isYou = (state, participant) => state.opponent !== "here" && state.you?.participant === participant;

const mayAct = (state, who) => Boolean(state.you && who) && (state.opponent === "here" || isYou(state, who.participant));

/** Whether this browser may play now, and whether it may pick a side. */
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
  if (state.pick) return isYou(state, state.pick.participant) ? t("A fair start: pick your side.") : t("A fair start: {name} picks a side.", { name: nameOf(state, state.pick.participant) });
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

/** How a round ended; `look` is the round. */
export function outcomeText(state, look) {
  const { participant: winner, winner: seat, reason: why } = look.outcome;
  const loser = 3 - winner;
  const target = state.scene.rows.find((row) => row.target !== null)?.target ?? "";
  const names = { winner: nameOf(state, winner), loser: nameOf(state, loser), target };
  // In some games whoever plays last loses.
  const reason = why === "no-move" && look.seats.at(-1) !== seat ? "last-move" : why;
  if (isYou(state, winner)) {
    return {
      "no-move": t("You win: {loser} has no number that fits.", names),
      "last-move": t("You win: {loser} had to play last.", names),
      target: t("You win: exactly {target}.", names),
      "stand-off": t("You win the stand-off."),
      time: t("You win: {loser} ran out of time.", names),
      resignation: t("You win: {loser} gave up.", names),
      left: t("You win: {loser} left.", names),
    }[reason];
  }
  if (isYou(state, loser)) {
    return {
      "no-move": t("You lose: you have no number that fits."),
      "last-move": t("You lose: you had to play last."),
      target: t("You lose: {winner} has exactly {target}.", names),
      "stand-off": t("You lose the stand-off."),
      time: t("You lose: your time ran out."),
      resignation: t("You gave up. {winner} wins.", names),
      left: t("You lose: you were away too long."),
    }[reason];
  }
  return {
    "no-move": t("{winner} wins: {loser} has no number that fits.", names),
    "last-move": t("{winner} wins: {loser} had to play last.", names),
    target: t("{winner} wins with exactly {target}.", names),
    "stand-off": t("{winner} wins the stand-off.", names),
    time: t("{winner} wins: {loser} ran out of time.", names),
    resignation: t("{winner} wins: {loser} gave up.", names),
    left: t("{winner} wins: {loser} left.", names),
  }[reason];
}

export function plyText(ply, count) {
  return ply === count ? tn("{n} move", "{n} moves", count) : t("{ply} of {count}", { ply, count });
}
