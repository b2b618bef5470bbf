"""The text of Number Duel."""

from __future__ import annotations

from outnumber.games import Outcome, Voice, mark, ordered, run_texts
from outnumber.games.links import together
from outnumber.games.number_duel import NumberDuel
from outnumber.language.games import Words, listing


class NumberDuelWords(Words):
    turns = mark(
        "The players take turns to play numbers, and each number must go with the previous one: two "
        "numbers go together when {when}. Each number can be used once."
    )

    @classmethod
    def in_short(cls, rules: NumberDuel, voice: Voice) -> str:
        criteria = rules.option_texts()["link"].split(",")
        return voice.say(cls.turns, when=voice.either(voice.word(together(each)) for each in criteria))

    @classmethod
    def begins(cls, rules: NumberDuel) -> str:  # noqa: ARG003
        return mark("The first number can be any of them.")

    def turn(self) -> list[str]:
        say = self.say
        if self.first:
            numbers = say("Available numbers: 1 to {range}", range=self.position.rules.range)
            return [say("Game Start!"), numbers, "", self._your_turn()]
        used = listing(sorted(self.round.moves), ",")
        select = say("Select {demand}.", demand=self.position.demand())
        return [
            *self._previous(),
            say("Available numbers: {free} (excluding {used})", free=self._free(), used=used),
            # The rule book's spelling.
            select.replace("multiple or factor", "multiple/factor"),
        ]

    def board(self) -> list[str]:
        free = self.say("Available numbers: {free}", free=self._free())
        return [free, *super().board()]

    def _free(self) -> str:
        return ",".join(run_texts(ordered(self.position.unused)))

    def prompt(self) -> str:
        if self.first:
            return self.say("Enter your number (1-{range}): ", range=self.position.rules.range)
        return self.say("Enter your number: ")

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        return [*self._previous(), self.say("No valid moves available."), winner]

    def _your_turn(self) -> str:
        return self.whose("[Your|{name}, it's your] turn.")

    def _previous(self) -> list[str]:
        return ["", self._your_turn(), self.say("Previous number: {number}", number=self.position.top)]
