// The window for the projector: the board that the teacher shows, large, and who wins only when somebody asks.

import { Board } from "../shared/board/board.js";
import { stateOf } from "../shared/board/position.js";
import { $, say, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { nameOf, turnText } from "../shared/sentences.js";
import { drawCode, here } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import { read } from "../shared/storage.js";
import { boardOf, countdown, listen, spaced } from "./class_api.js";

const kept = read("teacher", null);
const AGAIN = 2000;
let shown = null;
let board = null;
const table = new Board({ rows: $("tracks"), pool: $("pool") });
let verdict = null;
let drawn = "";
const setTimer = countdown($("left"));

function told(state) {
  setTimer(state.left);
  shown = state.shown;
  $("front").hidden = Boolean(shown);
  $("play").hidden = !shown;
  if (!shown) {
    board = null;
    drawn = "";
    $("title").textContent = t("Join the class");
    $("about").textContent = "";
    tellIn($("status"), state.open ? t("The door is open.") : t("The door is closed."));
    $("where").textContent = here("/join");
    $("code").textContent = spaced(state.code);
    if (!$("qr").firstChild) drawCode($("qr"), here(state.link));
    $("projector").dataset.state = "front";
    return;
  }
  refresh();
}

const key = () => JSON.stringify([shown, board.moves]);

async function refresh() {
  if (!shown) return;
  try {
    board = await boardOf(kept, false);
  } catch (refusal) {
    return say($("status"), refusal.message);
  }
  if (key() === drawn) return;
  drawn = key();
  verdict = null;
  draw();
}

/** Show who wins, or hide it again. */
async function tell() {
  if (!board || board.over) return;
  if (verdict) verdict = null;
  else {
    const asked = drawn;
    try {
      const found = await boardOf(kept, true);
      if (drawn === asked) verdict = found.verdict;
    } catch (refusal) {
      say($("status"), refusal.message);
      return;
    }
  }
  draw();
}

function draw() {
  const { scene, names } = board;
  const position = { ...board, legal: scene.legal };
  const state = stateOf(position, { turn: board.over ? null : scene.turn, names });
  $("projector").dataset.state = verdict ? "told" : "shown";
  $("title").textContent = board.title;
  $("about").textContent = [board.about, ...names].filter(Boolean).join(" · ");
  tellIn(
    $("status"),
    board.over ? t("The game is over.") : [board.question, turnText(state)].filter(Boolean).join(" "),
    false,
    state.turn?.seat,
  );
  if (table.pool.numbers.join() !== scene.numbers.join()) table.pool.lay(scene.numbers);
  table.showPosition(state, position, {
    yours: false,
    winning: verdict ? new Set(verdict.winning) : null,
  });
  $("verdict").hidden = !verdict;
  $("verdict").textContent = verdict
    ? [t("{name} wins.", { name: nameOf(state, verdict.winner) }), verdict.reason].join(" ")
    : "";
  $("tell").hidden = board.over;
  $("tell").setAttribute("aria-pressed", String(Boolean(verdict)));
}

$("tell").addEventListener("click", tell);
onKey("v", tell);
if (kept) {
  listen(kept, "", told, () => {
    shown = null;
    setTimer(null);
    $("play").hidden = $("front").hidden = true;
    $("title").textContent = "Outnumber";
    $("about").textContent = "";
    tellIn($("status"), t("The lesson is over."));
  });
  setInterval(refresh, AGAIN);
} else say($("status"), t("Open a class first, in this browser."));
