// Games as this browser saw them last, to be read offline, and what waits to be sent. It is kept where the seats are kept.

import { moment, t } from "../shared/language.js";
import { read, remove, write } from "../shared/storage.js";

const KEY = "seen";
const MOST = 6;
const LARGEST = 100000; // letters: a browser keeps only so much

/** @type {() => Array<{ at: number, state: api.State }>} */
const cached = () => read(KEY, []);

/**
 * Cache how a game stands; only the newest few are cached.
 * @param {api.State} state
 */
export function remember(state) {
  const told = JSON.stringify(state);
  const others = cached().filter((each) => each.state.id !== state.id);
  if (told.length <= LARGEST) write(KEY, [{ at: Date.now(), state }, ...others].slice(0, MOST));
}

/**
 * A game as it was when it was seen last, with nobody to move: that may have changed long since.
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
 * What to say about a game that is only cached.
 * @param {number} at
 */
export function recalledText(at) {
  return t("You are offline. This is the game as you last saw it, on {when}.", { when: moment(at) });
}

/**
 * Delete the cache, and what waits to be sent in some games.
 * @param {string[]} ids
 */
export function forgetSeen(ids) {
  remove(KEY);
  for (const id of ids) remove(`unsent:${id}`);
}

/**
 * Requests of a game that have no answer yet, so that they survive the page.
 * @type {(id: string) => Array<{ id: string, type: string, [more: string]: any }>}
 */
export const unsent = (id) => read(`unsent:${id}`, []);
/** @type {(id: string, requests: unknown[]) => void} */
export const keepUnsent = (id, requests) =>
  requests.length ? write(`unsent:${id}`, requests) : remove(`unsent:${id}`);
