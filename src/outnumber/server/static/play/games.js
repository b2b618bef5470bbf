// The list of games.

import { $ } from "../shared/dom.js";
import { fillMine, fillOpen } from "./game_lists.js";

const PIECE = 20; // page size: each game is a separate request
const PATIENCE = 3000;
let shown = PIECE;
const show = () => {
  $("lists").hidden = false;
};

async function fillOwn() {
  $("mine-more").hidden = !(await fillMine($("mine"), null, shown, $("mine-empty")));
}

/** Show all lists at once: a list that grew later would move the ones below it. */
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
setTimeout(show, PATIENCE); // show the lists that have arrived
fill();
// The games may have changed while another page was open.
addEventListener("pageshow", (event) => event.persisted && fill());
document.addEventListener("visibilitychange", () => document.hidden || fill());
setInterval(() => document.hidden || fill(), 15000);
