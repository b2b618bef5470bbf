"""The players that know the theory: five levels, and the perfect player.

The levels make mistakes where people do (`theory/human_model.py`). The perfect player never loses a won
position, wins as fast as is known, and resists as well as possible in a lost one.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from outnumber.games import OptionError, Position, Seat
from outnumber.match import Match, Round
from outnumber.match.loop import Wish
from outnumber.theory.best import best, evenly_spread, fastest, stubborn
from outnumber.theory.bounded import solve
from outnumber.theory.human_model import Level, chance_to_see, hardness, plausible_moves

from .random import BuiltInPlayer, dice_of


class LevelPlayer(BuiltInPlayer):
    """A player of a level; a more skilled one sees harder wins."""

    def __init__(self, level: Level) -> None:
        self._skill, self._focus = level

    def move(self, current: Round, luck: Random) -> int:
        position = current.position
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        try:
            verdict = solve(position)
        except OptionError:
            # The game is too large to solve, so the player sees no win.
            return self._by_looks(position, luck)
        if verdict.winning:
            if luck.random() < chance_to_see(hardness(position, verdict), self._skill):
                return luck.choice(self._sporting(current, verdict.winning) or fastest(position, verdict))
        elif luck.random() < self._skill / 10:
            return luck.choice(stubborn(position))
        return self._by_looks(position, luck)

    def pick(self, match: Match) -> Seat | Wish:
        position = match.current.position
        verdict = solve(position)
        # As in `move`: skill alone decides whether the player recognises a lost position.
        chance = (
            chance_to_see(hardness(position, verdict), self._skill) if verdict.winning else self._skill / 10
        )
        return verdict.winner if dice_of(match).random() < chance else super().pick(match)

    def _sporting(self, current: Round, winning: Sequence[int]) -> list[int]:
        """The winning first moves that let the opponent play on: losing without a move is no fun."""
        if current.moves:
            return []
        return [move for move in evenly_spread(winning, 16) if not current.position.play(move).outcome()]

    def _by_looks(self, position: Position, luck: Random) -> int:
        moves, weights = plausible_moves(position, self._focus)
        return luck.choices(moves, weights)[0]


class PerfectPlayer(BuiltInPlayer):
    """Plays by the theorems; the seed of the match selects among equally good moves."""

    def move(self, current: Round, luck: Random) -> int:
        return luck.choice(best(current.position))

    def pick(self, match: Match) -> Seat:
        return solve(match.current.position).winner
