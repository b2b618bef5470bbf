"""Order Challenge: gifts, and the last one."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.study.puzzles.dice import Dice

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": 5 + dice.low(36)}
