// Stepping through the moves with buttons, and choosing a round.

import { closest, h, part, parts } from "../dom.js";
import { t } from "../language.js";
import { plyText } from "../sentences.js";
import { onKey } from "../shell.js";

/**
 * Step through the moves with buttons and keys: `here` returns the current ply; `go` shows another, up to Infinity.
 * @param {HTMLElement} bar
 * @param {() => number} here
 * @param {(ply: number) => unknown} go
 */
export function onSteps(bar, here, go) {
  /** @type {Record<string, () => number>} */
  const targets = { first: () => 0, back: () => here() - 1, on: () => here() + 1, last: () => Infinity };
  bar.addEventListener("click", (event) => {
    const name = closest(event, "button")?.dataset.step;
    if (name) go(targets[name]());
  });
  onKey(",", () => go(targets.back()));
  onKey(".", () => go(targets.on()));
}

/**
 * Update the buttons for the current ply; `end` says whether it is the last.
 * @param {HTMLElement} bar
 * @param {number} ply
 * @param {number} count
 * @param {boolean} [end]
 */
export function drawSteps(bar, ply, count, end = ply === count) {
  part(bar, ".ply").textContent = plyText(ply, count);
  /** @type {Record<string, boolean>} */
  const ends = { first: ply === 0, back: ply === 0, on: ply === count, last: end };
  // The button can still be reached with Tab, so that the focus is not lost at the end of the game.
  for (const button of parts(bar, "[data-step]"))
    button.setAttribute("aria-disabled", String(ends[button.dataset.step ?? ""]));
}

/**
 * Show the choice of a round if there are several.
 * @param {HTMLElement} place
 * @param {api.State} state
 * @param {number} round
 * @param {(ply: number, round: number) => unknown} go
 */
export function drawRounds(place, state, round, go) {
  if (state.history.length < 2) return;
  if (!place.childElementCount) {
    const all = h("select", { "aria-label": t("Round"), onchange: () => go(Infinity, Number(all.value)) });
    place.append(all);
  }
  /** @type {HTMLSelectElement} */
  const select = part(place, "select");
  if (select.childElementCount !== state.history.length) {
    select.replaceChildren(
      ...state.history.map((each) => h("option", { value: each.round }, t("Round {round}", { round: each.round }))),
    );
  }
  select.value = String(round);
}
