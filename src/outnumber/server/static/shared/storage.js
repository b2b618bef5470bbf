// This browser's storage: the seat tokens of its games, a name, a few settings, and progress with puzzles.

import { root } from "./address.js";

/**
 * The stored data of a game: `token` gives a seat, `invite` allows taking one, `claim` and `renewed` are tokens that
 * were sent but not yet acknowledged.
 * @typedef {object} StoredGame
 * @property {string | null} [token]
 * @property {string | null} [invite]
 * @property {string | null} [claim]
 * @property {string | null} [renewed]
 * @property {number | null} [you]
 * @property {string} [title]
 * @property {number} [at]
 */

const PREFIX = `outnumber${root}:`;
const MOST_GAMES = 200;
/** The key of the longest chains. */
export const CHAINS = "chains";

/**
 * A fallback for private windows that refuse to store anything; it lasts until the page is closed.
 * @type {Map<string, any>}
 */
const unstored = new Map();

/**
 * @param {string} key
 * @param {any} otherwise
 */
export function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") ?? otherwise;
  } catch {
    return unstored.get(key) ?? otherwise;
  }
}

/**
 * Store a value, and return whether it was stored: the page works without storage.
 * @param {string} key
 * @param {any} value
 */
export function write(key, value) {
  unstored.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function remove(key) {
  unstored.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was stored.
  }
}

/**
 * @param {string} name
 * @param {any} otherwise
 */
export const setting = (name, otherwise) => read(`set:${name}`, unstored.get(`set:${name}`) ?? otherwise);
/**
 * @param {string} name
 * @param {any} value
 */
export const set = (name, value) => write(`set:${name}`, value);

/**
 * The stored data of a game; an empty object if there is none.
 * @param {string} id
 * @returns {StoredGame}
 */
export const game = (id) => read(`game:${id}`, unstored.get(`game:${id}`) ?? {});

/**
 * @param {string} id
 * @param {StoredGame} more
 */
export function keepGame(id, more) {
  write(`game:${id}`, { at: Date.now(), ...game(id), ...more });
  for (const old of games().slice(MOST_GAMES)) forgetGame(old.id);
}

/** @param {string} id */
export const forgetGame = (id) => remove(`game:${id}`);

/**
 * The games in which this browser has a seat, newest first.
 * @returns {Array<StoredGame & { id: string, token: string }>}
 */
export function games() {
  const found = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${PREFIX}game:`)) {
        const id = key.slice(PREFIX.length + 5);
        const { token, ...stored } = game(id);
        if (token) found.push({ id, token, ...stored });
      }
    }
  } catch {
    return [];
  }
  return found.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** A new seat token: 128 bits from a secure source. */
export function newToken() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A unique id for a request. */
export const newRequest = () => newToken().slice(0, 20);

/** Remove a token from the address (#seat= or #invite=), so that it is not copied or shown by accident. */
export function tokenFromAddress() {
  const found = /^#(seat|invite)=([0-9a-f]{32})$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return { kind: found[1], token: found[2] };
}
