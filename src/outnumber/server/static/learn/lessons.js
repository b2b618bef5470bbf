// The page before the lessons: how far somebody is in each.

import { t } from "../shared/language.js";
import { placeIn } from "../shared/progress.js";
import { starSigns } from "./stars.js";

function draw() {
  for (const card of document.querySelectorAll("[data-lesson]")) {
    const place = placeIn(card.dataset.lesson);
    const done = place
      ? t("{n} of {all} steps done", { n: place.done.length, all: Number(card.dataset.steps) })
      : t("not begun");
    card.querySelector(".stars").replaceChildren(starSigns(place?.stars ?? []), ` ${done}`);
  }
}

draw();
// Back from a lesson.
addEventListener("pageshow", draw);
