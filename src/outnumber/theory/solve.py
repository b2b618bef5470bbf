"""Binds each game to its theorem; a game without one is searched."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from outnumber.games.base import OTHER, Position, Seat
from outnumber.theory import exhaustive, pairing, private_numbers, race, stand_off, two_sides
from outnumber.theory.forest import Progress
from outnumber.theory.verdict import Verdict, over


def _race(position: Any) -> Verdict:
    return race.solve(position) if race.applies(position.rules) else stand_off.solve(position)


# By the name that rules give in `theorem`.
THEOREMS: dict[str, Callable[[Any], Verdict]] = {
    "two-sides": two_sides.solve,
    "private-numbers": private_numbers.solve,
    "race": _race,
    "pairing": pairing.solve,
}


def _winning_race(position: Any) -> int:
    return race.winning(position) if race.applies(position.rules) else stand_off.winning(position)


# The same, but only which moves win, as a set.
WINNING: dict[object, Callable[[Any], int]] = {
    "two-sides": two_sides.winning,
    "private-numbers": private_numbers.winning,
    "race": _winning_race,
    "pairing": pairing.winning,
}


def _effort_of_race(position: Any) -> float:
    target, tokens = position.rules.target, position.rules.tokens
    if race.applies(position.rules):
        return float(target * tokens.bit_count() / 10_000_000)
    stand_off.check(position)
    return float(target * target / 1_000_000)


EFFORTS: dict[str, Callable[[Any], float]] = {
    "two-sides": lambda _: 0.001,
    "private-numbers": lambda _: 0.001,
    "race": _effort_of_race,
    "pairing": lambda position: position.unused_count / 20_000,
}


def solve(position: Position, progress: Progress | None = None) -> Verdict:
    """Who wins the position under perfect play, with which moves, and why: exact, at any size.

    Costs under a millisecond in the counting games whatever the range; the other files of this package say
    what their theorems cost. Any number of threads may ask at once, about the same game too. A pairing game
    of more than 200,000 numbers takes up to a minute or more; `progress` is called now and then with the
    share of the work that is done, from 0 to 1. Raises `OptionError` with code `too-large` where a table or a
    search would be too large: for some tokens and targets, and for added games that have no theorem.

    >>> from outnumber.games.registry import game
    >>> verdict = solve(game("number-stack-duel").start().play(5).play(7))
    >>> verdict.winner, verdict.winning, verdict.length
    (<Seat.ONE: 1>, (4, 6), 5)
    """
    theorem = type(position.rules).theorem
    if theorem is None:
        return exhaustive.solve(position)
    if theorem == "pairing":
        return pairing.solve(position, progress)  # type: ignore[arg-type]  # rules with it make such positions
    if isinstance(theorem, str):
        return THEOREMS[theorem](position)
    # A function of another package need not know about games that are over.
    found: Verdict = theorem(position) if position.outcome() is None else over(position)
    return found


def label(position: Position) -> tuple[Seat, int]:
    """Who wins and with which moves, as a set: for those who ask about very many positions, and never why.

    >>> from outnumber.games.registry import game
    >>> label(game("number-stack-duel").start().play(5).play(7))
    (<Seat.ONE: 1>, 80)
    """
    winning = WINNING.get(type(position.rules).theorem)
    if winning is None:
        verdict = solve(position)
        return verdict.winner, verdict.winning.mask
    if position.legal:
        wins = winning(position)
        return position.turn if wins else OTHER[position.turn], wins
    outcome = position.outcome()
    return outcome.winner if outcome else position.turn, 0


def effort(position: Position) -> float:
    """About how many seconds a verdict takes where nothing is known yet; infinite where only trying can tell.

    Raises `OptionError` with code `too-large` where there will be none. This costs nothing itself.

    >>> from outnumber.games.registry import game
    >>> effort(game("number-duel", range=1000).start())
    0.05
    """
    theorem = type(position.rules).theorem
    return EFFORTS[theorem](position) if isinstance(theorem, str) else inf
