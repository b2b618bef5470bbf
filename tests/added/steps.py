"""Steps, a game of linked numbers from another package, with a custom criterion and phrase."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from outnumber.plugin import Phrase, WalkRules, number_option, range_option


def within(most: int) -> Callable[[int, int], bool]:
    """A criterion that links numbers at most this far apart."""

    def near(a: int, b: int) -> bool:
        """They are near each other."""
        return abs(a - b) <= most

    near.phrase = Phrase("is at most {most} away from {number}", most=most)  # type: ignore[attr-defined]
    return near


class Steps(WalkRules):
    """Answer with a number that is not too far away.

    No number is used twice. A player without an answer loses.
    """

    name = "steps"
    title = "Steps"
    summary = "Answer with a number that is near."
    OPTIONS = (
        range_option(10),
        number_option("link", 2, "How far apart two numbers may be.", high=100),
    )
    catalogues: ClassVar = {
        "de": {
            "Steps": "Schritte",
            "Answer with a number that is near.": "Antworte mit einer Zahl in der Nähe.",
            "Answer with a number that is not too far away.": "Antworte mit einer nicht zu fernen Zahl.",
            "No number is used twice. A player without an answer loses.": "Keine Zahl kommt zweimal vor. "
            "Wer keine Antwort hat, verliert.",
            "How far apart two numbers may be.": "So weit dürfen zwei Zahlen auseinander sein.",
            "is at most {most} away from {number}": "höchstens {most} von {number} entfernt ist",
        }
    }

    def prepare(self, *, range: int, link: int) -> None:
        self.link_by((within(link),), range)
