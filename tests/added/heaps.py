"""Heaps, a game from another package in one file: rules, scene, words and theorem.

Its options reuse names that mean something else in the five games, and the player who takes the last stone
loses, so code that relies on either fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any, NamedTuple

from outnumber.plugin import (
    Outcome,
    Phrase,
    Played,
    Position,
    Reason,
    Row,
    Rules,
    Seat,
    Verdict,
    Words,
    mask_of,
    number_option,
    numbers_option,
)


class HeapsWords(Words):
    """The texts at the prompt."""

    def turn(self) -> list[str]:
        lines = [*self.board(), self.say("{name}, take stones from a heap.", name=self.mover)]
        return lines if self.first else ["", *lines]

    def prompt(self) -> str:
        return self.say("Heap and stones, such as 23 for 3 stones of heap 2: ")


def solved(position: Any) -> Verdict:
    """Misère Nim: as in normal Nim, until all heaps but one have a single stone."""
    winning = [move for move in position.legal_moves() if _lost(position.play(move).heaps)]
    if not winning:
        return Verdict(position.turn.other, (), reason=lambda: Phrase("Every move loses by the rule of Nim."))
    return Verdict(
        position.turn, winning, reason=lambda: Phrase("{move} wins by the rule of Nim.", move=winning[0])
    )


def _lost(heaps: Sequence[int]) -> bool:
    """Whether the player to move loses if any number of stones may be taken from a heap."""
    if all(heap <= 1 for heap in heaps):
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


GERMAN = {
    "de": {
        "Heaps": "Haufen",
        "Do not take the last stone.": "Nimm nicht das letzte Steinchen.",
        "Take stones from one heap, as many as you like.": "Nimm beliebig viele Steinchen von einem Haufen.",
        "The player who takes the last stone loses. A move is written as two digits: the heap, and how many "
        "stones you take from it.": "Wer das allerletzte Steinchen nimmt, verliert. Ein Zug hat zwei "
        "Ziffern: den Haufen, und wie viele Steinchen du davon nimmst.",
        "The heaps, by their stones.": "Die Haufen mit ihren Steinchen.",
        "The most stones that a heap may have.": "So viele Steinchen darf ein Haufen höchstens haben.",
        "give up to nine heaps of up to {most} stones.": "nimm bis zu neun Haufen mit bis zu {most}.",
        "{name}, take stones from a heap.": "{name}, nimm Steinchen von einem Haufen.",
        "Heap and stones, such as 23 for 3 stones of heap 2: ": "Haufen und Anzahl, etwa 23: ",
        "a heap and how many stones you take": "einen Haufen und wie viele Steinchen du nimmst",
        "Every move loses by the rule of Nim.": "Nach der Regel von Nim verliert jeder Zug.",
        "{move} wins by the rule of Nim.": "Nach der Regel von Nim gewinnt die {move}.",
    }
}


class Heaps(Rules):
    """Take stones from one heap, as many as you like.

    The player who takes the last stone loses. A move is written as two digits: the heap, and how many stones
    you take from it.
    """

    name = "heaps"
    title = "Heaps"
    summary = "Do not take the last stone."
    OPTIONS = (
        numbers_option("tokens", (1, 2, 3), "The heaps, by their stones."),
        number_option("target", 9, "The most stones that a heap may have.", high=9),
    )
    theorem = solved
    words = HeapsWords
    catalogues = GERMAN

    def prepare(self, *, tokens: tuple[int, ...], target: int) -> None:
        if len(tokens) > 9 or tokens[-1] > target:
            remedy = Phrase("give up to nine heaps of up to {most} stones.", most=target)
            raise self.OPTIONS[0].bad(list(tokens), remedy)
        self.heaps = tokens

    def start(self) -> HeapsPosition:
        return HeapsPosition(self, Seat.ONE, moves_of(self.heaps), self.heaps)

    def longest(self) -> int:
        return sum(self.heaps)


def moves_of(heaps: Sequence[int]) -> int:
    return mask_of(10 * place + take for place, heap in enumerate(heaps, 1) for take in range(1, heap + 1))


class _State(NamedTuple):
    rules: Heaps
    turn: Seat
    legal: int
    heaps: tuple[int, ...]


class HeapsPosition(Position, _State):
    """The number of stones in each heap."""

    __slots__ = ()

    def after(self, move: int) -> HeapsPosition:
        place, take = divmod(move, 10)
        heaps = tuple(heap - take * (place == number) for number, heap in enumerate(self.heaps, 1))
        return HeapsPosition(self.rules, self.turn.other, moves_of(heaps), heaps)

    def outcome(self) -> Outcome | None:
        # The opponent took the last stone.
        return None if self.legal else Outcome(self.turn, Reason.NO_MOVE)

    def rows(self, played: Sequence[Played]) -> tuple[Row, ...]:  # noqa: ARG002
        return (Row("Heaps", None, self.heaps),)

    def demand(self) -> Phrase:
        return Phrase("a heap and how many stones you take")

    def facts(self) -> dict[str, Any]:
        return {"heaps": list(self.heaps)}
