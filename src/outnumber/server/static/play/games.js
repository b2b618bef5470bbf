// The list of games.

import { $ } from "../shared/dom.js";
import { fillMine, fillOpen } from "./game_lists.js";

const PIECE = 20; // each of them is asked for
const PATIENCE = 3000;
let shown = PIECE;
const show = () => {
  $("lists").hidden = false;
};

async function fillOwn() {
  $("mine-more").hidden = !(await fillMine($("mine"), null, shown, $("mine-empty")));
}

/** All lists at once; nobody sees them before all are there, for those below would move when one above grows. */
async function fill() {
  await Promise.allSettled([
    fillOwn(),
    .../** @type {const} */ (["open", "playing", "over"]).map((state) =>
      fillOpen($(state), $(`${state}-empty`), state),
    ),
  ]);
  show();
}

$("mine-more").addEventListener("click", () => {
  shown += PIECE;
  fill();
});
setTimeout(show, PATIENCE); // what has come by then
fill();
// Back from a game: it has gone on.
addEventListener("pageshow", (event) => event.persisted && fill());
document.addEventListener("visibilitychange", () => document.hidden || fill());
setInterval(() => document.hidden || fill(), 15000);
