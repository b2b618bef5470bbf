// What this browser keeps: the seat tokens of its games, a name, a few switches, and progress with puzzles.

const PREFIX = "outnumber:";
const MOST_GAMES = 200;
// Under which name the longest chains are kept.
export const CHAINS = "chains";

export function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? otherwise;
  } catch {
    return unkept.get(key) ?? otherwise;
  }
}

// Private windows may refuse to keep anything: then this page remembers until it is closed.
const unkept = new Map();

export function write(key, value) {
  unkept.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The page goes on without it.
  }
}

export function remove(key) {
  unkept.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}

export const setting = (name, otherwise) => read(`set:${name}`, unkept.get(`set:${name}`) ?? otherwise);
export const set = (name, value) => write(`set:${name}`, value);

/** What is kept of a game: {token, invite, title, at}, or an empty object. */
export const game = (id) => read(`game:${id}`, unkept.get(`game:${id}`) ?? {});

export function keepGame(id, more) {
  write(`game:${id}`, { at: Date.now(), ...game(id), ...more });
  forgetOldest();
}

export function forgetGame(id) {
  remove(`game:${id}`);
}

/** The games that this browser has a seat in, newest first. */
export function games() {
  const found = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${PREFIX}game:`)) {
        const id = key.slice(PREFIX.length + 5);
        const kept = game(id);
        if (kept.token) found.push({ id, ...kept });
      }
    }
  } catch {
    return [];
  }
  return found.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

function forgetOldest() {
  for (const old of games().slice(MOST_GAMES)) forgetGame(old.id);
}

/** A new seat token: 128 bits from a secure source. */
export function newToken() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A name for a request that no other request has. */
export const newRequest = () => newToken().slice(0, 20);

/** Take a token out of the address (#seat= or #invite=), so that it is not copied or shown by accident. */
export function tokenFromAddress() {
  const found = /^#(seat|invite)=([0-9a-f]{32})$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return { kind: found[1], token: found[2] };
}
