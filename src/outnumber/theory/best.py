"""The best move: the fastest win there is to see, or the most stubborn resistance.

In a lost position every move loses to a perfect opponent, but people err: the stubborn move leaves the
smallest share of winning replies, and among those the longest game. Both questions look at a bounded
number of moves, fewer where a verdict costs more, so that the answer never keeps anybody waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from outnumber.games.base import Position
from outnumber.games.errors import IllegalMove
from outnumber.theory import pairing
from outnumber.theory.bounded import solve
from outnumber.theory.verdict import Verdict

# A length that was not computed: longer than any that was.
UNKNOWN = 1 << 62


def evenly_spread(moves: Sequence[int], most: int) -> list[int]:
    """At most so many of the moves, evenly spread, both ends included.

    >>> evenly_spread(range(100), 4)
    [0, 33, 66, 99]
    """
    if len(moves) <= most:
        return list(moves)
    return [moves[index * (len(moves) - 1) // (most - 1)] for index in range(most)]


def move_budget(position: Position) -> int:
    """How many moves may be looked at; it depends on the position alone, so that games can be repeated."""
    return max(8, min(64, 40_000 // max(position.unused_count, 1)))


def fastest(position: Position, verdict: Verdict) -> list[int]:
    """The winning moves that win soonest, as far as is known; `verdict` must have some."""
    moves = evenly_spread(verdict.winning, move_budget(position))
    if len(moves) < len(verdict.winning):
        # Of many moves only some are compared, so add the one that the theorem advises.
        moves.append(verdict.move)
    after = {move: position.play(move) for move in moves}
    # Of equally fast ones, those with the fewest replies.
    return lowest({move: (_length(then), len(then.legal_moves())) for move, then in after.items()})


def shares(position: Position, most: int) -> dict[int, Fraction]:
    """The share of winning replies to each move of a lost position, or to so many of the moves."""
    found: dict[int, Fraction] = {}
    for move in evenly_spread(position.legal_moves(), most):
        after = position.play(move)
        found[move] = Fraction(1)
        # Where the turn stays with a player who has lost, nothing that is played matters.
        if not after.outcome() and after.turn is not position.turn:
            found[move] = Fraction(len(solve(after).winning), len(after.legal_moves()))
    return found


def stubborn(position: Position) -> list[int]:
    """The moves of a lost position that make it hardest to win against."""
    hardest = lowest(shares(position, move_budget(position)))
    return lowest({move: -_length(position.play(move)) for move in hardest})


def _length(position: Position) -> int:
    # A verdict on a walk would pair all numbers first, which takes far longer where there is no length.
    walk = type(position.rules).theorem == "pairing"
    length = pairing.length(position) if walk else solve(position).length  # type: ignore[arg-type]
    return UNKNOWN if length is None else length


def lowest(ranked: dict[int, Any]) -> list[int]:
    """The moves of lowest rank."""
    least = min(ranked.values())
    return [move for move, rank in ranked.items() if rank == least]


def best(position: Position) -> list[int]:
    """The moves a perfect player may choose from; raises `IllegalMove` once the game is over.

    >>> from outnumber.games.registry import game
    >>> best(game("number-stack-duel").start())
    [9]
    """
    if position.outcome():
        raise IllegalMove("game-over")
    verdict = solve(position)
    return fastest(position, verdict) if verdict.winning else stubborn(position)
