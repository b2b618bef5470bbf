"""A player that never loses a won position, wins as fast as is known, and resists as well as possible in a
lost one.
"""

from __future__ import annotations

from random import Random

from outnumber.games.base import Seat
from outnumber.match.match import Match
from outnumber.match.round import Round
from outnumber.players.random import BuiltInPlayer
from outnumber.theory.best import best
from outnumber.theory.bounded import solve


class PerfectPlayer(BuiltInPlayer):
    """Plays by the theorems; the seed of the match selects among equally good moves."""

    def move(self, current: Round, luck: Random) -> int:
        return luck.choice(best(current.position))

    def pick(self, match: Match) -> Seat:
        return solve(match.current.position).winner
