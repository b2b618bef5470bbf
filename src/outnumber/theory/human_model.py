"""Where people make mistakes: how likely a player of a level is to see a win, and what they play otherwise.

A level sees a winning move with a chance that falls with the difficulty of the win: how rare winning moves
are among the legal ones, and how far away the end is. A player who does not see it plays a move that looks
good because it leaves the opponent few replies. This models people better than uniform noise: the same
position is hard or easy for all levels alike.
"""

from __future__ import annotations

from math import exp, log2
from typing import NamedTuple

from outnumber.games import Position

from .best import evenly_spread, move_budget
from .verdict import Verdict


class Level(NamedTuple):
    """The parameters of a level."""

    # In bits: a win of this hardness is seen half of the time.
    skill: float
    # How strongly it prefers good-looking moves when it sees no win; at 0 all moves are equally likely.
    focus: float


# Measured in an arena: `benchmarks/levels.py`.
LEVELS = {
    "beginner": Level(-0.5, 0.5),
    "casual": Level(1.0, 1.25),
    "skilled": Level(2.25, 1.75),
    "expert": Level(3.75, 2.0),
    "master": Level(6.5, 2.0),
}
# How quickly the chance falls as wins become harder than the skill.
SHARPNESS = 1.5
# The maximum lookahead of any player.
FAR = 24


def hardness(position: Position, verdict: Verdict) -> float:
    """How hard the win is to see, in bits: finding the move among the others, and looking ahead to the
    end.
    """
    among = log2(len(position.legal_moves()) / len(verdict.winning))
    if any(position.play(move).outcome() for move in evenly_spread(verdict.winning, 16)):
        return among / 2  # the opponent cannot answer at all, which is easy to see
    # If computing the length needs a search, the number of unused numbers replaces it.
    left = position.unused_count if verdict.length_is_a_search else verdict.length or FAR
    return among + log2(1 + min(left, FAR) / 2)


def chance_to_see(bits: float, skill: float) -> float:
    """The chance to see a win of this hardness."""
    return 1 / (1 + 2 ** (SHARPNESS * (bits - skill)))


def plausible_moves(position: Position, focus: float = 2.0) -> tuple[list[int], list[float]]:
    """Moves, and how good each looks to a player who sees no win: the fewer replies it leaves, the better."""
    moves = evenly_spread(position.legal_moves(), move_budget(position))
    replies = [len(position.play(move).legal_moves()) for move in moves]
    most = max(replies) or 1
    return moves, [exp(-focus * count / most) for count in replies]


def chance_by_luck(position: Position, verdict: Verdict, focus: float = 2.0) -> float:
    """The chance that a player who sees no win plays a winning move nevertheless."""
    moves, weights = plausible_moves(position, focus)
    good = sum(weight for move, weight in zip(moves, weights, strict=True) if move in verdict.winning)
    return good / sum(weights)


def chance_to_err(position: Position, verdict: Verdict) -> float:
    """The chance that a player throws a won position away, averaged over the levels."""
    bits = hardness(position, verdict)
    chances = []
    for skill, focus in LEVELS.values():
        chances.append((1 - chance_to_see(bits, skill)) * (1 - chance_by_luck(position, verdict, focus)))
    return sum(chances) / len(chances)
