"""How strong somebody is beside the named levels: the rating under which their results are likeliest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt, tanh
from typing import NamedTuple

from outnumber.players.ratings import published

# As the arena has it: a lead of so much means e games won for each that is lost.
SCALE = sqrt(2) * 25 / 6


class Rating(NamedTuple):
    """A rating on the scale of the levels, with one standard error; None where it cannot be told yet."""

    rounds: int
    rating: float | None = None
    error: float | None = None
    # The level whose own rating is nearest, and that rating.
    level: str = ""
    has: float = 0.0


def fit(results: Sequence[tuple[float, bool]]) -> tuple[float, float] | None:
    """The likeliest rating of whoever had these results against these ratings, and its standard error.

    Bradley and Terry's model (1952). With wins alone, or with losses alone, no rating is high or low enough.

    >>> rating, error = fit([(25.0, True), (25.0, False)])
    >>> round(rating, 3), round(error, 3)
    (25.0, 8.333)
    >>> fit([(25.0, True)])
    """
    if len({won for _, won in results}) < 2:
        return None
    # The expected number of wins rises with the rating, so that halving finds where it is the actual one.
    wins = sum(won for _, won in results)
    low, high = (bound(each for each, _ in results) for bound in (min, max))
    far = SCALE * len(results)
    low, high = low - far, high + far
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(_expected(middle, results)) < wins else (low, middle)
    rating = (low + high) / 2
    return rating, SCALE / sqrt(sum(share * (1 - share) for share in _expected(rating, results)))


def _expected(rating: float, results: Sequence[tuple[float, bool]]) -> list[float]:
    # The logistic curve, in a form that never overflows.
    return [(1 + tanh((rating - against) / SCALE / 2)) / 2 for against, _ in results]


def rate(rounds: Iterable[tuple[str, str, bool]]) -> Rating:
    """The rating from rounds without help: the game, the level it was against, and whether it was won."""
    known = published().games
    counted = [each for each in rounds if each[1] in known.get(each[0], {})]
    found = fit([(known[game][level].rating, won) for game, level, won in counted])
    if found is None:
        return Rating(len(counted))
    games = {game for game, _, _ in counted}
    levels = {
        level: sum(known[game][level].rating for game in games) / len(games)
        for level in known[min(games)]
        if all(level in known[game] for game in games)
    }
    nearest = min(levels, key=lambda level: abs(levels[level] - found[0]))
    return Rating(len(counted), *found, nearest, levels[nearest])
