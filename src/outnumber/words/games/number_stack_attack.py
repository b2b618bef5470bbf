"""The words of Number Stack Attack."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games.base import Outcome, Reason, Seat
from outnumber.words.games.base import Words as Base


class Words(Base):
    def turn(self) -> list[str]:
        lines = self._header(self.position.turn)
        return lines if self.first else ["", *lines]

    def prompt(self) -> str:
        low, high = self.legal[0], self.legal[-1]
        if high - low + 1 == len(self.legal):
            return self.say(
                "Enter a number between {low} and {high} to add to your stack: ", low=low, high=high
            )
        return self.say("Enter one of the numbers {numbers:or} to add to your stack: ", numbers=self.legal)

    def moved(self, seat: Seat, number: int, passed: Sequence[Seat]) -> list[str]:
        say = self.say
        lines = [
            say("You added {number} to your stack.", number=number),
            say("Your new stack total is {total}.", total=self.position.total(seat)),
        ]
        for passing in passed:
            target = self.position.rules.target
            line = say("No token fits without exceeding {target}. You pass.", target=target)
            lines += ["", *self._header(passing), line]
        return lines

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        say, target = self.say, self.position.rules.target
        if outcome.reason is Reason.TARGET:
            return [say("Congratulations, you have reached {target} and won the game!", target=target)]
        high, low = self.position.total(outcome.winner), self.position.total(outcome.winner.other)
        who = self.name(outcome.winner)
        if high != low:
            why = say(
                "{name} is closer to {target}, with {high} against {low}.",
                name=who,
                target=target,
                high=high,
                low=low,
            )
        elif self.position.rules.tie == "first":
            why = say("Both totals are {total}, and {name} got there first.", total=high, name=who)
        else:
            why = say("Both totals are {total}, and {name} got there last.", total=high, name=who)
        return ["", say("Stand-off: nobody can add a token. {why}", why=why), winner]

    def _header(self, seat: Seat) -> list[str]:
        total = self.say("Your current stack total is {total}.", total=self.position.total(seat))
        return [self.say("{name} Turn:", name=self.name(seat)), total]
