// Offers between players, shown in place of the status line: takebacks, rematches, and claiming the win after the
// opponent has left.

import { h } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { isYou, nameOf } from "../shared/sentences.js";

/**
 * The offer that you may answer, or null; the server itself settles a claim if the opponent is present.
 * @param {api.State} state
 */
export const offered = (state) => {
  const { offer, opponent } = state;
  return offer && opponent !== "here" && offer.kind !== "claim" && !isYou(state, offer.participant) ? offer : null;
};

/**
 * @param {api.State} state
 * @param {api.OfferModel} offer
 */
export function offerText(state, offer) {
  const name = nameOf(state, offer.participant);
  if (offer.kind === "rematch") return t("{name} wants a rematch.", { name });
  return tn("{name} asks to take back {n} move.", "{name} asks to take back {n} moves.", offer.plies, { name });
}

/**
 * @param {HTMLElement} place
 * @param {api.State} state
 * @param {(request: { type: string, action: string }) => void} ask
 */
export function drawOffer(place, state, ask) {
  const { offer } = state;
  const key = offer ? `${state.seq}${offer.kind}` : "";
  const drawn = place.dataset.shown === key;
  place.dataset.shown = key;
  place.hidden =
    !state.you || state.opponent === "here" || !(offered(state) || (offer && isYou(state, offer.participant)));
  if (!offer || place.hidden || drawn) return;
  const { kind, participant } = offer;
  /** @type {(action: string, label: string, style?: string) => HTMLButtonElement} */
  const answer = (action, label, style = "") =>
    h("button", { class: style, "data-answer": action, onclick: () => ask({ type: kind, action }) }, label);
  if (kind === "claim") {
    const seconds = offer.seconds ?? 0;
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
      h("p", {}, kind === "rematch" ? t("You asked for a rematch.") : t("You asked for a takeback.")),
      answer("decline", t("Withdraw")),
    );
  } else {
    place.replaceChildren(
      h("p", {}, offerText(state, offer)),
      answer("accept", t("Yes"), "primary"),
      answer("decline", t("No")),
    );
  }
}
