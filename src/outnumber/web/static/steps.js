// Stepping through the moves: buttons, and the choice of a round.

import { $, h } from "./page.js";
import { t } from "./words.js";
import { plyText } from "./telling.js";

export function drawSteps({ state, step, look, ply, go }) {
  const count = look.moves.length;
  $("ply").textContent = plyText(ply, count);
  for (const button of $("steps").querySelectorAll("[data-step]")) {
    const end = { first: ply === 0, back: ply === 0, on: ply === count, last: !step }[button.dataset.step];
    // Still reached by Tab, so that the focus is not lost at the end of the game.
    button.setAttribute("aria-disabled", String(end));
  }
  const pick = $("round-pick");
  if (state.history.length > 1 && !pick.childElementCount) {
    pick.append(h("select", { "aria-label": t("Round"), onchange: (event) => go(Infinity, Number(event.target.value)) }));
  }
  const select = pick.firstElementChild;
  if (!select) return;
  if (select.childElementCount !== state.history.length) {
    select.replaceChildren(...state.history.map((each) => h("option", { value: each.round }, t("Round {round}", { round: each.round }))));
  }
  select.value = String(look.round);
}
