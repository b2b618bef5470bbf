// What has been played: one stack for both, or a row for each player; every number leads back to its moment.

import { h, seatClass } from "./page.js";
import { t } from "./words.js";
import { nameOf } from "./telling.js";

const ROWS = new Set(["order-challenge", "number-stack-attack"]);

function sign(game, before, number) {
  if (before === undefined) return null;
  if (game === "number-stack-duel" || game === "order-challenge") return before < number ? "<" : ">";
  if (game === "number-stack-attack") return "+";
  return "–";
}

function chip(state, look, place, number, seat, ply, go) {
  const who = nameOf(state, seat === 1 ? look.first : 3 - look.first);
  const kind = `chip ${seatClass(seat)}${place >= ply ? " future" : ""}${place === ply - 1 ? " now" : ""}`;
  return h("button", {
    type: "button", class: kind, "data-ply": place + 1, "aria-current": place === ply - 1 ? "step" : null,
    "aria-label": t("Move {place}, {name}: {number}", { place: place + 1, name: who, number }),
    onclick: () => go(place + 1),
  }, String(number));
}

function track(state, look, seat, ply, go, next) {
  const items = [];
  let before;
  look.moves.forEach((number, place) => {
    if (seat && look.seats[place] !== seat) return;
    const between = sign(state.game, before, number);
    items.push(h("li", {}, between && h("span", { class: "sign", "aria-hidden": "true" }, between), chip(state, look, place, number, look.seats[place], ply, go)));
    before = number;
  });
  if (next && (!seat || next === seat)) {
    const wanted = state.game === "number-stack-attack" ? "+" : state.game === "order-challenge" ? "<" : state.board.pattern ? { greater: "<", less: ">" }[state.board.pattern] : "–";
    items.push(h("li", { "aria-hidden": "true" }, before !== undefined ? h("span", { class: "sign" }, wanted) : null, h("span", { class: `chip slot ${seatClass(next)}` }, "?")));
  }
  return h("ol", { class: "track" }, items);
}

function total(look, seat, ply) {
  return look.moves.slice(0, ply).reduce((sum, number, place) => (look.seats[place] === seat ? sum + number : sum), 0);
}

/** Draw the moves of a round; `look` is the round, `ply` how many of its moves are shown, `go` steps to one. */
export function drawTracks(container, state, look, ply, go) {
  const live = look.round === state.round && ply === look.moves.length;
  // Who steps with the keyboard stays on the number that was pressed.
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
  const next = live && state.turn ? state.turn.seat : 0;
  if (!ROWS.has(state.game)) {
    container.replaceChildren(track(state, look, 0, ply, go, next));
  } else {
    container.replaceChildren(...[1, 2].map((seat) => {
      const row = h("div", { class: `lane ${seatClass(seat)}` });
      const name = nameOf(state, seat === 1 ? look.first : 3 - look.first);
      row.append(h("span", { class: "lane-name" }, name), track(state, look, seat, ply, go, next));
      if (state.game === "number-stack-attack") {
        const sum = total(look, seat, ply);
        const bar = h("span", { class: "bar" });
        bar.style.setProperty("--full", `${(100 * sum) / state.options.target}%`);
        row.append(h("span", { class: "total" }, h("b", {}, String(sum)), ` / ${state.options.target}`), h("span", { class: "gauge", "aria-hidden": "true" }, bar));
      }
      return row;
    }));
  }
  container.dataset.moves = look.moves.length;
  if (focused) container.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
  for (const each of container.querySelectorAll(".track")) {
    const now = each.querySelector(".now") ?? each.querySelector(".slot");
    const end = live ? each.scrollWidth : now ? now.offsetLeft - each.clientWidth / 2 : each.scrollLeft;
    each.scrollLeft = end;
  }
}
