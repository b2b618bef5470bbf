"""Order Challenge: gifts, and the last one."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.study.lessons.lesson import DrillLevel, LessonWriter
from outnumber.study.puzzles.dice import Dice

SENTENCES = {
    "order-rules": (
        "Each of you has your own row. Take a number from the pool that is higher than the last one in "
        "your row. Each number can be taken once. A player who cannot take one loses."
    ),
    "order-count": (
        "First idea: count. If neither of you skips a number, you take turns: with an odd count, the "
        "player who begins takes the last one; with an even count, the other player does."
    ),
    "order-skip": (
        "Second idea: gifts. If you skip a number that both of you could take, from then on only your "
        "opponent can take it. That is a gift: a number that only one of you can still take."
    ),
    "order-gift": "A player who has a gift after their own move wins.",
    "order-give-up": (
        "But a gift is gone when you take a higher number. Sometimes that is right: with one gift and an odd "
        "count of numbers for both of you, give the gift up."
    ),
    "order-rule": (
        "After your move you want a gift, or no gifts at all and an even count of numbers for both of you. "
        "Every other move loses."
    ),
}

_write = LessonWriter("order-challenge", rank=2)

_write.idea("order-rules", range=5, moves="2 3")
_write.idea("order-count", range=5)
_write.tiny(range=2)
_write.tiny(range=3, to_end=True)
_write.tiny(range=4)
_write.idea("order-skip", "order-gift", range=5, moves="3")
_write.tiny(range=3, moves="3", to_end=True)
_write.tiny(range=4, moves="2", to_end=True)
_write.tiny(range=5, moves="3", to_end=True)
_write.idea("order-give-up", "order-rule", range=5, moves="2")
_write.tiny(range=3, moves="2", to_end=True)
_write.tiny(range=5, moves="1 4", to_end=True)
_write.who(range=9, moves="1")
_write.who(range=6)
_write.who(range=9, moves="2")
_write.drill(range=6, moves="3")
_write.drill(range=9, moves="4")
_write.drill(range=8, moves="1")
_write.drill(range=9, moves="1 3 2 6; 2 3")
_write.drill(range=8, moves="1 3")

LESSON = _write.lesson(
    "Gifts, and the last one",
    "order-rule",
    DrillLevel.sized(8, 16),
    DrillLevel.sized(17, 24),
    DrillLevel.sized(25, 60),
)

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": 5 + dice.low(36)}
