// A class over HTTP: what teachers and children ask, and how their pages hear of news.

import { json, Refusal } from "../shared/api.js";
import { t } from "../shared/language.js";
import { newRequest } from "../shared/storage.js";

export const openClass = () => json("POST", "/api/classes", { body: {} });
export const enter = (body) => json("POST", "/api/classes/enter", { body });
/** Have something happen in a class, once, however often it has to be sent. */
export const deed = ({ id, token }, what, body = {}) =>
  json("POST", `/api/classes/${id}/${what}`, { token, body: { ...body, id: newRequest() } });
export const boardOf = ({ id, token }, verdict) =>
  json("GET", `/api/classes/${id}/board?verdict=${verdict}`, { token });

const WAIT = 20;
// Never faster than this, and after trouble ever slower.
const PAUSE = 1000;
const LONGEST = 10000;
// The class is over, or this browser is no longer in it.
export const over = (refusal) =>
  refusal instanceof Refusal && ["no-such-class", "not-in-class", "bad-token"].includes(refusal.code);

/**
 * Hears of everything in a class from now on: `told` gets each state, `lost` gets the refusal when the class is over, and `trouble` whether the server
 * cannot be reached. A tablet that wakes up asks at once.
 */
export function listen({ id, token }, path, told, lost, trouble = () => {}) {
  let after = null;
  let tries = 0;
  let stopped = false;
  let wake = () => {};
  const sleep = (ms) =>
    new Promise((done) => {
      wake = done;
      setTimeout(done, ms);
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
        told(state);
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

/** Counts down what the server said was left: call it with each state. */
export function countdown(place) {
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

/** A code as it is read aloud. */
export const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;
