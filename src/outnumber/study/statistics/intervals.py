"""Shares with confidence intervals for grouped data, such as turns grouped by opening.

Results within a group are correlated, so a hundred turns on ten openings are less evidence than a hundred
turns on a hundred openings. Resampling whole groups would show how much less. Here the limit of resampling is
computed directly: the variance of a ratio over groups. It gives the effective number of independent turns,
and from that Wilson's interval, which is accurate even near 0 and 100 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import erfc, fsum, hypot, inf, sqrt
from operator import sub
from statistics import fmean
from typing import NamedTuple

Z = 1.959963984540054  # 95 % of a normal distribution lie within this many standard deviations
# The variance between groups cannot be estimated from fewer; a difference then has no interval.
FEWEST = 10
# The probability of an error that a significant difference allows.
ALPHA = 0.05

# The number of hits, and the total, in each group; or sums of weights up to 1.
Groups = Mapping[Hashable, tuple[int, int]]


class Share(NamedTuple):
    """A number of hits out of a total."""

    hits: int = 0
    of: int = 0

    @property
    def rate(self) -> float | None:
        return self.hits / self.of if self.of else None

    @property
    def worth(self) -> float:
        """The effective number of independent observations; here, all of them."""
        return self.of

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the true rate, after Wilson (1927).

        >>> [round(end, 4) for end in Share(81, 263).interval]
        [0.2553, 0.3662]
        """
        if not self.of:
            return None
        rate, n = self.hits / self.of, self.worth
        middle = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
        reach = Z / (1 + Z * Z / n) * sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
        # At both ends the formula gives exactly 0 or 1, apart from rounding.
        low = 0.0 if self.hits == 0 else max(0.0, middle - reach)
        return low, 1.0 if self.hits == self.of else min(1.0, middle + reach)


def independent(rate: float, reach: float) -> float:
    """The number of independent observations for which Wilson's interval is the rate ± `reach`, below 0.5.

    >>> round(independent(0.5, 0.025)), round(independent(0.0, 0.025))
    (1533, 73)
    """
    # With x = Z² / n: (1/4 - reach²) x² + (rate (1 - rate) - 2 reach²) x - reach² = 0.
    square = reach * reach
    a, b = 0.25 - square, rate * (1 - rate) - 2 * square
    return Z * Z * 2 * a / (sqrt(b * b + 4 * a * square) - b)


class Grouped(Share):
    """A share of grouped observations.

    >>> alone = {n: (n % 2, 1) for n in range(100)}
    >>> tens = {n: (10 * (n % 2), 10) for n in range(10)}
    >>> [round(Grouped.of_groups(each).worth) for each in (alone, tens)]
    [100, 10]
    """

    groups: Groups

    @classmethod
    def of_groups(cls, groups: Groups) -> Grouped:
        hits, of = (sum(each[place] for each in groups.values()) for place in (0, 1))
        made = cls(hits, of)
        made.groups = {name: each for name, each in groups.items() if each[1]}
        return made

    @property
    def worth(self) -> float:
        count = len(self.groups)
        if count < 2:
            return self.of  # no other group to compare with: treat the observations as independent
        if self.hits in (0, self.of):
            return count  # no difference between groups: each group counts as one observation
        square = sum(each**2 for each in _pulls(self.groups).values())
        rate = self.hits / self.of
        return min(self.of, rate * (1 - rate) / square) if square else self.of


def _pulls(groups: Groups) -> dict[Hashable, float]:
    """The influence of each group on the overall rate."""
    of = sum(n for _, n in groups.values())
    rate = sum(hits for hits, _ in groups.values()) / of
    return {name: (hits - rate * n) / of for name, (hits, n) in groups.items()}


def grouped(truths: Iterable[tuple[Hashable, bool]]) -> Grouped:
    """The share of true values, given with their groups."""
    hits: Counter[Hashable] = Counter()
    of: Counter[Hashable] = Counter()
    for group, true in truths:
        of[group] += 1
        hits[group] += true
    return Grouped.of_groups({group: (hits[group], n) for group, n in of.items()})


class Difference(NamedTuple):
    """The difference between two rates, with its 95 % interval if there is enough data."""

    rate: float
    low: float | None = None
    high: float | None = None
    # The probability of a difference this large between equal rates.
    p: float | None = None

    @property
    def certain(self) -> bool:
        """Whether the two rates differ significantly at the 95 % level; without an interval, False."""
        apart = self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)
        return apart and (self.p is None or self.p <= ALPHA)


def difference(one: Grouped, two: Grouped) -> Difference | None:
    """The first rate minus the second, paired: groups that both have are compared with each other.

    None if there is too little to compare, and no interval below `FEWEST` groups. A group that is hard for
    all players does not widen the interval, as it would if two separate intervals were compared.
    """
    if one.rate is None or two.rate is None:
        return None
    apart, ours, theirs = one.rate - two.rate, _pulls(one.groups), _pulls(two.groups)
    names = ours.keys() | theirs.keys()
    if len(names) < 2:
        return None
    # Sets have no order; rounding once makes the sum independent of it.
    square = fsum((ours.get(name, 0.0) - theirs.get(name, 0.0)) ** 2 for name in names)
    if len(names) < FEWEST:
        return Difference(apart)
    freedom = len(names) - 1
    error = sqrt(square * len(names) / freedom)
    reach = student(freedom) * error
    # Abramowitz and Stegun, 26.7.8: the normal quantile that corresponds to Student's.
    ratio = abs(apart) / error if error else inf if apart else 0.0
    z = ratio * (1 - 1 / (4 * freedom)) / sqrt(1 + ratio**2 / (2 * freedom)) if ratio < inf else inf
    # A difference of two rates lies between -1 and 1, which the formula does not ensure.
    return Difference(apart, max(-1.0, apart - reach), min(1.0, apart + reach), erfc(z / sqrt(2)))


def holm(differences: Sequence[Difference | None]) -> list[Difference | None]:
    """The differences with their probabilities corrected for their number by the method of Holm (1979).

    >>> [each.p for each in holm([Difference(0.1, 0.0, 0.2, p) for p in (0.04, 0.01, 0.03)])]
    [0.06, 0.03, 0.06]
    """
    found, least = list(differences), 0.0
    tested = [(each.p, place) for place, each in enumerate(found) if each and each.p is not None]
    for rank, (p, place) in enumerate(sorted(tested)):
        least = max(least, min(1.0, p * (len(tested) - rank)))
        found[place] = found[place]._replace(p=least)  # type: ignore[union-attr]
    return found


class Corrected(NamedTuple):
    """The mean over parts of rates corrected for luck: 0 for random answers, 1 for perfect ones.

    >>> half = Grouped.of_groups({n: (n % 2, 1) for n in range(100)})
    >>> found = Corrected.of([(half, 0.5), (half, 0.0)])
    >>> found.rate, [round(end, 3) for end in found.interval]
    (0.25, [0.142, 0.358])
    """

    rate: float | None
    interval: tuple[float, float] | None

    @classmethod
    def of(cls, parts: Iterable[tuple[Grouped, float]]) -> Corrected:
        """The mean over parts, each a rate with what luck alone would score there."""
        held = tuple((share, luck) for share, luck in parts if share.of and luck < 1)
        if not held:
            return cls(None, None)
        rates, lows, highs = (
            [(each - luck) / (1 - luck) for each, (_, luck) in zip(figures, held, strict=True)]
            for figures in zip(*((share.hits / share.of, *share.interval) for share, _ in held), strict=True)  # type: ignore[misc]
        )
        # The variance of the mean is estimated at each end separately, after Zou and Donner (2008), so that
        # the interval is accurate near 0 and 100 % too.
        rate = fmean(rates)
        down, up = (hypot(*map(sub, rates, ends)) / len(held) for ends in (lows, highs))
        return cls(rate, (rate - down, min(1.0, rate + up)))


def student(freedom: int) -> float:
    """The replacement for `Z` if the variance is estimated, after Student (1908).

    Abramowitz and Stegun, 26.7.5, to three decimals from `FEWEST` groups on.

    >>> [round(student(freedom), 3) for freedom in (9, 29, 1_000_000)]
    [2.262, 2.045, 1.96]
    """
    square = Z * Z
    terms = (
        1.0,
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
    )
    return Z * fsum(term / freedom**power for power, term in enumerate(terms))
