"""Where people slip: how likely somebody of a level is to see a win, and what they play if they do not.

A level sees a winning move with a chance that falls with how hard the win is to see: how rare winning moves
are among the legal ones, and how far away the end is. Who does not see it plays what looks good: a move that
leaves the opponent few replies. That is how people play, and it is not uniform noise: the same position is
hard or easy for all levels alike.
"""

from __future__ import annotations

from math import exp, log2
from typing import NamedTuple

from outnumber.games.base import Position
from outnumber.theory.best import evenly_spread, move_budget
from outnumber.theory.verdict import Verdict


class Level(NamedTuple):
    """What tells one level from another."""

    # In bits: a win of that hardness is seen half of the time.
    skill: float
    # How firmly it keeps to what looks good when it sees no win; at 0 every move is as good as the next.
    focus: float


# Measured in an arena: `benchmarks/levels.py`.
LEVELS = {
    "beginner": Level(-0.5, 0.5),
    "casual": Level(1.0, 1.25),
    "skilled": Level(2.25, 1.75),
    "expert": Level(3.75, 2.0),
    "master": Level(6.5, 2.0),
}
# How quickly the chance falls as a win becomes harder than the skill.
SHARPNESS = 1.5
# Nobody looks further than this.
FAR = 24


def hardness(position: Position, verdict: Verdict) -> float:
    """How hard it is to see the win, in bits: finding the move among the others, and looking to the end."""
    among = log2(len(position.legal_moves()) / len(verdict.winning))
    if any(position.play(move).outcome() for move in evenly_spread(verdict.winning, 16)):
        return among / 2  # the opponent cannot answer at all: easily seen
    # Where computing the length is a search, what is left of the pool will do.
    left = position.unused_count if verdict.length_is_a_search else verdict.length or FAR
    return among + log2(1 + min(left, FAR) / 2)


def chance_to_see(bits: float, skill: float) -> float:
    """The chance to see a win of that hardness."""
    return 1 / (1 + 2 ** (SHARPNESS * (bits - skill)))


def plausible_moves(position: Position, focus: float = 2.0) -> tuple[list[int], list[float]]:
    """Moves and how good each looks to somebody who sees no win: the fewer replies it leaves, the better."""
    moves = evenly_spread(position.legal_moves(), move_budget(position))
    replies = [len(position.play(move).legal_moves()) for move in moves]
    most = max(replies) or 1
    return moves, [exp(-focus * count / most) for count in replies]


def chance_by_luck(position: Position, verdict: Verdict, focus: float = 2.0) -> float:
    """The chance that somebody who sees no win plays a winning move all the same."""
    moves, weights = plausible_moves(position, focus)
    good = sum(weight for move, weight in zip(moves, weights, strict=True) if move in verdict.winning)
    return good / sum(weights)


def chance_to_err(position: Position, verdict: Verdict) -> float:
    """How likely a player of some level is to throw a won position away, on average over the levels."""
    bits = hardness(position, verdict)
    chances = []
    for skill, focus in LEVELS.values():
        chances.append((1 - chance_to_see(bits, skill)) * (1 - chance_by_luck(position, verdict, focus)))
    return sum(chances) / len(chances)
