// The end of a round or a game: the result, a one-sentence summary, and the next steps.

import { at } from "../shared/address.js";
import { review } from "../shared/api.js";
import { part } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { isYou, nameOf, seatOf, toReader } from "../shared/sentences.js";
import { sharePicture } from "./result_picture.js";

/** @param {api.State} state */
const scoreText = (state) => `${nameOf(state, 1)} ${state.score[0]} : ${state.score[1]} ${nameOf(state, 2)}`;

/**
 * Draw the result of the game, unless you are reviewing an earlier position.
 * @param {HTMLElement} place
 * @param {api.State} state
 * @param {boolean} looking
 */
export function drawResult(place, state, looking) {
  const over = state.state === "over";
  place.hidden = !over || looking;
  if (!over) return;
  const best = state.rounds > 1 ? state.champion : state.history.at(-1)?.outcome?.participant;
  place.dataset.won = state.you && state.opponent !== "here" && best ? (isYou(state, best) ? "yes" : "no") : "";
  part(place, "#result-text").textContent = toReader(state, state.result);
  part(place, "#result-score").hidden = state.rounds === 1;
  part(place, "#result-score").textContent = scoreText(state);
  part(place, "#helped").hidden = !state.helped?.length;
  /** @type {HTMLAnchorElement} */
  const next = part(place, "#next-link");
  next.hidden = !state.next;
  if (state.next) next.href = at(`/g/${state.next}`);
  /** @type {HTMLButtonElement} */
  const rematch = part(place, "#rematch");
  rematch.hidden = !state.you || Boolean(state.next);
  rematch.disabled = Boolean(state.offer);
  drawStory(place, state);
}

/**
 * Summarise the last round, and link to your mistakes; the server is asked once.
 * @param {HTMLElement} place
 * @param {api.State} state
 */
async function drawStory(place, state) {
  const { round, ...last } = state.history[state.history.length - 1];
  if (place.dataset.story === String(round)) return;
  place.dataset.story = String(round);
  const seat = seatOf(state, last);
  try {
    const found = await review(state.id, round);
    part(place, "#story").textContent = toReader(state, found.story);
    const mistakes = found.moves.filter((each) => each.regret && each.seat === seat).length;
    part(place, "#retry-link").hidden = !mistakes;
    part(place, "#retry-link").textContent = tn("Retry your mistake", "Retry your {n} mistakes", mistakes);
    part(place, "#review-link").classList.toggle("primary", !mistakes && !state.you);
  } catch {
    // The result is shown without the summary.
  }
}

/**
 * Draw the result of a round, which stays until you continue to the next; `round` is 0 if there is none.
 * @param {HTMLElement} place
 * @param {api.State} state
 * @param {number} round
 */
export function drawPause(place, state, round) {
  place.hidden = !round;
  if (!round) return;
  part(place, "#pause-text").textContent = toReader(state, state.history[round - 1].told);
  part(place, "#pause-score").textContent = scoreText(state);
  const hurry = (state.clock || state.times) && state.turn && isYou(state, state.turn.participant);
  part(place, "#pause-clock").hidden = !hurry;
  part(place, "#go-on").textContent = t("Start round {round}", { round: round + 1 });
}

/**
 * @param {HTMLElement} place
 * @param {() => api.State | null} state
 */
export function onShare(place, state) {
  part(place, "#share-picture").addEventListener("click", () => {
    const now = state();
    if (now) sharePicture(now);
  });
}
