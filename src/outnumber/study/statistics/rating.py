"""Ratings: one number for each player, which predicts the expected score of any pairing.

They fit the model of Bradley and Terry (1952): the maximum likelihood strengths for all games at once, so the
order of the games does not matter. A lead of `SCALE` points means e games won for each game lost. `ratings`
rates the players of an arena against each other, and `rate` rates a person against the levels, whose ratings
an arena has measured.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import exp, sqrt
from typing import NamedTuple

from outnumber.players.ratings import published

AVERAGE = 25.0
# The scale of the ratings, which depends on the amount of luck in a game.
BETA = AVERAGE / 6
# Points per unit of strength.
SCALE = sqrt(2) * BETA
# The prior variance of strengths: a third of the average rating as standard deviation.
SPREAD = (AVERAGE / 3 / SCALE) ** 2
# Newton's method doubles the number of correct digits with each step near the solution.
STEPS = 50
NEAR = 1e-12
# The exponential of larger values overflows.
LARGEST = 700.0

Matrix = list[list[float]]
# The number of wins of each player against each other.
Wins = Counter[tuple[int, int]]


def chance(lead: float) -> float:
    """The expected share of wins for a lead in units of strength."""
    return 1 / (1 + exp(min(LARGEST, -lead)))


class PlayerRating(NamedTuple):
    """The rating of a player, and its standard error."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        """With two standard errors, as in reports."""
        return f"{self.mu:.1f} ± {2 * self.sigma:.1f}"


def expected(one: PlayerRating, two: PlayerRating) -> float:
    """The expected share of games that the first player wins against the second.

    >>> average = PlayerRating(25, 0)
    >>> [round(expected(PlayerRating(mu, 0), average), 2) for mu in (28, 38)]
    [0.62, 0.9]
    """
    scale = sqrt(2 * BETA**2 + one.sigma**2 + two.sigma**2)
    return chance((one.mu - two.mu) / scale)


class Decided(NamedTuple):
    """A decided game; games on one opening are correlated."""

    id: str
    opening: Hashable
    winner: str
    loser: str


def ratings(games: Iterable[Decided]) -> dict[str, PlayerRating]:
    """The ratings of all players, independent of the order of the games.

    The maximum likelihood strength of a player who never loses would be infinite, so strengths have a normal
    prior distribution. The standard error comes from the curvature of the fit or, if that is larger, from the
    variance between openings. Only differences are meaningful: the average is set to 25.
    """
    games = sorted(games)
    if not games:
        return {}
    players = sorted({player for game in games for player in (game.winner, game.loser)})
    place = {player: number for number, player in enumerate(players)}
    by_opening: dict[Hashable, Wins] = defaultdict(Counter)
    for game in games:
        by_opening[game.opening][place[game.winner], place[game.loser]] += 1
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
    """The most likely strengths, by Newton's method; the prior keeps their average at 0."""
    strength = [0.0] * count
    for _ in range(STEPS):
        slope = [pull - each / SPREAD for pull, each in zip(_pull(wins, strength), strength, strict=True)]
        inverse = _inverse(_curvature(wins, strength))
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        # Far from the solution a full step can overshoot.
        size = max(map(abs, step))
        shorter = min(1.0, 1 / size) if size else 1.0
        strength = [each + shorter * by for each, by in zip(strength, step, strict=True)]
        if size < NEAR:
            break
    return strength


def _pull(wins: Wins, strength: list[float]) -> list[float]:
    """The difference between each player's wins and the expected number."""
    pull = [0.0] * len(strength)
    for (winner, loser), games in wins.items():
        surprise = games * (1 - chance(strength[winner] - strength[loser]))
        pull[winner] += surprise
        pull[loser] -= surprise
    return pull


def _curvature(wins: Wins, strength: list[float]) -> Matrix:
    """The curvature of the likelihood at these strengths."""
    count = len(strength)
    found = [[1 / SPREAD if row == column else 0.0 for column in range(count)] for row in range(count)]
    for (one, two), games in wins.items():
        share = chance(strength[one] - strength[two])
        weight = games * share * (1 - share)
        for row, column, sign in ((one, one, 1), (two, two, 1), (one, two, -1), (two, one, -1)):
            found[row][column] += sign * weight
    return found


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination; the matrix is positive definite, so no rows need to be exchanged."""
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
    """The standard error of a player's lead over the average."""
    size = len(spread)
    # The effect of a unit change for each player on the lead of this one.
    lead = [row[number] - sum(row) / size for row in spread]
    curved = lead[number] - sum(lead) / size
    if len(pulls) < 2:
        return sqrt(max(0.0, curved))
    moved = sum(sum(a * b for a, b in zip(lead, pull, strict=True)) ** 2 for pull in pulls)
    return sqrt(max(curved, moved * len(pulls) / (len(pulls) - 1)))


class Rating(NamedTuple):
    """A rating on the scale of the levels, with one standard error; None if it is not known yet."""

    rounds: int
    rating: float | None = None
    error: float | None = None
    # The level with the nearest rating, and that rating.
    level: str = ""
    has: float = 0.0


def fit(results: Sequence[tuple[float, bool]]) -> tuple[float, float] | None:
    """The most likely rating of a player with these results against these ratings, and its standard error.

    With only wins or only losses, there is no finite maximum.

    >>> rating, error = fit([(25.0, True), (25.0, False)])
    >>> round(rating, 3), round(error, 3)
    (25.0, 8.333)
    >>> fit([(25.0, True)])
    """
    if len({won for _, won in results}) < 2:
        return None
    # The expected number of wins increases with the rating, so bisection finds the rating that matches the
    # actual number.
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
    return [chance((rating - against) / SCALE) for against, _ in results]


def rate(rounds: Iterable[tuple[str, str, bool]]) -> Rating:
    """The rating from rounds without help: the game, the level of the opponent, and whether the round was
    won.
    """
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
