"""The text of Number Stack Duel."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games import Outcome, Seat, mark, ordered
from outnumber.games.number_stack_duel import NumberStackDuel
from outnumber.language.games import Words, listing

_LINE = "-" * 25


class NumberStackDuelWords(Words):
    turns = mark(
        "The players take turns to put numbers on the same stack. One of them must always go above the "
        "number on top, the other always below it. Each number can be used once."
    )

    @classmethod
    def begins(cls, rules: NumberStackDuel) -> str:
        if rules.first_pattern == "greater":
            return mark("The first number can be any of them; the second must be greater.")
        return mark("The first number can be any of them; the second must be less.")

    def turn(self) -> list[str]:
        say, position, board = self.say, self.position, self.board()
        turn = self.whose("[Your turn.|{name}'s Turn]")
        if self.first:
            choose = say("Choose any number from the available numbers.")
            return [*board, _LINE, turn, say("Pattern: N/A (First move)"), choose]
        return [
            "",
            _LINE,
            *board,
            turn,
            say("Pattern: {pattern}", pattern=self._pattern()),
            say("You must choose {demand}.", demand=position.demand()),
            say("Available numbers: {numbers}", numbers=self._list(self.legal)),
        ]

    def board(self) -> list[str]:
        return [
            self.say("Available Numbers: {numbers}", numbers=self._list(ordered(self.position.unused))),
            self.say("Stack: {numbers}", numbers=listing(self.round.moves) or self.say("Empty")),
        ]

    def moved(self, seat: Seat, number: int, passed: Sequence[Seat]) -> list[str]:  # noqa: ARG002
        placed = mark("[You|{name}] placed {number} on the stack.")
        return [
            "",
            self.said(seat, placed, number=number),
            self.say("Next Pattern: {pattern}", pattern=self._pattern()),
        ]

    def statement(self, seat: Seat, number: int, passed: Sequence[Seat], *, typed: bool) -> list[str]:  # noqa: ARG002
        return self.moved(seat, number, passed)

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        cannot = self.say("{name} cannot make a valid move.", name=self.mover)
        return [*self.turn(), self.say("No valid moves available."), cannot, winner]

    def _pattern(self) -> str:
        return self.say("Greater Than (>)") if self.position.rising else self.say("Less Than (<)")

    def _list(self, numbers: Sequence[int]) -> str:
        return listing(numbers) or self.say("None")
