// The projector page: a large copy of the board that the teacher has chosen. The teacher can show who is winning.

import { at } from "../shared/address.js";
import { Board } from "../shared/board/board.js";
import { stateOf } from "../shared/board/position.js";
import { $, say, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { nameOf, turnText } from "../shared/sentences.js";
import { drawCode, here } from "../shared/share.js";
import { onKey } from "../shared/shell.js";
import { read } from "../shared/storage.js";
import { boardOf, countdown, listen, spaced } from "./class_api.js";

/** @import { Membership } from "./class_api.js" */

const AGAIN = 2000; // milliseconds between two polls of the board
const setTimer = countdown($("left"));
const board = new Board({ rows: $("tracks"), pool: $("pool") });

/** @type {api.ShownModel | null} */
let shown = null;
/** @type {api.BoardModel | null} */
let model = null;
/** @type {api.VerdictModel | null} */
let verdict = null;
let drawn = "";

/** @param {api.ClassModel} state */
function showCode(state) {
  model = null;
  drawn = "";
  $("title").textContent = t("Join the class");
  $("about").textContent = "";
  tellIn($("status"), state.open ? t("Children can join now.") : t("New children cannot join."));
  $("where").textContent = here(at("/join"));
  $("code").textContent = spaced(state.code);
  if (!$("qr").firstChild) drawCode($("qr"), here(state.link));
  $("projector").dataset.state = "front";
}

/** @param {Membership} membership */
async function refresh(membership) {
  if (!shown) return;
  try {
    model = await boardOf(membership, false);
  } catch (/** @type {any} */ refusal) {
    say($("status"), refusal.message);
    return;
  }
  const key = JSON.stringify([shown, model.moves]);
  if (key === drawn) return;
  drawn = key;
  verdict = null;
  draw(model);
}

/**
 * Show who is winning, or hide it again.
 * @param {Membership} membership
 */
async function toggleVerdict(membership) {
  if (!model || model.over) return;
  const asked = drawn;
  try {
    const found = verdict ? null : (await boardOf(membership, true)).verdict;
    if (drawn === asked) verdict = found;
  } catch (/** @type {any} */ refusal) {
    say($("status"), refusal.message);
    return;
  }
  if (model) draw(model);
}

/** @param {api.BoardModel} shownBoard */
function draw(shownBoard) {
  const { title, about, question, over, scene, names } = shownBoard;
  const position = { ...shownBoard, legal: scene.legal ?? [] };
  const state = stateOf(position, { turn: over ? null : scene.turn, names });
  $("projector").dataset.state = verdict ? "told" : "shown";
  $("title").textContent = title;
  $("about").textContent = [about, ...names].filter(Boolean).join(" · ");
  const asks = over ? t("The game is over.") : [question, turnText(state)].filter(Boolean).join(" ");
  tellIn($("status"), asks, false, state.turn?.seat);
  if (board.pool.numbers.join() !== scene.numbers.join()) board.pool.lay(scene.numbers);
  board.showPosition(state, position, { yours: false, winning: verdict ? new Set(verdict.winning) : null });
  $("verdict").hidden = !verdict;
  $("verdict").textContent = verdict
    ? [t("{name} wins.", { name: nameOf(state, verdict.winner) }), verdict.reason].join(" ")
    : "";
  $("tell").hidden = over;
  $("tell").setAttribute("aria-pressed", String(Boolean(verdict)));
}

/** @param {Membership} membership */
function begin(membership) {
  const toggle = () => toggleVerdict(membership);
  $("tell").addEventListener("click", toggle);
  onKey("v", toggle);
  listen(
    membership,
    "",
    (/** @type {api.ClassModel} */ state) => {
      setTimer(state.left);
      shown = state.shown;
      $("front").hidden = Boolean(shown);
      $("play").hidden = !shown;
      if (shown) refresh(membership);
      else showCode(state);
    },
    () => {
      shown = null;
      setTimer(null);
      $("play").hidden = $("front").hidden = true;
      $("title").textContent = "Outnumber";
      $("about").textContent = "";
      tellIn($("status"), t("The lesson is over."));
    },
  );
  setInterval(() => refresh(membership), AGAIN);
}

/** @type {Membership | null} */
const own = read("teacher", null);
if (own) begin(own);
else say($("status"), t("Start a class in this browser first."));
