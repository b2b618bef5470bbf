"""The claims of the explanations of positions: one file for each part of `theory/sentences.txt`."""

from __future__ import annotations

from typing import Any

from outnumber.theory.reasons import Explanation
from tests.claims.theory import any_game, attack, lost, order, over, pairs, sides
from tests.claims.truth import Claim, Truth

CLAIMS: dict[str, Claim] = {
    **over.CLAIMS,
    **sides.CLAIMS,
    **order.CLAIMS,
    **attack.CLAIMS,
    **pairs.CLAIMS,
    **any_game.CLAIMS,
    **lost.CLAIMS,
}


def explains(reason: Explanation, truth: Truth, position: Any) -> bool:
    """Whether an explanation inside another sentence is true."""
    return CLAIMS[reason.code](truth, position, reason.numbers)
