// Statistics as `outnumber stats --json` has them, added up in the browser.

import { load, streak, waiting } from "../shared/progress.js";

const NOTHING = [0, 0, 0, 0];
const plus = (a, b) => a.map((value, place) => value + b[place]);
const rounded = (value) => Math.round(value * 10000) / 10000;
const chances = ([held, kept, heldWeight, keptWeight]) => ({
  chances: held,
  kept,
  accuracy: heldWeight ? rounded(keptWeight / heldWeight) : null,
  share: held ? rounded((kept + keptWeight) / (held + heldWeight)) : null,
});

function games(rounds) {
  const opponents = {};
  const days = new Map();
  let total = NOTHING;
  for (const each of rounds) {
    opponents[each.opponent] ??= { rounds: 0, won: 0, lost: 0, unfinished: 0 };
    const score = opponents[each.opponent];
    score.rounds += 1;
    score.won += each.won === true;
    score.lost += each.won === false;
    score.unfinished += !each.over;
    const tally = each.tally ?? NOTHING;
    total = plus(total, tally);
    const day = days.get(each.day) ?? { rounds: 0, tally: NOTHING };
    days.set(each.day, { rounds: day.rounds + 1, tally: plus(day.tally, tally) });
  }
  return {
    rounds: rounds.length,
    unfinished: rounds.filter((each) => !each.over).length,
    opponents,
    ...chances(total),
    days: [...days].map(([date, day]) => ({ date, rounds: day.rounds, ...chances(day.tally) })),
    people: [], // two people at one browser are not kept yet
  };
}

function grouped(tried, key, name) {
  const found = new Map();
  for (const each of tried) {
    const [solved, missed] = found.get(key(each)) ?? [0, 0];
    found.set(key(each), [solved + each.solved, missed + !each.solved]);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, [solved, missed]]) => ({ [name]: value, solved, missed }));
}

function puzzles(game) {
  const tried = load().tried.filter((each) => !game || each.game === game);
  const solved = tried.filter((each) => each.solved).length;
  return {
    solved,
    missed: tried.length - solved,
    ...streak(game),
    due: waiting(game).length,
    by_date: grouped(tried, (each) => each.at.slice(0, 10), "date"),
    by_difficulty: grouped(tried, (each) => each.difficulty, "difficulty"),
  };
}

/** Games and puzzles, all or those of one game. */
export function statistics(rounds, game = null) {
  const mine = rounds.filter((each) => !game || each.game === game);
  const names = new Set([
    ...mine.map((each) => each.game),
    ...load()
      .tried.map((each) => each.game)
      .filter((name) => !game || name === game),
  ]);
  const byGame = {};
  for (const name of names)
    byGame[name] = { games: games(mine.filter((each) => each.game === name)), puzzles: puzzles(name) };
  return { game, games: games(mine), puzzles: puzzles(game), by_game: byGame };
}
