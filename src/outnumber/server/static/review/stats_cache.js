// The results of this browser's games. Every finished round is reviewed once, and its figures are cached, with the record
// of a finished game.

import { gameRecord, readGame, review } from "../shared/api.js";
import { forgetGame, games, read, remove, write } from "../shared/storage.js";
import { brought } from "../shared/transfer.js";

const KEY = "rounds";
const RECORDS = "records";

export function erase() {
  remove(KEY);
  remove(RECORDS);
}

/** @import { CountedRound, Tally } from "./statistics.js" */

/**
 * Your winning chances in a review, counted by the same rules as in the terminal.
 * @param {api.PageReview} found
 * @param {number} seat
 * @returns {Tally}
 */
function tallied(found, seat) {
  const held = found.moves.filter((each) => each.seat === seat && ["kept", "threw-away"].includes(each.grade));
  const kept = held.filter((each) => !each.regret);
  /** @param {api.PageMove[]} moves */
  const weight = (moves) => moves.reduce((sum, each) => sum + each.weight, 0);
  return [held.length, kept.length, weight(held), weight(kept)];
}

/**
 * @param {string} id
 * @param {string | null | undefined} token
 * @param {Record<string, CountedRound>} known
 */
async function roundsOf(id, token, known) {
  const state = await readGame(id, token);
  await count(state, known);
  if (state.state === "over") await keepRecord(id);
}

/**
 * @param {api.State} state
 * @param {Record<string, CountedRound>} known
 */
async function count(state, known) {
  const { id } = state;
  // With two people at one device, it is not known which of them is this browser's user.
  if (!state.you || state.state === "open" || state.opponent === "here") return;
  const me = state.you.participant;
  const opponent = state.participants[2 - me].plays;
  for (const each of state.history) {
    const key = `${id}:${each.round}`;
    const { outcome } = each;
    const over = Boolean(outcome);
    if (known[key]?.tally || (!over && !each.moves.length)) continue;
    /** @type {CountedRound} */
    const round = {
      game: state.game,
      day: state.created.slice(0, 10),
      opponent,
      over,
      won: outcome ? outcome.participant === me : null,
      tally: null,
    };
    known[key] = round;
    if (!over) continue;
    try {
      round.tally = tallied(await review(id, each.round), each.first === me ? 1 : 2);
    } catch (/** @type {any} */ refusal) {
      // The position is too large to solve, or help is switched off during the match.
      if (refusal.code === "too-slow" || refusal.code === "too-large") round.tally = [0, 0, 0, 0];
    }
  }
}

/** @returns {Record<string, string>} */
const records = () => read(RECORDS, {});

/** @param {string} id */
async function keepRecord(id) {
  const known = records();
  if (!known[id]) write(RECORDS, { ...known, [id]: await gameRecord(id) });
}

/** The games that another device brought, without this browser's own. */
function others() {
  const own = new Set(Object.values(records()));
  return brought().filter(({ record }) => !own.has(record));
}

/** The finished games of this browser and those that another device brought, to save in a file. */
export function finished() {
  /** @type {Record<string, CountedRound>} */
  const known = read(KEY, {});
  const own = Object.entries(records()).map(([id, record]) => ({
    record,
    rounds: Object.keys(known).flatMap((key) => (key.startsWith(`${id}:`) ? [known[key]] : [])),
  }));
  return [...own, ...others()];
}

/** All rounds of this browser, oldest day first; requests new results from the server. */
export async function rounds() {
  /** @type {Record<string, CountedRound>} */
  const known = read(KEY, {});
  let reached = true;
  for (const { id, token } of games()) {
    try {
      await roundsOf(id, token, known);
    } catch (/** @type {any} */ refusal) {
      if (refusal.code === "no-such-game") forgetGame(id);
      else reached = false;
    }
  }
  write(KEY, known);
  // Of two people at one device, neither counts as this browser's user.
  const more = others().flatMap((each) => each.rounds.filter(({ tally }) => tally));
  return {
    reached,
    rounds: [...Object.values(known), ...more].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
  };
}
