"""Steps, a game of linked numbers from another package, with a custom criterion and phrase."""

from __future__ import annotations

from collections.abc import Callable

from outnumber.plugin import WalkRules, number_option, range_option


def within(most: int) -> Callable[[int, int], bool]:
    """A criterion that links numbers at most this far apart."""

    def near(a: int, b: int) -> bool:
        """They are near each other."""
        return abs(a - b) <= most

    near.phrase = f"is at most {most} away from {{number}}"  # type: ignore[attr-defined]
    return near


class Steps(WalkRules):
    """Answer with a number that is not too far away.

    No number is used twice. Whoever has no answer loses.
    """

    name = "steps"
    title = "Steps"
    summary = "Answer with a number that is near."
    OPTIONS = (
        range_option(10),
        number_option("link", 2, "How far apart two numbers may be.", high=100),
    )

    def prepare(self, *, range: int, link: int) -> None:
        self.link_by((within(link),), range)
