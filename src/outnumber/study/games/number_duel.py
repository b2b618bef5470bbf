"""Number Duel: more links, same partners."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.games.sentences import Phrase, Text
from outnumber.study.lessons.lesson import DrillLevel, LessonWriter
from outnumber.study.puzzles.dice import Dice

SENTENCES = {
    "duel-rules": (
        "You build one chain together. The next number must be a factor or a multiple of the last one, "
        "or have a digit in common with it. Each number is used once. A player who cannot move loses."
    ),
    "pairs-same": (
        "More links, same partners: {pairs:with}. Whatever your opponent plays, answer with its partner on "
        "this list, and you always have an answer."
    ),
    "duel-large": (
        "From 15 numbers on, the beginning is easy to judge: with an odd count every opening wins, and with "
        "an even count none does."
    ),
    "duel-neighbour": (
        "Answer with the neighbour: with an even count from 16 on, one list of partners answers everything. "
        "1 goes with the last number, and these go together: {pairs:with}. Of the others, each even number "
        "goes with the number after it."
    ),
    "duel-odd": (
        "With an odd count from 15 on, begin with any number. The same list works, except for 1: it goes "
        "with the partner of the number you began with. If you began with 1, the others all have partners."
    ),
}

_write = LessonWriter("number-duel", rank=5)
_PAIRS = ((1, 7), (2, 6), (3, 9), (4, 8), (5, 10), (11, 12))
# The partners in a game of any size from 15 on that are not neighbours.
_APART = ((2, 6), (3, 9), (4, 8), (5, 15), (7, 14))

_write.idea("duel-rules", range=12, moves="12 2")
_write.idea(("pairs-same", {"pairs": _PAIRS}), range=12)
_write.tiny(range=12, moves="12; 10", to_end=True)
_write.tiny(range=12, moves="6; 3")
_write.idea("pairs-one", range=12, moves="3")
_write.tiny(range=12, moves="1", to_end=True)
_write.idea("pairs-rule", range=11)
_write.tiny(range=11, moves="10; 7")
_write.tiny(range=9, to_end=True)
_write.who(range=9)
_write.who(range=10)
_write.who(range=12, moves="12 10")
_large = ("duel-large", ("duel-neighbour", {"pairs": _APART}), "duel-odd")
_write.idea(*_large, range=20, moves="10 11 12 13 16 17 7 14")
_write.drill(range=11, moves="8")
_write.drill(range=12, moves="12 6")
_write.drill(range=13, moves="6")
_write.drill(range=12, moves="8 2")
_write.drill(range=13, moves="12")
_write.drill(range=12, moves="10 2")

_LINKS = (["multiple"], ["neighbour", "digit-sum"], ["multiple", "neighbour"], ["prime-sum"], ["square-sum"])
_LINKED = [{"link": link} for link in _LINKS]
_OTHERS: Text = "Other links, {low} to {high} numbers"
# If more numbers are left, parity decides.
_LEFT = 15

LESSON = _write.lesson(
    "More links, same partners",
    "pairs-rule",
    DrillLevel.sized(9, 15),
    DrillLevel.sized(16, 30, left=_LEFT),
    DrillLevel.sized(10, 20, *_LINKED, about=_OTHERS, left=_LEFT),
    DrillLevel.sized(21, 30, *_LINKED, about=_OTHERS, left=_LEFT),
    # The end of the game in the rule book.
    DrillLevel(
        Phrase("{low} to {high} numbers, with at most {left} of them left", low=50, high=100, left=_LEFT),
        tuple({"range": size} for size in range(50, 101)),
        _LEFT,
    ),
)

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": 9 + dice.low(36) if dice.below(12) else 100}
