"""Strategy Stacks: each number is a factor or a multiple of the one before."""

from __future__ import annotations

from outnumber.games.arithmetic import multiples
from outnumber.games.numbers import full
from outnumber.games.options import choice_option, number_option
from outnumber.games.pool import POOL_RANGE_HELP
from outnumber.games.walk import WalkRules


class StrategyStacks(WalkRules):
    """The rules of Strategy Stacks; with an even opening it is the classroom game Juniper Green.

    >>> StrategyStacks(opening="even").start().legal_moves()
    (2, 4, 6, 8)
    """

    name = "strategy-stacks"
    title = "Strategy Stacks"
    summary = "Answer with a factor or a multiple of the last number."
    OPTIONS = (
        number_option("range", 9, POOL_RANGE_HELP),
        choice_option("opening", ("any", "even"), "Which numbers may come first."),
    )

    def prepare(self, *, range: int, opening: str) -> None:
        if opening == "even" and range < 2:
            raise self.OPTIONS[1].bad(opening, "there is no even number up to 1; choose --range 2 or more.")
        self.link_by(("multiple",), range)
        self.openings = full(range) if opening == "any" else multiples(2, range)
