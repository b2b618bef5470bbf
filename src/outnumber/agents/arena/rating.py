"""Ratings: one number for each player, from which the expected score of any two against each other follows.

They are a fit of the model of Bradley and Terry (1952): the strengths that make the results as likely as
can be, all games at once, so that their order does not matter. Whoever has never lost would be infinitely
strong; so strengths are expected to be spread like those of a normal distribution, and few games move
nobody far.

How far a rating may be wrong is told by the curvature of the fit, or where that is more, by how differently
the openings pull at it: all pairs share them. A rating says nothing but how one player does against
another, so that the average of all is put at 25.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from math import exp, sqrt
from typing import NamedTuple

from outnumber.agents.arena.read import GameResult

AVERAGE = 25.0
# How much luck there is in a game, on the scale of the ratings.
BETA = AVERAGE / 6
# Points to a unit of strength, in which a lead of x wins 1 / (1 + e^-x) of the games.
SCALE = sqrt(2) * BETA
# How widely strengths are spread before any game is seen, as a variance: a third of the average.
SPREAD = (AVERAGE / 3 / SCALE) ** 2
# Newton's method doubles the digits with each step once it is near.
STEPS = 50
NEAR = 1e-12

Matrix = list[list[float]]


class PlayerRating(NamedTuple):
    """How strong a player is, and how far that may be wrong (one standard deviation)."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        """With two standard deviations, as reports have it."""
        return f"{self.mu:.1f} ± {2 * self.sigma:.1f}"


def expected(one: PlayerRating, two: PlayerRating) -> float:
    """The share of the games against the second player that the first is expected to win.

    >>> average = PlayerRating(25, 0)
    >>> [round(expected(PlayerRating(mu, 0), average), 2) for mu in (28, 38)]
    [0.62, 0.9]
    """
    scale = sqrt(2 * BETA**2 + one.sigma**2 + two.sigma**2)
    return 1 / (1 + exp((two.mu - one.mu) / scale))


# Who won against whom, and how often.
Wins = Counter[tuple[int, int]]


def ratings(results: Sequence[GameResult]) -> dict[str, PlayerRating]:
    """Everybody's rating, the same in whatever order the results come."""
    if not results:
        return {}
    players = sorted({player for result in results for player in result.players})
    place = {player: number for number, player in enumerate(players)}
    by_opening: dict[Hashable, Wins] = defaultdict(Counter)
    for result in sorted(results, key=lambda result: result.id):
        winner, loser = (place[result.players[seat - 1]] for seat in (result.winner, 3 - result.winner))
        by_opening[result.start][winner, loser] += 1
    every: Wins = Counter()
    for wins in by_opening.values():
        every.update(wins)
    strength = _fitted(every, len(players))
    spread = _inverse(_curvature(every, strength))
    certain = [_pull(wins, strength) for wins in by_opening.values()]
    return {
        player: PlayerRating(AVERAGE + SCALE * strength[number], SCALE * _error(number, spread, certain))
        for player, number in place.items()
    }


def _fitted(wins: Wins, count: int) -> list[float]:
    """The likeliest strengths, by Newton's method; the prior keeps their average at 0."""
    strength = [0.0] * count
    for _ in range(STEPS):
        slope = [pull - each / SPREAD for pull, each in zip(_pull(wins, strength), strength, strict=True)]
        inverse = _inverse(_curvature(wins, strength))
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        # Far from the best a whole step can lead too far.
        size = max(map(abs, step))
        shorter = min(1.0, 1 / size) if size else 1.0
        strength = [each + shorter * by for each, by in zip(strength, step, strict=True)]
        if size < NEAR:
            break
    return strength


def _chance(strength: list[float], one: int, two: int) -> float:
    return 1 / (1 + exp(strength[two] - strength[one]))


def _pull(wins: Wins, strength: list[float]) -> list[float]:
    """By how many games each player did better than its strength promises."""
    pull = [0.0] * len(strength)
    for (winner, loser), games in wins.items():
        surprise = games * (1 - _chance(strength, winner, loser))
        pull[winner] += surprise
        pull[loser] -= surprise
    return pull


def _curvature(wins: Wins, strength: list[float]) -> Matrix:
    """How sharply the likelihood falls off around these strengths."""
    count = len(strength)
    found = [[1 / SPREAD if row == column else 0.0 for column in range(count)] for row in range(count)]
    for (one, two), games in wins.items():
        chance = _chance(strength, one, two)
        weight = games * chance * (1 - chance)
        for row, column, sign in ((one, one, 1), (two, two, 1), (one, two, -1), (two, one, -1)):
            found[row][column] += sign * weight
    return found


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination; the matrix is positive definite, so that no rows need be exchanged."""
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for pivot in range(size):
        head = rows[pivot][pivot]
        rows[pivot] = [each / head for each in rows[pivot]]
        for number in range(size):
            if number != pivot and (factor := rows[number][pivot]):
                rows[number] = [a - factor * b for a, b in zip(rows[number], rows[pivot], strict=True)]
    return [row[size:] for row in rows]


def _error(number: int, spread: Matrix, pulls: list[list[float]]) -> float:
    """How far the lead of a player over the average may be wrong."""
    size = len(spread)
    # What a pull of one on each player does to the lead of this one.
    lead = [row[number] - sum(row) / size for row in spread]
    curved = lead[number] - sum(lead) / size
    if len(pulls) < 2:
        return sqrt(max(0.0, curved))
    moved = sum(sum(a * b for a, b in zip(lead, pull, strict=True)) ** 2 for pull in pulls)
    return sqrt(max(curved, moved * len(pulls) / (len(pulls) - 1)))
