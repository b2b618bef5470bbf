"""Number Stack Attack: count turns, not points."""

from __future__ import annotations

from datetime import date
from typing import Any

from outnumber.study.puzzles.dice import Dice

DAILY_FROM = date.min


def vary(dice: Dice) -> dict[str, Any]:
    """Options of a puzzle: with all tokens from 1 to 9, the answer would always be 9."""
    most = dice.between(6, 20)
    count = dice.between(3, min(most - 1, 12))
    tokens: set[int] = {1} if dice.below(4) else set()
    # Without a 1, stand-offs are possible, and the verdict takes longer.
    target = dice.between(12, 70 if tokens else 40)
    while len(tokens) < count:
        tokens.add(dice.between(2, most))
    return {"target": target, "tokens": sorted(tokens)}
