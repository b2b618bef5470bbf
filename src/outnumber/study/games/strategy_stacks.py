"""Strategy Stacks: give every number a partner."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.games.sentences import Phrase
from outnumber.study.lessons.lesson import DrillLevel, LessonWriter
from outnumber.study.puzzles.dice import Dice

SENTENCES = {
    "stacks-rules": (
        "You build one chain together. The next number must be a factor or a multiple of the last one. "
        "Each number is used once. A player who cannot move loses."
    ),
    "pairs-idea": (
        "Give every number a partner. Put the numbers into pairs that go together: {pairs:with}. "
        "Whatever your opponent plays, answer with its partner on this list, and you always have an "
        "answer."
    ),
    "pairs-left": (
        "Now you begin, and one number has no partner. Leave out {move}, and the rest makes pairs: "
        "{pairs:with}. So play {move}, and then always answer with the partner."
    ),
    "pairs-one": (
        "Beware of 1: everything goes with it. Do not play 1 while a number is left that goes only with "
        "1. Your opponent would take that number, and you could not answer."
    ),
    "pairs-rule": (
        "Leave out a number that you can play. If the rest of the unused numbers still makes as many pairs "
        "as before, that number wins. Every other move loses."
    ),
}

_write = LessonWriter("strategy-stacks", rank=4)

_write.idea("stacks-rules", range=6, moves="6 3")
_write.idea(("pairs-idea", {"pairs": ((1, 5), (2, 4), (3, 6))}), range=6)
_write.tiny(range=4, moves="2; 1", to_end=True)
_write.tiny(range=6, moves="6; 2", to_end=True)
_write.idea(("pairs-left", {"move": 5, "pairs": ((1, 3), (2, 4))}), "pairs-rule", range=5)
_write.tiny(range=3, to_end=True)
_write.tiny(range=7, to_end=True)
_write.idea("pairs-one", range=9, moves="5")
_write.tiny(range=9, moves="5 1", to_end=True)
_write.tiny(range=10, moves="1", to_end=True)
_write.who(range=6)
_write.who(range=9)
_write.who(range=8, moves="4")
_write.drill(range=9, moves="6; 4")
_write.drill(range=8, moves="2")
_write.drill(range=9, moves="2")
_write.drill(range=10, moves="10")
_write.drill(range=12, moves="12")

LESSON = _write.lesson(
    "Give every number a partner",
    "pairs-rule",
    DrillLevel.sized(9, 15),
    DrillLevel(
        Phrase("Juniper Green: the first number is even, {low} to {high} numbers", low=10, high=20),
        tuple({"range": size, "opening": "even"} for size in range(10, 21)),
    ),
    DrillLevel.sized(16, 40),
)

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": 8 + dice.low(37)}
