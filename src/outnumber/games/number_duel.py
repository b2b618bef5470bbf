"""Number Duel: each number is a multiple or factor of the one before, or shares a digit with it."""

from __future__ import annotations

from outnumber.games.links import Criterion, link_option
from outnumber.games.pool import range_option
from outnumber.games.walk import WalkRules


class NumberDuel(WalkRules):
    """The rules of Number Duel.

    >>> NumberDuel(range=30).start().play(28).legal_moves()[:5]
    (1, 2, 4, 7, 8)
    """

    name = "number-duel"
    title = "Number Duel"
    summary = "Answer with a multiple, a factor or a shared digit."
    OPTIONS = (range_option(100), link_option(("multiple", "digit")))

    def prepare(self, *, range: int, link: tuple[Criterion, ...]) -> None:
        self.link_by(link, range)
