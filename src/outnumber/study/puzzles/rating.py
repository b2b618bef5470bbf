"""Ratings of solvers and puzzles, so that the next puzzle is neither boring nor hopeless.

Elo's formula, computed from the attempts alone: a solver who solves a puzzle gains, and the puzzle loses. A
solver has a rating for each game, and puzzles have one by game, kind and difficulty, which changes slowly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .progress import AttemptRecord

# The rating of a new solver and of a puzzle of difficulty 0, and the increase per level of difficulty.
NEWCOMER = 1000.0
EASY, STEP = 700.0, 200.0
# The maximum change per attempt: of a new solver, a solver after some attempts, and a puzzle.
FAST, STEADY, SLOW = 64.0, 32.0, 8.0
SOME = 10
# How much easier than even the next puzzle is: two of three are solved.
EASIER = 120.0


def expected(solver: float, puzzle: float) -> float:
    """The chance that a solver solves a puzzle.

    >>> round(expected(1120, 1000), 2)
    0.67
    """
    return 1 / (1 + 10 ** ((puzzle - solver) / 400))


def ratings(
    tried: Iterable[AttemptRecord], before: Mapping[str, float] | None = None
) -> tuple[dict[str, float], dict[tuple[str, str, int], float]]:
    """The solver's rating by game, and those of puzzles by game, kind and difficulty.

    `before` has the ratings that the solver starts with.
    """
    solver = dict(before or {})
    puzzles: dict[tuple[str, str, int], float] = {}
    count: Counter[str] = Counter()
    for each in tried:
        group = each.game, each.kind, each.difficulty
        mine, its = solver.get(each.game, NEWCOMER), puzzles.get(group, EASY + STEP * each.difficulty)
        surprise = each.solved - expected(mine, its)
        count[each.game] += 1
        solver[each.game] = mine + (FAST if count[each.game] <= SOME else STEADY) * surprise
        puzzles[group] = its - SLOW * surprise
    return solver, puzzles


def wanted(
    tried: Iterable[AttemptRecord], game: str, kind: str, before: Mapping[str, float] | None = None
) -> int:
    """The difficulty of the next puzzle; the first is easy for a new solver.

    >>> wanted([], "number-duel", "one")
    1
    """
    solver, puzzles = ratings(tried, before)
    aim = solver.get(game, NEWCOMER) - EASIER

    def off(difficulty: int) -> float:
        return abs(puzzles.get((game, kind, difficulty), EASY + STEP * difficulty) - aim)

    return min(range(1, 6), key=off)
