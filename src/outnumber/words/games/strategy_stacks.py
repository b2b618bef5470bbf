"""The words of Strategy Stacks."""

from __future__ import annotations

from outnumber.games.base import Outcome
from outnumber.games.numbers import ordered
from outnumber.words.games.base import Words as Base
from outnumber.words.games.base import listing


class Words(Base):
    def turn(self) -> list[str]:
        say = self.say
        turn = say("{name}'s Turn:", name=self.mover)
        numbers = f"[{listing(self.legal)}]"
        if self.first:
            shared = say("Shared Numbers: [{numbers}]", numbers=listing(ordered(self.position.unused)))
            return [
                say("Game Start!"),
                shared,
                "",
                turn,
                say("Available Numbers: {numbers}", numbers=numbers),
            ]
        top = self.position.top
        available = say(
            "Available Numbers (factors or multiples of {number}): {numbers}", number=top, numbers=numbers
        )
        return ["", turn, say("Last opponent's number: {number}", number=top), available]

    def prompt(self) -> str:
        return self.say("Select a number: ")

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        loses = self.say("No available moves. {name} loses!", name=self.mover)
        return [*self.turn(), loses, "", winner]
