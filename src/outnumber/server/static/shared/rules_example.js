// A small practice game on a rules page: the reader plays both sides.

import { boardPlaces } from "./board/board.js";
import { Study } from "./board/study_board.js";
import { h, tellIn } from "./dom.js";
import { t } from "./language.js";

/**
 * A page section with a practice game.
 * @param {string} game
 */
export function example(game) {
  const title = h("h2", {}, t("Try it"));
  const told = h("p", { class: "told", role: "status" }, t("Loading …"));
  const places = boardPlaces(t("Numbers"));
  const study = new Study(game, {}, places, (text, bad) => tellIn(told, text, bad));
  const back = h(
    "button",
    { onclick: () => study.attempt(() => study.show(study.moves.slice(0, -1))) },
    t("Take back"),
  );
  const again = h("button", { onclick: () => study.attempt(() => study.show([])) }, t("Start over"));
  study.attempt(() => study.show([]));
  return h(
    "section",
    { class: "example" },
    title,
    h("p", { class: "faint" }, t("Play both sides. If a number isn't allowed, you'll see why.")),
    told,
    places.rows,
    places.pool,
    h("p", { class: "buttons" }, back, again),
  );
}
