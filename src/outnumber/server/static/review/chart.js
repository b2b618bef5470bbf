// A line chart of who was winning after each move, with a mark on every mistake.

import { h, s } from "../shared/dom.js";
import { t } from "../shared/language.js";

const HEIGHT = 160;
const LEFT = 24;
/**
 * The height of the line while the given seat is winning.
 * @param {number} seat
 */
const shore = (seat) => (seat === 1 ? 44 : 112);

/**
 * @param {HTMLElement} place
 * @param {api.PageReview} found
 * @param {(seat: number) => string} name
 * @param {(place: number) => void} pick
 */
export function drawChart(place, found, name, pick) {
  const count = found.moves.length;
  // As wide as the page allows, with steps wide enough to tap.
  const room = place.clientWidth - LEFT;
  const GAP = Math.min(72, Math.max(30, Math.floor(room / (count + 1))));
  const width = Math.max(LEFT + GAP * (count + 1), place.clientWidth);
  /** @param {number} ply */
  const x = (ply) => LEFT + GAP * ply;
  const drawing = s("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: "img",
    "aria-label": t("Who was winning after each move"),
  });
  drawing.append(
    s("rect", { class: "shore one", x: 0, y: 0, width, height: HEIGHT / 2 }),
    s("rect", { class: "shore two", x: 0, y: HEIGHT / 2, width, height: HEIGHT / 2 }),
    s("text", { class: "shore-name", x: 8, y: 15 }, t("{name} is winning", { name: name(1) })),
    s("text", { class: "shore-name", x: 8, y: HEIGHT - 8 }, t("{name} is winning", { name: name(2) })),
  );
  const steps = found.winners
    .map((seat, ply) => (ply ? `H${x(ply)}V${shore(seat)}` : `M${x(0)} ${shore(seat)}`))
    .join("");
  drawing.append(s("path", { class: "course", d: `${steps}H${x(count) + GAP / 2}` }));
  found.moves.forEach((move, index) => {
    const at = x(index + 1);
    const y = shore(found.winners[index + 1]);
    const group = s("g", {
      class: `stop${move.regret ? " mistake" : ""}`,
      "data-place": index,
      onclick: () => pick(index),
    });
    group.append(s("rect", { class: "touch", x: at - GAP / 2, y: 0, width: GAP, height: HEIGHT }));
    group.append(
      move.seat === 1
        ? s("circle", { class: "seat one", cx: at, cy: y, r: 11 })
        : s("rect", { class: "seat two", x: at - 10.5, y: y - 10.5, width: 21, height: 21, rx: 5 }),
    );
    group.append(s("text", { class: move.seat === 1 ? "on-one" : "on-two", x: at, y: y + 4 }, String(move.move)));
    if (move.regret) {
      const mark = move.seat === 1 ? y + 20 : y - 20;
      group.append(
        index === found.turning_point
          ? s("path", {
              class: "flag",
              d: `M${at - 4} ${mark + 8}V${mark - 8}L${at + 8} ${mark - 4}L${at - 4} ${mark}`,
            })
          : s("path", { class: "cross", d: `M${at - 5} ${mark - 5}l10 10m0 -10l-10 10` }),
      );
    }
    drawing.append(group);
  });
  place.replaceChildren(
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("Who was winning") }, drawing),
  );
}
