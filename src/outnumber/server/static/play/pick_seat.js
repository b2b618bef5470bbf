// A fair start: the first moves are drawn at random, and one player chooses a seat.

import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { mayPick, nameOf } from "../shared/sentences.js";

/**
 * Ask which seat you want; hidden if the choice is not yours, and while you review moves.
 * @param {HTMLElement} place
 * @param {api.State} state
 * @param {boolean} looking
 * @param {(request: { type: "pick", seat: number }) => void} ask
 */
export function drawPick(place, state, looking, ask) {
  place.hidden = looking || !mayPick(state);
  const key = `${state.seq}`;
  if (!state.pick || place.hidden || place.dataset.shown === key) return;
  place.dataset.shown = key;
  /** @param {number} seat */
  const button = (seat) =>
    h("button", { "data-pick": seat, onclick: () => ask({ type: "pick", seat }) }, t("Player {seat}", { seat }));
  place.replaceChildren(
    h("p", {}, t("{name}, pick a seat. Player 1 moves next.", { name: nameOf(state, state.pick.participant) })),
    button(1),
    button(2),
  );
}
