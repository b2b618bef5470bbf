"""What a person would see of a position, told once and neutrally: every front end draws it in its own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from outnumber.games.numbers import Numbers, shortened
from outnumber.games.sentences import Phrase, Text, mark

if TYPE_CHECKING:
    from outnumber.games.base import Seat


class Played(NamedTuple):
    """One move of the past: who played which number."""

    seat: Seat
    number: int


class Join(NamedTuple):
    """What joins a number to the one before it; `number` is the 2 of ×2, or the digit that both have."""

    kind: str
    number: int = 0

    @property
    def phrase(self) -> Phrase:
        """How it is written between the two, for a voice to say."""
        return Phrase(_JOINS.get(self.kind, "–"), number=self.number)

    @property
    def sign(self) -> str:
        """The same in English.

        >>> Join("times", 2).sign, Join("digit", 7).sign, Join("linked").sign
        ('×2', 'shared 7', '–')
        """
        return str(self.phrase)


_JOINS: dict[str, Text] = {
    "less": "<",  # the one before is less
    "greater": ">",
    "plus": "+",
    "times": "×{number}",
    "divided": "÷{number}",
    "digit": "shared {number}",
    "digit-sum": "digit sum {number}",
    "up": "+{number}",
    "down": "−{number}",
    "sum": "makes {number}",  # both together
    "apart": "nothing shared",
}


class Row(NamedTuple):
    """Numbers on the table in their order."""

    # What it is called: a stack, a chain, a sequence.
    label: str
    # Whose it is; None where both play on it.
    seat: Seat | None
    numbers: Sequence[int]
    # What joins each number to the next; one fewer than numbers, or none.
    joins: tuple[Join, ...] = ()
    # What the numbers add up to and where that is to lead, where they do.
    total: int | None = None
    target: int | None = None


def last_number(number: int, seat: Seat | None = None) -> Row:
    """The row of a position without its past, in which more numbers may lie than it can tell."""
    return Row(mark("Last number"), seat, (number,))


class Scene(NamedTuple):
    """Everything that a person would see.

    >>> from outnumber.games.registry import game
    >>> scene = game("order-challenge").start().play(5).scene()
    >>> scene.legal, scene.unused, str(scene.demand)
    ((1, 2, 3, 4, 6, 7, 8, 9), (1, 2, 3, 4, 6, 7, 8, 9), 'any number')
    """

    # Who is to move; None once the game is over.
    turn: Seat | None
    # All numbers of the game: the whole pool, or the tokens; those of them that are left; those that may be
    # played now.
    numbers: Numbers
    unused: Numbers
    legal: Numbers
    rows: tuple[Row, ...]
    # What the next number must be, such as "a number greater than 5".
    demand: Phrase
    # The same in few words for programs, by names that each game keeps.
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        lines = [_line(row) for row in self.rows]
        if self.unused != self.numbers or not self.rows:
            lines.append(f"Unused: {_listed(self.unused)}")
        if self.turn is not None:
            lines.append(f"Player {self.turn.value} can play {_listed(self.legal)}: {self.demand}")
        return "\n".join(lines)


# More numbers than this are shown as runs in a text, and of more runs the first and the last.
_LONGEST_LIST = 100


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(shortened(numbers, _LONGEST_LIST)) or "none"


def _line(row: Row) -> str:
    whose = "" if row.seat is None else f" of Player {row.seat.value}"
    parts = [str(number) for number in row.numbers]
    for place, join in enumerate(row.joins, start=1):
        # Words between two numbers are set apart from them.
        sign = f"({join.sign})" if " " in join.sign else join.sign
        parts[place] = f"{sign} {parts[place]}"
    told = " ".join(parts)
    if row.total is not None and len(row.numbers) != 1:
        told = f"{told} = {row.total}" if told else str(row.total)
    if row.target is not None:
        told += f" of {row.target}"
    return f"{row.label}{whose}: {told or 'empty'}"
