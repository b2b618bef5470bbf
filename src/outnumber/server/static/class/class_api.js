// A class over HTTP: what teachers and children ask, and how their pages hear of news.

import { json, Refusal } from "../shared/api.js";
import { t } from "../shared/language.js";
import { newRequest } from "../shared/storage.js";

/**
 * A browser's place in a class: the id of the class, and the secret of the teacher or the child.
 * @typedef {{ id: string, token: string }} Membership
 */

/** @returns {Promise<api.Opened>} */
export const openClass = () => json("POST", "/api/classes", { body: {} });
/**
 * Do something in a class. It happens once, however often the request has to be sent.
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

const WAIT = 20; // seconds that the server may wait for news
// Milliseconds between two requests; doubled with each failure, up to the second figure.
const PAUSE = 1000;
const LONGEST = 10000;
/**
 * Whether the class is over, or this browser is no longer in it.
 * @param {unknown} refusal
 */
export const over = (refusal) =>
  refusal instanceof Refusal && ["no-such-class", "not-in-class", "bad-token"].includes(refusal.code);

/**
 * Poll a class: `show` gets each new state, `lost` the refusal when the class is over, and `trouble` whether the
 * server cannot be reached. A tablet that wakes up asks at once.
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
  addEventListener("pageshow", hurry);
  document.addEventListener("visibilitychange", hurry);
  const go = async () => {
    while (!stopped) {
      const began = Date.now();
      try {
        const state = await json(
          "GET",
          `/api/classes/${id}${path}${after === null ? "" : `?after=${after}&wait=${WAIT}`}`,
          { token },
        );
        if (stopped) return;
        after = state.seq;
        if (tries) trouble(false);
        tries = 0;
        show(state);
      } catch (refusal) {
        if (stopped) return;
        if (over(refusal)) return lost(refusal);
        tries += 1;
        if (tries === 2) trouble(true);
      }
      const pause = tries ? Math.min(LONGEST, PAUSE * 2 ** (tries - 1)) : PAUSE - (Date.now() - began);
      if (pause > 0) await sleep(pause * (tries ? 0.5 + Math.random() / 2 : 1));
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
 * Count down the seconds that the server said were left: call the result with each state.
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
 * A code as it is read aloud.
 * @param {string} code
 */
export const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;
