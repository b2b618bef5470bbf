"""Ratings: one number for each player, from which the expected score of any two against each other follows.

They are a fit of the model of Bradley and Terry (1952): the strengths that make the results as likely as
possible, all games at once, so that their order does not matter. A lead of `SCALE` points means e games won
for each that is lost. `ratings` rates the players of an arena among themselves, and `rate` a person beside
the levels, whose ratings an arena has measured.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import exp, sqrt
from typing import NamedTuple

from outnumber.players.ratings import published

AVERAGE = 25.0
# How much luck there is in a game, on the scale of the ratings.
BETA = AVERAGE / 6
# Points to a unit of strength.
SCALE = sqrt(2) * BETA
# How widely strengths are spread before any game is seen, as a variance: a third of the average.
SPREAD = (AVERAGE / 3 / SCALE) ** 2
# Newton's method doubles the digits with each step once it is near.
STEPS = 50
NEAR = 1e-12
# The exponential of more overflows.
LARGEST = 700.0

Matrix = list[list[float]]
# Who won against whom, and how often.
Wins = Counter[tuple[int, int]]


def chance(lead: float) -> float:
    """The share of the games that a lead wins, in units of strength."""
    return 1 / (1 + exp(min(LARGEST, -lead)))


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
    return chance((one.mu - two.mu) / scale)


class Decided(NamedTuple):
    """A game that was won; what happens on one opening hangs together."""

    id: str
    opening: Hashable
    winner: str
    loser: str


def ratings(games: Iterable[Decided]) -> dict[str, PlayerRating]:
    """Everybody's rating, the same in whatever order the games come.

    The best strength of a player who never loses would be infinite, so strengths are expected to be spread
    like those of a normal distribution. The error is that of the curvature of the fit, or where that is more,
    what the openings differ by. Only differences mean something: the average of all is put at 25.
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


def _pull(wins: Wins, strength: list[float]) -> list[float]:
    """By how many games each player did better than its strength promises."""
    pull = [0.0] * len(strength)
    for (winner, loser), games in wins.items():
        surprise = games * (1 - chance(strength[winner] - strength[loser]))
        pull[winner] += surprise
        pull[loser] -= surprise
    return pull


def _curvature(wins: Wins, strength: list[float]) -> Matrix:
    """How sharply the likelihood falls off around these strengths."""
    count = len(strength)
    found = [[1 / SPREAD if row == column else 0.0 for column in range(count)] for row in range(count)]
    for (one, two), games in wins.items():
        share = chance(strength[one] - strength[two])
        weight = games * share * (1 - share)
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

    With wins alone, or with losses alone, no rating is high or low enough.

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
    return [chance((rating - against) / SCALE) for against, _ in results]


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
