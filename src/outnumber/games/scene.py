"""The scene: the visible part of a position, independent of the front end that draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .numbers import Numbers, shortened
from .sentences import Phrase, Text, Voice

if TYPE_CHECKING:
    from .base import Seat


class Played(NamedTuple):
    """A past move: the seat and the number it played."""

    seat: Seat
    number: int


class Join(NamedTuple):
    """The relation between a number and its predecessor; `number` is the 2 in ×2, or the shared digit."""

    kind: str
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """The text between the two numbers, as a translatable phrase."""
        return Phrase(_JOINS.get(self.kind, "–"), number=self.number)

    @property
    def sign(self) -> str:
        """The text between the two numbers, in English.

        >>> Join("times", 2).sign, Join("digit", 7).sign, Join("linked").sign
        ('×2', 'shared 7', '–')
        """
        return str(self.phrase)


_JOINS: dict[str, Text] = {
    "less": "<",  # the predecessor is less
    "greater": ">",
    "plus": "+",
    "times": "×{number}",
    "divided": "÷{number}",
    "digit": "shared {number}",
    "digit-sum": "digit sum {number}",
    "up": "+{number}",
    "down": "−{number}",
    "sum": "makes {number}",  # the sum of both numbers
    "apart": "nothing shared",
}


class Row(NamedTuple):
    """A row of numbers on the table, in the order they were played."""

    # The kind of row: a stack, a chain, a sequence.
    label: str
    # The owner; None if both players share the row.
    seat: Seat | None
    numbers: Sequence[int]
    # The relation of each number to the next: one fewer than the numbers, or empty.
    joins: tuple[Join, ...] = ()
    # The sum of the numbers and the target, in games that add up.
    total: int | None = None
    target: int | None = None

    def called(self, voice: Voice) -> str:
        """The label of the row, with its owner."""
        label = voice.word(self.label)
        return voice.say("{label} of Player {seat}", label=label, seat=self.seat) if self.seat else label


def last_number(number: int, seat: Seat | None = None) -> Row:
    """The row for a position without its history: earlier numbers are unknown."""
    return Row("Last number", seat, (number,))


class Scene(NamedTuple):
    """Everything visible of a position.

    >>> from outnumber.games.registry import game
    >>> scene = game("order-challenge").start().play(5).scene()
    >>> scene.legal, scene.unused, str(scene.demand)
    ((1, 2, 3, 4, 6, 7, 8, 9), (1, 2, 3, 4, 6, 7, 8, 9), 'any number')
    """

    # The seat to move; None once the game is over.
    turn: Seat | None
    # All numbers of the game (the pool or the tokens), the unused ones, and the legal moves.
    numbers: Numbers
    unused: Numbers
    legal: Numbers
    rows: tuple[Row, ...]
    # The condition for the next number, such as "a number greater than 5".
    demand: Phrase
    # A summary for programs; the names are stable for each game.
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        lines = [_line(row) for row in self.rows]
        if self.unused != self.numbers or not self.rows:
            lines.append(f"Unused: {_listed(self.unused)}")
        if self.turn is not None:
            lines.append(f"Player {self.turn} can play {_listed(self.legal)}: {self.demand}")
        return "\n".join(lines)


# Longer lists are shown as runs, and longer lists of runs are abbreviated.
_LONGEST_LIST = 100


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(shortened(numbers, _LONGEST_LIST)) or "none"


def _line(row: Row) -> str:
    whose = "" if row.seat is None else f" of Player {row.seat}"
    parts = [str(number) for number in row.numbers]
    for place, join in enumerate(row.joins, start=1):
        # Parentheses separate words from the numbers.
        sign = f"({join.sign})" if " " in join.sign else join.sign
        parts[place] = f"{sign} {parts[place]}"
    told = " ".join(parts)
    if row.total is not None and len(row.numbers) != 1:
        told = f"{told} = {row.total}" if told else str(row.total)
    if row.target is not None:
        told += f" of {row.target}"
    return f"{row.label}{whose}: {told or 'empty'}"
