// The review of a finished game: who was winning when and why, with a retry of each mistake.

import { toldAtOnce } from "../play/game_state.js";
import { at } from "../shared/address.js";
import { gamePicture, readGame, readScene, review } from "../shared/api.js";
import { Board, boardPlaces } from "../shared/board/board.js";
import { stateOf } from "../shared/board/position.js";
import { $, drawing, h, parts, say, seatClass } from "../shared/dom.js";
import { few, t, tn } from "../shared/language.js";
import { playerOf, seatOf, toReader } from "../shared/sentences.js";
import { boardPath, here, shareLink } from "../shared/share.js";
import * as storage from "../shared/storage.js";
import { drawChart } from "./chart.js";
import { Retry } from "./retry.js";

const id = $("review").dataset.id ?? "";
/** @type {api.State} */
let state;
/** @type {api.PageReview} */
let found;
/** @type {Retry} */
let retry;
let chosen = 0;
/** @type {Record<string, string>} */
const grades = JSON.parse($("moves").dataset.grades ?? "{}");

/** @param {number} seat */
const seatName = (seat) => playerOf(state, found, seat);

$("share-button").addEventListener("click", () => {
  $("share-body").replaceChildren(shareLink(t("This review"), here(at(`/g/${id}/review`))));
  $("share-dialog", HTMLDialogElement).showModal();
});

/** @param {number} round */
async function open(round) {
  say($("status"), t("Calculating …"));
  try {
    found = await review(id, round);
  } catch (/** @type {any} */ refusal) {
    say($("status"), refusal.message);
    return;
  }
  $("found").hidden = false;
  say($("status"), found.outcome ? `${toReader(state, found.told)} ${toReader(state, found.story)}` : "");
  for (const tab of $("rounds").children)
    tab.setAttribute("aria-pressed", String(Number(tab.getAttribute("value")) === round));
  drawAccuracies();
  drawChart($("chart"), found, seatName, pick);
  drawMoves();
  const yours = seatOf(state, found);
  if (!yours) $("retry-title").textContent = t("Find the better moves");
  retry = new Retry($("retry"), id, state, found, yours, seatName, tellAll);
  pick(found.turning_point ?? Math.max(0, found.moves.length - 1));
  // Let the player retry the mistakes before the better moves are shown.
  $("told").hidden = retry.mistakes.length > 0;
  $("tell-all").hidden = true;
  // Show the button only after the board below it is drawn, so that it does not move while the player is about to tap.
  await retry.ready;
  $("tell-all").hidden = !$("told").hidden;
}

function tellAll() {
  $("told").hidden = false;
  $("tell-all").hidden = true;
  // The chart was hidden until now, so its width was unknown.
  drawChart($("chart"), found, seatName, pick);
  pick(chosen);
}

function drawAccuracies() {
  $("accuracies").replaceChildren(
    ...[1, 2].map((seat) => {
      const each = found.chances[seat - 1];
      const mistakes = found.moves.filter((each) => each.seat === seat && each.regret).length;
      return h(
        "div",
        { class: `plate ${seatClass(seat)}` },
        h("span", { class: "seal", "aria-hidden": "true" }, String(seat)),
        h(
          "span",
          { class: "who" },
          h("b", {}, seatName(seat)),
          h("small", {}, tn("{n} mistake", "{n} mistakes", mistakes)),
        ),
        h(
          "span",
          { class: "accuracy" },
          h("b", {}, each.chances ? t("{part} of {whole}", { part: each.kept, whole: each.chances }) : "–"),
          h("small", {}, t("winning chances kept")),
          each.kept && each.kept < each.chances
            ? h("small", {}, t("{percent}%, weighted by difficulty", { percent: Math.round(100 * (each.share ?? 0)) }))
            : null,
        ),
      );
    }),
  );
}

function drawMoves() {
  $("moves").replaceChildren(
    ...found.moves.map((each, place) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: `move ${each.grade}`, "data-place": place, onclick: () => pick(place) },
          h("span", { class: `chip ${seatClass(each.seat)}`, "aria-hidden": "true" }, String(each.move)),
          h(
            "span",
            { class: "move-words" },
            h(
              "b",
              {},
              `${place + 1}. `,
              each.grade === "drawn"
                ? String(each.move)
                : t("{name} played {number}", { name: seatName(each.seat), number: each.move }),
            ),
            h("small", {}, grades[each.grade]),
          ),
          each.regret
            ? h("span", { class: place === found.turning_point ? "badge turn" : "badge lose", "aria-hidden": "true" })
            : null,
        ),
      ),
    ),
  );
}

/** @param {number} place */
function pick(place) {
  chosen = place;
  for (const button of parts($("moves"), "button")) {
    button.setAttribute("aria-current", String(Number(button.dataset.place) === place));
    // Scroll only the list, never the page.
    if (Number(button.dataset.place) === place)
      $("moves").scrollTop = button.offsetTop - $("moves").offsetTop - $("moves").clientHeight / 3;
  }
  for (const dot of parts($("chart"), "[data-place]"))
    dot.classList.toggle("picked", Number(dot.dataset.place) === place);
  const move = found.moves[place];
  if (!move) return;
  const title =
    place === found.turning_point
      ? t("The turning point: {name} played {number}.", { name: seatName(move.seat), number: move.move })
      : move.grade === "drawn"
        ? grades.drawn
        : t("{name} played {number}.", { name: seatName(move.seat), number: move.move });
  $("move-title").textContent = title;
  const words = [];
  if (move.regret) words.push(t("{moves} would have won.", { moves: few(move.winning) }));
  else if (move.grade === "kept")
    words.push(tn("This was the only winning move.", "This was one of {n} winning moves.", move.winning.length));
  else if (move.grade === "forced") words.push(t("It was the only legal move."));
  else if (move.grade === "no-chance") words.push(t("Every move lost here."));
  const after = place === found.turning_point && found.refutation.length ? [refuted(move)] : [];
  $("why").textContent = [...words, ...after].join(" ");
  explain(place, words, after);
  picture(place);
  $("board-link", HTMLAnchorElement).href = boardPath(state, state.history[found.round - 1].moves.slice(0, place));
  $("board-link").hidden = false;
}

/**
 * How the opponent could win after the turning point, with the player of each number.
 * @param {api.PageMove} played
 */
function refuted({ move, seat }) {
  const [only, ...more] = found.refutation;
  if (found.ending && !more.length)
    return t("After {number}, {other} wins at once.", { number: move, other: only.move });
  const line = found.refutation.map((each) => `${seatName(each.seat)} ${each.move}`).join(", ");
  return t("After {number}, {name} could win like this: {line}", {
    number: move,
    name: seatName(3 - seat),
    line: line + (found.ending ? "." : ", …"),
  });
}

/**
 * Add the explanation, which refers to the position before the move.
 * @param {number} place
 * @param {string[]} words
 * @param {string[]} after
 */
async function explain(place, words, after) {
  try {
    const reason = await retry.reason(place);
    const yours = found.moves[place].regret && found.moves[place].seat === retry.seat;
    if (place === chosen)
      $("why").textContent = [...words, yours ? t("Reason: {reason}", { reason }) : reason, ...after].join(" ");
  } catch {
    // The grade is shown without the explanation.
  }
}

/**
 * The drawing of a position with the reason, which loads when it is opened.
 * @param {number} place
 */
function pictured(place) {
  const { round } = found;
  const shown = h("div", { class: "picture" });
  const load = async () => {
    if (shown.firstChild) return;
    const image = gamePicture(id, round, place).then(drawing);
    shown.replaceChildren(await image.catch(({ message }) => h("p", { class: "faint" }, message)));
  };
  return h("details", { class: "drawn", ontoggle: load }, h("summary", {}, t("Picture with the reason")), shown);
}

/**
 * Draw the position before a move, with the winning moves marked.
 * @param {number} place
 */
async function picture(place) {
  const { winning } = found.moves[place];
  const scene = await readScene(id, found.round, place).catch(() => null);
  if (place !== chosen) return;
  const { moves, seats } = state.history[found.round - 1];
  const places = boardPlaces(t("The position before this move, with the winning moves"));
  $("picture").replaceChildren(...(scene ? [places.rows, places.pool, pictured(place)] : []));
  if (!scene) return;
  const legal = scene.legal ?? [];
  const position = { moves: moves.slice(0, place), seats: seats.slice(0, place), legal, scene };
  const then = stateOf(position, { names: [seatName(1), seatName(2)] });
  new Board(places).showPosition(then, position, { yours: false, winning: new Set(winning) });
}

async function start() {
  try {
    state = toldAtOnce(id, document.getElementById("now")) ?? (await readGame(id, storage.game(id).token));
  } catch (/** @type {any} */ refusal) {
    if (refusal.code !== "bad-token") return say($("status"), refusal.message);
    state = await readGame(id);
  }
  document.title = `${t("Review")}: ${state.title} · Outnumber`;
  $("title").textContent = t("Review: {title}", { title: state.title });
  $("subtitle").textContent = state.about;
  const over = state.history.filter((each) => each.outcome);
  if (!over.length) return say($("status"), t("No round has finished yet."));
  if (over.length > 1) {
    $("rounds").replaceChildren(
      ...over.map((each) =>
        h("button", { value: each.round, onclick: () => open(each.round) }, t("Round {round}", { round: each.round })),
      ),
    );
  }
  open(over[over.length - 1].round);
}

$("tell-all").addEventListener("click", tellAll);
start();
