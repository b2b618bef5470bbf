// A game to try while one reads its rules: small, for both sides, and with nothing at stake.

import { Study } from "./board/study_board.js";
import { h, tellIn } from "./dom.js";
import { t } from "./language.js";

/** A part of a page on which a game can be tried. */
export function example(game) {
  const title = h("h2", {}, t("Try it"));
  const told = h("p", { class: "told", role: "status" }, t("One moment …"));
  const tracks = h("div", { class: "tracks" });
  const pool = h("div", { class: "pool", role: "group", "aria-label": t("Numbers") });
  const study = new Study(game, {}, { tracks, pool, tell: (text, bad) => tellIn(told, text, bad) });
  const back = h(
    "button",
    { type: "button", onclick: () => study.attempt(() => study.show(study.moves.slice(0, -1))) },
    t("Take back"),
  );
  const again = h(
    "button",
    { type: "button", onclick: () => study.attempt(() => study.show([])) },
    t("From the start"),
  );
  study.attempt(() => study.show([]));
  return h(
    "section",
    { class: "example" },
    title,
    h("p", { class: "faint" }, t("Play for both sides. A number that does not fit tells you why.")),
    told,
    tracks,
    pool,
    h("p", { class: "buttons" }, back, again),
  );
}
