// The lesson plan: its stations, how the teacher changes them, and what each one starts.

import { h, saveFile } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { fileOf } from "./animals.js";

/** @typedef {api.Station} Station */

const FILE = "outnumber-plan";

/** @returns {Record<Station["kind"], [title: string, about: string]>} */
const texts = () => ({
  idea: [t("The idea"), t("one question on the projector")],
  tiny: [t("Tiny boards"), t("the lesson, each at its own pace")],
  puzzles: [t("Puzzles"), t("the same for all")],
  pairs: [t("Games in pairs"), t("two and two")],
  talk: [t("Talk"), t("one board, one question")],
  summary: [t("Wrap-up"), t("what we found out")],
});

/** @param {Station} station */
export const titleOf = ({ kind }) => texts()[kind][0];

/** @returns {Promise<Record<string, Record<string, Station[]>>>} */
const readyPlans = async () => (await fetch(fileOf("plans.json"))).json();

/**
 * The ready-made plan of a game for a number of minutes.
 * @param {string} game
 * @param {string} minutes
 */
export const readyPlan = async (game, minutes) => (await readyPlans())[game]?.[minutes] ?? [];

/**
 * The different stations of a game's ready-made plans, each as in the shortest plan that has it.
 * @param {string} game
 * @returns {Promise<Station[]>}
 */
export async function readyStations(game) {
  /** @type {Map<string, Station>} */
  const found = new Map();
  for (const station of Object.values((await readyPlans())[game] ?? {}).flat()) {
    const key = JSON.stringify({ ...station, minutes: 0 });
    if (!found.has(key)) found.set(key, station);
  }
  return [...found.values()];
}

/**
 * A station to choose: its title, the size of its board, and its minutes.
 * @param {Station} station
 */
export function choiceOf(station) {
  const { range, target } = station.options ?? {};
  const size = range ? t("1 to {value}", { value: range }) : target ? t("target {target}", { target }) : "";
  return [titleOf(station), size, tn("{n} minute", "{n} minutes", station.minutes)].filter(Boolean).join(" · ");
}

/**
 * The line of stations.
 * @param {Station[]} stations
 * @param {number} current from 1; 0 before the first
 */
export const drawStations = (stations, current) =>
  stations.map((station, place) => {
    const number = place + 1;
    const now = number === current;
    return h(
      "li",
      { class: number < current ? "done" : now ? "now" : "", "aria-current": now ? "step" : null },
      h("span", { class: "n", "aria-hidden": "true" }, number < current ? "✓" : String(number)),
      h(
        "span",
        {},
        h("b", {}, titleOf(station)),
        h("small", {}, t("{n} min", { n: station.minutes })),
        number < current ? h("span", { class: "unseen" }, ` ${t("done")}`) : null,
      ),
    );
  });

/**
 * The list in which the teacher changes the order and the times. `change` receives the new stations.
 * @param {Station[]} stations
 * @param {(stations: Station[]) => void} change
 */
export function drawEditor(stations, change) {
  /** @type {(from: number, to: number) => () => void} */
  const moved = (from, to) => () => {
    const next = [...stations];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  return stations.map((station, place) => {
    const title = titleOf(station);
    const minutes = h("input", {
      type: "number",
      min: 0,
      max: 120,
      value: station.minutes,
      "aria-label": t("Minutes for {title}", { title }),
      onchange: () => change(stations.map((each, at) => (at === place ? { ...each, minutes: +minutes.value } : each))),
    });
    return h(
      "li",
      {},
      h("span", {}, h("b", {}, `${place + 1}. ${title}`), ` ${texts()[station.kind][1]}`),
      minutes,
      h(
        "button",
        {
          class: "round",
          disabled: !place,
          "aria-label": t("Move {title} up", { title }),
          onclick: moved(place, place - 1),
        },
        "↑",
      ),
      h(
        "button",
        {
          class: "round",
          disabled: place === stations.length - 1,
          "aria-label": t("Move {title} down", { title }),
          onclick: moved(place, place + 1),
        },
        "↓",
      ),
      h(
        "button",
        {
          class: "round",
          "aria-label": t("Remove {title}", { title }),
          onclick: () => change(stations.filter((_, at) => at !== place)),
        },
        "×",
      ),
    );
  });
}

/** @param {Station[]} stations */
export const savePlan = (stations) =>
  saveFile(
    `${FILE}.json`,
    new Blob([JSON.stringify({ file: FILE, version: 1, stations }, null, 2)], { type: "application/json" }),
  );

/**
 * The stations of a saved plan; throws an error if it is not one. The server checks each of them.
 * @param {string} text
 * @returns {Station[]}
 */
export function loadedPlan(text) {
  const { file, stations } = JSON.parse(text);
  if (file !== FILE || !Array.isArray(stations)) throw new Error(t("This file is not a lesson plan."));
  return stations;
}

/**
 * Start a station: `act` sends an action to the class, and returns whether it succeeded.
 * @param {Station} station
 * @param {(what: string, body: Record<string, unknown>) => Promise<boolean>} act
 */
export async function startStation({ kind, minutes, game, options, moves, puzzle, difficulty }, act) {
  await act("timer", { seconds: 60 * minutes });
  if (["tiny", "puzzles", "pairs"].includes(kind)) await act("show", {}); // the question is over
  if (kind === "tiny") return act("lesson", { lesson: game });
  if (kind === "puzzles") return act("puzzles", { game, kind: puzzle, difficulty });
  if (kind === "pairs") return act("pairs", { game, options });
  return act("show", kind === "summary" ? { standings: true } : { game, options, moves, puzzle });
}
