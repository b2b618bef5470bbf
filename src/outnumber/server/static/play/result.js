// The end of a round or a game: the result, a one-sentence summary, and the next steps.

import { at } from "../shared/address.js";
import { gameStars, review } from "../shared/api.js";
import { h, part } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { openGame, openStage } from "../shared/new_game.js";
import { onPath, STARS, starred, starsOf } from "../shared/progress.js";
import { isYou, nameOf, seatOf, toReader } from "../shared/sentences.js";
import { starRow } from "../shared/star_row.js";
import { sharePicture } from "./result_picture.js";

/** The computer players, from weak to strong. */
const LEVELS = ["random", "beginner", "casual", "skilled", "expert", "master", "perfect"];
/** The longest wait for details before the result is shown without them, in milliseconds. */
const PATIENCE = 1500;
/** The number of stages of a path. */
const STAGES = 15;

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
  const computer = LEVELS.includes(state.opponent);
  place.toggleAttribute("data-computer", computer);
  part(place, "#result-face").toggleAttribute("hidden", !computer);
  part(place, "#result-face use").setAttribute("href", `#face-${state.opponent}`);
  part(place, "#result-face use + use").toggleAttribute("hidden", place.dataset.won !== "yes");
  part(place, "#why-over").textContent = state.rounds === 1 ? toReader(state, state.history.at(-1)?.told) : "";
  if (computer && state.you && !state.stage) drawHarder(place, state);
  if (place.dataset.shown === state.id) return;
  place.dataset.shown = state.id;
  place.toggleAttribute("data-busy", computer);
  const details = [drawStory(place, state), state.stage && state.you ? drawStage(place, state, state.stage) : null];
  Promise.race([Promise.all(details), new Promise((done) => setTimeout(done, PATIENCE))]).then(() => {
    delete place.dataset.busy;
  });
}

/**
 * Offer the next stronger computer player, after a win.
 * @param {HTMLElement} place
 * @param {api.State} state
 */
function drawHarder(place, state) {
  const harder = part(place, "#harder");
  const next = LEVELS[LEVELS.indexOf(state.opponent) + 1];
  harder.hidden = !next || place.dataset.won !== "yes";
  harder.textContent = t("Stronger opponent");
  const { game, options, rounds, start } = state;
  harder.onclick = () => openGame({ game, options, rounds, start, opponent: next }).catch(() => {});
}

/**
 * Show the stars of a stage, save them, and offer the next step; the server is asked once.
 * @param {HTMLElement} place
 * @param {api.State} state
 * @param {number} stage
 */
async function drawStage(place, state, stage) {
  const { game } = state;
  const won = place.dataset.won === "yes";
  part(place, "#result-stage").hidden = false;
  part(place, "#result-stage").textContent = t("Stage {n}", { n: stage });
  part(place, "#rematch").textContent = won ? t("Play it again") : t("Try again");
  part(place, "#rematch").classList.toggle("primary", !won);
  try {
    const found = await gameStars(state.id);
    if (found.stars.length) starred(game, stage, found.stars);
    const earned = part(place, "#result-stars");
    earned.hidden = !won;
    earned.replaceChildren(starRow(STARS, found.stars));
    const turning = part(place, "#turning");
    turning.hidden = !found.turning;
    turning.textContent = found.turning ?? "";
    part(place, "#story").hidden = Boolean(found.turning);
    part(place, "#retry-link").classList.remove("primary");
    const teaching = part(place, "#teaching");
    teaching.hidden = won;
    teaching.replaceChildren(
      ...[
        found.step && h("a", { href: at(`/learn/${game}#${found.step}`) }, t("Learn the idea")),
        h("a", { href: at(`/puzzles/${game}`) }, t("Practise with puzzles")),
        h("a", { href: at(`/path/${game}`) }, t("See the path")),
      ].filter((link) => link !== null),
    );
    const next = won && stage < STAGES && !starsOf(game, stage + 1).length ? stage + 1 : onPath(game, STAGES).next;
    const button = part(place, "#next-stage");
    button.hidden = !won;
    button.textContent = t("Play stage {n}", { n: next });
    button.onclick = () => openStage(game, next).catch(() => {});
  } catch {
    // The result is shown without the stars; the path page still offers the stage.
  }
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
