"""Binds each game to its theorem; a game without one is searched."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from outnumber.games.base import Position
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.number_stack_duel import StackDuelPosition
from outnumber.games.order_challenge import OrderPosition
from outnumber.games.walk import WalkPosition
from outnumber.theory import exhaustive, pairing, private_numbers, race, stand_off, two_sides
from outnumber.theory.verdict import Verdict

Solver = Callable[[Any], Verdict]


def _attack(position: AttackPosition) -> Verdict:
    return race.solve(position) if race.applies(position.rules) else stand_off.solve(position)


THEOREMS: dict[type[Position], Solver] = {
    StackDuelPosition: two_sides.solve,
    OrderPosition: private_numbers.solve,
    AttackPosition: _attack,
    WalkPosition: pairing.solve,
}


def bind(positions: type[Position], solver: Solver) -> None:
    """Let an added game use a theorem: every position of that type, or of one derived from it."""
    THEOREMS[positions] = solver


def solve(position: Position) -> Verdict:
    """Who wins the position under perfect play, with which moves, and why: exact, at any size.

    Costs under a millisecond in the counting games whatever the range; the other files of this package say
    what their theorems cost. A request that would take too long raises `OptionError` with code `too-large`.

    >>> from outnumber.games.registry import game
    >>> verdict = solve(game("number-stack-duel").start().play(5).play(7))
    >>> verdict.winner, verdict.winning, verdict.length
    (<Seat.ONE: 1>, (4, 6), 5)
    """
    for kind in type(position).__mro__:
        if kind in THEOREMS:
            return THEOREMS[kind](position)
    return exhaustive.solve(position)


def effort(position: Position) -> float:
    """About how many seconds a verdict takes where nothing is known yet; infinite where only trying can tell.

    Raises `OptionError` with code `too-large` where there will be none. This costs nothing itself.

    >>> from outnumber.games.registry import game
    >>> effort(game("number-duel", range=1000).start())
    0.05
    """
    if isinstance(position, WalkPosition):
        return position.unused.bit_count() / 20_000
    if isinstance(position, AttackPosition):
        target: int = position.rules.target
        if race.applies(position.rules):
            tokens: int = position.rules.tokens
            return target * tokens.bit_count() / 10_000_000
        stand_off.check(position)
        return target * target / 1_000_000
    return 0.001 if any(kind in THEOREMS for kind in type(position).__mro__) else inf
