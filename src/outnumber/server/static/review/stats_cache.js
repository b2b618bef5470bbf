// How this browser has done in its games: every finished round is reviewed once, and what came of it is kept.

import { readGame, review } from "../shared/api.js";
import { forgetGame, games, read, remove, write } from "../shared/storage.js";

const KEY = "rounds";

export const erase = () => remove(KEY);

/** Your winning chances in a review: held, kept, and the weights of both, as the terminal counts them. */
function tallied(found, seat) {
  const held = found.moves.filter((each) => each.seat === seat && ["kept", "threw-away"].includes(each.grade));
  const kept = held.filter((each) => !each.regret);
  const weight = (moves) => moves.reduce((sum, each) => sum + each.weight, 0);
  return [held.length, kept.length, weight(held), weight(kept)];
}

async function roundsOf(id, token, known) {
  const state = await readGame(id, token);
  // Of two people at one device nobody knows who is who another day.
  if (!state.you || state.state === "open" || state.opponent === "here") return;
  const me = state.you.participant;
  const opponent = state.participants[2 - me].plays;
  for (const each of state.history) {
    const key = `${id}:${each.round}`;
    const over = Boolean(each.outcome);
    if (known[key]?.tally || (!over && !each.moves.length)) continue;
    const round = {
      game: state.game,
      day: state.created.slice(0, 10),
      opponent,
      over,
      won: over ? each.outcome.participant === me : null,
      tally: null,
    };
    known[key] = round;
    if (!over) continue;
    try {
      round.tally = tallied(await review(id, each.round), each.first === me ? 1 : 2);
    } catch (refusal) {
      // Too large to be worked out, or help is switched off while the match goes on.
      if (refusal.code === "too-slow" || refusal.code === "too-large") round.tally = [0, 0, 0, 0];
    }
  }
}

/** All rounds of this browser, oldest day first; asks the server about those it does not know yet. */
export async function rounds() {
  const known = read(KEY, {});
  let reached = true;
  for (const { id, token } of games()) {
    try {
      await roundsOf(id, token, known);
    } catch (refusal) {
      if (refusal.code === "no-such-game") forgetGame(id);
      else reached = false;
    }
  }
  write(KEY, known);
  return { reached, rounds: Object.values(known).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)) };
}
