// The overview of lessons: your progress in each.

import { part, parts } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { placeIn } from "../shared/progress.js";
import { starSigns } from "./stars.js";

function draw() {
  for (const card of parts(document, "[data-lesson]")) {
    const place = placeIn(card.dataset.lesson ?? "");
    const done = place
      ? t("{n} of {all} steps done", { n: place.done.length, all: Number(card.dataset.steps) })
      : t("not started");
    part(card, ".stars").replaceChildren(starSigns(place?.stars ?? []), ` ${done}`);
  }
}

draw();
// Refresh after returning from a lesson.
addEventListener("pageshow", draw);
