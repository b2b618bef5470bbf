"""The claims of sentences, as checks of a position and the numbers in the sentence.

A claim uses only the rules: legal moves, play, outcome, and the winner by search (`Truth`). It never uses the
theorem that selected the sentence, so the tests can go through every position of a small game and find every
sentence that claims too much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import inf
from typing import Any

from outnumber.games.base import Position, Seat
from outnumber.games.numbers import members


class Truth:
    """The truth by search; if that takes too long, another source may provide the winner."""

    def __init__(self, winner: Callable[[Position], Seat] | None = None) -> None:
        self.winner: Callable[[Any], Seat] = cache(winner or self._winner)
        self.length: Callable[[Any], int] = cache(self._length)
        self.slips: Callable[[Any], float] = cache(self._slips)
        self.most_pairs: Callable[[Any, int], int] = cache(self._most_pairs)

    def _winner(self, position: Position) -> Seat:
        """Who wins under perfect play."""
        outcome = position.outcome()
        if outcome:
            return outcome.winner
        turn = position.turn
        wins = any(self.winner(position.play(move)) is turn for move in position.legal_moves())
        return turn if wins else turn.other

    def won(self, position: Any) -> bool:
        """Whether the player to move can win; false for a finished game."""
        return position.outcome() is None and self.winner(position) is position.turn

    def lost(self, position: Any) -> bool:
        return position.outcome() is None and self.winner(position) is not position.turn

    def wins(self, position: Any, move: int) -> bool:
        """Whether a move is legal and wins."""
        return move in position.legal_moves() and self.winner(position.play(move)) is position.turn

    def winning(self, position: Any) -> list[int]:
        """The moves that win."""
        return [move for move in position.legal_moves() if self.wins(position, move)]

    def wins_at_once(self, position: Any, move: int) -> bool:
        """Whether a move ends the game with a win for its player."""
        outcome = position.play(move).outcome() if move in position.legal_moves() else None
        return outcome is not None and outcome.winner is position.turn

    def _length(self, position: Position) -> int:
        """The number of moves when the winner hurries and the loser delays."""
        if position.outcome():
            return 0
        won = self.won(position)
        moves = self.winning(position) if won else position.legal_moves()
        lengths = [self.length(position.play(move)) for move in moves]
        return 1 + (min(lengths) if won else max(lengths))

    def _slips(self, position: Position) -> float:
        """After how many moves of the winner the last of them can be a mistake; infinite if none ever can."""
        if position.outcome():
            return inf
        own = self.won(position)
        moves = position.legal_moves()
        if own and len(self.winning(position)) < len(moves):
            return 1
        return own + min(self.slips(position.play(move)) for move in moves)

    def _most_pairs(self, rules: Any, numbers: int) -> int:
        """The maximum number of pairs of linked numbers in a set."""
        if not numbers:
            return 0
        one = numbers.bit_length() - 1
        rest = numbers ^ 1 << one
        with_one = (1 + self.most_pairs(rules, rest ^ 1 << two) for two in members(rules.row(one) & rest))
        return max(self.most_pairs(rules, rest), *with_one, 0)


Numbers = Mapping[str, Any]
Claim = Callable[[Truth, Any, Numbers], bool]


def both(*claims: Claim) -> Claim:
    """All of these claims together."""
    return lambda truth, position, n: all(claim(truth, position, n) for claim in claims)
