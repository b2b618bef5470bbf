// The list of games.

import { $ } from "./page.js";
import { fillMine, fillOpen } from "./lists.js";

const PIECE = 20; // each of them is asked for
let shown = PIECE;

async function fill() {
  const more = await fillMine($("mine"), null, shown, $("mine-empty"));
  $("mine-more").hidden = !more;
  for (const state of ["open", "playing", "over"]) await fillOpen($(state), $(`${state}-empty`), state);
}

$("mine-more").addEventListener("click", () => {
  shown += PIECE;
  fill();
});
fill();
// Back from a game: it has gone on.
addEventListener("pageshow", (event) => event.persisted && fill());
document.addEventListener("visibilitychange", () => document.hidden || fill());
setInterval(() => document.hidden || fill(), 15000);
