"""A player that takes any legal number."""

from __future__ import annotations

from random import Random

from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.loop import Player, asked
from outnumber.match.match import Match


def dice(match: Match) -> Random:
    """Random numbers for this turn of this match: the same after a pause as without one."""
    return Random(f"{match.seed} {len(match.rounds)} {len(match.current.moves)}")


class RandomPlayer(Player):
    """Takes any legal number, each as likely as the next."""

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:  # noqa: ARG002  # it needs no time
        legal = asked(match).position.legal_moves()
        return dice(match).choice(legal)
