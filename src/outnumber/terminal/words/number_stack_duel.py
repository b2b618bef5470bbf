"""The words of Number Stack Duel."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.base import Outcome, Seat
from outnumber.games.numbers import ordered
from outnumber.terminal.words.base import Words as Base
from outnumber.terminal.words.base import listing

_LINE = "-" * 25


class Words(Base):
    def turn(self) -> list[str]:
        board = [
            f"Available Numbers: {self._list(ordered(self.position.unused))}",
            f"Stack: {listing(self.round.moves, ', ') or 'Empty'}",
        ]
        turn = f"{self.mover}'s Turn"
        if self.first:
            choose = "Choose any number from the available numbers."
            return [*board, _LINE, turn, "Pattern: N/A (First move)", choose]
        than = "greater" if self.position.rising else "less"
        return [
            "",
            _LINE,
            *board,
            turn,
            f"Pattern: {self._pattern()}",
            f"You must choose a number {than} than {self.position.top}.",
            f"Available numbers: {self._list(self.legal)}",
        ]

    def moved(self, seat: Seat, number: int, passed: Sequence[Seat]) -> list[str]:  # noqa: ARG002
        return ["", f"{self.name(seat)} placed {number} on the stack.", f"Next Pattern: {self._pattern()}"]

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        cannot = f"{self.mover} cannot make a valid move."
        return [*self.turn(), "No valid moves available.", cannot, winner]

    def _pattern(self) -> str:
        return "Greater Than (>)" if self.position.rising else "Less Than (<)"

    def _list(self, numbers: Sequence[int]) -> str:
        return listing(numbers, ", ") or "None"
