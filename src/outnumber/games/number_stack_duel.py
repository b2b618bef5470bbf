"""Number Stack Duel: players put numbers on one stack, alternately greater and less than the top."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import gt, lt
from typing import Any, NamedTuple

from .base import OTHER, Position, Seat
from .errors import bad_option
from .numbers import full
from .options import FormText, choice_option
from .pool import LARGEST_NUMBER, PoolPosition, PoolRules, range_option
from .scene import Join, Played, Row, last_number
from .sentences import Phrase

# Bypassing the constructor makes random games 9 to 16 % faster (`benchmarks/playouts.py`).
_new = tuple.__new__


class NumberStackDuel(PoolRules):
    """The rules of Number Stack Duel."""

    name = "number-stack-duel"
    title = "Number Stack Duel"
    summary = "Put numbers on one stack, alternately greater and less than the top."
    OPTIONS = (
        range_option(9, LARGEST_NUMBER),
        choice_option(
            "first_pattern",
            ("greater", "less"),
            "What the second number must be.",
            told="second number {value} than the first",
            form=FormText(
                "The second number must be",
                choices={"greater": "greater than the first", "less": "less than the first"},
            ),
        ),
    )
    theorem = "two-sides"

    first_pattern: str

    def prepare(self, *, range: int, first_pattern: str) -> None:
        self.range = range
        self.first_pattern = first_pattern

    def briefing(self) -> str:
        one, two = ("greater", "less") if self.first_pattern == "greater" else ("less", "greater")
        return self.pool_briefing(
            "In turn, the players put a number from the pool on one stack. The first number can be any. The"
            f" second must be {one} than the first, the third {two} than the second, the fourth {one} than"
            " the third, and so on by turns; only the number on top of the stack counts."
        )

    def start(self) -> StackDuelPosition:
        unused = full(self.range)
        return StackDuelPosition(self, Seat.ONE, unused, unused, 0, self.first_pattern == "greater")

    def placed(
        self, pool: Iterable[int] | None, turn: Seat, *, top: int | None, pattern: str | None
    ) -> StackDuelPosition:
        unused = self.unused_without(pool, "top", top)
        # Each player always goes in the same direction.
        rising = (turn is Seat.TWO) == (self.first_pattern == "greater")
        expected = ("greater" if rising else "less") if top else None
        if pattern not in (None, expected):
            raise bad_option("pattern", pattern, "Player {seat} goes the other way.", seat=turn)
        if not top:
            if turn is not Seat.ONE or unused != full(self.range):
                raise bad_option(
                    "top", 0, "without a number on the stack, it is Player 1's turn and no number is used."
                )
            return self.start()
        legal = unused >> top << top if rising else unused & (1 << top) - 1
        return StackDuelPosition(self, turn, legal, unused, top, rising)

    def replay(self, moves: Sequence[int]) -> Position:
        # Up to range 100, this labels 159,000 positions a second, not 57,000 (`benchmarks/labels.py`).
        unused, greater = self.unused_after(moves), self.first_pattern == "greater"
        second, third = (lt, gt) if greater else (gt, lt)
        fits = all(map(second, moves[::2], moves[1::2])) and all(map(third, moves[1::2], moves[2::2]))
        if len(moves) < 2 or not unused or not fits:
            return super().replay(moves)
        top, last = moves[-2:]
        seat, rising = (Seat.ONE, not greater) if len(moves) % 2 else (Seat.TWO, greater)
        return _new(StackDuelPosition, (self, seat, 0, unused | 1 << last, top, rising)).after(last)


class _State(NamedTuple):
    rules: NumberStackDuel
    turn: Seat
    legal: int
    unused: int
    top: int  # 0 while the stack is empty
    # Whether the next number must be greater than the top; on an empty stack, whether the second number must
    # be greater than the first.
    rising: bool


class StackDuelPosition(PoolPosition, _State):
    """A position of Number Stack Duel.

    >>> from outnumber.games.registry import game
    >>> position = game("number-stack-duel").start().play(5).play(7)
    >>> position.top, position.legal_moves()
    (7, (1, 2, 3, 4, 6))
    """

    __slots__ = ()

    def after(self, move: int) -> StackDuelPosition:
        unused = self.unused ^ 1 << move
        rising = not self.rising if self.top else self.rising
        legal = unused >> move << move if rising else unused & (1 << move) - 1
        return _new(StackDuelPosition, (self.rules, OTHER[self.turn], legal, unused, move, rising))

    def misfit(self) -> tuple[str, dict[str, Any]]:
        return "not-greater" if self.rising else "not-less", {"top": self.top}

    def rows(self, played: Sequence[Played]) -> tuple[Row, ...]:
        if self.top and not played:
            return (last_number(self.top),)
        numbers = tuple(number for _, number in played)
        joins = tuple(Join("less" if a < b else "greater") for a, b in pairwise(numbers))
        return (Row("Stack", None, numbers, joins),)

    def demand(self) -> Phrase:
        if not self.top:
            return Phrase("any number")
        if self.rising:
            return Phrase("a number greater than {top}", top=self.top)
        return Phrase("a number less than {top}", top=self.top)

    def facts(self) -> dict[str, Any]:
        pattern = ("greater" if self.rising else "less") if self.top else None
        return {"top": self.top or None, "pattern": pattern}

    def standing(self) -> tuple[int, int]:
        return self.top, self.top

    def solver_key(self) -> tuple[object, ...]:
        return self.top, self.rising, self.unused
