// The two players: name, shape, turn, clock, rounds won, and presence.

import { h, parts, s, seatClass, symbol } from "../dom.js";
import { t, tn } from "../language.js";
import { calledHere, isYou, participantIn } from "../sentences.js";

/** @import { GameView } from "./position.js" */

/**
 * @param {HTMLElement} container
 * @param {GameView} state
 * @param {number[]} [seats]
 * @param {string} [line] what the computer says about itself
 */
export function drawPlayers(container, state, seats = [1, 2], line = "") {
  container.replaceChildren(
    ...seats.map((seat) => {
      const participant = participantIn(state, seat);
      const each = state.participants[participant - 1];
      const turn = state.turn?.seat === seat;
      const face = symbol(`face-${each.plays}`);
      const notes = [];
      if (isYou(state, participant)) notes.push(t("you"));
      if (turn) notes.push(each.plays === "human" ? t("to move") : t("thinking …"));
      if (each.plays === "human" && !each.here && state.state !== "open") notes.push(t("away"));
      if (state.helped?.includes(participant)) notes.push(t("used hints"));
      return h(
        "div",
        { class: `plate ${seatClass(seat)}${turn ? " turn" : ""}${each.here ? "" : " away"}` },
        seal(each.plays, seat, Boolean(face)),
        h(
          "span",
          { class: "who" },
          h("b", {}, calledHere(state, participant)),
          line ? h("small", { class: "line" }, h("q", {}, line)) : h("small", {}, notes.join(" · ")),
        ),
        state.rounds > 1 ? drawScore(state.score?.[participant - 1] ?? 0) : null,
        (state.clock || state.times) && state.state === "playing"
          ? h("span", { class: "clock", "data-seat": seat }, "")
          : null,
      );
    }),
  );
}

/**
 * The face of a computer player if the page has it, else the number of the seat.
 * @param {string} plays
 * @param {number} seat
 * @param {boolean} drawn
 */
const seal = (plays, seat, drawn) =>
  drawn
    ? s(
        "svg",
        { class: `portrait m seat-${seatClass(seat)}`, "aria-hidden": "true" },
        s("use", { href: `#face-${plays}` }),
      )
    : h("span", { class: "seal", "aria-hidden": "true" }, String(seat));

/** @param {number} won */
const drawScore = (won) =>
  h("span", { class: "score", "aria-label": tn("{n} round won", "{n} rounds won", won), role: "img" }, String(won));

/**
 * Format a time for people: 1:05, or 3 h 20 min.
 * @param {number} seconds
 */
function timeText(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 3600)
    return t("{hours} h {minutes} min", { hours: Math.floor(left / 3600), minutes: Math.floor((left % 3600) / 60) });
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/**
 * Show the seconds left to the player to move, and to the opponent the full time for the next turn.
 * @param {HTMLElement} container
 * @param {GameView} state
 * @param {number} left
 */
export function drawClocks(container, state, left) {
  for (const clock of parts(container, ".clock")) {
    const seat = Number(clock.dataset.seat);
    const running = seat === state.turn?.seat;
    const seconds = running ? left : (state.times?.[participantIn(state, seat) - 1] ?? state.clock ?? 0);
    clock.textContent = timeText(seconds);
    clock.classList.toggle("short", running && seconds <= 10);
  }
}
