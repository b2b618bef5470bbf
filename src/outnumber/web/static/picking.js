// A fair start: some moves were drawn, and somebody picks the side to play on.

import { h } from "./page.js";
import { t } from "./words.js";
import { mayPick, nameOf } from "./telling.js";

/** The words and buttons for whoever is to pick; hidden where nobody is. `ask` sends a request. */
export function drawPick(place, state, ask) {
  place.hidden = !state.pick;
  const key = state.pick ? `${state.seq} ${mayPick(state)}` : "";
  if (place.hidden || place.dataset.shown === key) return;
  place.dataset.shown = key;
  const next = 1; // so starts are drawn
  const button = (seat) => h("button", {
    type: "button", class: seat === next ? "primary" : "", "data-pick": seat, onclick: () => ask({ type: "pick", seat }),
  }, seat === next ? t("Player {seat}, who moves next", { seat }) : t("Player {seat}", { seat }));
  const text = mayPick(state) ? t("These moves were drawn: either side may be the winning one. {name}, which side do you want?", { name: nameOf(state, state.pick.participant) })
    : t("These moves were drawn: either side may be the winning one. {name} picks a side.", { name: nameOf(state, state.pick.participant) });
  place.replaceChildren(h("p", {}, text), ...(mayPick(state) ? [button(1), button(2)] : []));
}
