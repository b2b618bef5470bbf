"""Number Stack Duel: whose side is bigger?"""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.study.lessons.lesson import DrillLevel, LessonWriter
from outnumber.study.puzzles.dice import Dice

SENTENCES = {
    "sides-rules": (
        "You build one stack together. One of you must always go higher than the number on top, the "
        "other always lower. Each number is used once. A player who cannot move loses."
    ),
    "sides-idea": (
        "So one of you always climbs, and the other always dives. Count the numbers that are left on "
        "your side of the top, and those on the other side: the player to move wins exactly when their "
        "own side has more."
    ),
    "sides-count": (
        "Here {top} is on top. The player to move has {f:number} on their side, and the other side has "
        "{k:number}. {f} is more than {k}: the player to move wins."
    ),
    "sides-near": "Stay near the top: the numbers you jump over are then on your opponent's side.",
    "sides-rule": "If your side has more numbers, take the nearest one. If not, no move wins.",
}

_write = LessonWriter("number-stack-duel", rank=1)

_write.idea("sides-rules", range=6, moves="3")
_write.idea("sides-idea", ("sides-count", {"top": 4, "f": 5, "k": 3}), range=9, moves="4")
_write.tiny(range=3, moves="2")
_write.tiny(range=4, moves="2", to_end=True)
_write.idea("sides-near", range=6, moves="3")
_write.tiny(range=6, moves="3", to_end=True)
_write.tiny("sides-rule", range=6, moves="2", to_end=True)
_write.who(range=9, moves="5; 4; 4 5 3 6")
_write.drill(range=9, moves="4; 3; 5 6 4; 4 8; 4 8 2; 2")

_WAYS = ({"first_pattern": "greater"}, {"first_pattern": "less"})

LESSON = _write.lesson(
    "Whose side is bigger?",
    "sides-rule",
    DrillLevel.sized(12, 24, *_WAYS),
    DrillLevel.sized(25, 36, *_WAYS),
    DrillLevel.sized(37, 80, *_WAYS),
)

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": dice.between(7, 36), "first_pattern": "less" if dice.below(2) else "greater"}
