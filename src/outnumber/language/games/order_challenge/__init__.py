"""The text of Order Challenge."""

from __future__ import annotations

from outnumber.games import Outcome, mark, ordered
from outnumber.language.games import Words, listing


class OrderChallengeWords(Words):
    turns = mark(
        "The players take turns to take a number from the pool for their own sequence. The first number "
        "can be any; each later one must be greater than the last number in that sequence."
    )

    def turn(self) -> list[str]:
        say, own = self.say, self.position.own
        lines = [*self.board(), "", self.whose("[Your|{name}'s] turn.")]
        numbers = f"[{listing(self.legal, ',')}]" if self.legal else say("None")
        if own:
            lines += [
                say("Last number in your sequence: {number}", number=own),
                say("Available numbers greater than {number}: {numbers}", number=own, numbers=numbers),
            ]
        else:
            lines += [say("Available numbers: {numbers}", numbers=numbers)]
        return lines if self.first else ["", *lines]

    def board(self) -> list[str]:
        say = self.say
        lines = [say("Shared Pool: [{numbers}]", numbers=listing(ordered(self.position.unused), ","))]
        for row in self.round.scene.rows:
            if row.seat:
                numbers = listing(row.numbers, ",")
                if self.you:
                    lines.append(f"{self.who(row.seat)}: [{numbers}]")
                else:
                    name = self.name(row.seat)
                    lines.append(say("{name}'s Sequence: [{numbers}]", name=name, numbers=numbers))
        return lines

    def prompt(self) -> str:
        return self.say("Enter a number to select: ")

    def ended_by_rule(self, outcome: Outcome, winner: str) -> list[str]:  # noqa: ARG002
        result = self.say(
            "{loser} cannot make a valid move. {winner} wins!",
            loser=self.mover,
            winner=self.name(outcome.winner),
        )
        return [*self.turn(), self.say("No valid moves available."), "", result]
