"""Order Challenge: each player builds a rising sequence from one shared pool."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import OTHER, Position, Rules, Seat
from outnumber.games.numbers import full
from outnumber.games.options import number_option
from outnumber.games.pool import POOL_RANGE_HELP, pool_objection

_new = tuple.__new__


class OrderChallenge(Rules):
    """The rules of Order Challenge."""

    name = "order-challenge"
    title = "Order Challenge"
    summary = "Build a rising sequence of your own from a shared pool."
    OPTIONS = (number_option("range", 9, POOL_RANGE_HELP),)

    range: int

    def prepare(self, *, range: int) -> None:
        self.range = range

    def start(self) -> OrderPosition:
        unused = full(self.range)
        return OrderPosition(self, Seat.ONE, unused, unused, 0, 0)


class _State(NamedTuple):
    rules: OrderChallenge
    turn: Seat
    legal: int
    unused: int
    own: int  # the last number in the sequence of the player to move, 0 while it is empty
    theirs: int


class OrderPosition(Position, _State):
    """A position of Order Challenge.

    >>> OrderChallenge().start().play(5).play(4).legal_moves()
    (6, 7, 8, 9)
    """

    __slots__ = ()

    def play(self, move: int) -> OrderPosition:
        rules, turn, legal, unused, _, theirs = self
        try:
            allowed = legal >> move & 1
        except (TypeError, ValueError):  # no number, or a negative one
            allowed = 0
        if not allowed:
            raise self.refusal(move)
        unused ^= 1 << move
        return _new(OrderPosition, (rules, OTHER[turn], unused >> theirs << theirs, unused, theirs, move))

    def objection(self, move: int) -> tuple[str, dict[str, object]]:
        return pool_objection(self.rules.range, self.unused, move) or ("not-greater", {"top": self.own})
