"""Strategy Stacks: each number is a factor or a multiple of the previous number."""

from __future__ import annotations

from .arithmetic import multiples
from .options import FormText, choice_option
from .pool import LARGEST_NUMBER, range_option
from .sentences import Phrase
from .walk import WalkRules


class StrategyStacks(WalkRules):
    """The rules of Strategy Stacks; with an even opening it is the classroom game Juniper Green.

    >>> StrategyStacks(opening="even").start().legal_moves()
    (2, 4, 6, 8)
    """

    name = "strategy-stacks"
    title = "Strategy Stacks"
    summary = "Answer with a factor or a multiple of the last number."
    OPTIONS = (
        range_option(9, LARGEST_NUMBER),
        choice_option(
            "opening",
            ("any", "even"),
            "Which numbers may come first.",
            told="even opening",
            form=FormText(
                "The first number may be",
                choices={"any": "any number", "even": "an even number only"},
            ),
        ),
    )
    hard_sizes = (11, 15, 18, 22)
    opening_demand = Phrase("any even number")
    opening_code = "not-even"

    def prepare(self, *, range: int, opening: str) -> None:
        if opening == "even" and range < 2:
            remedy = Phrase("there is no even number up to 1; choose a range of 2 or more.")
            raise self.OPTIONS[1].bad(opening, remedy)
        self.link_by(("multiple",), range)
        if opening == "even":
            self.openings = multiples(2, range)

    def briefing(self) -> str:
        opening = "even number" if self.options["opening"] == "even" else "number"
        return self.pool_briefing(
            f"The first number can be any {opening}. After that, each player in turn plays an unused number"
            " that is a factor or a multiple of the number just played. 1 is a factor of every number."
        )
