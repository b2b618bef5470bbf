// Browser globals for testing modules without a browser. Import it before them.

import { webcrypto } from "node:crypto";

/** @type {Map<string, string>} */
const stored = new Map();

const globals = {
  document: {
    documentElement: { lang: "en", dataset: {} },
    addEventListener() {},
    getElementById: () => null,
    hidden: false,
  },
  location: { protocol: "http:", host: "test", hash: "", pathname: "/", search: "" },
  addEventListener() {},
  crypto: webcrypto, // Node 18 has no global crypto
  localStorage: new Proxy(
    {
      getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
      removeItem: (/** @type {string} */ key) => stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  ),
};
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** Clear the storage. */
export const forget = () => stored.clear();

/**
 * The scene of a game in which numbers from 1 to 9 form one row.
 * @param {number[]} moves
 * @param {Partial<api.SceneModel>} [more]
 * @returns {api.SceneModel}
 */
export const sceneOf = (moves, more = {}) => ({
  turn: 1,
  numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  unused: [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => !moves.includes(number)),
  legal: [],
  rows: [{ label: "Row", seat: null, numbers: moves, joins: [], total: null, target: null }],
  earlier: 0,
  demand: "a number",
  ...more,
});

/**
 * A game between you and a computer, after the given moves of this round.
 * @param {number[]} moves
 * @param {Partial<api.State>} [more]
 * @returns {api.State}
 */
export function stateWith(moves, more = {}) {
  const seats = moves.map((_, place) => 1 + (place % 2));
  const seat = 1 + (moves.length % 2);
  return /** @type {api.State} */ ({
    id: "0123456789ab",
    seq: moves.length,
    state: "playing",
    opponent: "casual",
    participants: [
      { participant: 1, seat: 1, name: "Ada", title: "", plays: "human", here: true },
      { participant: 2, seat: 2, name: "", title: "the computer", plays: "casual", here: true },
    ],
    you: { participant: 1, seat: 1 },
    turn: { participant: seat, seat },
    pick: null,
    round: 1,
    rounds: 1,
    clock: null,
    times: null,
    left: null,
    legal: [],
    scene: sceneOf(moves),
    history: [{ round: 1, first: 1, moves, seats, outcome: null, drawn: 0, told: null }],
    ...more,
  });
}
