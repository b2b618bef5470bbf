// The last known state of each game, to be read offline, and the moves that have not been sent. Both are stored beside
// the seat tokens.

import { moment, t } from "../shared/language.js";
import { read, remove, write } from "../shared/storage.js";

const KEY = "seen";
const MOST = 6;
const LARGEST = 100000; // characters: browsers limit how much a page may store

/** @type {() => Array<{ at: number, state: api.State }>} */
const cached = () => read(KEY, []);

/**
 * Cache the state of a game; only the newest few games stay in the cache.
 * @param {api.State} state
 */
export function remember(state) {
  const told = JSON.stringify(state);
  const others = cached().filter((each) => each.state.id !== state.id);
  if (told.length <= LARGEST) write(KEY, [{ at: Date.now(), state }, ...others].slice(0, MOST));
}

/**
 * The last known state of a game. It shows no player to move, since the turn may have changed.
 * @param {string} id
 */
export function recalled(id) {
  const found = cached().find((each) => each.state.id === id);
  if (!found) return null;
  return {
    at: found.at,
    state: {
      ...found.state,
      turn: null,
      pick: null,
      legal: [],
      left: null,
      offer: null,
      scene: { ...found.state.scene, turn: null },
    },
  };
}

/**
 * The message about a game that is only available from the cache.
 * @param {number} at
 */
export function recalledText(at) {
  return t("You are offline. This is the game as you last saw it, on {when}.", { when: moment(at) });
}

/**
 * Delete the cached state and the unsent moves of some games.
 * @param {string[]} ids
 */
export function forgetSeen(ids) {
  remove(KEY);
  for (const id of ids) remove(`unsent:${id}`);
}

/**
 * Unanswered requests of a game, stored so that they survive closing the page.
 * @type {(id: string) => Array<{ id: string, type: string, [more: string]: any }>}
 */
export const unsent = (id) => read(`unsent:${id}`, []);
/** @type {(id: string, requests: unknown[]) => void} */
export const keepUnsent = (id, requests) =>
  requests.length ? write(`unsent:${id}`, requests) : remove(`unsent:${id}`);
