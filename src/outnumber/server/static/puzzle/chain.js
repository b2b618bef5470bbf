// The longest chain: the server knows the rules and keeps nothing; this browser keeps your best.

import { bestChain, chainHint, changeChain } from "../shared/api.js";
import { Pool } from "../shared/board/pool.js";
import { $, h, say, tellIn } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { CHAINS, read, write } from "../shared/storage.js";

const STARS = 3;
const MOST_KEPT = 500; // changes that can be taken back

let now = null;
let chosen = null; // a number of the chain that was tapped
let past = [];
let future = [];
let record = [];
let busy = false;

class Numbers extends Pool {
  label(number, inChain, fits) {
    if (inChain) return t("{number}, in your chain", { number });
    return fits ? t("{number}, fits", { number }) : t("{number}, does not fit", { number });
  }
}
const pool = new Numbers($("pool"), tap);

const board = () => ({ range: Number($("range").value), link: $("link").value.split(",") });
const key = () => `${$("link").value} ${$("range").value}`;
// What this browser keeps: the board of last time, and the chains of each board.
const all = () => ({ last: null, boards: {}, ...read(CHAINS, {}) });
const keep = () =>
  write(CHAINS, { last: board(), boards: { ...all().boards, [key()]: { best: record, chain: now.chain } } });
const tell = (text, bad = false) => tellIn($("status"), text, bad);

async function begin() {
  if (!$("range").checkValidity())
    return tell(t("Choose a whole number from {low} to {high}.", { low: $("range").min, high: $("range").max }), true);
  const kept = all().boards[key()] ?? {};
  record = kept.best ?? [];
  past = [];
  future = [];
  chosen = null;
  now = null;
  $("best-panel").hidden = true;
  const numbers = Array.from({ length: board().range }, (_, place) => place + 1);
  pool.lay(numbers);
  // What was kept may be of another version: then begin anew.
  if (!(await ask({ chain: kept.chain ?? [] }))) await ask({ chain: [] });
  if (now) tell(t("Put as many numbers as you can into one chain."));
}

/** Ask the server for a chain; whether it is one. */
async function ask(change) {
  if (busy) return false;
  busy = true;
  try {
    now = await changeChain({ ...board(), ...change });
    if (now.chain.length > record.length) record = now.chain;
    keep();
    if (!now.chain.includes(chosen)) chosen = null;
    draw();
    return true;
  } catch (refusal) {
    tell(refusal.message, true);
    return false;
  } finally {
    busy = false;
  }
}

async function change(what) {
  const before = now.chain;
  if (!(await ask({ chain: before, ...what }))) return;
  past = [...past.slice(-MOST_KEPT), before];
  future = [];
  draw();
  if (now.chain.length >= now.marks.at(-1))
    tell(now.proven ? t("No chain is longer: this is proven.") : t("No longer chain is known."));
  else tell(t("Length: {n}.", { n: now.chain.length }));
}

function tap(number) {
  if (!now) return;
  if (now.chain.includes(number)) return choose(number);
  if (chosen !== null) return change({ do: "insert", number, after: chosen });
  change({ do: "add", number });
}

function choose(number) {
  chosen = chosen === number ? null : number;
  draw();
  $("chain").querySelector(`[data-number="${number}"]`)?.focus();
  tell(
    chosen === null
      ? t("Length: {n}.", { n: now.chain.length })
      : t("{number}: tap a number to put it after this one, or cut, turn or take it out.", { number }),
  );
}

async function step(from, to) {
  if (!from.length) return [from, to];
  const before = now.chain;
  if (!(await ask({ chain: from.at(-1) }))) return [from, to];
  return [from.slice(0, -1), [...to, before]];
}

/** What fits: behind the number that was chosen, else anywhere. */
function fits() {
  if (chosen === null) return [...now.front, ...now.back, ...now.between.flat()];
  return now.between[now.chain.indexOf(chosen)] ?? now.back;
}

function draw() {
  const { chain, joins, marks } = now;
  // Not before all of it is there: nothing is to move under a thumb.
  $("play").hidden = false;
  say($("length"), t("Length: {n}", { n: chain.length }));
  say($("record"), t("Best so far: {n}", { n: record.length }));
  const stars = marks.filter((mark) => record.length >= mark).length;
  say($("stars"), "★".repeat(stars) + "☆".repeat(STARS - stars));
  $("stars").setAttribute("aria-label", t("{n} of 3 stars", { n: stars }));
  const next = marks.find((mark) => mark > record.length);
  say($("next-star"), next ? t("Next star at {n}.", { n: next }) : "");
  $("chain").dataset.empty = t("Tap any number to begin.");
  $("chain").replaceChildren(
    ...chain.map((number, place) =>
      h(
        "li",
        {},
        place ? h("span", { class: "join" }, joins[place - 1]) : null,
        h(
          "button",
          {
            type: "button",
            "data-number": number,
            "aria-pressed": String(number === chosen),
            onclick: () => choose(number),
          },
          String(number),
        ),
      ),
    ),
  );
  // A long chain scrolls by itself: its back is where it grows.
  if (chosen === null) $("chain").scrollTop = $("chain").scrollHeight;
  pool.update({
    legal: new Set(fits()),
    used: new Map(chain.map((number) => [number, 1])),
    last: chain.at(-1),
    yours: true,
  });
  for (const id of ["take", "cut", "turn"]) $(id).disabled = chosen === null;
  $("reverse").disabled = chain.length < 2;
  $("undo").disabled = !past.length;
  $("redo").disabled = !future.length;
  $("new").disabled = !chain.length;
}

for (const id of ["take", "cut", "turn"]) $(id).addEventListener("click", () => change({ do: id, number: chosen }));
$("reverse").addEventListener("click", () => change({ do: "reverse" }));
$("undo").addEventListener("click", async () => {
  [past, future] = await step(past, future);
  draw();
});
$("redo").addEventListener("click", async () => {
  [future, past] = await step(future, past);
  draw();
});
$("new").addEventListener("click", async () => {
  const before = now.chain;
  if (await ask({ chain: [] })) past = [...past, before];
  draw();
});
$("hint").addEventListener("click", async () => {
  try {
    tell((await chainHint({ ...board(), chain: now.chain })).text);
  } catch (refusal) {
    tell(refusal.message, true);
  }
});
$("best").addEventListener("click", async () => {
  let best;
  try {
    best = await bestChain(board().range, $("link").value);
  } catch (refusal) {
    return tell(refusal.message, true);
  }
  $("best-text").replaceChildren(...best.text.map((line) => h("p", {}, line)));
  say($("best-chain"), best.chain.join(" – "));
  $("best-panel").hidden = false;
  $("best-panel").scrollIntoView({ block: "nearest" });
});
$("board-form").addEventListener("submit", (event) => event.preventDefault());
$("board-form").addEventListener("change", begin);

// A link may name the board, such as /chain?range=20&link=digit; else it is that of last time.
const asked = new URLSearchParams(location.search);
const { last } = all();
const range = asked.get("range") ?? last?.range;
const link = asked.get("link") ?? last?.link.join(",");
if (range) $("range").value = range;
if (link) $("link").value = link;
if (!$("link").value) $("link").selectedIndex = 0;
begin();
