// Joining a class: the child enters the code, chooses an animal, and waits on this page for the first task.

import { enterClass, somePuzzles, tryPuzzle } from "../shared/api.js";
import { Board } from "../shared/board/board.js";
import { stateOf } from "../shared/board/position.js";
import { $, h, say } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { turnText } from "../shared/sentences.js";
import { newToken, read, write } from "../shared/storage.js";

const KEY = "class";
const field = $("code", HTMLInputElement);
let code = "";
// Every retry sends the same id, so that a child whose response was lost joins only once.
const token = newToken();

/** @type {Record<string, string>} */
const FOCUS = { knock: "code", choose: "choose-title", desk: "you", over: "over-title" };

/** @param {string} what */
function show(what) {
  if ($("join").dataset.state === what) return;
  for (const id of Object.keys(FOCUS)) $(id).hidden = id !== what;
  $("join").dataset.state = what;
  $(FOCUS[what]).focus();
}

/** @param {string} given */
async function knock(given) {
  say($("problem"), "");
  try {
    /** @type {api.DoorModel} */
    const { animals } = await enterClass({ code: given });
    const { drawAnimal, drawName } = await import("./pupil.js");
    code = given;
    // The free ones come first, so that a child with a small screen sees them at once.
    animals.sort((a, b) => Number(b.free) - Number(a.free) || a.name.localeCompare(b.name));
    $("animals").replaceChildren(
      ...animals.map(({ id, name, free }) =>
        h(
          "li",
          {},
          h(
            "button",
            { disabled: !free, "data-animal": id, onclick: () => take(id) },
            drawAnimal(id),
            drawName(name),
            free ? null : h("span", { class: "unseen" }, t(", taken")),
          ),
        ),
      ),
    );
    show("choose");
  } catch (/** @type {any} */ refusal) {
    show("knock");
    say($("problem"), refusal.message);
    field.select();
  }
}

/** @param {string} animal */
async function take(animal) {
  say($("problem"), "");
  try {
    /** @type {api.PupilModel} */
    const pupil = await enterClass({ code, animal, token });
    write(KEY, { id: pupil.id, token, done: "" });
    (await import("./pupil.js")).begin([]);
    await showTask(pupil);
  } catch (/** @type {any} */ refusal) {
    await knock(code);
    say($("problem"), refusal.message);
    $("problem").scrollIntoView({ block: "nearest" });
  }
}

/** @param {api.PupilModel} pupil */
async function showTask({ name, animal, task, question, choices, chosen, activity, watch }) {
  say($("you"), name);
  if ($("face").dataset.animal !== animal) {
    $("face").dataset.animal = animal;
    $("face").replaceChildren((await import("./pupil.js")).drawAnimal(animal));
  }
  if (!question) {
    practising ??= practise();
    await practising;
  }
  show("desk");
  const link = task?.link;
  let text = t("Your teacher will start soon. Stay on this page.");
  if (task) {
    const kinds = { lesson: t("Lesson"), puzzles: t("Puzzles"), games: t("Game") };
    const waiting = t("The others are playing. You get a partner in a moment.");
    text = link ? `${kinds[task.kind]}: ${task.title}` : waiting;
  }
  if (activity === "finished") text = t("Well done, you have finished! Your teacher will continue soon.");
  if (question) text = t("Look at the projector, and answer here.");
  say($("next"), text);
  $("go").hidden = !link;
  if (link) $("go", HTMLAnchorElement).href = link;
  $("watch").hidden = !watch;
  if (watch) $("watch", HTMLAnchorElement).href = watch;
  ask(question, choices, chosen);
  $("while").hidden = Boolean(question) || !puzzle;
}

// ---- the question on the projector

/**
 * @param {string} question
 * @param {number[]} choices
 * @param {number | null} chosen
 */
function ask(question, choices, chosen) {
  $("ask").hidden = !question;
  say($("ask-title"), question);
  say($("ask-told"), chosen === null ? "" : t("Your answer: {answer}. You can still change it.", { answer: chosen }));
  const key = `${question} ${choices}`;
  const place = $("ask-choices");
  if (place.dataset.key !== key)
    place.replaceChildren(
      ...choices.map((answer) => h("button", { "data-answer": answer, onclick: () => vote(answer) }, String(answer))),
    );
  place.dataset.key = key;
  for (const each of place.children)
    each.setAttribute("aria-pressed", String(Number(each.getAttribute("data-answer")) === chosen));
}

/** @param {number} answer */
async function vote(answer) {
  try {
    await (await import("./pupil.js")).vote(answer);
  } catch (/** @type {any} */ refusal) {
    say($("problem"), refusal.message);
  }
}

// ---- a puzzle while the child waits

const MANY = 5;
/** @type {api.PuzzleModel[]} */
let puzzles = [];
/** @type {api.PuzzleModel | null} */
let puzzle = null;
/** @type {Promise<void> | null} */
let practising = null; // the first puzzle, which the page waits for
const board = new Board({ rows: $("while-rows"), pool: $("while-pool") }, { play });

async function practise() {
  if (!puzzles.length) {
    const seed = crypto.getRandomValues(new Uint16Array(1))[0];
    const found = await somePuzzles("strategy-stacks", seed, MANY, { kind: "one", difficulty: 1 }).catch(() => null);
    // Short games first: a child that waits for the first task may not know the rules yet.
    puzzles = (found?.puzzles ?? []).sort((a, b) => a.moves.length - b.moves.length);
  }
  puzzle = puzzles.shift() ?? null;
  $("while").hidden = !puzzle || !$("ask").hidden;
  if (!puzzle) return;
  const { question, turn } = puzzle;
  say($("while-text"), `${question} ${turnText(stateOf(puzzle, { turn, you: turn }))}`);
  say($("while-told"), "");
  $("while-next").hidden = true;
  board.pool.lay(puzzle.scene.numbers);
  drawPuzzle();
}

function drawPuzzle(/** @type {Map<number, "win" | "lose">} */ told = new Map()) {
  if (!puzzle) return;
  const position = puzzle;
  const state = stateOf(position, { turn: puzzle.turn, names: ["", ""] });
  board.showPosition(state, position, { yours: !told.size, told });
}

/** @param {number} number */
async function play(number) {
  const asks = puzzle;
  if (!asks?.legal.includes(number)) return;
  const { game, options, moves, kind } = asks;
  const { right } = await tryPuzzle({ game, options, moves, kind }, [number]).catch(() => ({ right: null }));
  if (asks !== puzzle || right === null) return;
  say($("while-told"), right ? t("Yes! {number} wins.", { number }) : t("{number} loses. Try again.", { number }));
  $("while-next").hidden = !right;
  if (right) drawPuzzle(new Map([[number, "win"]]));
}

$("while-next").addEventListener("click", practise);

addEventListener("outnumber:class", (event) => showTask(/** @type {CustomEvent} */ (event).detail));
$("knock").addEventListener("submit", (event) => {
  event.preventDefault();
  knock(field.value);
});
$("leave").addEventListener("click", async () => (await import("./pupil.js")).leave());

const invite = /^#([0-9a-f]{32})$/.exec(location.hash)?.[1];
if (invite) history.replaceState(null, "", location.pathname);
if (read(KEY, null)) {
  // The page appears, complete, when the child's state has arrived.
} else if (location.hash === "#over") {
  /** @type {api.PupilModel | null} */
  const last = history.state;
  if (last?.animal) {
    import("./pupil.js").then(({ drawAnimal }) => $("over-face").replaceChildren(drawAnimal(last.animal)));
    const did = [
      last.solved ? tn("{n} puzzle solved", "{n} puzzles solved", last.solved) : "",
      last.won ? tn("{n} game won", "{n} games won", last.won) : "",
    ].filter(Boolean);
    say($("over-text"), [t("Goodbye, {name}!", { name: last.name }), did.join(", ")].filter(Boolean).join(" "));
  }
  show("over");
} else if (invite) knock(invite);
else show("knock");
