"""Shares with their intervals, where what is counted comes in groups: turns of one opening, say.

What happens in a group hangs together, so that a hundred turns on ten openings are less evidence than a
hundred turns on a hundred. Resampling whole groups shows how much less. It need not be done: what it leads
to is known, the variance of a ratio over groups. That gives the number of independent turns that would be
as good, and Wilson's interval for it, which is right also near 0 and 100 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from math import fsum, sqrt
from typing import NamedTuple

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
# How far groups lie apart cannot be told from fewer: a difference then has no interval.
FEWEST = 10

# What was hit, and of how many, in each group.
Groups = Mapping[Hashable, tuple[int, int]]


class Share(NamedTuple):
    """So many of so many."""

    hits: int = 0
    of: int = 0

    @property
    def rate(self) -> float | None:
        return self.hits / self.of if self.of else None

    @property
    def worth(self) -> float:
        """As many independent ones would say as much; here, each is."""
        return self.of

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true rate lies with 95 % confidence, after Wilson (1927).

        >>> [round(end, 4) for end in Share(81, 263).interval]
        [0.2553, 0.3662]
        """
        if not self.of:
            return None
        rate, n = self.hits / self.of, self.worth
        middle = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
        reach = Z / (1 + Z * Z / n) * sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
        # At both ends the formula gives exactly 0 or 1, but for rounding.
        low = 0.0 if self.hits == 0 else max(0.0, middle - reach)
        return low, 1.0 if self.hits == self.of else min(1.0, middle + reach)


class Grouped(Share):
    """A share of what comes in groups.

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
            return self.of  # nothing to compare with: taken for independent
        if self.hits in (0, self.of):
            return count  # no group differs from another, so that each says one thing
        square = sum(each**2 for each in _pulls(self.groups).values())
        rate = self.hits / self.of
        return min(self.of, rate * (1 - rate) / square) if square else self.of


def _pulls(groups: Groups) -> dict[Hashable, float]:
    """How far each group pulls the rate away from what it is over all."""
    of = sum(n for _, n in groups.values())
    rate = sum(hits for hits, _ in groups.values()) / of
    return {name: (hits - rate * n) / of for name, (hits, n) in groups.items()}


def grouped(truths: Iterable[tuple[Hashable, bool]]) -> Grouped:
    """How many are true, each told with its group."""
    hits: Counter[Hashable] = Counter()
    of: Counter[Hashable] = Counter()
    for group, true in truths:
        of[group] += 1
        hits[group] += true
    return Grouped.of_groups({group: (hits[group], n) for group, n in of.items()})


class Difference(NamedTuple):
    """How far one rate lies above another, with its interval of 95 %, where there is enough for one."""

    rate: float
    low: float | None = None
    high: float | None = None

    @property
    def certain(self) -> bool:
        """Whether the two rates really differ, as far as 95 % say; of what has no interval, nobody knows."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def difference(one: Grouped, two: Grouped) -> Difference | None:
    """The first rate less the second, paired: groups that both have are compared with themselves.

    None where there is too little to compare, and no interval below `FEWEST` groups. What makes a group hard
    for everybody takes nothing away from the certainty, as it would if two intervals were laid side by side.
    """
    if one.rate is None or two.rate is None:
        return None
    ours, theirs = _pulls(one.groups), _pulls(two.groups)
    names = ours.keys() | theirs.keys()
    if len(names) < 2:
        return None
    # The names are a set, in no order: rounded once, the sum is the same in each.
    square = fsum((ours.get(name, 0.0) - theirs.get(name, 0.0)) ** 2 for name in names)
    apart = one.rate - two.rate
    if len(names) < FEWEST:
        return Difference(apart)
    reach = student(len(names) - 1) * sqrt(square * len(names) / (len(names) - 1))
    # A difference of two rates lies between -1 and 1; the formula does not know that.
    return Difference(apart, max(-1.0, apart - reach), min(1.0, apart + reach))


def student(freedom: int) -> float:
    """What takes the place of `Z` where the spread itself is only estimated, after Student (1908).

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
