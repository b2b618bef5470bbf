"""Games on linked numbers: each number played must be unused and linked to the one before.

Number Duel and Strategy Stacks are both such a walk; they differ in what links two numbers.
"""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import OTHER, Position, Rules, Seat
from outnumber.games.links import Links
from outnumber.games.numbers import full
from outnumber.games.pool import pool_objection

_new = tuple.__new__


class WalkRules(Rules):
    """Rules of a walk; a game sets `range`, `links` and the set of first numbers."""

    range: int
    links: Links
    openings: int

    def start(self) -> WalkPosition:
        return WalkPosition(self, Seat.ONE, self.openings, full(self.range), 0)


class _State(NamedTuple):
    rules: WalkRules
    turn: Seat
    legal: int
    unused: int
    top: int  # the number played last, 0 before the first


class WalkPosition(Position, _State):
    """A position of Number Duel or Strategy Stacks.

    >>> from outnumber.games.registry import game
    >>> game("strategy-stacks").start().play(6).legal_moves()
    (1, 2, 3)
    """

    __slots__ = ()

    def play(self, move: int) -> WalkPosition:
        rules, turn, legal, unused, _ = self
        try:
            allowed = legal >> move & 1
        except (TypeError, ValueError):  # no number, or a negative one
            allowed = 0
        if not allowed:
            raise self.refusal(move)
        unused ^= 1 << move
        return _new(WalkPosition, (rules, OTHER[turn], rules.links.row(move) & unused, unused, move))

    def objection(self, move: int) -> tuple[str, dict[str, object]]:
        objection = pool_objection(self.rules.range, self.unused, move)
        if objection:
            return objection
        if not self.top:
            return "not-even", {}
        criterion = " or ".join(str(getattr(c, "__name__", c)) for c in self.rules.links.criteria)
        return "not-linked", {"top": self.top, "criterion": criterion}
