"""The words of Number Stack Attack."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.base import Outcome, Reason, Seat
from outnumber.games.numbers import brief
from outnumber.terminal.words.base import Words as Base


class Words(Base):
    def turn(self) -> list[str]:
        lines = self._header(self.position.turn)
        return lines if self.first else ["", *lines]

    def prompt(self) -> str:
        low, high = self.legal[0], self.legal[-1]
        if high - low + 1 == len(self.legal):
            return f"Enter a number between {low} and {high} to add to your stack: "
        return f"Enter one of the numbers {brief(self.legal)} to add to your stack: "

    def moved(self, seat: Seat, number: int, passed: Sequence[Seat]) -> list[str]:
        lines = [
            f"You added {number} to your stack.",
            f"Your new stack total is {self.position.total(seat)}.",
        ]
        for passing in passed:
            pass_line = f"No token fits without exceeding {self.position.rules.target}. You pass."
            lines += ["", *self._header(passing), pass_line]
        return lines

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        target = self.position.rules.target
        if outcome.reason is Reason.TARGET:
            return [f"Congratulations, you have reached {target} and won the game!"]
        high, low = self.position.total(outcome.winner), self.position.total(outcome.winner.other)
        who = self.name(outcome.winner)
        if high == low:
            when = self.position.rules.tie
            why = f"Both totals are {high}, and {who} got there {when}."
        else:
            why = f"{who} is closer to {target}, with {high} against {low}."
        return ["", f"Stand-off: nobody can add a token. {why}", winner]

    def _header(self, seat: Seat) -> list[str]:
        return [f"{self.name(seat)} Turn:", f"Your current stack total is {self.position.total(seat)}."]
