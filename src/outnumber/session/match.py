"""One or more rounds of the same rules between two participants."""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games.base import Rules, Seat
from outnumber.session.round import Round

# What plays for a seat where a person does.
HUMAN = "human"
LONGEST_MATCH = 10_000
LONGEST_CLOCK = 86_400


class Participant(NamedTuple):
    """Who or what plays (`plays`, such as human or random), and under which name, if any."""

    plays: str = HUMAN
    name: str = ""


class Match(NamedTuple):
    """A match as far as it has been played: an immutable value; the last round is the current one."""

    rules: Rules
    participants: tuple[Participant, Participant] = (Participant(), Participant())
    # Which participant, 1 or 2, has seat 1 in the first round. Seats are swapped after each round.
    first: int = 1
    length: int = 1
    clock: float | None = None
    seed: int = 0
    date: str = ""
    rounds: tuple[Round, ...] = ()
    # Headers of a record that mean nothing to the program, kept as they were.
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def current(self) -> Round:
        return self.rounds[-1]

    @property
    def over(self) -> bool:
        return len(self.rounds) == self.length and self.current.outcome is not None

    def with_current(self, current: Round) -> Match:
        return self._replace(rounds=(*self.rounds[:-1], current))

    def next_round(self) -> Match:
        """The match with a new round begun."""
        return self._replace(rounds=(*self.rounds, Round.begin(self.rules)))

    def seated(self, seat: Seat, number: int | None = None) -> int:
        """The participant, 1 or 2, in a seat of round `number` (the current one by default)."""
        number = len(self.rounds) if number is None else number
        swapped = (number - 1) % 2 == 1
        first = 3 - self.first if swapped else self.first
        return first if seat is Seat.ONE else 3 - first

    def participant(self, seat: Seat) -> Participant:
        return self.participants[self.seated(seat) - 1]

    def score(self) -> tuple[int, int]:
        """Rounds won by the first and by the second participant."""
        won = [0, 0]
        for number, each in enumerate(self.rounds, start=1):
            outcome = each.outcome
            if outcome:
                won[self.seated(outcome.winner, number) - 1] += 1
        return won[0], won[1]

    def champion(self) -> int | None:
        """The participant, 1 or 2, who won more rounds once the match is over; None for an equal score."""
        one, two = self.score()
        return None if not self.over or one == two else 1 if one > two else 2


def toss(seed: int) -> int:
    """Which participant goes first when a coin decides, 1 or 2; the same for the same seed."""
    from random import Random  # not free, and most matches have no toss

    return Random(f"toss {seed}").choice((1, 2))
