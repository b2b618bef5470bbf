// What lies on the table: the rows of a scene. Every number that is a move leads back to its moment.

import { h, seatClass } from "../dom.js";
import { t } from "../language.js";
import { playerOf } from "../sentences.js";

/** The places among the moves that a row shows, or null where its numbers are no moves; `earlier` moves are left out. */
export function placesOf(row, look, earlier = 0) {
  const places = [...look.moves.keys()].slice(earlier).filter((place) => !row.seat || look.seats[place] === row.seat);
  const same =
    places.length === row.numbers.length && places.every((place, at) => look.moves[place] === row.numbers[at]);
  return same ? places : null;
}

function chip({ state, look, ply, go }, place) {
  const [number, seat] = [look.moves[place], look.seats[place]];
  const kind = `chip ${seatClass(seat)}${place >= ply ? " future" : ""}${place === ply - 1 ? " now" : ""}`;
  return h(
    "button",
    {
      type: "button",
      class: kind,
      "data-ply": place + 1,
      "aria-current": place === ply - 1 ? "step" : null,
      "aria-label": t("Move {place}, {name}: {number}", {
        place: place + 1,
        name: playerOf(state, look, seat),
        number,
      }),
      onclick: () => go(place + 1),
    },
    String(number),
  );
}

const signed = (text, ...rest) => [text ? h("span", { class: "sign", "aria-hidden": "true" }, text) : null, ...rest];

/** What will join the next number to the last one of a row, as far as that is certain. */
function wanted(row, legal) {
  if (!row.numbers.length || !row.joins) return null;
  if (row.total !== null) return "+";
  if (!row.joins.length || row.joins.some(({ kind }) => kind !== "less" && kind !== "greater")) return "–";
  const last = row.numbers.at(-1);
  return legal.every((number) => number > last) ? "<" : legal.every((number) => number < last) ? ">" : "–";
}

function laneName({ state, look }, row, places) {
  if (!row.seat) return row.label;
  const name = playerOf(state, look, row.seat);
  return places ? name : `${name}: ${row.label}`;
}

/** Up or down: where a number lies in a row that says of each whether it is less or greater than the one before. */
function heights(row, next) {
  const signs = [...row.joins.map(({ kind }) => kind), { "<": "less", ">": "greater" }[next]];
  const way = { less: "up", greater: "down" };
  const first = { less: "down", greater: "up" }[signs[0]] ?? "level";
  return [first, ...signs.map((kind) => way[kind] ?? "level")];
}

/** How a row is laid out: by what joins its numbers, whatever the game. */
function shapeOf(row) {
  if (row.target !== null) return "tower";
  const ordered = row.joins?.length
    ? row.joins.every(({ kind }) => kind === "less" || kind === "greater")
    : Boolean(row.joins);
  if (row.seat) return ordered ? "rising" : "plain";
  return ordered && row.joins.length ? "zigzag" : "linked";
}

/** A tower of blocks as high as the numbers, under the line that is to be reached exactly. */
function tower(row, places, ply) {
  const blocks = row.numbers
    .filter((_, at) => !places || places[at] < ply)
    .map((number) => {
      const block = h("span", { class: "block" }, number / row.target >= 0.13 ? String(number) : "");
      block.style.setProperty("--part", number / row.target);
      return block;
    });
  return h(
    "span",
    { class: "shaft", "aria-hidden": "true" },
    h("span", { class: "goal" }, String(row.target)),
    ...blocks,
  );
}

/** One row: its numbers, a place for the next one if it belongs here, and how far it has come if it leads anywhere. */
function drawRow(view, row, places, next) {
  const { state, ply } = view;
  const shape = shapeOf(row);
  const sign = next ? wanted(row, state.legal) : null;
  const lie = shape === "zigzag" ? heights(row, sign) : [];
  const items = row.numbers.map((number, at) =>
    h(
      "li",
      { "data-lie": lie[at] },
      signed(
        row.joins?.[at - 1]?.text,
        places ? chip(view, places[at]) : h("span", { class: "chip plain" }, String(number)),
      ),
    ),
  );
  if (next)
    items.push(
      h(
        "li",
        { "aria-hidden": "true", "data-lie": lie[row.numbers.length] },
        signed(sign, h("span", { class: `chip slot ${seatClass(next)}` }, "?")),
      ),
    );
  if (shape === "rising") for (const [at, item] of items.entries()) item.style.setProperty("--step", Math.min(at, 9));
  const track = h("ol", { class: `track ${shape}`, "aria-label": row.label }, items);
  if (!row.seat && places && row.total === null) return track;
  const lane = h("div", { class: `lane ${shape}${row.seat ? ` ${seatClass(row.seat)}` : ""}` });
  lane.append(h("span", { class: "lane-name" }, laneName(view, row, places)), track);
  if (row.total !== null) {
    const after = places ? places.reduce((sum, place, at) => (place >= ply ? sum + row.numbers[at] : sum), 0) : 0;
    lane.append(
      h(
        "span",
        { class: "total" },
        h("b", {}, String(row.total - after)),
        row.target === null ? "" : ` / ${row.target}`,
      ),
    );
    if (row.target !== null) lane.append(tower(row, places, ply));
  }
  return lane;
}

/**
 * Draw a round. `scene` is that after all moves of `look`, the round; `ply` of them are shown, and `then` is the scene after those, if
 * it is known; `go` steps to another.
 */
export function drawRows(container, { state, scene, then = null, look, ply, go }) {
  const view = { state, look, ply, go };
  const live = look.round === state.round && ply === look.moves.length;
  // Who steps with the keyboard stays on the number that was pressed.
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
  const next = live && state.turn ? state.turn.seat : 0;
  const moves = (scene?.rows ?? []).map((row) => [row, placesOf(row, look, scene.earlier)]);
  const open = moves.findIndex(([row, places]) => places && (!row.seat || row.seat === next));
  const drawn = moves
    .map(([row, places], at) => {
      const shown = places || ply === look.moves.length ? row : then?.rows[at];
      return shown ? drawRow(view, shown, places, at === open ? next : 0) : null;
    })
    .filter(Boolean);
  if (!moves.some(([, places]) => places)) {
    const all = { label: t("Played so far"), seat: null, numbers: look.moves, joins: null, total: null, target: null };
    drawn.push(drawRow(view, all, [...look.moves.keys()], next));
  }
  container.replaceChildren(...drawn);
  container.dataset.moves = look.moves.length;
  if (focused) container.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
  for (const each of container.querySelectorAll(".track")) {
    const now = each.querySelector(".now") ?? each.querySelector(".slot");
    const end = live ? each.scrollWidth : now ? now.offsetLeft - each.clientWidth / 2 : each.scrollLeft;
    each.scrollLeft = end;
  }
}

/** Which numbers are used up after so many moves, and by which seat; `unused` are left after all moves of the round. */
export function usedIn(look, ply, unused) {
  const left = new Set(unused);
  return new Map(
    look.moves
      .slice(0, ply)
      .map((number, place) => [number, look.seats[place]])
      .filter(([number]) => !left.has(number)),
  );
}
