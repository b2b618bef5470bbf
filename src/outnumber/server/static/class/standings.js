// The standings of a tournament: of the children, or of the teams.

import { h } from "../shared/dom.js";
import { t, tn } from "../shared/language.js";
import { picture } from "./animals.js";

/**
 * One place: its rank, who has it, and the points.
 * @param {number} rank
 * @param {(Node | string)[]} who
 * @param {string} points
 * @param {string} [more]
 */
const place = (rank, who, points, more = "") =>
  h(
    "li",
    {},
    h("b", { class: "rank" }, `${rank}.`),
    h("span", { class: "who" }, ...who),
    h("b", {}, points),
    more ? h("small", {}, more) : null,
  );

/**
 * The teams by points per child, because teams differ in size.
 * @param {api.StandingModel[]} standings
 */
function teams(standings) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const { team, points } of standings) found.set(team, [...(found.get(team) ?? []), points]);
  return [...found]
    .map(([team, points]) => ({ team, mean: points.reduce((a, b) => a + b, 0) / points.length }))
    .sort((a, b) => b.mean - a.mean);
}

/**
 * The teams of the present children, which the teacher can change before the first round.
 * @param {api.ClassModel} state
 */
export const drawMembers = ({ teams: n, standings, children }) =>
  standings
    .filter(({ number }) => n && !children[number - 1].gone)
    .sort((a, b) => a.team - b.team || a.number - b.number)
    .map(({ number, team }) => {
      const { name, animal } = children[number - 1];
      const numbers = [...Array(n).keys()].map((each) => each + 1);
      return h(
        "li",
        {},
        h("span", {}, picture(animal), ` ${name}`),
        h(
          "select",
          { "data-member": number, "aria-label": t("Team of {name}", { name }) },
          ...numbers.map((each) =>
            h("option", { value: each, selected: each === team ? "" : null }, t("Team {n}", { n: each })),
          ),
        ),
      );
    });

/** @param {api.ClassModel} state */
export function drawStandings({ tournament, standings, children }) {
  if (!tournament || tournament === "quiet") return [];
  if (tournament === "teams") {
    const found = teams(standings);
    return found.map(({ team, mean }) =>
      place(
        1 + found.findIndex((each) => each.mean === mean),
        [
          h("span", {}, t("Team {n}", { n: team })),
          ...standings.filter((each) => each.team === team).map((each) => picture(children[each.number - 1].animal)),
        ],
        t("{n} points per child", { n: mean.toFixed(1) }),
      ),
    );
  }
  return standings.map(({ rank, number, points, opponents, beaten }) =>
    place(
      rank,
      [picture(children[number - 1].animal), children[number - 1].name],
      tn("{n} point", "{n} points", points),
      `${opponents} · ${beaten}`,
    ),
  );
}
