"""Games on linked numbers: each number played must be unused and linked to the one before.

Number Duel and Strategy Stacks are both such a walk; they differ in what links two numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outnumber.games.base import OTHER, Position, Rules, Seat
from outnumber.games.links import Criterion, Links, Made, demand
from outnumber.games.numbers import full, members, ordered
from outnumber.games.pool import pool_objection

_new = tuple.__new__
_BYTES = [bytes([number]) for number in range(256)]


class WalkRules(Rules):
    """Rules of a walk; a game sets `range`, `links` and the set of first numbers."""

    range: int
    links: Links
    openings: int

    def link_by(self, criteria: Sequence[Criterion], range: int) -> None:
        """Keep the graph of the numbers up to `range`."""
        self.range = range
        self.links = Links(criteria, range)
        # Looked up with every move.
        self.row = self.links.row
        self.unlinked = Made(self._unlinked)

    def _unlinked(self, number: int) -> bytes:
        """The numbers not linked to `number`; only for ranges where numbers fit in bytes."""
        return bytes(members(full(self.range) & ~self.row(number)))

    def start(self) -> WalkPosition:
        pool = bytes(range(1, self.range + 1)) if 16 <= self.range <= 255 else b""
        return WalkPosition(self, Seat.ONE, self.openings, full(self.range), 0, pool)


class _State(NamedTuple):
    rules: WalkRules
    turn: Seat
    legal: int
    unused: int
    top: int  # the number played last, 0 before the first
    # `unused` once more, for ranges of 16 to 255, where listing the moves from bytes is fastest; else empty
    pool: bytes


class WalkPosition(Position, _State):
    """A position of Number Duel or Strategy Stacks.

    >>> from outnumber.games.registry import game
    >>> game("strategy-stacks").start().play(6).legal_moves()
    (1, 2, 3)
    """

    __slots__ = ()

    def legal_moves(self) -> Sequence[int]:
        if self.pool and self.top:
            return tuple(self.pool.translate(None, self.rules.unlinked[self.top]))
        return ordered(self.legal)

    def play(self, move: int) -> WalkPosition:
        rules, turn, legal, unused, _, pool = self
        try:
            allowed = legal >> move & 1
        except (TypeError, ValueError):  # no number, or a negative one
            allowed = 0
        if not allowed:
            raise self.refusal(move)
        unused ^= 1 << move
        if pool:
            pool = pool.replace(_BYTES[move], b"")
        return _new(WalkPosition, (rules, OTHER[turn], rules.row(move) & unused, unused, move, pool))

    def objection(self, move: int) -> tuple[str, dict[str, object]]:
        objection = pool_objection(self.rules.range, self.unused, move)
        if objection:
            return objection
        if not self.top:
            return "not-even", {}
        return "not-linked", {"demand": demand(self.rules.links.criteria, self.top)}
