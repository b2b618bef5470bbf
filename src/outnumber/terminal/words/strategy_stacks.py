"""The words of Strategy Stacks."""

from __future__ import annotations

from outnumber.games.base import Outcome
from outnumber.games.numbers import ordered
from outnumber.terminal.words.base import Words as Base
from outnumber.terminal.words.base import listing


class Words(Base):
    def turn(self) -> list[str]:
        turn = f"{self.mover}'s Turn:"
        numbers = f"[{listing(self.legal, ', ')}]"
        if self.first:
            shared = f"Shared Numbers: [{listing(ordered(self.position.unused), ', ')}]"
            return ["Game Start!", shared, "", turn, f"Available Numbers: {numbers}"]
        top = self.position.top
        return [
            "",
            turn,
            f"Last opponent's number: {top}",
            f"Available Numbers (factors or multiples of {top}): {numbers}",
        ]

    def prompt(self) -> str:
        return "Select a number: "

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        return [*self.turn(), f"No available moves. {self.mover} loses!", "", winner]
