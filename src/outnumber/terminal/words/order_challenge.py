"""The words of Order Challenge."""

from __future__ import annotations

from outnumber.games.base import Outcome, Seat
from outnumber.games.numbers import ordered
from outnumber.terminal.words.base import Words as Base
from outnumber.terminal.words.base import listing


class Words(Base):
    def turn(self) -> list[str]:
        moves = self.round.moves
        lines = [
            f"Shared Pool: [{listing(ordered(self.position.unused), ',')}]",
            f"{self.name(Seat.ONE)}'s Sequence: [{listing(moves[0::2], ',')}]",
            f"{self.name(Seat.TWO)}'s Sequence: [{listing(moves[1::2], ',')}]",
            "",
            f"{self.mover}'s turn.",
        ]
        numbers = f"[{listing(self.legal, ',')}]" if self.legal else "None"
        own = self.position.own
        if own:
            lines += [
                f"Last number in your sequence: {own}",
                f"Available numbers greater than {own}: {numbers}",
            ]
        else:
            lines += [f"Available numbers: {numbers}"]
        return lines if self.first else ["", *lines]

    def prompt(self) -> str:
        return "Enter a number to select: "

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        result = f"{self.mover} cannot make a valid move. {self.name(outcome.winner)} wins!"
        return [*self.turn(), "No valid moves available.", "", result]
