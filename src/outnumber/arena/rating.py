"""Ratings: one number for each player, from which the expected score of any two against each other follows.

They are those of openskill, its Bradley–Terry model after Weng and Lin (2011), with three choices that fit
players who do not learn during an arena:

* `tau=0`: nobody's strength drifts, so that the uncertainty only falls;
* `gamma=1`: each game takes away as much uncertainty as it has information. With the library's default it
  stays about twice as large as the error really is;
* the games are taken in several shuffled orders, always the same ones, and the ratings averaged. A rating
  that is updated game by game depends on their order; in the order of a round robin by several points.

A rating says nothing but how one player does against another, so that the average of all is put at 25.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from statistics import fmean, variance
from typing import NamedTuple

from outnumber.arena.measures import players_in
from outnumber.arena.read import Result

MISSING = "Ratings need one more package: pip install 'outnumber[arena]'"
AVERAGE = 25.0
# How much luck there is in a game, on the scale of the ratings.
BETA = AVERAGE / 6
# So many orders are averaged; fewer where there are so many games that one order is as good as another.
ORDERS = 12
FEWEST_ORDERS = 4
MANY = 100_000


class Rating(NamedTuple):
    """How strong a player is, and how far that may be wrong (one standard deviation)."""

    mu: float
    sigma: float


def expected(one: Rating, two: Rating) -> float:
    """The share of the games against the second player that the first is expected to win.

    It is the chance that the updates themselves reckon with, a logistic curve. The library's `predict_win`
    takes the normal curve instead, which promises the stronger player too much.

    >>> round(expected(Rating(28, 0), Rating(25, 0)), 2), round(expected(Rating(38, 0), Rating(25, 0)), 2)
    (0.62, 0.9)
    """
    scale = sqrt(2 * BETA**2 + one.sigma**2 + two.sigma**2)
    return 1 / (1 + exp((two.mu - one.mu) / scale))


def ratings(results: Sequence[Result]) -> dict[str, Rating]:
    """Everybody's rating, the same in whatever order the results come; needs openskill."""
    if not results:
        return {}
    players = players_in(results)
    games = [
        (result.players[result.winner - 1], result.players[2 - result.winner])
        for result in sorted(results, key=lambda result: result.id)
    ]
    count = max(FEWEST_ORDERS, min(ORDERS, MANY // len(games)))
    runs = [_in_order(players, _shuffled(games, number)) for number in range(count)]
    return {player: _averaged([run[player] for run in runs]) for player in players}


def _shuffled(games: list[tuple[str, str]], number: int) -> list[tuple[str, str]]:
    return Random(f"order {number}").sample(games, len(games))


def _in_order(players: list[str], games: list[tuple[str, str]]) -> dict[str, Rating]:
    """The ratings after the games, each a winner and a loser."""
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull(mu=AVERAGE, sigma=AVERAGE / 3, beta=BETA, tau=0.0, gamma=_all_of_it)
    held = {player: model.rating() for player in players}
    for winner, loser in games:
        (held[winner],), (held[loser],) = model.rate([[held[winner]], [held[loser]]])
    shift = AVERAGE - fmean(rating.mu for rating in held.values())
    return {player: Rating(rating.mu + shift, rating.sigma) for player, rating in held.items()}


def _all_of_it(*_: object) -> float:
    return 1.0


def _averaged(found: list[Rating]) -> Rating:
    # What the orders leave open is a little more uncertainty.
    left_open = variance(each.mu for each in found) / len(found)
    return Rating(fmean(each.mu for each in found), sqrt(fmean(each.sigma**2 for each in found) + left_open))
