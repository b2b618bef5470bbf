"""How hard a puzzle is, from 1 to 5: measured by how five players of rising skill fare on it.

Such a player finds the winning move when it sees the win, with a chance that falls with the number of moves
to choose from and with the depth of the win (`hardness` in `theory/people.py`), or when it does not see the
win and the move happens to look good. Both chances are known exactly, so nothing is sampled.
"""

from __future__ import annotations

from outnumber.games.base import Position
from outnumber.theory.people import hardness, looks, sees
from outnumber.theory.verdict import Verdict

# What the named levels were when puzzles were first graded. It stays so when a level is tuned:
# the puzzles of past days, and what somebody solved, must not become harder or easier.
SKILLS = (1.0, 2.25, 3.5, 5.0, 7.0)
# The average chance of the five, in percent, below which a puzzle is 2, 3, 4 and 5.
STEPS = (70, 58, 46, 34)


def chances(position: Position, verdict: Verdict) -> list[float]:
    """The chance of each skill to find a winning move; `verdict` must have some.

    >>> from outnumber.games.registry import game
    >>> from outnumber.theory.solve import solve
    >>> position = game("order-challenge").start()
    >>> [round(chance, 2) for chance in chances(position, solve(position))]
    [0.12, 0.14, 0.2, 0.42, 0.83]
    """
    bits = hardness(position, verdict)
    blind = _by_looks(position, verdict)
    seen = [sees(bits, skill) for skill in SKILLS]
    return [chance + (1 - chance) * blind for chance in seen]


def _by_looks(position: Position, verdict: Verdict) -> float:
    """The chance of a winning move for somebody who plays what leaves few replies, as the levels do."""
    moves, weights = looks(position)
    good = sum(weight for move, weight in zip(moves, weights, strict=True) if move in verdict.winning)
    return good / sum(weights)


def percent(position: Position, verdict: Verdict) -> int:
    """The average chance of the five skills in whole percent; the lower, the harder."""
    each = chances(position, verdict)
    return round(100 * sum(each) / len(each))


def difficulty(position: Position, verdict: Verdict) -> int:
    """From 1, which most of them solve, to 5, which few do."""
    found = percent(position, verdict)
    return 1 + sum(found < step for step in STEPS)
