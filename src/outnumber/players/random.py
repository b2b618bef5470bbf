"""The common part of the built-in players, and the simplest of them, which plays random legal moves."""

from __future__ import annotations

from random import Random

from outnumber.match import UNTIMED, Clock, Match, Round
from outnumber.match.loop import Player, asked


def dice(seed: int, number: int, current: Round) -> Random:
    """The random numbers for one turn of round `number`, unaffected by pauses."""
    return Random(f"{seed} {number} {len(current.moves)}")


def dice_of(match: Match) -> Random:
    """The random numbers for the current turn of a match."""
    return dice(match.seed, len(match.rounds), match.current)


class BuiltInPlayer(Player):
    """A player whose move depends only on the round and on random numbers."""

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:  # noqa: ARG002  # its time is bounded anyway
        return self.move(asked(match), dice_of(match))

    def move(self, current: Round, luck: Random) -> int:
        """The move to play in a round that is not over."""
        raise NotImplementedError


class RandomPlayer(BuiltInPlayer):
    """Plays random legal moves, all equally likely."""

    def move(self, current: Round, luck: Random) -> int:
        return luck.choice(current.position.legal_moves())
