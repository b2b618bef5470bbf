"""The text of Strategy Stacks."""

from __future__ import annotations

from outnumber.games import Outcome, Seat, mark, ordered
from outnumber.games.strategy_stacks import StrategyStacks
from outnumber.language.games import Words, listing


class StrategyStacksWords(Words):
    turns = mark(
        "The players take turns to play numbers, and each number must be a factor or a multiple of the "
        "previous one. Each number can be used once."
    )

    @classmethod
    def begins(cls, rules: StrategyStacks) -> str:
        if rules.options["opening"] == "even":
            return mark("The first number must be even.")
        return mark("The first number can be any of them.")

    def turn(self) -> list[str]:
        say = self.say
        turn = self.whose("[Your turn.|{name}'s Turn:]")
        numbers = f"[{listing(self.legal)}]"
        if self.first:
            return [
                say("Game Start!"),
                self._shared(),
                "",
                turn,
                say("Available Numbers: {numbers}", numbers=numbers),
            ]
        top = self.position.top
        available = say(
            "Available Numbers (factors or multiples of {number}): {numbers}", number=top, numbers=numbers
        )
        return ["", turn, say("Last opponent's number: {number}", number=top), available]

    def board(self) -> list[str]:
        lines = [self._shared()]
        for seat in Seat:
            chosen = [number for whose, number in self.round.played if whose is seat]
            selected = mark("[You have|{name} has] selected: [{numbers}]")
            lines.append(self.said(seat, selected, numbers=listing(chosen)))
        return lines

    def untold(self) -> list[str]:
        unused = self.say("Unused Numbers: [{numbers}]", numbers=listing(ordered(self.position.unused)))
        return [] if self.first else [unused]

    def _shared(self) -> str:
        return self.say("Shared Numbers: [{numbers}]", numbers=listing(ordered(self.position.unused)))

    def prompt(self) -> str:
        return self.say("Select a number: ")

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        loses = self.say("No available moves. {name} loses!", name=self.mover)
        return [*self.turn(), loses, "", winner]
