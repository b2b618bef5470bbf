// Stepping through the moves: buttons, and the choice of a round.

import { $, h } from "../dom.js";
import { t } from "../language.js";
import { plyText } from "../sentences.js";
import { onKey } from "../shell.js";

/** Buttons and keys step through the moves: `here` tells how many are shown, and `go` shows others, to Infinity. */
export function onSteps(here, go) {
  const step = (name) => go({ first: 0, back: here() - 1, on: here() + 1, last: Infinity }[name]);
  $("steps").addEventListener("click", (event) => {
    const name = event.target.closest("button")?.dataset.step;
    if (name) step(name);
  });
  onKey(",", () => step("back"));
  onKey(".", () => step("on"));
}

/** Show where one is; `end` says whether nothing comes after that. */
export function drawSteps(ply, count, end = ply === count) {
  $("ply").textContent = plyText(ply, count);
  const ends = { first: ply === 0, back: ply === 0, on: ply === count, last: end };
  // Still reached by Tab, so that the focus is not lost at the end of the game.
  for (const button of $("steps").querySelectorAll("[data-step]"))
    button.setAttribute("aria-disabled", String(ends[button.dataset.step]));
}

/** The choice of a round, where there are several. */
export function drawRounds(state, round, go) {
  const pick = $("round-pick");
  if (state.history.length > 1 && !pick.childElementCount) {
    pick.append(
      h("select", { "aria-label": t("Round"), onchange: (event) => go(Infinity, Number(event.target.value)) }),
    );
  }
  const select = pick.firstElementChild;
  if (!select) return;
  if (select.childElementCount !== state.history.length) {
    select.replaceChildren(
      ...state.history.map((each) => h("option", { value: each.round }, t("Round {round}", { round: each.round }))),
    );
  }
  select.value = String(round);
}
