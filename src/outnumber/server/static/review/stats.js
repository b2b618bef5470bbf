// The statistics page: charts of the data stored in this browser, which can be saved as JSON or erased.

import { forgetSeen } from "../play/game_cache.js";
import { forgetBegun } from "../puzzle/offline_puzzle.js";
import { at } from "../shared/address.js";
import { $, h, onSure, saveFile, say } from "../shared/dom.js";
import { language, t, tn } from "../shared/language.js";
import * as progress from "../shared/progress.js";
import { here, shareLink } from "../shared/share.js";
import { CHAINS, forgetGame, games as keptGames, remove } from "../shared/storage.js";
import { addCode, addFile, code, everything, forgetBrought } from "../shared/transfer.js";
import { statistics } from "./statistics.js";
import * as statsCache from "./stats_cache.js";

const DAYS = 14;
/** Bytes of a file with progress; a browser stores no more. */
const LARGEST_FILE = 10_000_000;
/** @import { CountedRound } from "./statistics.js" */
/** @typedef {ReturnType<typeof statistics>} Statistics */
/** @typedef {[label: string, part: number, whole: number, text: string]} Bar */

/** @type {Record<string, string>} */
const players = JSON.parse($("games").dataset.players ?? "{}");
const choice = $("game", HTMLSelectElement);
/** @type {CountedRound[]} */
let rounds = [];

/**
 * @param {string} label
 * @param {string | number} value
 * @param {string} [small]
 */
const figure = (label, value, small) =>
  h("div", {}, h("dt", {}, label), h("dd", {}, h("b", {}, String(value)), small ? h("small", {}, small) : null));
/** @param {HTMLElement[]} each */
const figures = (...each) => h("dl", { class: "figures" }, each);

/**
 * A table with a bar in each row.
 * @param {string} title
 * @param {Bar[]} rows
 */
function bars(title, rows, style = "one") {
  if (!rows.length) return null;
  return h(
    "table",
    { class: `bars ${style}` },
    h("caption", {}, title),
    h(
      "tbody",
      {},
      rows.map(([label, part, whole, text]) => {
        const bar = h("span", { class: "bar" });
        bar.style.setProperty("--full", `${whole ? (100 * part) / whole : 0}%`);
        return h(
          "tr",
          {},
          h("th", { scope: "row" }, label),
          h("td", { class: "gauge-cell", "aria-hidden": "true" }, h("span", { class: "gauge" }, bar)),
          h("td", {}, text),
        );
      }),
    ),
  );
}

/**
 * @param {number} part
 * @param {number} whole
 */
const of = (part, whole) => t("{part} of {whole}", { part, whole });
/** @typedef {{ kept: number, chances: number, share: number | null }} Kept */
/** @param {Kept} each */
const percent = (each) => Math.round(100 * (each.share ?? 0));
/** @param {Kept} each */
const share = (each) =>
  each.kept && each.kept < each.chances
    ? t("{part} of {whole} ({percent}%)", { part: each.kept, whole: each.chances, percent: percent(each) })
    : of(each.kept, each.chances);

/**
 * @param {Statistics["games"]} found
 * @param {Statistics["by_game"]} byGame
 */
function drawGames(found, byGame) {
  if (!found.rounds) return $("games").replaceChildren(h("p", { class: "faint" }, t("No games yet.")));
  /** @type {Bar[]} */
  const opponents = Object.entries(found.opponents).map(([name, each]) => [
    players[name] ?? name,
    each.won,
    each.won + each.lost,
    [t("{won} won, {lost} lost", each), each.unfinished ? t("{n} unfinished", { n: each.unfinished }) : null]
      .filter(Boolean)
      .join(", "),
  ]);
  /** @type {Bar[]} */
  const days = found.days
    .filter((each) => each.chances)
    .slice(-DAYS)
    .map((each) => [dayOf(each.date), each.share ?? 0, 1, share(each)]);
  /** @type {Bar[]} */
  const each = Object.entries(byGame)
    .filter(([, one]) => one.games.chances)
    .map(([name, one]) => [titleOf(name), one.games.share ?? 0, 1, share(one.games)]);
  $("games").replaceChildren(
    ...[
      figures(
        figure(t("Rounds"), found.rounds, found.unfinished ? t("{n} unfinished", { n: found.unfinished }) : ""),
        figure(
          t("Winning chances kept"),
          of(found.kept, found.chances),
          found.kept && found.kept < found.chances
            ? t("{percent}%, weighted by difficulty", { percent: percent(found) })
            : "",
        ),
      ),
      bars(t("Results by opponent"), opponents, "one"),
      bars(t("Winning chances kept, by day"), days, "one"),
      Object.keys(byGame).length > 1 ? bars(t("Winning chances kept, by game"), each, "one") : null,
    ].filter((each) => each !== null),
  );
}

/**
 * @param {Statistics["puzzles"]} found
 * @param {Statistics["by_game"]} byGame
 */
function drawPuzzles(found, byGame) {
  const tried = found.solved + found.missed;
  if (!tried)
    return $("puzzles").replaceChildren(
      h("p", { class: "faint" }, t("No puzzles yet.")),
      h("p", {}, h("a", { class: "button", href: at("/puzzles") }, t("All puzzles"))),
    );
  /**
   * @param {string} label
   * @param {{ solved: number, missed: number }} each
   * @returns {Bar}
   */
  const row = (label, each) => [
    label,
    each.solved,
    each.solved + each.missed,
    of(each.solved, each.solved + each.missed),
  ];
  const each = Object.entries(byGame)
    .filter(([, one]) => one.puzzles.solved + one.puzzles.missed)
    .map(([name, one]) => row(titleOf(name), one.puzzles));
  $("puzzles").replaceChildren(
    ...[
      figures(
        figure(t("Solved"), of(found.solved, tried)),
        figure(t("Solved in a row"), found.row, t("best: {n}", { n: found.best_row })),
        figure(t("Daily puzzle streak"), found.days, t("best: {n}", { n: found.best_days })),
        figure(t("Due again"), found.due),
      ),
      bars(
        t("Puzzles solved, day by day"),
        found.by_date.slice(-DAYS).map((day) => row(dayOf(day.date), day)),
        "two",
      ),
      bars(
        t("Puzzles solved, by difficulty"),
        found.by_difficulty.map((hard) => row(t("Difficulty {n} of 5", { n: hard.difficulty }), hard)),
        "two",
      ),
      Object.keys(byGame).length > 1 ? bars(t("Puzzles solved, by game"), each, "two") : null,
    ].filter((each) => each !== null),
  );
}

const DATE = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
/** @param {string} date */
const dayOf = (date) => (date ? DATE.format(new Date(`${date}T00:00:00Z`)) : "");

/** @param {string} name */
const titleOf = (name) => [...choice.options].find((option) => option.value === name)?.textContent ?? name;

function draw() {
  const found = statistics(rounds, choice.value || null);
  drawGames(found.games, found.by_game);
  drawPuzzles(found.puzzles, found.by_game);
}

async function count() {
  say($("status"), t("Loading your games …"));
  const found = await statsCache.rounds();
  rounds = found.rounds;
  draw();
  $("counted").hidden = false;
  const tried = progress.load().tried.length;
  const words = [tn("{n} round", "{n} rounds", rounds.length), tn("{n} puzzle", "{n} puzzles", tried)].join(", ");
  say(
    $("status"),
    found.reached
      ? t("Counted: {what}.", { what: words })
      : t("Counted: {what}. Some games could not be loaded.", { what: words }),
  );
}

choice.addEventListener("change", draw);
$("export").addEventListener("click", () => {
  const all = { ...statistics(rounds), ...everything(), records: statsCache.finished() };
  saveFile(
    `outnumber-${progress.dayOf()}.json`,
    new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }),
  );
  say($("status"), t("Saved as a file."));
});
const NO_LINK = t("This link has no progress from Outnumber.");
/**
 * @param {boolean | null} stored whether progress was stored, or null if there was none
 * @param {string} none
 */
const added = async (stored, none) => {
  ({ rounds } = await statsCache.rounds());
  draw();
  const full = t("This browser could not save everything: its storage is full or switched off.");
  say(
    $("status"),
    stored ? t("Added: the progress from there and from here is now together.") : stored === null ? none : full,
  );
};
const file = $("file", HTMLInputElement);
$("import").addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  file.value = "";
  if (!chosen) return;
  const found = chosen.size < LARGEST_FILE ? addFile(await chosen.text()) : null;
  await added(found, t("This file has no progress from Outnumber."));
});
$("linked").addEventListener("submit", (event) => {
  event.preventDefault();
  const link = $("link", HTMLInputElement);
  const found = addCode(link.value.split("#progress=")[1]?.trim() ?? "");
  if (found !== null) link.value = "";
  added(found, NO_LINK);
});
$("carry").addEventListener("click", () => {
  const about = t("Scan it with another device, or open the link there. It has your stars and ratings, and no name.");
  $("share-body").replaceChildren(
    shareLink(t("Your stars and ratings"), `${here(at("/stats"))}#progress=${code()}`, about),
  );
  $("share-dialog", HTMLDialogElement).showModal();
});
/** A link with a code was opened: ask before adding it. */
function offered() {
  const found = /^#progress=([\w*-]+)$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname + location.search);
  $("brought").hidden = false;
  $("bring").onclick = () => {
    $("brought").hidden = true;
    added(addCode(found[1]), NO_LINK);
  };
}
offered();
addEventListener("hashchange", offered);
onSure($("erase"), $("sure", HTMLDialogElement), () => {
  progress.erase();
  statsCache.erase();
  remove(CHAINS);
  const games = $("erase-games", HTMLInputElement).checked;
  forgetBegun();
  if (games) {
    const ids = keptGames().map(({ id }) => id);
    forgetSeen(ids);
    forgetBrought();
    ids.forEach(forgetGame);
  }
  rounds = [];
  draw();
  say(
    $("status"),
    games
      ? t("Progress and games erased.")
      : t("Progress erased. Your games are still saved and will be counted again on your next visit."),
  );
});

count();
