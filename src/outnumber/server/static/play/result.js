// When a round or a game is over: how it ended, its story in a sentence, and where to go from here.

import { review } from "../shared/api.js";
import { $ } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { isYou, nameOf, seatOf, toReader } from "../shared/sentences.js";
import { sharePicture } from "./result_picture.js";

const scoreText = (state) => `${nameOf(state, 1)} ${state.score[0]} : ${state.score[1]} ${nameOf(state, 2)}`;

let told = 0; // the round whose story has been asked for

async function tellStory(state) {
  const round = state.history.length;
  if (told === round) return;
  told = round;
  const seat = seatOf(state, state.history.at(-1));
  try {
    const found = await review(state.id, round);
    $("story").textContent = toReader(state, found.story);
    const mistakes = found.moves.filter((each) => each.regret && each.seat === seat).length;
    $("retry-link").hidden = !mistakes;
    $("retry-link").textContent = tn("Retry your mistake", "Retry your {n} mistakes", mistakes);
    $("review-link").classList.toggle("primary", !mistakes && !state.you);
  } catch {
    // The result is there; nobody could tell how it came.
  }
}

export function drawResult(state, looking) {
  const place = $("result");
  const over = state.state === "over";
  place.hidden = !over || looking;
  if (!over) return;
  const { outcome } = state.history.at(-1);
  const best = state.rounds > 1 ? state.champion : outcome.participant;
  place.dataset.won = state.you && state.opponent !== "here" && best ? (isYou(state, best) ? "yes" : "no") : "";
  $("result-text").textContent = toReader(state, state.result);
  $("result-score").hidden = state.rounds === 1;
  $("result-score").textContent = scoreText(state);
  $("helped").hidden = !state.helped?.length;
  $("next-link").hidden = !state.next;
  if (state.next) $("next-link").href = `/g/${state.next}`;
  $("rematch").hidden = !state.you || Boolean(state.next);
  $("rematch").disabled = Boolean(state.offer);
  tellStory(state);
}

/** Between two rounds: the last one stays on the table until somebody goes on. */
export function drawPause(state, round) {
  $("pause").hidden = !round;
  if (!round) return;
  $("pause-text").textContent = toReader(state, state.history[round - 1].told);
  $("pause-score").textContent = scoreText(state);
  const hurry = (state.clock || state.times) && state.turn && isYou(state, state.turn.participant);
  $("pause-clock").hidden = !hurry;
  $("go-on").textContent = t("On to round {round}", { round: round + 1 });
}

export function onShare(state) {
  $("share-picture").addEventListener("click", () => sharePicture(state()));
}
