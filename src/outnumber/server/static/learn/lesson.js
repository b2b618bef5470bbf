// One lesson. The server grades each answer and returns the next place; this browser stores the learner's place.

import { learnAt, lessonPicture } from "../shared/api.js";
import { Board, PlayedLine } from "../shared/board/board.js";
import { celebrate } from "../shared/board/motion.js";
import { stateOf } from "../shared/board/position.js";
import { $, drawing, h, part, parts, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { openStage } from "../shared/new_game.js";
import { keepPlace, onPath, placeIn } from "../shared/progress.js";
import { turnText } from "../shared/sentences.js";
import { onKey } from "../shared/shell.js";
import { sound, soundButton } from "../shared/sound.js";
import { NAMES, starSigns } from "./stars.js";

const page = $("lesson");
const lesson = page.dataset.lesson ?? "";
/** @type {[id: string, title: string][]} */
const steps = JSON.parse(page.dataset.steps ?? "[]");
/** @type {string[]} */
const starNames = JSON.parse(page.dataset.stars ?? "[]");
const PATIENCE = 3000; // maximum milliseconds that the buttons wait for the picture of an idea
const SEATS_IN_A_ROW = Number(page.dataset.row);
const LAST_HINT = Number(page.dataset.hints);

// The server's first response sets both.
/** @type {api.Place} */
let place;
/** @type {api.LessonView} */
let view;
let busy = false;
const board = new Board(
  { rows: $("tracks"), pool: $("pool"), players: $("plates"), typed: $("typed", HTMLFormElement) },
  { play, refuse: (text) => tell(text, true) },
);
const line = new PlayedLine($("line"));

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] % Number(page.dataset.seeds);
/** @returns {Partial<api.Place>} */
const fresh = () => ({ lesson, step: steps[0][0], seed: seed() });

/**
 * Report each step and each wrong answer to the class line.
 * @param {number} stuck the number of wrong answers at this step
 */
function report(stuck) {
  window.dispatchEvent(new CustomEvent("outnumber:step", { detail: { lesson, step: view.step, stuck } }));
}

/**
 * Perform an action at this place, and show the result.
 * @param {Partial<api.LessonStepDone>} what
 * @param {Partial<api.Place>} [from]
 * @param {api.Place["stars"]} [had] the stars earned earlier
 * @returns {Promise<void>}
 */
async function go(what, from = place, had = place?.stars ?? []) {
  if (busy) return;
  busy = true;
  page.classList.add("busy");
  try {
    const before = view;
    const found = await learnAt(from, what);
    ({ place, view } = found);
    const wrong = view.reply !== null && !view.reply.right && what.do === "answer";
    keepPlace(place, what.do === "answer" && view.newly_missed ? view.missed : null);
    const moved = !before || before.step !== view.step || what.do === "at" || what.do === "onward";
    show(
      moved,
      what.do === "answer",
      place.stars.filter((star) => before && !had.includes(star)),
    );
    if (moved || wrong) report(moved ? 0 : view.wrong);
  } catch (/** @type {any} */ refusal) {
    // The stored place may be damaged or from another version: restart the lesson, but keep its stars.
    if (from === stored && ["no-step", "bad-request"].includes(refusal.code)) {
      busy = false;
      return go({ do: "look" }, { ...fresh(), stars: NAMES.filter((star) => stored.stars?.includes?.(star)) });
    }
    tell(refusal.message, true);
  } finally {
    busy = false;
    page.classList.remove("busy");
  }
}

/** @param {string} text */
function tell(text, bad = false) {
  $("status").hidden = !text;
  tellIn($("status"), text, bad);
}

// ---- display

/** The game, in the form that the board scripts expect. */
function state() {
  const names = [1, 2].map((seat) => (view.you && seat !== view.you ? t("Opponent") : ""));
  const over = view.done || view.board.scene.turn === null;
  return stateOf(view.board, { turn: over ? null : view.board.turn, you: view.you, names });
}

/**
 * @param {boolean} moved
 * @param {boolean} answered
 * @param {api.Place["stars"]} stars the stars that this answer earned
 */
function show(moved, answered, stars) {
  drawWay();
  $("said").replaceChildren(
    ...view.said.map(({ text }) => h("p", {}, text)),
    ...view.hints.map(({ text }, at) =>
      h("p", { class: "hinted" }, t("Hint {step} of {last}: {text}", { step: at + 1, last: LAST_HINT, text })),
    ),
  );
  const idea = view.part === "idea";
  $("picture").hidden = !idea;
  const drawn = idea ? drawIdea(view.step) : null;
  $("play").hidden = idea;
  $("about").textContent = view.part === "seat" ? `${view.about} · ${standing()}` : view.about;
  if (!idea) drawBoard();
  drawReply(answered);
  drawActions(drawn);
  drawFinish(stars);
  tell(words(stars), false);
  if (moved) {
    $("said").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  } else if (answered && view.asks !== "next") {
    // Leave the field, which would otherwise take the next key as text.
    if (document.activeElement === $("number")) $("said").focus({ preventScroll: true });
  } else if (answered) {
    $("next").focus({ preventScroll: true });
  }
  if (answered) ($("reply").hidden ? $("status") : $("reply")).scrollIntoView({ block: "nearest" });
}

/**
 * Celebrate a star that says what you can do, and offer a game that needs it.
 * @param {api.Place["stars"]} stars the stars that this answer earned
 */
function drawFinish(stars) {
  const finished = stars.includes("can") || stars.includes("proved");
  page.classList.toggle("finished", finished);
  $("finish").hidden = !finished;
  if (!finished) return;
  const all = place.stars.length === NAMES.length;
  const game = part(document, ".heading p").textContent ?? "";
  $("finish-eyebrow").textContent = all ? t("Lesson finished · {game}", { game }) : t("A new star · {game}", { game });
  $("finish-stars").replaceChildren(starSigns(place.stars));
  $("finish-title").textContent = all ? t("You can prove it.") : t("You can do it.");
  for (const goal of parts($("finish"), "[data-star]"))
    goal.hidden = !place.stars.some((star) => star === goal.dataset.star);
  /** @type {[string, string, string][]} */
  const stages = JSON.parse(page.dataset.stages ?? "[]");
  const { next } = onPath(lesson, stages.length);
  const [opponent, name] = stages[next - 1];
  part($("finish"), "use").setAttribute("href", `#face-${opponent}`);
  $("finish-next").textContent = t("Beat {name} with it", { name });
  $("finish-play").textContent = t("Play stage {n}", { n: next });
  $("finish-play").onclick = () => openStage(lesson, next).catch(({ message }) => tell(message, true));
  sound("win");
  stars.forEach((_, at) => {
    sound("star", 0.4 + 0.18 * at);
  });
  celebrate(view.board.scene.numbers);
  scrollTo({ top: 0 });
  $("finish").focus({ preventScroll: true });
}

const standing = () =>
  t("Boards: {about}. In a row: {n} of {all}.", { about: view.level, n: place.row, all: SEATS_IN_A_ROW });

/**
 * One line that describes the state of the step.
 * @param {api.Place["stars"]} stars
 */
function words(stars) {
  const said = stars.map((star) => t("You earned a star: {star}!", { star: starNames[NAMES.indexOf(star)] }));
  if (view.part === "idea") return said.join(" ");
  if (view.part === "seat" && view.done) {
    if (!view.solved) said.push(t("In a row: {n} of {all}. Next: a new random start.", { n: 0, all: SEATS_IN_A_ROW }));
    else if (place.row < SEATS_IN_A_ROW)
      said.push(t("You win!"), t("In a row: {n} of {all}.", { n: place.row, all: SEATS_IN_A_ROW }));
    else said.push(t("{all} in a row: proved! Next boards: {about}.", { all: SEATS_IN_A_ROW, about: view.harder }));
  } else if (view.done) {
    if (view.board.scene.turn === null && view.reply?.right) said.push(t("You win!"));
    if (view.part === "drill") said.push(...drilled());
    if (!said.length) said.push(view.reply?.right ? t("Right.") : t("Look at the board: it shows why."));
  } else if (view.reply && !view.reply.right) said.push(t("Watch the board, then try again."));
  else if (view.asks === "seat") said.push(view.part === "seat" ? t("Which seat do you want?") : t("Who wins?"));
  else said.push(turnText(state()));
  if (view.done && view.missed) said.push(t("You'll see this one again in Puzzles."));
  return said.join(" ");
}

function drilled() {
  const boards = steps.filter(([id]) => id.startsWith("drill"));
  const said = [t("Drill: {n} of {all} right so far.", { n: place.clean.length, all: boards.length })];
  if (view.step === boards.at(-1)?.[0] && !place.stars.includes("can"))
    said.push(t("Repeat the drill: all {all} must be right.", { all: boards.length }));
  return said;
}

function drawWay() {
  const at = steps.findIndex(([id]) => id === view.step);
  $("where").textContent = t("Step {n} of {all}", { n: at + 1, all: steps.length });
  $("far").style.setProperty("--far", `${(100 * (at + 1)) / steps.length}%`);
  $("steps").replaceChildren(
    ...steps.map(([id, title], index) =>
      h(
        "option",
        { value: id, selected: id === view.step },
        `${index + 1}. ${title}${place.done.includes(id) ? " ✓" : ""}`,
      ),
    ),
  );
  $("before", HTMLButtonElement).disabled = at === 0;
  $("after", HTMLButtonElement).disabled = at === steps.length - 1;
  $("stars").replaceChildren(starSigns(place.stars));
  history.replaceState(null, "", `#${view.step}`);
}

function drawBoard() {
  const now = state();
  const { numbers } = view.board.scene;
  if (board.pool.numbers.join() !== numbers.join()) board.pool.lay(numbers);
  board.showPosition(now, view.board, { yours: view.asks === "move" });
}

/**
 * Show the reply to the last answer, and animate the moves that follow on a second board.
 * @param {boolean} answered
 */
function drawReply(answered) {
  const { reply } = view;
  $("reply").hidden = !reply || !(reply.said.length || !reply.right);
  if (!reply || $("reply").hidden) return;
  $("reply").classList.toggle("refuted", !reply.right);
  $("reply-text").replaceChildren(...reply.said.map(({ text }) => h("p", {}, text)));
  const out = !reply.right && reply.moves.length > reply.start;
  $("line").hidden = !out;
  if (out) line.show(state(), reply, answered ? reply.start + 1 : reply.moves.length);
}

/** @param {string} step */
async function drawIdea(step) {
  const svg = await lessonPicture(lesson, step).catch(() => null);
  if (step === view.step) $("picture").replaceChildren(...(svg ? [drawing(svg)] : []));
}

/** @param {Promise<void> | null} drawn */
function drawActions(drawn) {
  // The picture would push the buttons down, so they wait for it, but not for long.
  const shown = () => {
    $("actions").hidden = false;
  };
  if (!drawn) shown();
  else
    Promise.race([
      drawn,
      new Promise((wait) => {
        setTimeout(wait, PATIENCE);
      }),
    ]).then(shown);
  const open = view.asks === "move";
  $("typed").hidden = $("pool-panel").hidden = !open && view.asks !== "seat";
  $("typed").hidden = !open;
  $("none").hidden = !open || view.part === "seat";
  $("hint").hidden = view.done || ["idea", "seat"].includes(view.part) || place.hinted >= LAST_HINT;
  $("next").hidden = view.asks !== "next";
  $("choices").hidden = view.asks !== "seat";
  $("choices").replaceChildren(
    ...(view.asks === "seat"
      ? [1, 2].map((seat) =>
          h(
            "button",
            { class: "primary", onclick: () => go({ do: "answer", number: seat }) },
            t("Player {seat}", { seat }),
          ),
        )
      : []),
  );
}

// ---- actions

/** @param {number} number */
function play(number) {
  if (view?.asks !== "move") return;
  go({ do: "answer", number });
}

async function next() {
  if (view?.asks !== "next") return;
  const had = place.stars;
  if (view.part === "idea" && !view.done) await go({ do: "answer" });
  await go({ do: "onward" }, place, view.part === "idea" ? had : place.stars);
}

/** @param {number} by */
const beside = (by) => steps[steps.findIndex(([id]) => id === view.step) + by]?.[0];
/** @param {string | undefined} step */
const to = (step) => {
  if (step && step !== view.step) go({ do: "at", step });
};

$("none").addEventListener("click", () => go({ do: "answer", number: 0 }));
$("hint").addEventListener("click", () => go({ do: "hint" }));
soundButton(document.getElementById("sounds"));
$("next").addEventListener("click", next);
$("before").addEventListener("click", () => to(beside(-1)));
$("after").addEventListener("click", () => to(beside(1)));
$("steps").addEventListener("change", () => to($("steps", HTMLSelectElement).value));
onKey("h", () => {
  if (!$("hint").hidden) go({ do: "hint" });
});
onKey("n", () => {
  if (!$("none").hidden) go({ do: "answer", number: 0 });
});
onKey("Enter", (event) => {
  if (![document.body, $("said"), $("finish")].some((each) => each === event.target)) return false;
  next();
  return true;
});

const asked = location.hash.slice(1);
/** @type {Partial<api.Place>} */
const stored = placeIn(lesson) ?? fresh();
const known = steps.some(([id]) => id === asked);
go(known && asked !== stored.step ? { do: "at", step: asked } : { do: "look" }, stored);
addEventListener("hashchange", () => to(steps.find(([id]) => id === location.hash.slice(1))?.[0]));
