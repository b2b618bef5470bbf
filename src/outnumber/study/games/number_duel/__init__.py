"""Number Duel: more links, same partners."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.study.puzzles.dice import Dice

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": 9 + dice.low(36) if dice.below(12) else 100}
