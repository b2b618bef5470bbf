// A game in words: names, whose turn, what must be played, how it ended.

import { either, t, tn } from "./words.js";

const titles = {
  random: () => t("Random"), beginner: () => t("Beginner"), casual: () => t("Casual"), skilled: () => t("Skilled"),
  expert: () => t("Expert"), master: () => t("Master"), perfect: () => t("Perfect"),
};

export function playerTitle(plays) {
  return t("Computer ({level})", { level: titles[plays]?.() ?? plays });
}

/** What to call a participant: the chosen name, the computer's level, or the seat. */
export function nameOf(state, participant) {
  const each = state.participants[participant - 1];
  if (each.plays !== "human") return playerTitle(each.plays);
  return each.name || (each.seat === 1 ? t("Player 1") : t("Player 2"));
}

export const isYou = (state, participant) => state.you?.participant === participant;

export function participantIn(state, seat) {
  return state.participants.find((each) => each.seat === seat).participant;
}

const links = {
  multiple: (top) => t("a multiple or factor of {top}", { top }),
  digit: (top) => t("shares a digit with {top}", { top }),
  "digit-sum": (top) => t("has the digit sum of {top}", { top }),
  coprime: (top) => t("has no common factor with {top}", { top }),
  neighbour: (top) => t("next to {top}", { top }),
  "square-sum": (top) => t("makes a square with {top}", { top }),
  "prime-sum": (top) => t("makes a prime with {top}", { top }),
};

/** What the next number must be like. */
export function demand(state) {
  const { board, game, options } = state;
  const seat = state.turn?.seat ?? 1;
  if (game === "number-stack-duel") {
    if (!board.top) return t("any number");
    return board.pattern === "greater" ? t("a number greater than {top}", { top: board.top }) : t("a number less than {top}", { top: board.top });
  }
  if (game === "number-duel") return board.top ? either(options.link.map((name) => links[name]?.(board.top) ?? name)) : t("any number");
  if (game === "strategy-stacks") {
    if (!board.top) return options.opening === "even" ? t("an even number") : t("any number");
    return t("a multiple or factor of {top}", { top: board.top });
  }
  if (game === "order-challenge") {
    const last = board.last[seat - 1];
    return last ? t("a number greater than {top}", { top: last }) : t("any number");
  }
  if (game === "number-stack-attack") {
    return t("a token, {left} to go", { left: board.target - board.totals[seat - 1] });
  }
  return t("a number that fits");
}

/** Whose turn it is and what is asked for. */
export function turnText(state) {
  if (!state.turn) return "";
  const what = demand(state);
  if (isYou(state, state.turn.participant)) return t("Your turn: {what}.", { what });
  return t("{name} is to move: {what}.", { name: nameOf(state, state.turn.participant), what });
}

export function moveText(state, event) {
  const passed = (event.passed ?? []).map((seat) => {
    const who = participantIn(state, seat);
    return isYou(state, who) ? t("You have to pass.") : t("{name} has to pass.", { name: nameOf(state, who) });
  });
  const text = isYou(state, event.participant)
    ? t("You played {number}.", { number: event.number })
    : t("{name} played {number}.", { name: nameOf(state, event.participant), number: event.number });
  return [text, ...passed].join(" ");
}

/** How a round ended. */
export function outcomeText(state, outcome, first) {
  const winner = outcome.participant;
  const loser = 3 - winner;
  const names = { winner: nameOf(state, winner), loser: nameOf(state, loser) };
  if (isYou(state, winner)) {
    return {
      "no-move": t("You win: {loser} has no number left.", names),
      target: t("You win: exactly {target}.", { ...names, target: state.options.target }),
      "stand-off": t("You win the stand-off.", names),
      time: t("You win: {loser} ran out of time.", names),
      resignation: t("You win: {loser} gave up.", names),
    }[outcome.reason];
  }
  if (isYou(state, loser)) {
    return {
      "no-move": t("You lose: you have no number left.", names),
      target: t("You lose: {winner} has exactly {target}.", { ...names, target: state.options.target }),
      "stand-off": t("You lose the stand-off.", names),
      time: t("You lose: your time ran out.", names),
      resignation: t("You gave up. {winner} wins.", names),
    }[outcome.reason];
  }
  return {
    "no-move": t("{winner} wins: {loser} has no number left.", names),
    target: t("{winner} wins with exactly {target}.", { ...names, target: state.options.target }),
    "stand-off": t("{winner} wins the stand-off.", names),
    time: t("{winner} wins: {loser} ran out of time.", names),
    resignation: t("{winner} wins: {loser} gave up.", names),
  }[outcome.reason];
}

/** The options of a game in a few words, without those that are as usual. */
export function optionsText(game, options) {
  const parts = [];
  if (options.range) parts.push(t("1 to {range}", { range: options.range }));
  if (options.target) parts.push(t("target {target}", { target: options.target }));
  if (options.tokens && options.tokens.join() !== "1,2,3,4,5,6,7,8,9") parts.push(t("tokens {tokens}", { tokens: runs(options.tokens) }));
  if (options.tie === "last") parts.push(t("last to get there wins a tie"));
  if (options.first_pattern === "less") parts.push(t("first pattern: less"));
  if (options.opening === "even") parts.push(t("even opening"));
  if (game === "number-duel" && options.link.join() !== "multiple,digit") parts.push(options.link.map((each) => t(each)).join(", "));
  return parts.join(" · ");
}

function runs(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([low, high]) => (low === high ? `${low}` : `${low}–${high}`)).join(", ");
}

export function plyText(ply, count) {
  return ply === count ? tn("{n} move", "{n} moves", count) : t("{ply} of {count}", { ply, count });
}
