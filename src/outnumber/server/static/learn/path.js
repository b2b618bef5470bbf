// The path of a game: its stages with your stars, and the next one to play.

import { $, closest, h, onSure, part, parts } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { openStage } from "../shared/new_game.js";
import { onPath, resetPath, STARS, starsOf } from "../shared/progress.js";
import "../shared/shell.js";
import { starRow } from "../shared/star_row.js";

const page = $("path");
const game = page.dataset.game ?? "";
const stops = parts(page, ".stop");
const button = $("play", HTMLButtonElement);
let chosen = 1;

/** @param {HTMLElement} stop */
const numberOf = (stop) => Number(stop.dataset.stage);

/** @param {number} number */
function choose(number) {
  chosen = number;
  const { name = "", line = "", about = "", opponent = "" } = stops[number - 1].dataset;
  const stars = starsOf(game, number);
  $("stage-title").textContent = t("Stage {n}", { n: number });
  $("opponent").textContent = name;
  $("line").replaceChildren(h("q", {}, line));
  $("about").textContent = about;
  part(page, "#face").setAttribute("href", `#face-${opponent}`);
  button.textContent = stars.length ? t("Play stage {n} again", { n: number }) : t("Play stage {n}", { n: number });
  for (const goal of parts(page, "[data-goal]")) {
    const have = stars.includes(goal.dataset.goal ?? "");
    part(goal, "span").textContent = have ? "★" : "☆";
    part(goal, ".unseen").textContent = have ? ` (${t("earned")})` : "";
  }
  for (const stop of stops) stop.setAttribute("aria-pressed", String(numberOf(stop) === number));
}

function draw() {
  const { open, next, total, done } = onPath(game, stops.length);
  $("total").textContent = t("{n} of {all} stars · {done} of {stages} stages", {
    n: total,
    all: STARS.length * stops.length,
    done,
    stages: stops.length,
  });
  for (const stop of stops) {
    const number = numberOf(stop);
    const stars = starsOf(game, number);
    const state = stars.length ? "done" : number <= open ? "open" : "locked";
    stop.dataset.state = number === next && !stars.length ? "now" : state;
    stop.setAttribute("aria-disabled", String(state === "locked"));
    const { name = "", about = "" } = stop.dataset;
    const words = [name, about, state === "locked" ? t("locked") : t("{n} of 3 stars", { n: stars.length })];
    part(stop, ".unseen").textContent = `, ${words.filter(Boolean).join(", ")}`;
    const under = part(/** @type {HTMLElement} */ (stop.parentElement), ".under");
    if (state === "locked") under.textContent = name;
    else under.replaceChildren(starRow(STARS, stars));
  }
  for (const each of parts(page, "[data-from]")) {
    const ahead = Number(each.dataset.from) > open;
    /** @type {HTMLElement} */ (each.parentElement).classList.toggle("ahead", ahead);
  }
  $("reset").hidden = !total;
  choose(next);
  page.classList.remove("unready");
}

$("stops").addEventListener("click", (event) => {
  const stop = closest(event, ".stop");
  if (!stop) return;
  if (stop.dataset.state === "locked") {
    $("problem").textContent = t(
      "Win stage {n} to open this one. Stars of the lesson and solved puzzles open stages too.",
      {
        n: onPath(game, stops.length).open,
      },
    );
    return;
  }
  $("problem").textContent = "";
  choose(numberOf(stop));
  $("stage").scrollIntoView({ block: "nearest" });
});
button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await openStage(game, chosen);
  } catch (/** @type {any} */ refusal) {
    $("problem").textContent = refusal.message;
    button.disabled = false;
  }
});
onSure($("reset"), $("sure", HTMLDialogElement), () => {
  resetPath(game);
  draw();
  $("stage").scrollIntoView({ block: "nearest" });
  button.focus();
});
draw();
addEventListener("pageshow", (event) => {
  button.disabled = false;
  if (event.persisted) draw();
});
