"""What the sentences about puzzles claim, by the rules alone: a test holds every sentence against them.

Each claim takes a position and the numbers of the sentence. Nothing here asks a theorem: who wins is found by
trying everything, so only small positions can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from outnumber.games.base import Position, Seat
from outnumber.puzzles.kinds import IDEAS


def winner(position: Position) -> Seat:
    """Who wins with best play, by trying everything."""
    outcome = position.outcome()
    if outcome:
        return outcome.winner
    turn = position.turn
    return turn if any(winner(position.play(move)) is turn for move in position.legal_moves()) else turn.other


def winning(position: Position) -> list[int]:
    """The moves that win, by trying everything."""
    turn = position.turn
    return [move for move in position.legal_moves() if winner(position.play(move)) is turn]


def _losing(position: Position) -> list[int]:
    return [move for move in position.legal_moves() if move not in winning(position)]


def _listed(numbers: Mapping[str, Any]) -> list[int]:
    return [int(move) for move in str(numbers["moves"]).split(",")]


def _replies(position: Position, move: int) -> bool:
    """Whether the opponent has a winning move after a move; where the turn stays, whether the mover loses."""
    after = position.play(move)
    if after.outcome() or after.turn is position.turn:
        return winner(after) is not position.turn
    return bool(winning(after))


Claim = Callable[[Position, Mapping[str, Any]], bool]

CLAIMS: dict[str, Claim] = {
    "Player {seat} wins with best play.": lambda at, said: winner(at) == said["seat"],
    "{move} is the only move that loses.": lambda at, said: _losing(at) == [said["move"]],
    "{move} is the only move that wins.": lambda at, said: winning(at) == [said["move"]],
    "No move wins.": lambda at, _: not winning(at),
    "These moves win, and no others: {moves}.": lambda at, said: winning(at) == _listed(said),
    "No: a winning move is missing.": lambda at, said: set(said["marked"]) < set(winning(at)),
    "No: {move} wins.": lambda at, said: said["move"] in winning(at),
    "No: {move} loses.": lambda at, said: said["move"] in _losing(at),
    "No: Player {seat} wins.": lambda at, said: winner(at) == said["seat"],
    IDEAS["who"].lesson: lambda at, _: (
        (winner(at) is at.turn) == any(not _replies(at, move) for move in at.legal_moves())
    ),
    IDEAS["all"].lesson: lambda at, _: all(
        (move in winning(at)) == (not _replies(at, move)) for move in at.legal_moves()
    ),
    IDEAS["avoid"].lesson: lambda at, _: all(
        (move in _losing(at)) == _replies(at, move) for move in at.legal_moves()
    ),
    # Advice: whoever sits where the winner sits can win.
    IDEAS["seat"].lesson: lambda at, _: winner(at) in (Seat.ONE, Seat.TWO),
}
