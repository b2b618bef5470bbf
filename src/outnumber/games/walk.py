"""Walks on a graph of numbers: each move is an unused number linked to the previous one.

Number Duel and Strategy Stacks are both walks; they differ in the criterion that links two numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import getitem
from typing import Any, NamedTuple

from .base import OTHER, Position, Seat
from .links import Criterion, Link, Links
from .numbers import Made, Numbers, flags_of, full, members, ordered
from .pool import PoolPosition, PoolRules
from .scene import Played, Row, last_number
from .sentences import Phrase

# Bypassing the constructor makes random games 9 to 16 % faster (`benchmarks/playouts.py`).
_new = tuple.__new__
# Up to this range, the flags of a whole graph take at most a megabyte.
_FLAGS_LIMIT = 1_000
_BYTES = [bytes([number]) for number in range(256)]


class WalkRules(PoolRules):
    """Rules of a walk; subclasses call `link_by`, and may restrict `openings`."""

    theorem = "pairing"

    links: Links
    openings: int
    # If the opening is restricted: the condition for it, and the error code for other numbers.
    opening_demand = Phrase("a number that fits")
    opening_code = "not-allowed"

    def link_by(self, criteria: Sequence[Criterion], range: int) -> None:
        """Set the graph on the numbers up to `range`; any of them may be the opening."""
        self.range = range
        self.links = Links(criteria, range)
        self.openings = full(range)
        # A shortcut, because every move needs it.
        self.row = self.links.row
        # For each number, the numbers not linked to it; only for ranges where numbers fit in bytes.
        self.unlinked = Made(lambda number: bytes(members(full(range) & ~self.row(number))))
        # For each number, an array with a one at every linked number: checks many moves at once.
        self.flags = Made(lambda number: flags_of(self.row(number), range + 1))
        self.listed = bytes(members(full(range))) if 16 <= range <= 255 else b""

    def start(self) -> WalkPosition:
        return WalkPosition(self, Seat.ONE, self.openings, full(self.range), 0, self.listed)

    def placed(self, pool: Iterable[int] | None, turn: Seat, *, top: int | None) -> WalkPosition:
        unused = self.unused_without(pool, "top", top)
        legal = (self.row(top) if top else self.openings) & unused
        listed = bytes(members(unused)) if self.listed else b""
        return WalkPosition(self, turn, legal, unused, top or 0, listed)

    def replay(self, moves: Sequence[int]) -> Position:
        # In `solve --batch`, a game of 95 moves takes 5 µs instead of 33 (`benchmarks/labels.py`).
        unused = self.unused_after(moves)
        if not unused or not moves or not self.openings >> moves[0] & 1 or not self._linked(moves):
            return super().replay(moves)
        last, listed = moves[-1], self.listed
        if listed:
            listed = listed.translate(None, bytes(moves))
        seat = Seat.TWO if len(moves) % 2 else Seat.ONE
        return _new(WalkPosition, (self, seat, self.row(last) & unused, unused, last, listed))

    def _linked(self, moves: Sequence[int]) -> bool:
        """Whether each number is linked to the previous one."""
        if self.range > _FLAGS_LIMIT:
            return all(self.row(a) >> b & 1 for a, b in pairwise(moves))
        return all(map(getitem, map(self.flags.__getitem__, moves), moves[1:]))


class _State(NamedTuple):
    rules: WalkRules
    turn: Seat
    legal: int
    unused: int
    top: int  # the last number played, 0 before the first move
    # A copy of `unused` as bytes, for ranges from 16 to 255: with it, listing the legal moves of Number Duel
    # and playing one takes 1.3 µs instead of 1.8.
    listed: bytes


class WalkPosition(PoolPosition, _State):
    """A position of Number Duel or Strategy Stacks.

    >>> from outnumber.games.registry import game
    >>> game("strategy-stacks").start().play(6).legal_moves()
    (1, 2, 3)
    """

    __slots__ = ()

    def legal_moves(self) -> Numbers:
        if self.listed and self.top:
            return Numbers(self.legal, self.listed.translate(None, self.rules.unlinked[self.top]))
        return ordered(self.legal)

    def after(self, move: int) -> WalkPosition:
        rules, listed = self.rules, self.listed
        unused = self.unused ^ 1 << move
        if listed:
            listed = listed.replace(_BYTES[move], b"")
        return _new(WalkPosition, (rules, OTHER[self.turn], rules.row(move) & unused, unused, move, listed))

    def misfit(self) -> tuple[str, dict[str, Any]]:
        return ("not-linked", {"link": self._link()}) if self.top else (self.rules.opening_code, {})

    def _link(self) -> Link:
        return Link(self.rules.links.criteria, self.top)

    def rows(self, played: Sequence[Played]) -> tuple[Row, ...]:
        if self.top and not played:
            return (last_number(self.top),)
        numbers = tuple(number for _, number in played)
        links = self.rules.links
        joins = tuple(links.join(a, b) for a, b in pairwise(numbers))
        return (Row("Chain", None, numbers, joins),)

    def demand(self) -> Phrase:
        if self.top:
            return Phrase("a number that {link:is}", link=self._link())
        return Phrase("any number") if self.legal == self.unused else self.rules.opening_demand

    def facts(self) -> dict[str, Any]:
        return {"top": self.top or None}

    def standing(self) -> tuple[int, int]:
        return self.top, self.top

    def solver_key(self) -> tuple[object, ...]:
        return self.top, self.legal, self.unused, self.rules.links.criteria
