"""The claims of every sentence about a position, by its code; a text without a code is its own key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from outnumber.games.sentences import Told
from outnumber.study.lessons.sentences import Teaching
from outnumber.study.pictures.captions import Caption
from outnumber.study.puzzles.sentences import Remark
from outnumber.theory.reasons import Explanation
from tests.claims import atlas, captions, ends, history, lessons, mistakes, puzzles, review, solve, theory
from tests.claims.truth import Claim, Truth

# A sentence as text, not as a value.
TEXTS: dict[str, Claim] = {
    text: claim
    for module in (review, mistakes, solve, history, atlas, ends)
    for text, claim in module.CLAIMS.items()
}


class Claimed(Told):
    """A text with a claim; the text is its code."""

    __slots__ = ()

    SENTENCES: ClassVar = {text: text for text in TEXTS}


CLAIMS: dict[type[Told], Mapping[str, Claim]] = {
    Explanation: theory.CLAIMS,
    Teaching: lessons.CLAIMS,
    Remark: puzzles.CLAIMS,
    Caption: captions.CLAIMS,
    Claimed: TEXTS,
}


def holds(told: Told, truth: Truth, position: Any) -> bool:
    """Whether the claim of a sentence is true of a position, a round, or the sizes of a game."""
    return CLAIMS[type(told)][told.code](truth, position, told.numbers)
