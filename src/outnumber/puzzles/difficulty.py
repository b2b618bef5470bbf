"""How hard a puzzle is, from 1 to 5: measured by how the five named levels fare on it.

A level finds the winning move when it sees the win, with a chance that falls with the number of moves to
choose from and with the depth of the win (`hardness` in `players/levels.py`), or when it does not see the
win and the move happens to look good. Both chances are known exactly, so nothing is sampled.
"""

from __future__ import annotations

from outnumber.games.base import Position
from outnumber.players.levels import LEVELS, hardness, looks, sees
from outnumber.theory.verdict import Verdict

# The average chance of the five levels, in percent, below which a puzzle is 2, 3, 4 and 5.
STEPS = (70, 58, 46, 34)


def chances(position: Position, verdict: Verdict) -> dict[str, float]:
    """The chance of each level to find a winning move; `verdict` must have some.

    >>> from outnumber.games.registry import game
    >>> from outnumber.theory.solve import solve
    >>> position = game("order-challenge").start()
    >>> {level: round(chance, 2) for level, chance in chances(position, solve(position)).items()}
    {'beginner': 0.12, 'casual': 0.14, 'skilled': 0.2, 'expert': 0.42, 'master': 0.83}
    """
    bits = hardness(position, verdict)
    blind = _by_looks(position, verdict)
    found = {}
    for level, skill in LEVELS.items():
        seen = sees(bits, skill)
        found[level] = seen + (1 - seen) * blind
    return found


def _by_looks(position: Position, verdict: Verdict) -> float:
    """The chance of a winning move for somebody who plays what leaves few replies, as the levels do."""
    moves, weights = looks(position)
    good = sum(weight for move, weight in zip(moves, weights, strict=True) if move in verdict.winning)
    return good / sum(weights)


def percent(position: Position, verdict: Verdict) -> int:
    """The average chance of the five levels in whole percent; the lower, the harder."""
    each = chances(position, verdict).values()
    return round(100 * sum(each) / len(each))


def difficulty(position: Position, verdict: Verdict) -> int:
    """From 1, which most levels find, to 5, which few do."""
    found = percent(position, verdict)
    return 1 + sum(found < step for step in STEPS)
