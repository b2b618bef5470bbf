"""The best move: the fastest visible win, or the most stubborn resistance.

In a lost position every move loses to a perfect opponent, but people make mistakes: the stubborn move leaves
the smallest share of winning replies, and among those the longest game. Both searches examine a limited
number of moves, fewer if a verdict costs more, so that the answer is always quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from outnumber.games import IllegalMove, Position

from . import pairing
from .bounded import solve
from .verdict import Verdict

# A length that was not computed: longer than any computed one.
UNKNOWN = 1 << 62


def evenly_spread(moves: Sequence[int], most: int) -> list[int]:
    """At most `count` of the moves, evenly spread, both ends included.

    >>> evenly_spread(range(100), 4)
    [0, 33, 66, 99]
    """
    if len(moves) <= most:
        return list(moves)
    return [moves[index * (len(moves) - 1) // (most - 1)] for index in range(most)]


def move_budget(position: Position) -> int:
    """How many moves to examine; it depends only on the position, so that games are reproducible."""
    return max(8, min(64, 40_000 // max(position.unused_count, 1)))


def fastest(position: Position, verdict: Verdict) -> list[int]:
    """The winning moves that win soonest, as far as is known; `verdict` must have some."""
    moves = evenly_spread(verdict.winning, move_budget(position))
    if len(moves) < len(verdict.winning):
        # Only some of many moves are compared, so add the move that the theorem recommends.
        moves.append(verdict.move)
    after = {move: position.play(move) for move in moves}
    # Among equally fast moves, those with the fewest replies.
    return lowest({move: (_length(then), len(then.legal_moves())) for move, then in after.items()})


def shares(position: Position, most: int) -> dict[int, Fraction]:
    """The share of winning replies to each move of a lost position, or to a limited number of them."""
    found: dict[int, Fraction] = {}
    for move in evenly_spread(position.legal_moves(), most):
        after = position.play(move)
        found[move] = Fraction(1)
        # If a lost player stays to move, no move matters.
        if not after.outcome() and after.turn is not position.turn:
            found[move] = Fraction(len(solve(after).winning), len(after.legal_moves()))
    return found


def stubborn(position: Position) -> list[int]:
    """The moves of a lost position that make it hardest to win against."""
    hardest = lowest(shares(position, move_budget(position)))
    return lowest({move: -_length(position.play(move)) for move in hardest})


def _length(position: Position) -> int:
    # A verdict on a walk would compute a matching first, which takes far longer than finding that there is no
    # length.
    walk = type(position.rules).theorem == "pairing"
    length = pairing.length(position) if walk else solve(position).length  # type: ignore[arg-type]
    return UNKNOWN if length is None else length


def lowest(ranked: dict[int, Any]) -> list[int]:
    """The moves of lowest rank."""
    least = min(ranked.values())
    return [move for move, rank in ranked.items() if rank == least]


def best(position: Position) -> list[int]:
    """The moves that a perfect player chooses from; raises `IllegalMove` once the game is over.

    >>> from outnumber.games.registry import game
    >>> best(game("number-stack-duel").start())
    [9]
    """
    if position.outcome():
        raise IllegalMove("game-over")
    verdict = solve(position)
    return fastest(position, verdict) if verdict.winning else stubborn(position)
