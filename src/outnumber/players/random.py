"""What the built-in players have in common, and the simplest of them, which takes any legal number."""

from __future__ import annotations

from random import Random

from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.loop import Player, asked
from outnumber.match.match import Match
from outnumber.match.round import Round


def dice(seed: int, number: int, current: Round) -> Random:
    """Random numbers for one turn of round `number`: the same after a pause as without one."""
    return Random(f"{seed} {number} {len(current.moves)}")


def dice_of(match: Match) -> Random:
    """Random numbers for the current turn of a match."""
    return dice(match.seed, len(match.rounds), match.current)


class BuiltInPlayer(Player):
    """A player whose move depends on the round and on random numbers alone."""

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:  # noqa: ARG002  # its time is bounded anyway
        return self.move(asked(match), dice_of(match))

    def move(self, current: Round, luck: Random) -> int:
        """What to play in a round that is not over."""
        raise NotImplementedError


class RandomPlayer(BuiltInPlayer):
    """Takes any legal number, each as likely as the next."""

    def move(self, current: Round, luck: Random) -> int:
        return luck.choice(current.position.legal_moves())
