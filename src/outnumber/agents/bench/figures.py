"""The figures of a submission, computed from its answers alone.

A score is corrected for luck, (score - luck) / (1 - luck): 0 for random answers, 1 for perfect ones. The
headline is the mean over all games and tracks, each with the same weight. Its interval resamples questions,
not answers, so that repeats do not look like more evidence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import fsum
from typing import Any, NamedTuple

from msgspec import Struct

from outnumber.games import mark
from outnumber.study.bench.questions import CHOOSE, EXPLAIN, PLAY, TWINS, Question
from outnumber.study.statistics.intervals import Corrected, Grouped, difference

from .ask import USED

# The smallest number of each group by numbers left.
SIZES = (1, 9, 14, 21, 33, 51, 81, 121)
LEVELS = (mark("easy"), mark("medium"), mark("hard"))
# Figures in files are rounded, because the last digits depend on the machine.
PLACES = 6


class GradedAnswer(NamedTuple):
    """A question and its line in a submission."""

    question: Question
    line: dict[str, Any]

    @property
    def hits(self) -> int:
        return int(self.line.get("kept", self.line["grade"] == "right"))

    @property
    def of(self) -> int:
        """1, or in a whole game the number of turns with something to lose."""
        return int(self.line.get("held", 1))

    @property
    def luck(self) -> float:
        """The chance that a random answer is right."""
        return float(self.line.get("by_luck", self.question.by_luck))

    @property
    def cell(self) -> tuple[str, str]:
        return self.question.rules.name, self.question.track


class Figure(Struct, forbid_unknown_fields=True):
    """A score with its 95 % interval, and what it is computed from."""

    score: float | None
    low: float | None
    high: float | None
    right: int
    of: int
    luck: float | None


class Disguise(Struct, forbid_unknown_fields=True):
    """The share of right answers to the twins minus that to the same questions without disguise."""

    rate: float
    low: float | None
    high: float | None


class BenchSummary(Struct, forbid_unknown_fields=True):
    """All figures of a submission."""

    headline: Figure
    # The headline of each repeat alone.
    repeats: list[float | None]
    tracks: dict[str, Figure]
    games: dict[str, Figure]
    # Without the tracks `explain` and `play`, which have small positions only.
    difficulty: dict[str, Figure]
    numbers_left: dict[str, Figure]
    # The number of answers of each kind, by track.
    grades: dict[str, dict[str, int]]
    # The questions without an answer, by error code.
    faults: dict[str, int]
    disguise: Disguise | None
    # Requests, tokens and cost, as far as the endpoint reports them.
    used: dict[str, float]
    seconds: float


def summary(answered: Iterable[GradedAnswer]) -> BenchSummary:
    """The summary of some answers; their order does not matter."""
    answered = sorted(answered, key=lambda each: (each.question.id, each.line["repeat"]))
    sized = [each for each in answered if each.question.track not in (EXPLAIN, PLAY)]
    repeats = sorted({each.line["repeat"] for each in answered})
    grades: dict[str, Counter[str]] = defaultdict(Counter)
    for each in answered:
        grades[each.question.track][each.line["grade"]] += 1
    faults = Counter(each.line["fault"] for each in answered if "fault" in each.line)
    used = [each.line["used"] for each in answered if "used" in each.line]
    totals = {
        name: round(total, PLACES) for name in USED if (total := fsum(each.get(name, 0) for each in used))
    }
    return BenchSummary(
        figure(answered),
        [figure([each for each in answered if each.line["repeat"] == one]).score for one in repeats],
        _by(answered, lambda each: each.question.track),
        _by(answered, lambda each: each.question.rules.name),
        _by(sized, lambda each: each.question.difficulty, together=True),
        _by(sized, lambda each: size_group(each.question.numbers_left), together=True),
        {track: dict(sorted(counts.items())) for track, counts in sorted(grades.items())},
        dict(sorted(faults.items())),
        _disguise(answered),
        totals,
        round(fsum(each.line["seconds"] for each in answered), 3),
    )


def figure(answered: Iterable[GradedAnswer], *, together: bool = False) -> Figure:
    """The mean score over games and tracks, or over games with all tracks together."""
    cells: dict[object, list[GradedAnswer]] = defaultdict(list)
    for each in answered:
        cells[each.cell[0] if together else each.cell].append(each)
    parts = [
        (
            share := _grouped((each.question.id, each) for each in held),
            fsum(each.luck * each.of for each in held) / share.of,
        )
        for held in cells.values()
    ]
    found = Corrected.of(parts)
    low, high = found.interval or (None, None)
    right, of = (sum(share[place] for share, _ in parts) for place in (0, 1))
    luck = fsum(share.of * luck for share, luck in parts) / of if of else None
    score, low, high, luck = (
        None if each is None else round(each, PLACES) for each in (found.rate, low, high, luck)
    )
    return Figure(score, low, high, right, of, luck)


def _by(
    answered: Iterable[GradedAnswer], key: Callable[[GradedAnswer], str], *, together: bool = False
) -> dict[str, Figure]:
    groups: dict[str, list[GradedAnswer]] = defaultdict(list)
    for each in answered:
        groups[key(each)].append(each)
    return {name: figure(groups[name], together=together) for name in sorted(groups, key=_order)}


def _order(name: str) -> tuple[int, str]:
    """Numbers in ascending order, and easy before hard."""
    number = name.partition("–")[0]
    return (int(number) if number.isdigit() else LEVELS.index(name) if name in LEVELS else 0), name


def size_group(left: int) -> str:
    """The group of a number of numbers left.

    >>> size_group(6), size_group(10), size_group(150)
    ('1–8', '9–13', '121–')
    """
    place = max(number for number, low in enumerate(SIZES) if left >= low or not number)
    return f"{SIZES[place]}–{SIZES[place + 1] - 1 if place + 1 < len(SIZES) else ''}"


def _disguise(answered: Sequence[GradedAnswer]) -> Disguise | None:
    twins = [(each.question.twin_of, each) for each in answered if each.question.track == TWINS]
    plain = [(each.question.id, each) for each in answered if each.question.track == CHOOSE]
    both = {id for id, _ in twins} & {id for id, _ in plain}
    found = difference(*(_grouped(pair for pair in side if pair[0] in both) for side in (twins, plain)))
    if found is None:
        return None
    low, high = (None if end is None else round(end, PLACES) for end in (found.low, found.high))
    return Disguise(round(found.rate, PLACES), low, high)


def _grouped(answered: Iterable[tuple[Hashable, GradedAnswer]]) -> Grouped:
    groups: dict[Hashable, tuple[int, int]] = {}
    for name, each in answered:
        hits, of = groups.get(name, (0, 0))
        groups[name] = hits + each.hits, of + each.of
    return Grouped.of_groups(groups)
