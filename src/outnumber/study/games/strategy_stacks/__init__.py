"""Strategy Stacks: give every number a partner."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.study.puzzles.dice import Dice

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle."""
    return {"range": 8 + dice.low(37)}
