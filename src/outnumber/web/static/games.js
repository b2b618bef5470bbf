// The list of games.

import { $ } from "./page.js";
import { fillMine, fillOpen } from "./lists.js";

async function fill() {
  await fillMine($("mine"), null, 40, $("mine-empty"));
  for (const state of ["open", "playing", "over"]) await fillOpen($(state), $(`${state}-empty`), state);
}

fill();
setInterval(() => document.hidden || fill(), 15000);
