// The end of a round or a game: the result, a one-sentence summary, and the next steps.

import { at } from "../shared/address.js";
import { gameStars, review } from "../shared/api.js";
import { h, part } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { openGame, openStage } from "../shared/new_game.js";
import { onPath, STARS, starred, starsOf } from "../shared/progress.js";
import { isYou, nameOf, seatOf, toReader } from "../shared/sentences.js";
import { sound } from "../shared/sound.js";
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
 * Why the game is over: who cannot move, and what the rule asked for.
 * @param {api.State} state
 */
function whyText(state) {
  const last = state.history.at(-1);
  const told = toReader(state, last?.told).replace(toReader(state, state.result), "").trim();
  const { demand } = state.scene;
  const asked =
    last?.outcome?.reason === "no-move" ? t("The rule asks for {what}, and none is left.", { what: demand }) : "";
  return [told, asked].filter(Boolean).join(" ");
}

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
  const seat = computer && state.participants[1].seat === 1 ? "one" : "two";
  part(place, "#result-face").setAttribute("class", `portrait l seat-${seat}`);
  part(place, "#why-over").textContent = state.rounds === 1 ? whyText(state) : "";
  if (computer && state.you && !state.stage) drawHarder(place, state);
  ring(place);
  if (place.dataset.shown === state.id) return;
  place.dataset.shown = state.id;
  place.toggleAttribute("data-busy", true);
  const details = [drawStory(place, state), state.stage && state.you ? drawStage(place, state, state.stage) : null];
  Promise.race([Promise.all(details), new Promise((done) => setTimeout(done, PATIENCE))]).then(() => {
    delete place.dataset.busy;
  });
}

/**
 * Offer the next stronger computer player after a win, and the next weaker one after a loss.
 * @param {HTMLElement} place
 * @param {api.State} state
 */
function drawHarder(place, state) {
  const { game, options, rounds, start } = state;
  for (const [id, by, won, label] of /** @type {const} */ ([
    ["harder", 1, "yes", t("Stronger opponent")],
    ["easier", -1, "no", t("Play an easier opponent")],
  ])) {
    const button = part(place, `#${id}`);
    const opponent = LEVELS[LEVELS.indexOf(state.opponent) + by];
    button.hidden = !opponent || place.dataset.won !== won;
    button.textContent = label;
    button.onclick = () => openGame({ game, options, rounds, start, opponent }).catch(() => {});
  }
}

/** What each star that is missing after a win asks for. */
const missingStar = (/** @type {readonly string[]} */ stars) =>
  !stars.includes("unaided")
    ? t("Win without help for another star.")
    : !stars.includes("flawless")
      ? t("Win without throwing the win away for another star.")
      : "";

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
  try {
    const found = await gameStars(state.id);
    if (found.stars.length) starred(game, stage, found.stars);
    const earned = part(place, "#result-stars");
    earned.hidden = !won;
    earned.replaceChildren(
      ...STARS.map((star) => h("span", {}, found.stars.some((each) => each === star) ? "★" : "☆")),
    );
    earned.setAttribute("role", "img");
    earned.setAttribute("aria-label", t("{n} of {all} stars", { n: found.stars.length, all: STARS.length }));
    for (const [place] of found.stars.entries()) sound("star", 0.7 + 0.18 * place);
    const goal = part(place, "#goal");
    goal.textContent = won
      ? missingStar(starsOf(game, stage))
      : t("Losing costs nothing: the next attempt draws another start.");
    goal.hidden = !goal.textContent;
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

const MOST_BETTER = 10;

/**
 * The move that mattered most: your last one that threw the win away, or the hardest only move that you found.
 * @param {api.PageReview} found
 * @param {number} seat
 */
function mattered({ moves }, seat) {
  const yours = [...moves.entries()].filter(([, each]) => each.seat === seat && each.grade !== "drawn");
  const missed = yours.findLast(([, each]) => each.regret);
  const [ply, each] = missed ??
    yours.reduce(
      (best, now) => (now[1].winning.length === 1 && now[1].weight > (best?.[1].weight ?? 0) ? now : best),
      yours.find(() => false),
    ) ?? [-1, null];
  return each && { ply: ply + 1, missed: Boolean(missed), before: moves[ply - 1]?.move, ...each };
}

/**
 * Ring the move that mattered among the moves above.
 * @param {HTMLElement} place
 */
function ring({ dataset }) {
  if (dataset.key) document.querySelector(`#tracks [data-ply="${dataset.key}"]`)?.classList.add("key");
}

/**
 * Summarise the last round, mark the move that mattered, and link to your mistakes; the server is asked once.
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
    const mistakes = found.moves.filter((each) => each.regret && each.seat === seat).length;
    const retry = part(place, "#retry-link");
    const won = place.dataset.won === "yes";
    retry.hidden = !mistakes;
    retry.textContent = tn("Retry your mistake", "Retry your {n} mistakes", mistakes);
    retry.className = won ? "button" : "button primary large";
    part(place, "#review-link").classList.toggle("primary", !mistakes && !state.you);
    const move = seat ? mattered(found, seat) : null;
    // The place of the turning point says the same.
    part(place, "#story").textContent = move?.missed ? "" : toReader(state, found.story);
    part(place, "#turning").hidden = !move;
    if (!move) return;
    part(place, "#turning-text").replaceChildren(...turningText(move, state, won));
    part(place, "#better").hidden = !move.missed;
    const shown = move.winning.slice(0, MOST_BETTER);
    part(place, ".better").replaceChildren(
      ...shown.map((each) => h("span", { class: "chip" }, String(each))),
      move.winning.length > shown.length ? "…" : "",
    );
    place.dataset.key = String(move.ply);
    ring(place);
  } catch {
    // The result is shown without the summary.
  }
}

/**
 * @param {NonNullable<ReturnType<typeof mattered>>} move
 * @param {api.State} state
 * @param {boolean} won
 */
function turningText({ ply, move, missed, before }, state, won) {
  const title = !missed
    ? t("Key move: {number}.", { number: move })
    : won
      ? t("Your slip: {number}.", { number: move })
      : t("Turning point: {number}.", { number: move });
  const text = missed
    ? LEVELS.includes(state.opponent)
      ? t("With move {ply}, the win passed to the computer.", { ply })
      : t("With move {ply}, the win passed to {name}.", { ply, name: nameOf(state, 3 - (state.you?.participant ?? 1)) })
    : before
      ? t("After {before}, it was the only number that won.", { before })
      : t("It was the only number that won.");
  return [h("b", {}, title), ` ${text}`];
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
