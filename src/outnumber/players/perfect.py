"""A player that never loses a won position, wins as fast as is known, and resists best in a lost one."""

from __future__ import annotations

from outnumber.games.base import Seat
from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.loop import Player, asked
from outnumber.match.match import Match
from outnumber.players.random import dice
from outnumber.theory.best import best
from outnumber.theory.bounded import solve


class PerfectPlayer(Player):
    """Plays by the theorems; equally good moves are drawn by the seed of the match."""

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:  # noqa: ARG002  # its time is bounded anyway
        moves = best(asked(match).position)
        return dice(match).choice(moves)

    def pick(self, match: Match) -> Seat:
        return solve(match.current.position).winner
