"""Number Stack Duel: whose side is bigger?"""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.study.puzzles.dice import Dice

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": dice.between(7, 36), "first_pattern": "less" if dice.below(2) else "greater"}
