"""The words of Number Duel."""

from __future__ import annotations

from outnumber.games.base import Outcome
from outnumber.games.links import demand
from outnumber.games.numbers import ordered, run_texts
from outnumber.terminal.words.base import Words as Base
from outnumber.terminal.words.base import listing


class Words(Base):
    def turn(self) -> list[str]:
        if self.first:
            return [
                "Game Start!",
                f"Available numbers: 1 to {self.position.rules.range}",
                "",
                self._your_turn(),
            ]
        free = ",".join(run_texts(ordered(self.position.unused)))
        used = listing(sorted(self.round.moves), ",")
        return [
            *self._previous(),
            f"Available numbers: {free} (excluding {used})",
            f"Select a number that {demand(self.position.rules.links.criteria, self.position.top)}.",
        ]

    def prompt(self) -> str:
        return f"Enter your number (1-{self.position.rules.range}): " if self.first else "Enter your number: "

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        return [*self._previous(), "No valid moves available.", winner]

    def _your_turn(self) -> str:
        return f"{self.mover}, it's your turn."

    def _previous(self) -> list[str]:
        return ["", self._your_turn(), f"Previous number: {self.position.top}"]
