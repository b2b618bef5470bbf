"""Number Duel: each number is a multiple or factor of the previous number, or shares a digit with it."""

from __future__ import annotations

from .links import Criterion, link_option, together
from .pool import LARGEST_NUMBER, range_option
from .sentences import ENGLISH
from .walk import WalkRules


class NumberDuel(WalkRules):
    """The rules of Number Duel.

    >>> NumberDuel(range=30).start().play(28).legal_moves()[:5]
    (1, 2, 4, 7, 8)
    """

    name = "number-duel"
    title = "Number Duel"
    summary = "Answer with a multiple, a factor or a shared digit."
    OPTIONS = (range_option(100, LARGEST_NUMBER), link_option(("multiple", "digit")))
    hard_sizes = (9, 11)

    def prepare(self, *, range: int, link: tuple[Criterion, ...]) -> None:
        self.link_by(link, range)

    def briefing(self) -> str:
        when = ENGLISH.either(map(together, self.links.criteria))
        return self.pool_briefing(
            "The first number can be any. After that, each player in turn plays an unused number that goes"
            f" together with the number just played. Two numbers go together if {when}."
        )
