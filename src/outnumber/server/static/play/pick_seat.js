// A fair start: some moves were drawn, and somebody picks the seat.

import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { mayPick, nameOf } from "../shared/sentences.js";

/** The question for whoever is to pick; hidden where nobody is, or somebody else, and while another board is looked at. `ask` sends a request. */
export function drawPick(place, state, looking, ask) {
  place.hidden = looking || !mayPick(state);
  const key = `${state.seq}`;
  if (place.hidden || place.dataset.shown === key) return;
  place.dataset.shown = key;
  const button = (seat) =>
    h(
      "button",
      { type: "button", "data-pick": seat, onclick: () => ask({ type: "pick", seat }) },
      t("Player {seat}", { seat }),
    );
  place.replaceChildren(
    h("p", {}, t("{name}, which seat? Player 1 moves next.", { name: nameOf(state, state.pick.participant) })),
    button(1),
    button(2),
  );
}
