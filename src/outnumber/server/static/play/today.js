// Today, on the home page: the next stage, the daily puzzle, your stars, and what you learned this week.

import { at } from "../shared/address.js";
import { h, part, parts } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { openStage } from "../shared/new_game.js";
import { load, onPath, ratingIn, STARS, starsOf } from "../shared/progress.js";
import { drawDaily } from "./daily.js";

const DAY = 86400000;
const WEEK = 7;
/** The number of ideas found without help that earns a badge. */
const BADGE = 5;

/** The stages of each game: opponent, its name, and the size of the board. */
const paths = parts(document, "[data-stars]").map((link) => {
  const { stars: game = "", title = "", stages = "[]" } = link.dataset;
  /** @type {[string, string, string][]} */
  const rows = JSON.parse(stages);
  return { game, title, rows, link };
});

/**
 * Play the next stage of a game.
 * @param {string} game
 * @param {HTMLElement} problem
 */
export async function playNext(game, problem) {
  const rows = paths.find((each) => each.game === game)?.rows ?? [];
  problem.textContent = "";
  try {
    await openStage(game, onPath(game, rows.length).next);
  } catch (/** @type {any} */ refusal) {
    problem.textContent = refusal.message;
  }
}

/** The path to continue: the one with the most stars that is not complete; at first, that of the game on this page. */
function proposed() {
  const { game: ready } = part(document, "#tiny").dataset;
  const found = paths.map((each) => ({ ...each, place: onPath(each.game, each.rows.length) }));
  const going = found.filter(({ place, rows }) => place.total < STARS.length * rows.length);
  const wish = (/** @type {typeof found[0]} */ { game, place }) => 2 * place.total + Number(game === ready);
  return (going.length ? going : found).reduce((best, each) => (wish(each) > wish(best) ? each : best));
}

function drawNext() {
  const { game, title, rows, place } = proposed();
  const [opponent, name, about] = rows[place.next - 1];
  part(document, "#next-stage").textContent = t("{game} · {n} of {all}", {
    game: title,
    n: place.next,
    all: rows.length,
  });
  part(document, "#next-title").textContent = about
    ? t("Beat {name}: {about}", { name, about })
    : t("Beat {name}", { name });
  part(document, "#next-face").setAttribute("href", `#face-${opponent}`);
  part(document, "#trail").replaceChildren(
    ...rows.map((_, at) =>
      h("i", { class: at + 1 === place.next ? "now" : starsOf(game, at + 1).length ? "done" : "" }),
    ),
  );
  part(document, "#next-play").textContent = t("Play stage {n}", { n: place.next });
  part(document, "#next-play").onclick = () => playNext(game, part(document, "#next-problem"));
  part(document, "#next-path").setAttribute("href", at(`/path/${game}`));
}

function drawStars() {
  for (const { game, rows, link } of paths) {
    const { total } = onPath(game, rows.length);
    const most = t("of {all} stars", { all: STARS.length * rows.length });
    part(link, ".got").replaceChildren(
      h("span", { class: "star-row", "aria-hidden": "true" }, "★"),
      ` ${total}`,
      h("span", { class: "unseen" }, ` ${most}`),
    );
    const beaten = rows.findLast((_, place) => starsOf(game, place + 1).length);
    const [rating, puzzles] = ratingIn(load(), game);
    part(link, ".rating").textContent = [
      beaten && t("{name} beaten", { name: beaten[1] }),
      puzzles && t("puzzle rating {n}", { n: rating }),
    ]
      .filter(Boolean)
      .join(" · ");
  }
}

/** The ideas found this week, and the badges of ideas found often enough without help. */
function drawLearned() {
  /** @type {Record<string, string>} */
  const titles = JSON.parse(part(document, "#learned").dataset.themes ?? "{}");
  const solved = load().tried.filter((each) => each.solved && titles[each.theme]);
  const since = Date.now() - WEEK * DAY;
  /** @param {typeof solved} some */
  const counted = (some) =>
    Object.entries(titles).map(([id, title]) => ({ title, n: some.filter((each) => each.theme === id).length }));
  const week = counted(solved.filter((each) => Date.parse(each.at) >= since)).filter(({ n }) => n);
  part(document, "#learned").replaceChildren(
    ...week.map(({ title, n }) => h("li", {}, tn("{title}: found {n} time", "{title}: found {n} times", n, { title }))),
  );
  part(document, "#learned-none").hidden = week.length > 0;
  const badges = counted(solved.filter((each) => !each.hints)).filter(({ n }) => n >= BADGE);
  part(document, "#badges").replaceChildren(
    ...badges.map(({ title }) => h("li", {}, t("{title}: {n} found without help", { title, n: BADGE }))),
  );
}

/** Whether this browser has any progress. */
export function hasProgress() {
  const { tried, lessons, paths: stars } = load();
  return tried.length > 0 || Object.keys({ ...lessons, ...stars }).length > 0;
}

export function drawToday() {
  drawNext();
  drawDaily();
  drawStars();
  drawLearned();
}
