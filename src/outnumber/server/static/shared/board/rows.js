// The rows of a scene. Every number that is a move links to the position after it.

import { h, parts, seatClass } from "../dom.js";
import { t } from "../language.js";
import { playerOf } from "../sentences.js";

/** @import { GameView, RoundView } from "./position.js" */

/**
 * @typedef {{ state: GameView, round: RoundView, ply: number, go?: (ply: number) => unknown }} RowsView
 * @typedef {Omit<api.RowModel, "joins"> & { joins: api.JoinModel[] | null }} Row
 */

/**
 * The indices of the moves that a row shows, or null if its numbers are not moves; `earlier` moves are left out.
 * @param {Row} row
 * @param {Pick<RoundView, "moves" | "seats">} round
 */
export function placesOf(row, round, earlier = 0) {
  const places = [...round.moves.keys()].slice(earlier).filter((place) => !row.seat || round.seats[place] === row.seat);
  const same =
    places.length === row.numbers.length && places.every((place, at) => round.moves[place] === row.numbers[at]);
  return same ? places : null;
}

/**
 * A move, which leads to the position after it if the view can go there.
 * @param {RowsView} view
 * @param {number} place
 */
function chip({ state, round, ply, go }, place) {
  const [number, seat] = [round.moves[place], round.seats[place]];
  const kind = `chip ${seatClass(seat)}${place >= ply ? " future" : ""}${place === ply - 1 ? " now" : ""}`;
  if (!go)
    return h(
      "span",
      { class: kind },
      h("span", { class: "unseen" }, `${playerOf(state, round, seat)}: `),
      String(number),
    );
  return h(
    "button",
    {
      class: kind,
      "data-ply": place + 1,
      "aria-current": place === ply - 1 ? "step" : null,
      "aria-label": t("Move {place}, {name}: {number}", {
        place: place + 1,
        name: playerOf(state, round, seat),
        number,
      }),
      onclick: () => go(place + 1),
    },
    String(number),
  );
}

/** @type {(text: string | null | undefined, chip: HTMLElement) => Array<HTMLElement | null>} */
const signed = (text, chip) => [text ? h("span", { class: "sign", "aria-hidden": "true" }, text) : null, chip];

/**
 * The relation between the last number of a row and the next one, if it is certain.
 * @param {Row} row
 * @param {number[]} legal
 */
function wanted(row, legal) {
  if (!row.numbers.length || !row.joins) return null;
  if (row.total !== null) return "+";
  if (!row.joins.length || row.joins.some(({ kind }) => kind !== "less" && kind !== "greater")) return "–";
  const last = row.numbers[row.numbers.length - 1];
  return legal.every((number) => number > last) ? "<" : legal.every((number) => number < last) ? ">" : "–";
}

/**
 * @param {RowsView} view
 * @param {Row} row
 * @param {number[] | null} places
 */
function laneName({ state, round }, row, places) {
  if (!row.seat) return row.label;
  const name = playerOf(state, round, row.seat);
  return places ? name : `${name}: ${row.label}`;
}

/**
 * The height of each number, up or down, in a row whose joins are less or greater; `sign` joins the next number.
 * @param {Row} row
 * @param {string | null} sign
 */
function heights(row, sign) {
  const kinds = [...(row.joins ?? []).map(({ kind }) => kind), sign === "<" ? "less" : sign === ">" ? "greater" : ""];
  /** @type {(kind: string, less: string, greater: string) => string} */
  const lie = (kind, less, greater) => (kind === "less" ? less : kind === "greater" ? greater : "level");
  return [lie(kinds[0], "down", "up"), ...kinds.map((kind) => lie(kind, "up", "down"))];
}

/**
 * The layout of a row, which depends on the joins between its numbers and not on the game.
 * @param {Row} row
 */
function shapeOf({ joins, seat, target }) {
  if (target !== null) return "tower";
  const ordered = joins?.every(({ kind }) => kind === "less" || kind === "greater") ?? false;
  if (seat) return ordered ? "rising" : "plain";
  return ordered && joins?.length ? "zigzag" : "linked";
}

/**
 * A tower of blocks whose heights are the numbers, below a line at the target, which must be reached exactly.
 * @param {number[]} numbers
 * @param {number} target
 */
function tower(numbers, target) {
  const blocks = numbers.map((number) => {
    const block = h("span", { class: "block" }, number / target >= 0.13 ? String(number) : "");
    block.style.setProperty("--part", String(number / target));
    return block;
  });
  return h("span", { class: "shaft", "aria-hidden": "true" }, h("span", { class: "goal" }, String(target)), ...blocks);
}

/**
 * One row: its numbers, a slot for the next number if it belongs here, and the progress towards a target, if any.
 * @param {RowsView} view
 * @param {Row} row
 * @param {number[] | null} places
 * @param {number} next
 */
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
  if (shape === "rising")
    for (const [at, item] of items.entries()) item.style.setProperty("--step", String(Math.min(at, 9)));
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
    const shown = row.numbers.filter((_, at) => !places || places[at] < ply);
    if (row.target !== null) lane.append(tower(shown, row.target));
  }
  return lane;
}

/**
 * Draw the rows of a round. `scene` is the scene after all its moves. The first `ply` moves are shown, and `then` is
 * the scene after those, if it is known. `go` shows another ply.
 * @param {HTMLElement} container
 * @param {RowsView & { scene: api.SceneModel | null, then?: api.SceneModel | null }} view
 */
export function drawRows(container, { state, scene, then = null, round, ply, go }) {
  const view = { state, round, ply, go };
  const live = round.round === state.round && ply === round.moves.length;
  // Redrawing must not move the keyboard focus away from the number that was pressed.
  const at = document.activeElement;
  const focused = at instanceof HTMLElement && container.contains(at) ? at.dataset.ply : null;
  const next = live && state.turn ? state.turn.seat : 0;
  const rows = (scene?.rows ?? []).map((row) => ({ row, places: placesOf(row, round, scene?.earlier) }));
  const open = rows.findIndex(({ row, places }) => places && (!row.seat || row.seat === next));
  const drawn = rows.flatMap(({ row, places }, at) => {
    const shown = places || ply === round.moves.length ? row : then?.rows[at];
    return shown ? [drawRow(view, shown, places, at === open ? next : 0)] : [];
  });
  if (rows.every(({ places }) => !places)) {
    const all = { label: t("Played so far"), seat: null, numbers: round.moves, joins: null, total: null, target: null };
    drawn.push(drawRow(view, all, [...round.moves.keys()], next));
  }
  container.replaceChildren(...drawn);
  container.dataset.moves = String(round.moves.length);
  if (focused) parts(container, `[data-ply="${focused}"]`)[0]?.focus({ preventScroll: true });
  for (const each of parts(container, ".track")) {
    const now = parts(each, ".now")[0] ?? parts(each, ".slot")[0];
    if (live) each.scrollLeft = each.scrollWidth;
    else if (now) each.scrollLeft = now.offsetLeft - each.clientWidth / 2;
  }
}

/**
 * The numbers used up after `ply` moves, with the seat that used each; `unused` remain after all moves of the round.
 * @param {Pick<RoundView, "moves" | "seats">} round
 * @param {number} ply
 * @param {number[]} unused
 */
export function usedIn(round, ply, unused) {
  const left = new Set(unused);
  /** @type {Map<number, number>} */
  const used = new Map();
  for (const [at, number] of round.moves.slice(0, ply).entries())
    if (!left.has(number)) used.set(number, round.seats[at]);
  return used;
}
