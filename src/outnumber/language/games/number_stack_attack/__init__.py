"""The text of Number Stack Attack."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.games import ENGLISH, Outcome, Reason, Seat, mark, run_texts
from outnumber.games.number_stack_attack import NumberStackAttack
from outnumber.language.games import Words
from outnumber.match import Match


class NumberStackAttackWords(Words):
    turns = mark(
        "The players take turns to add a token to their own total. Tokens can be used again and again, "
        "but no total may go above the target. The player who reaches the target exactly wins."
    )

    @classmethod
    def lost(cls, rules: NumberStackAttack, *, passing: bool) -> str:
        if not passing:
            return ""
        if rules.tie == "first":
            return mark(
                "A player who has no token that fits must pass. If neither player has one, the higher "
                "total wins; if both totals are equal, the player who got there first wins."
            )
        return mark(
            "A player who has no token that fits must pass. If neither player has one, the higher total "
            "wins; if both totals are equal, the player who got there last wins."
        )

    def turn(self) -> list[str]:
        lines = self._header(self.position.turn)
        if self._both:
            lines.append(self._total(self.position.turn.other))
        return lines if self.first else ["", *lines]

    def untold(self) -> list[str]:
        rules, other = self.position.rules, self.position.turn.other
        tokens = ",".join(run_texts(self.round.scene.numbers))
        target = self.say(
            "The target is {target}, and the tokens are {tokens}.", target=rules.target, tokens=tokens
        )
        return [target] if self._both else [self._total(other), target]

    def prompt(self) -> str:
        low, high = self.legal[0], self.legal[-1]
        if low == high:
            return self.say("Enter {number} to add it to your stack: ", number=low)
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

    def statement(self, seat: Seat, number: int, passed: Sequence[Seat], *, typed: bool) -> list[str]:
        if typed:
            lines = self.moved(seat, number, ())
        else:
            added = mark("[You added {number} and have|{name} added {number} and has] {total}.")
            lines = ["", self.said(seat, added, number=number, total=self.position.total(seat))]
        for passing in passed:
            skip = mark("No token fits without exceeding {target}. [You pass|{name} passes].")
            lines += ["", self.said(passing, skip, target=self.position.rules.target)]
        return lines

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        if outcome.reason is not Reason.TARGET:
            return self._stand_off(outcome, winner)
        reached = self._reached(outcome.winner)
        if not self._both:
            return [reached]
        return [reached, f"{winner} {self._had(outcome.winner.other)}"]

    def lost_by_rule(self, outcome: Outcome, winner: str) -> list[str]:
        if outcome.reason is not Reason.TARGET:
            return self._stand_off(outcome, winner)
        return [self._had(outcome.winner.other), self._reached(outcome.winner)]

    def _stand_off(self, outcome: Outcome, winner: str) -> list[str]:
        rules, seat = self.position.rules, outcome.winner
        high, low = self.position.total(seat), self.position.total(seat.other)
        if high != low:
            why = mark("[You are|{name} is] closer to {target}, with {high} against {low}.")
        elif rules.tie == "first":
            why = mark("Both totals are {total}, and [you|{name}] got there first.")
        else:
            why = mark("Both totals are {total}, and [you|{name}] got there last.")
        told = self.said(seat, why, target=rules.target, high=high, low=low, total=high)
        return ["", self.say("Stand-off: neither player can add a token. {why}", why=told), winner]

    @property
    def _both(self) -> bool:
        """Whether to show both totals: yes, unless a pipe gets the rule book's sample session."""
        if self.in_full or self.you is not None or self.voice is not ENGLISH:
            return True
        plain = self.match._replace(first=1, seed=0, date="", times=None, rounds=(), tags=())
        return plain != Match(NumberStackAttack())

    def _reached(self, winner: Seat) -> str:
        target = self.position.rules.target
        if self.you and winner is not self.you:
            return self.say(
                "{name} has reached {target} and wins the game.", name=self.name(winner), target=target
            )
        return self.say("Congratulations, you have reached {target} and won the game!", target=target)

    def _had(self, seat: Seat) -> str:
        return self._total(seat, "[You|{name}] had a stack total of {total}.")

    def _total(self, seat: Seat, text: str = mark("[You have|{name} has] a stack total of {total}.")) -> str:
        return self.said(seat, text, total=self.position.total(seat))

    def _header(self, seat: Seat) -> list[str]:
        total = self.say("Your current stack total is {total}.", total=self.position.total(seat))
        return [self.said(seat, "[Your turn.|{name} Turn:]"), total]
