// What the teacher sees of the children: their activity, who needs help, their games, and what the class can do.

import { h, s } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { breakable, picture } from "./animals.js";
import { stepText } from "./summary.js";

// A child may need help after this many seconds at one step, or after this many wrong answers.
const LONG = 240;
const STUCK = 3;
/** The parts of a lesson, in order. */
const PARTS = ["idea", "tiny", "who", "drill", "seat"];

/**
 * The display name of a child; 0 is the computer.
 * @param {api.ClassModel} state
 * @param {number | null} number
 */
export const nameOf = ({ children }, number) => children[(number ?? 0) - 1]?.name ?? t("the computer");

/**
 * What a child does, in words.
 * @param {api.ClassModel} state
 * @param {api.ChildModel} child
 */
export function doing(state, { activity, opponent, at }) {
  // The game is the same for all during a task, so only a child that does something else has it in its seat.
  const step = at ? [at.what === state.task?.what ? "" : at.title, at.step && stepText(at.step)] : [];
  /** @type {Record<api.ChildModel["activity"], string>} */
  const texts = {
    none: t("just joined"),
    lesson: step.filter(Boolean).join(", "),
    puzzle: step.filter(Boolean).join(", "),
    playing: opponent
      ? t("plays {name}", { name: nameOf(state, opponent) })
      : opponent === 0
        ? t("plays the computer")
        : t("in a game"),
    waiting: at?.place === "game" ? t("watches a game") : opponent === null ? t("waiting") : t("waits for a partner"),
    finished: t("finished"),
    left: t("left the game"),
  };
  return texts[activity];
}

/**
 * Why a child may need the teacher's help, or an empty string; and the name of its sign.
 * @param {api.ClassModel} state
 * @param {api.ChildModel} child
 * @returns {[why: string, sign: string]}
 */
export function trouble(state, { number, hand, here, at, activity, opponent, game }) {
  if (hand) return [t("needs help"), "hand"];
  const pair = state.pairs.find((each) => each.game === game);
  if (activity === "waiting" && opponent && pair?.left.includes(opponent) && !pair.left.includes(number))
    return [t("has no opponent: {name} left", { name: nameOf(state, opponent) }), "alone"];
  if (!at || !here || !["lesson", "puzzle"].includes(activity)) return ["", ""];
  if (at.stuck >= STUCK) return [tn("{n} mistake here", "{n} mistakes here", at.stuck), "wrong"];
  if (at.seconds < LONG) return ["", ""];
  return [tn("{n} minute on this step", "{n} minutes on this step", Math.floor(at.seconds / 60)), "long"];
}

/** @param {api.ChildModel} child */
function count(child) {
  const tried = child.task_solved + child.task_missed;
  if (tried) return t("{solved} of {tried} solved", { solved: child.task_solved, tried });
  return child.played ? t("{n} won", { n: child.won }) : "";
}

/**
 * One seat of the room.
 * @param {api.ClassModel} state
 * @param {api.ChildModel} child
 * @param {boolean} movable
 */
export function drawChild(state, child, movable) {
  const [why, sign] = trouble(state, child);
  const what = [doing(state, child), child.here ? "" : t("away")].filter(Boolean).join(" · ");
  return h(
    "li",
    {
      class: `child${child.here ? "" : " away"}${why ? " stuck" : ""}`,
      "data-child": child.number,
      "data-activity": child.activity,
      draggable: movable ? "true" : null,
    },
    h(
      "button",
      { class: "seat", "data-open": child.number, "aria-haspopup": "dialog" },
      picture(child.animal),
      h("b", {}, breakable(child.name)),
      h("small", { class: "count" }, count(child)),
      h("small", { class: "act" }, why || what),
      why ? h("small", { class: "unseen" }, what) : null,
      why ? s("svg", { class: "why", "aria-hidden": "true" }, s("use", { href: `#sign-${sign}` })) : null,
    ),
  );
}

/**
 * One child in the line of those who need help.
 * @param {api.ClassModel} state
 * @param {api.ChildModel} child
 */
export const drawNeed = (state, child) =>
  h(
    "li",
    {},
    h(
      "button",
      { "data-open": child.number, "aria-haspopup": "dialog" },
      picture(child.animal),
      h("span", {}, h("b", {}, child.name), ` ${trouble(state, child)[0]}`, h("small", {}, doing(state, child))),
    ),
  );

/**
 * One game of the class.
 * @param {api.ClassModel} state
 * @param {api.PairModel} pair
 */
export function drawPair(state, pair) {
  const how = pair.over
    ? pair.winner === null
      ? t("finished")
      : t("{name} won", { name: nameOf(state, pair.winner) })
    : pair.current
      ? tn("{n} move", "{n} moves", pair.moves)
      : t("not finished");
  const names = `${nameOf(state, pair.first)} – ${nameOf(state, pair.second)}`;
  return h(
    "li",
    {},
    h(
      "span",
      { class: "both" },
      ...[pair.first, pair.second].map((each) => (each ? picture(state.children[each - 1].animal) : null)),
    ),
    h("span", { class: "names" }, names, h("small", {}, ` ${how}`)),
    h(
      "button",
      {
        "data-show": pair.game,
        "aria-pressed": String(state.shown?.table === pair.game),
        "aria-label": t("Show {names}", { names }),
      },
      t("Show"),
    ),
  );
}

/**
 * The ideas of a game's lesson: what a child can do once it has completed a part.
 * @param {string} game
 * @returns {[part: string, text: string][]}
 */
function ideasOf(game) {
  /** @type {Record<string, string>} */
  const first = {
    "number-stack-duel": t("Stay near the top"),
    "order-challenge": t("Count the gifts"),
    "number-stack-attack": t("Count turns, not points"),
    "strategy-stacks": t("Answer with the partner"),
    "number-duel": t("Find a pairing"),
  };
  return [
    ["tiny", first[game] ?? t("Win on a tiny board")],
    ["who", t("Say who wins")],
    ["drill", t("Find the winning move")],
  ];
}

/**
 * How many children have reached each idea of the lessons.
 * @param {api.ClassModel} state
 * @returns {{ title: string, game: string, text: string, n: number, all: number }[]}
 */
export function ideas({ children }) {
  const all = children.filter((child) => !child.gone || child.lessons.length);
  /** @type {Map<string, string>} */
  const games = new Map();
  for (const child of all) for (const { what, title } of child.lessons) if (what !== title) games.set(what, title);
  return [...games].flatMap(([game, title]) =>
    ideasOf(game).map(([part, text]) => ({
      title,
      game,
      text: games.size > 1 ? `${title}: ${text}` : text,
      all: all.length,
      n: all.filter((child) =>
        child.lessons.some(
          ({ what, step }) => what === game && PARTS.indexOf(step.split("-")[0]) > PARTS.indexOf(part),
        ),
      ).length,
    })),
  );
}

/**
 * A bar: a part of all; the numbers stand beside it.
 * @param {number} n
 * @param {number} all
 */
export const meter = (n, all) =>
  h("progress", { class: "meter", max: Math.max(1, all), value: n, "aria-hidden": "true" });

/** @param {ReturnType<typeof ideas>[number]} idea */
export const drawIdea = ({ text, n, all }) =>
  h(
    "li",
    { class: 2 * n < all ? "low" : "" },
    h("span", {}, text),
    h("b", {}, t("{n} of {all}", { n, all })),
    meter(n, all),
  );

/** @type {Record<string, (state: api.ClassModel) => (a: api.ChildModel, b: api.ChildModel) => number>} */
const ORDERS = {
  name: () => () => 0,
  help: (state) => (a, b) => Number(!trouble(state, a)[0]) - Number(!trouble(state, b)[0]),
  activity: () => (a, b) => a.activity.localeCompare(b.activity),
  won: () => (a, b) => b.won - a.won,
};

/**
 * The present children in the order of the list, or in the order of their seats.
 * @param {api.ClassModel} state
 * @param {string} order
 * @param {number[]} seats
 */
export function ordered(state, order, seats) {
  const present = state.children.filter((child) => !child.gone).sort((a, b) => a.name.localeCompare(b.name));
  if (order !== "seats") return present.sort(ORDERS[order](state));
  /** @param {api.ChildModel} child */
  const place = ({ number }) => (seats.includes(number) ? seats.indexOf(number) : 1000 + number);
  return present.sort((a, b) => place(a) - place(b));
}
