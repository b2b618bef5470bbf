// Games as this browser saw them last, to be read offline, and what waits to be sent. It is kept where the seats are kept.

import { moment, t } from "../shared/language.js";
import { read, remove, write } from "../shared/storage.js";

const KEY = "seen";
const MOST = 6;
const LARGEST = 100000; // letters: a browser keeps only so much

/** Remember how a game stands; the newest few are. */
export function remember(state) {
  const told = JSON.stringify(state);
  const others = read(KEY, []).filter((each) => each.state.id !== state.id);
  if (told.length <= LARGEST) write(KEY, [{ at: Date.now(), state }, ...others].slice(0, MOST));
}

/** A game as it was when it was seen last, with nobody to move: that may have changed long since. */
export function recalled(id) {
  const found = read(KEY, []).find((each) => each.state.id === id);
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

/** What to say over a game that is only remembered. */
export function recalledText(at) {
  return t("You are not connected. This is the game as you saw it on {when}.", { when: moment(at) });
}

/** Forget how games were, and what waits in some of them. */
export function forgetSeen(ids) {
  remove(KEY);
  for (const id of ids) remove(`unsent:${id}`);
}

/** Requests of a game that have no answer yet, so that they survive the page. */
export const unsent = (id) => read(`unsent:${id}`, []);
export const keepUnsent = (id, requests) =>
  requests.length ? write(`unsent:${id}`, requests) : remove(`unsent:${id}`);
