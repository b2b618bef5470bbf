// The longest chain. The server knows the rules but stores nothing; this browser stores your best chain.

import { bestChain, chainHint, changeChain } from "../shared/api.js";
import { Pool } from "../shared/board/pool.js";
import { $, h, part, say, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { CHAINS, read, write } from "../shared/storage.js";

const STARS = 3;
// The buttons that change the chain at the selected number, by the name of the change.
const CHOSEN = /** @type {const} */ (["take", "cut", "turn"]);
const MOST_UNDO = 500;

/** @type {api.ChainModel | null} */
let now = null;
/**
 * The selected number of the chain.
 * @type {number | null}
 */
let chosen = null;
/** @type {number[][]} */
let past = [];
/** @type {number[][]} */
let future = [];
/** @type {number[]} */
let record = [];
let busy = false;

const rangeField = $("range", HTMLInputElement);
const linkField = $("link", HTMLSelectElement);
/** @param {string} id */
const button = (id) => $(id, HTMLButtonElement);

class Numbers extends Pool {
  /**
   * @override
   * @param {number} number
   * @param {number | undefined} inChain 1 if it is part of the chain
   * @param {boolean} fits
   */
  label(number, inChain, fits) {
    if (inChain) return t("{number}, in your chain", { number });
    return fits ? t("{number}, fits", { number }) : t("{number}, does not fit", { number });
  }
}
const pool = new Numbers($("pool"), tap);

const board = () => ({ range: Number(rangeField.value), link: linkField.value.split(",") });
const key = () => `${linkField.value} ${rangeField.value}`;
/**
 * The data this browser stores: the last board, and the chains of each board.
 * @typedef {{ best?: number[], chain?: number[] }} StoredBoard
 * @returns {{ last: { range: number, link: string[] } | null, boards: Record<string, StoredBoard> }}
 */
const all = () => ({ last: null, boards: {}, ...read(CHAINS, {}) });
/** @param {number[]} chain */
const save = (chain) => write(CHAINS, { last: board(), boards: { ...all().boards, [key()]: { best: record, chain } } });
/** @param {string} text */
const tell = (text, bad = false) => tellIn($("status"), text, bad);

async function begin() {
  if (!rangeField.checkValidity())
    return tell(t("Choose a whole number from {low} to {high}.", { low: rangeField.min, high: rangeField.max }), true);
  const stored = all().boards[key()] ?? {};
  record = stored.best ?? [];
  past = [];
  future = [];
  chosen = null;
  now = null;
  $("best-panel").hidden = true;
  const numbers = Array.from({ length: board().range }, (_, place) => place + 1);
  pool.lay(numbers);
  // A chain stored by another version may no longer be valid.
  if (!(await ask({ chain: stored.chain ?? [] }))) await ask({ chain: [] });
  if (now) tell(t("Make the longest chain you can."));
}

/**
 * Ask the server for a changed chain, and return whether it is valid.
 * @param {api.ChainChange} change
 */
async function ask(change) {
  if (busy) return false;
  busy = true;
  try {
    now = await changeChain({ ...board(), ...change });
    if (now.chain.length > record.length) record = now.chain;
    save(now.chain);
    if (chosen !== null && !now.chain.includes(chosen)) chosen = null;
    draw(now);
    return true;
  } catch (/** @type {any} */ refusal) {
    tell(refusal.message, true);
    return false;
  } finally {
    busy = false;
  }
}

/** @param {api.ChainChange} what */
async function change(what) {
  const before = now?.chain ?? [];
  if (!(await ask({ chain: before, ...what })) || !now) return;
  past = [...past.slice(-MOST_UNDO), before];
  future = [];
  draw(now);
  if (now.chain.length >= (now.marks.at(-1) ?? 0))
    tell(now.proven ? t("No chain is longer: this is proven.") : t("No longer chain is known."));
  else tell(lengthText(now));
}

/**
 * The length of the chain, and of the one that earns the next star.
 * @param {api.ChainModel} model
 */
function lengthText({ chain, marks }) {
  const next = marks.find((mark) => mark > record.length);
  return [t("Length: {n}.", { n: chain.length }), next ? t("Next star at {n}.", { n: next }) : ""].join(" ").trim();
}

/** @param {number} number */
function tap(number) {
  if (!now) return;
  if (now.chain.includes(number)) choose(now, number);
  else if (chosen !== null) change({ do: "insert", number, after: chosen });
  else change({ do: "add", number });
}

/**
 * @param {api.ChainModel} model
 * @param {number} number
 */
function choose(model, number) {
  chosen = chosen === number ? null : number;
  draw(model);
  part($("chain"), `[data-number="${number}"]`).focus();
  tell(
    chosen === null
      ? lengthText(model)
      : t("{number} selected. Tap a number to insert after it, or cut, flip or remove.", { number }),
  );
}

/**
 * Restore the last chain of one list, and push the current one onto the other (undo and redo).
 * @param {number[][]} from
 * @param {number[][]} to
 */
async function step(from, to) {
  if (!from.length) return [from, to];
  const before = now?.chain ?? [];
  if (!(await ask({ chain: from.at(-1) }))) return [from, to];
  return [from.slice(0, -1), [...to, before]];
}

/**
 * The numbers that fit: after the selected number, or anywhere if none is selected.
 * @param {api.ChainModel} model
 */
function fits({ chain, front, back, between }) {
  if (chosen === null) return [...front, ...back, ...between.flat()];
  return between[chain.indexOf(chosen)] ?? back;
}

/** @param {api.ChainModel} model */
function draw(model) {
  const { chain, joins, marks } = model;
  // Shown once everything has loaded, so that nothing moves while the player is about to tap.
  $("play").hidden = false;
  say($("record"), t("Your best: {n}", { n: record.length }));
  const stars = marks.filter((mark) => record.length >= mark).length;
  say($("stars"), "★".repeat(stars) + "☆".repeat(STARS - stars));
  $("stars").setAttribute("aria-label", t("{n} of 3 stars", { n: stars }));
  $("chain").dataset.empty = t("Tap any number to start.");
  $("chain").replaceChildren(
    ...chain.map((number, place) =>
      h(
        "li",
        {},
        place ? h("span", { class: "join" }, joins[place - 1]) : null,
        h(
          "button",
          { "data-number": number, "aria-pressed": String(number === chosen), onclick: () => choose(model, number) },
          String(number),
        ),
      ),
    ),
  );
  // A long chain scrolls inside its own box: show the end, where it grows.
  if (chosen === null) $("chain").scrollTop = $("chain").scrollHeight;
  pool.update({
    legal: new Set(fits(model)),
    used: new Map(chain.map((number) => [number, 1])),
    last: chain.at(-1),
    yours: true,
  });
  for (const id of CHOSEN) button(id).disabled = chosen === null;
  button("reverse").disabled = chain.length < 2;
  button("undo").disabled = !past.length;
  button("redo").disabled = !future.length;
  button("new").disabled = !chain.length;
}

for (const id of CHOSEN) $(id).addEventListener("click", () => change({ do: id, number: chosen ?? undefined }));
$("reverse").addEventListener("click", () => change({ do: "reverse" }));
$("undo").addEventListener("click", async () => {
  [past, future] = await step(past, future);
  if (now) draw(now);
});
$("redo").addEventListener("click", async () => {
  [future, past] = await step(future, past);
  if (now) draw(now);
});
$("new").addEventListener("click", async () => {
  const before = now?.chain ?? [];
  if (await ask({ chain: [] })) past = [...past, before];
  if (now) draw(now);
});
$("hint").addEventListener("click", async () => {
  try {
    tell((await chainHint({ ...board(), chain: now?.chain ?? [] })).text);
  } catch (/** @type {any} */ refusal) {
    tell(refusal.message, true);
  }
});
$("best").addEventListener("click", async () => {
  let best;
  try {
    best = await bestChain(String(board().range), linkField.value);
  } catch (/** @type {any} */ refusal) {
    return tell(refusal.message, true);
  }
  $("best-text").replaceChildren(...best.text.map((line) => h("p", {}, line)));
  say($("best-chain"), best.chain.join(" – "));
  $("best-panel").hidden = false;
  $("best-panel").scrollIntoView({ block: "nearest" });
});
$("board-form").addEventListener("submit", (event) => event.preventDefault());
$("board-form").addEventListener("change", begin);

// A link may name the board, such as /chain?range=20&link=digit; the default is the last board.
const asked = new URLSearchParams(location.search);
const { last } = all();
const range = asked.get("range") ?? last?.range;
const link = asked.get("link") ?? last?.link.join(",");
if (range) rangeField.value = String(range);
if (link) linkField.value = link;
if (!linkField.value) linkField.selectedIndex = 0;
begin();
