"""Number Stack Duel: numbers go on one stack, by turns greater and less than the top."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import OTHER, Position, Rules, Seat
from outnumber.games.numbers import full
from outnumber.games.options import choice_option, number_option
from outnumber.games.pool import POOL_RANGE_HELP, pool_objection

_new = tuple.__new__


class NumberStackDuel(Rules):
    """The rules of Number Stack Duel."""

    name = "number-stack-duel"
    title = "Number Stack Duel"
    summary = "Put numbers on one stack, by turns greater and less than the top."
    OPTIONS = (
        number_option("range", 9, POOL_RANGE_HELP),
        choice_option("first_pattern", ("greater", "less"), "What the second number must be."),
    )

    range: int
    first_pattern: str

    def prepare(self, *, range: int, first_pattern: str) -> None:
        self.range = range
        self.first_pattern = first_pattern

    def start(self) -> StackDuelPosition:
        unused = full(self.range)
        return StackDuelPosition(self, Seat.ONE, unused, unused, 0, self.first_pattern == "greater")


class _State(NamedTuple):
    rules: NumberStackDuel
    turn: Seat
    legal: int
    unused: int
    top: int  # 0 while the stack is empty
    rising: bool  # whether the number after the next one, or the next one on a stack, must be greater


class StackDuelPosition(Position, _State):
    """A position of Number Stack Duel.

    >>> from outnumber.games.registry import game
    >>> position = game("number-stack-duel").start().play(5).play(7)
    >>> position.top, position.legal_moves()
    (7, (1, 2, 3, 4, 6))
    """

    __slots__ = ()

    def play(self, move: int) -> StackDuelPosition:
        rules, turn, legal, unused, top, rising = self
        try:
            allowed = legal >> move & 1
        except (TypeError, ValueError):  # no number, or a negative one
            allowed = 0
        if not allowed:
            raise self.refusal(move)
        unused ^= 1 << move
        if top:
            rising = not rising
        legal = unused >> move << move if rising else unused & (1 << move) - 1
        return _new(StackDuelPosition, (rules, OTHER[turn], legal, unused, move, rising))

    def objection(self, move: int) -> tuple[str, dict[str, object]]:
        return pool_objection(self.rules.range, self.unused, move) or (
            "not-greater" if self.rising else "not-less",
            {"top": self.top},
        )
