"""The difficulty of a puzzle, from 1 to 5, measured by how five simulated players of increasing skill do on
it.

Such a player sees the result of the moves with a chance that falls with their number and with the distance of
the end, as the levels do (`theory/human_model.py`). Otherwise the player guesses: one of the moves (`one`,
`avoid`), the set of winning moves (`all`), one of two players (`who`), or a player and then the first move
(`seat`). Both chances are computed exactly, without sampling.

The difficulty does not depend on which answer is correct: otherwise it would reveal the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log2

from outnumber.games import Position
from outnumber.theory.human_model import FAR, chance_to_see
from outnumber.theory.verdict import Verdict

from .kinds import SEATS, Kind

# The named levels when puzzles were first graded. These values stay fixed when a level is tuned: the
# difficulty of past daily puzzles and solved puzzles must not change.
SKILLS = (1.0, 2.25, 3.5, 5.0, 7.0)
# The average chance of the five players, in percent, below which the difficulty is 2, 3, 4 and 5.
STEPS: dict[Kind, tuple[int, int, int, int]] = {
    "one": (62, 56, 50, 43),
    "who": (73, 69, 65, 63),
    "all": (58, 50, 43, 36),
    "avoid": (62, 56, 50, 43),
    "seat": (46, 38, 32, 27),
}
# If a theorem leaves two candidates for the only winning move, their parity reveals which: in each pair of
# lengths the answer is always the same from the top. So each difficulty has several pairs.
TWO_ANSWERS = {("private-numbers", "one"): (50, 31, 18, 11)}
# In Number Stack Duel, where the winner has more moves, this many count.
USUAL_MOVES = 6


def chances(position: Position, verdict: Verdict, kind: Kind = "one") -> list[float]:
    """The chance of each skill to find the answer.

    >>> from outnumber.games.registry import game
    >>> from outnumber.theory.solve import solve
    >>> position = game("order-challenge").start()
    >>> [round(chance, 2) for chance in chances(position, solve(position))]
    [0.12, 0.14, 0.2, 0.42, 0.83]
    """
    bits, moves = _bits(position, verdict, kind), position.legal.bit_count()
    if position.rules.theorem == "two-sides":
        moves = USUAL_MOVES
    seen = [chance_to_see(bits, skill) for skill in SKILLS]
    return [_FOUND[kind](chance, 1 / moves) for chance in seen]


def _or_lucky(seen: float, luck: float) -> float:
    return seen + (1 - seen) * luck


# By the chance of seeing it, and the chance of guessing one of the moves.
_FOUND: dict[Kind, Callable[[float, float], float]] = {
    "one": _or_lucky,
    "who": lambda seen, _: _or_lucky(seen, 1 / 2),
    "all": lambda seen, luck: _or_lucky(seen, luck / (1 + luck)),
    "avoid": _or_lucky,
    "seat": lambda seen, luck: _or_lucky(seen, 1 / 2) * _or_lucky(seen, luck),
}


def _bits(position: Position, verdict: Verdict, kind: Kind) -> float:
    """How hard it is to see the result of the moves: their number, and the distance of the end.

    In two games the number of moves would reveal the winner. In Number Stack Duel it is almost the answer,
    and so is its share of the unused numbers; so the number of used numbers counts, which makes counting
    hard. In Order Challenge parity reveals it: a pair of lengths counts as one, and longer ones are only more
    to count.
    """
    theorem, moves = position.rules.theorem, position.legal.bit_count()
    if theorem == "two-sides":
        return 1.8 + 1.1 * log2(1 + position.rules.size - position.unused_count)
    left = position.unused_count if verdict.length_is_a_search else verdict.length or FAR
    if theorem == "private-numbers" and kind in SEATS:
        return 1 + log2(left | 1)
    return log2(moves) + log2(1 + min(left, FAR) / 2)


def percent(position: Position, verdict: Verdict, kind: Kind = "one") -> int:
    """The average chance of the five players in whole percent; the lower, the harder."""
    each = chances(position, verdict, kind)
    return round(100 * sum(each) / len(each))


def difficulty(position: Position, verdict: Verdict, kind: Kind = "one") -> int:
    """The difficulty from 1, which most of them solve, to 5, which few do."""
    found = percent(position, verdict, kind)
    steps = TWO_ANSWERS.get((position.rules.theorem, kind), STEPS[kind])
    return 1 + sum(found < step for step in steps)
