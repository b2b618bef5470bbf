// What one player asks of the other: takebacks, rematches, and the win of somebody who has left. In the place of the status line.

import { $, h } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { isYou, nameOf } from "../shared/sentences.js";

let shown = ""; // the offer that stands there

/** Whether there is something to answer; to a claim the server answers that somebody is here. */
export const offered = (state) =>
  state.offer && state.opponent !== "here" && state.offer.kind !== "claim" && !isYou(state, state.offer.participant);

export function offerText(state) {
  const name = nameOf(state, state.offer.participant);
  if (state.offer.kind === "rematch") return t("{name} wants a rematch.", { name });
  return tn("{name} asks to take back {n} move.", "{name} asks to take back {n} moves.", state.offer.plies, { name });
}

export function drawOffer(state, ask) {
  const place = $("offer");
  const key = state.offer ? `${state.seq}${state.offer.kind}` : "";
  place.hidden =
    !state.you ||
    state.opponent === "here" ||
    !(offered(state) || (state.offer && isYou(state, state.offer.participant)));
  if (place.hidden || key === shown) {
    shown = key;
    return;
  }
  shown = key;
  const { kind, participant } = state.offer;
  const answer = (action, label, style = "") =>
    h(
      "button",
      { type: "button", class: style, "data-answer": action, onclick: () => ask({ type: kind, action }) },
      label,
    );
  if (kind === "claim") {
    const { seconds } = state.offer;
    const win = answer("accept", t("Claim the win"), "primary");
    const text = tn(
      "If {name} is not back in {n} second, you can claim the win.",
      "If {name} is not back in {n} seconds, you can claim the win.",
      Math.ceil(seconds),
      { name: nameOf(state, 3 - participant) },
    );
    win.disabled = true;
    setTimeout(() => {
      win.disabled = false;
    }, seconds * 1000);
    place.replaceChildren(h("p", {}, text), win, answer("decline", t("Withdraw")));
  } else if (isYou(state, participant)) {
    place.replaceChildren(
      h("p", {}, kind === "rematch" ? t("You asked for a rematch.") : t("You asked to take back.")),
      answer("decline", t("Withdraw")),
    );
  } else {
    place.replaceChildren(
      h("p", {}, offerText(state)),
      answer("accept", t("Yes"), "primary"),
      answer("decline", t("No")),
    );
  }
}
