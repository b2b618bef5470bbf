// The HTTP requests of a class: actions of teachers and children, and the polling that keeps their pages up to date.

import { json, Refusal } from "../shared/api.js";
import { t } from "../shared/language.js";
import { newRequest } from "../shared/storage.js";

/**
 * A browser's membership of a class: the class id, and the secret token of the teacher or child.
 * @typedef {{ id: string, token: string }} Membership
 */

/** @returns {Promise<api.Opened>} */
export const openClass = () => json("POST", "/api/classes", { body: {} });
/**
 * Send an action to the class. The server applies it once, even if the request is retried.
 * @param {Membership} membership
 * @param {string} what
 * @param {Record<string, unknown>} [body]
 */
export const post = ({ id, token }, what, body = {}) =>
  json("POST", `/api/classes/${id}/${what}`, { token, body: { ...body, id: newRequest() } });
/**
 * @param {Membership} membership
 * @param {boolean} verdict
 * @returns {Promise<api.BoardModel>}
 */
export const boardOf = ({ id, token }, verdict) =>
  json("GET", `/api/classes/${id}/board?verdict=${verdict}`, { token });

const WAIT = 1; // seconds that the server may hold a request open: a tablet that falls asleep is away after that
// Milliseconds between two requests, after a failure, and until a request without an answer is given up.
const PAUSE = 500;
export const AGAIN = 1000;
const LONGEST = 5000;
/**
 * Whether the class is over, or this browser is no longer in it.
 * @param {unknown} refusal
 */
export const over = (refusal) =>
  refusal instanceof Refusal && ["no-such-class", "not-in-class", "bad-token"].includes(refusal.code);

/**
 * Poll a class. `show` receives each new state, `lost` the refusal once the class has ended, and `trouble` whether the
 * server is unreachable. A tablet that wakes up polls immediately: the connection of an open request may be broken.
 * @template {{ seq: number }} S
 * @param {Membership} membership
 * @param {string} path
 * @param {(state: S) => void} show
 * @param {(refusal: unknown) => void} lost
 * @param {(away: boolean) => void} [trouble]
 */
export function listen({ id, token }, path, show, lost, trouble = () => {}) {
  /** @type {number | null} */
  let after = null;
  let tries = 0;
  let stopped = false;
  let wake = () => {};
  /** @param {number} ms */
  const sleep = (ms) =>
    new Promise((done) => {
      wake = () => done(null);
      setTimeout(wake, ms);
    });
  const hurry = () => document.hidden || wake();
  addEventListener("online", hurry);
  addEventListener("offline", () => wake()); // closes the connection, if the server can still be told
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  document.addEventListener("visibilitychange", hurry);
  const go = async () => {
    while (!stopped) {
      const began = Date.now();
      const cut = new AbortController();
      let woken = false;
      wake = () => {
        woken = true;
        cut.abort();
      };
      const timer = setTimeout(() => cut.abort(), LONGEST);
      try {
        const query = after === null ? "" : `?after=${after}&wait=${WAIT}`;
        const state = await json("GET", `/api/classes/${id}${path}${query}`, { token, signal: cut.signal });
        if (stopped) return;
        after = state.seq;
        if (tries) trouble(false);
        tries = 0;
        show(state);
      } catch (refusal) {
        if (stopped) return;
        if (woken) continue;
        if (over(refusal)) return lost(refusal);
        tries += 1;
        if (tries === 2) trouble(true);
      } finally {
        clearTimeout(timer);
      }
      const pause = tries ? AGAIN * (0.5 + Math.random() / 2) : PAUSE - (Date.now() - began);
      if (pause > 0) await sleep(pause);
    }
  };
  go();
  return {
    stop: () => {
      stopped = true;
    },
  };
}

/**
 * Count down the seconds left according to the server: call the returned function with each state.
 * @param {HTMLElement} place
 * @returns {(left: number | null) => void}
 */
export function countdown(place) {
  /** @type {number | null} */
  let end = null;
  setInterval(() => {
    const left = end === null ? null : Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const text =
      left === null ? "" : left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : t("Time is up.");
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("short", left !== null && left <= 10);
  }, 250);
  return (left) => {
    end = left === null ? null : performance.now() + 1000 * left;
  };
}

/**
 * Format a class code for reading aloud.
 * @param {string} code
 */
export const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;
