// The projector page: a large copy of what the teacher has chosen. Answers and winners appear when the teacher says so.

import { at } from "../shared/address.js";
import { Board } from "../shared/board/board.js";
import { stateOf } from "../shared/board/position.js";
import { $, h, say, tellIn } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { nameOf, turnText } from "../shared/sentences.js";
import { drawCode, here } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import { read } from "../shared/storage.js";
import { picture } from "./animals.js";
import { boardOf, countdown, listen, post, spaced } from "./class_api.js";
import { drawIdea, ideas, meter } from "./room.js";
import { drawStandings } from "./standings.js";

/** @import { Membership } from "./class_api.js" */

const AGAIN = 2000; // milliseconds between two polls of the board
const setTimer = countdown($("left"));
const board = new Board({ rows: $("tracks"), pool: $("pool") });

/** @type {api.ClassModel | null} */
let state = null;
/** @type {api.BoardModel | null} */
let model = null;
let drawn = "";

/** @param {string[]} what the parts that are visible */
function show(...what) {
  for (const id of ["front", "zoo", "play", "standings", "ideas"]) $(id).hidden = !what.includes(id);
  $("projector").dataset.state = what[0] ?? "over";
}

const address = () => here(at("/join")).replace(/^https?:\/\//, "");

/**
 * The code and who has joined; during a task its name and a large timer, and the code for latecomers.
 * @param {api.ClassModel} now
 */
function showCode(now) {
  const { task } = now;
  const kinds = { lesson: t("Lesson"), puzzles: t("Puzzles"), games: t("Games in pairs") };
  say($("title"), task ? kinds[task.kind] : t("Join the class"));
  say($("about"), task ? task.title : "");
  tellIn($("status"), task || now.open ? "" : t("New children cannot join."));
  say($("where"), address());
  say($("code"), spaced(now.code));
  if (!$("qr").firstChild) drawCode($("qr"), here(now.link));
  const joined = now.children.filter((child) => !child.gone).map((child) => child.animal);
  say($("joined"), joined.length ? tn("{n} child has joined", "{n} children have joined", joined.length) : "");
  if ($("zoo").dataset.drawn !== joined.join()) $("zoo").replaceChildren(...joined.map(picture));
  $("zoo").dataset.drawn = joined.join();
  show("front", ...(task ? [] : ["zoo"]));
  if (task) $("projector").dataset.state = "task";
}

/** @param {api.ClassModel} now */
function showStandings(now) {
  const list = drawStandings(now);
  $("title").textContent = list.length ? t("Standings") : t("What the class can do");
  $("about").textContent = "";
  tellIn($("status"), "");
  $("standings").replaceChildren(...list);
  const columns = list.length > 16 ? 3 : list.length > 5 ? 2 : 1;
  $("standings").dataset.columns = String(columns);
  $("standings").style.setProperty("--rows", String(Math.ceil(list.length / columns)));
  $("ideas").replaceChildren(...(list.length ? [] : ideas(now).map(drawIdea)));
  show(list.length ? "standings" : "ideas");
}

/** @param {Membership} membership */
async function refresh(membership) {
  if (!state?.shown?.game && !state?.shown?.table) return;
  const { shown, reveal_answer: answer } = state;
  let found;
  try {
    found = await boardOf(membership, answer);
  } catch (/** @type {any} */ refusal) {
    say($("status"), refusal.message);
    return;
  }
  if (state?.shown && JSON.stringify(state.shown) !== JSON.stringify(shown)) return; // it has changed meanwhile
  const key = JSON.stringify([shown, found.moves, answer]);
  if (key === drawn) return;
  drawn = key;
  model = found;
  draw(found);
}

/** @param {api.BoardModel} shownBoard */
function draw(shownBoard) {
  const { title, about, question, over, scene, names, verdict } = shownBoard;
  const position = { ...shownBoard, legal: scene.legal ?? [] };
  const view = stateOf(position, { turn: over ? null : scene.turn, names });
  show("play");
  $("projector").dataset.state = verdict ? "told" : "shown";
  $("title").textContent = question || title;
  $("about").replaceChildren(
    [question ? title : "", about].filter(Boolean).join(" · "),
    ...names.flatMap((name, seat) => (name ? [h("b", { class: `player ${seat ? "two" : "one"}` }, name)] : [])),
  );
  const asks = over ? t("The game is over.") : turnText(view);
  tellIn($("status"), asks, false, view.turn?.seat);
  if (board.pool.numbers.join() !== scene.numbers.join()) board.pool.lay(scene.numbers);
  board.showPosition(view, position, { yours: false, winning: verdict ? new Set(verdict.winning) : null });
  $("verdict").hidden = !verdict;
  $("verdict").textContent = verdict
    ? [t("{name} wins.", { name: nameOf(view, verdict.winner) }), verdict.reason].join(" ")
    : "";
}

/** The answers of the children, without their names; how many chose each one only once the teacher reveals it. */
function drawAnswers() {
  const choices = state?.shown?.choices ?? [];
  $("answers").hidden = !choices.length;
  $("count-up").hidden = !choices.length;
  $("tell").hidden = !state?.shown || state.shown.standings || Boolean(model?.over);
  $("tell").setAttribute("aria-pressed", String(Boolean(state?.reveal_answer)));
  $("count-up").setAttribute("aria-pressed", String(Boolean(state?.reveal_tally)));
  if (!state || !choices.length) return;
  const counts = new Map(state.tally.map(([answer, n]) => [answer, n]));
  const answered = state.tally.reduce((sum, [, n]) => sum + n, 0);
  const present = state.children.filter((child) => !child.gone).length;
  say($("answered"), tn("{n} of {all} has answered", "{n} of {all} have answered", answered, { all: present }));
  const seats = ["who", "seat"].includes(state.shown?.puzzle ?? "");
  const known = choices.length > 6 ? choices.filter((each) => counts.get(each)) : choices;
  const bar = $("answered-bar", HTMLProgressElement);
  bar.hidden = state.reveal_tally;
  bar.max = Math.max(1, present);
  bar.value = answered;
  $("tally").replaceChildren(
    ...(state.reveal_tally ? known : []).map((each) => {
      const n = counts.get(each) ?? 0;
      const name = seats ? t("Player {seat}", { seat: each }) : String(each);
      return h(
        "li",
        { class: seats && each === 2 ? "two" : "" },
        h("span", {}, name),
        meter(n, answered),
        h("b", {}, String(n)),
      );
    }),
  );
}

/** @param {Membership} membership */
function begin(membership) {
  let revealing = Promise.resolve();
  // After earlier presses: each starts from the state that they left.
  const reveal = (/** @type {"tally" | "answer"} */ what) => {
    revealing = revealing.then(async () => {
      if (!state?.shown) return;
      const { reveal_tally: tally, reveal_answer: answer } = state;
      try {
        update(await post(membership, "reveal", { tally, answer, [what]: !{ tally, answer }[what] }));
      } catch (/** @type {any} */ refusal) {
        say($("status"), refusal.message);
      }
    });
  };
  const toggle = () => reveal("answer");
  const count = () => reveal("tally");
  $("tell").addEventListener("click", toggle);
  $("count-up").addEventListener("click", count);
  onKey("v", toggle);
  onKey("t", count);
  /** @param {api.ClassModel} now */
  function update(now) {
    if (state && now.seq < state.seq) return;
    state = now;
    setTimer(now.left);
    const { shown } = now;
    say($("foot-code"), shown ? t("Join at {address}: {code}", { address: address(), code: spaced(now.code) }) : "");
    if (!shown || shown.standings) {
      model = null;
      drawn = "";
      $("verdict").hidden = true;
    }
    drawAnswers();
    if (!shown) return showCode(now);
    if (shown.standings) return showStandings(now);
    refresh(membership);
  }
  listen(
    membership,
    "",
    update,
    () => {
      state = null;
      setTimer(null);
      show();
      drawAnswers();
      $("verdict").hidden = true;
      $("title").textContent = "Outnumber";
      $("about").textContent = $("foot-code").textContent = "";
      tellIn($("status"), t("The lesson is over."));
    },
    () => {},
  );
  setInterval(() => refresh(membership), AGAIN);
}

/** @type {Membership | null} */
const own = read("teacher", null);
if (own) begin(own);
else say($("status"), t("Start a class in this browser first."));
