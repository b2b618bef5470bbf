"""The number of openings that an arena needs, compared with simulated arenas."""

from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from outnumber.agents.arena.report.figures import openings_needed, precision
from outnumber.games.registry import BUILT_IN
from outnumber.games.sentences import ENGLISH
from outnumber.study.statistics.intervals import Grouped, Share, grouped, independent


def played(openings: int, skill: float, luck: Random) -> Grouped:
    """Blunders of a player: openings differ in difficulty and in the number of chances; some have none."""
    found = []
    for opening in range(openings):
        hard = luck.choice([0.1, 0.3, 0.9])
        found += [(opening, luck.random() < hard * skill) for _ in range(luck.choice([0, 1, 2, 6]))]
    return grouped(found)


def reach(share: Share) -> float:
    assert share.interval is not None
    return (share.interval[1] - share.interval[0]) / 2


@pytest.mark.parametrize("rate", [0.0, 0.02, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("wanted", [0.01, 0.1, 0.4])
def test_the_number_of_observations_inverts_the_interval(rate: float, wanted: float) -> None:
    class Sample(Share):
        @property
        def worth(self) -> float:
            return independent(rate, wanted)

    # A large total, so that the rate is exact.
    assert reach(Sample(round(rate * 1_000_000), 1_000_000)) == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize("skill", [0.15, 0.6, 1.0])
@pytest.mark.parametrize("pilot", [60, 400])
def test_arenas_with_the_planned_openings_are_as_precise_as_wanted(skill: float, pilot: int) -> None:
    luck, wanted, times = Random(pilot), 0.04, 60
    needs = [openings_needed(played(pilot, skill, luck), pilot, wanted) for _ in range(times)]
    got = [played(need, skill, luck) for need in needs]
    # An estimate from few openings is inexact, but neither too high nor too low on average.
    assert fmean(map(reach, got)) == pytest.approx(wanted, rel=0.05)
    truth = played(30_000, skill, luck)
    assert truth.rate is not None
    near = sum(abs(each.hits / each.of - truth.rate) < wanted for each in got)
    assert near / times >= 0.9
    # Whole openings count: as many independent chances would be fewer than half.
    assert truth.worth < 0.95 * truth.of


def test_without_results_the_estimate_names_what_it_assumes(tmp_path: Path) -> None:
    (section,) = precision(2.5, tuple(BUILT_IN), tmp_path, ENGLISH).sections
    needed, assumed = section.text
    assert "1,150 openings of all games together (5 games, 230 rounds)" in needed
    assert "25.0%" in assumed
    # Half the interval takes about four times the openings.
    assert independent(0.25, 0.0125) / independent(0.25, 0.025) == pytest.approx(4, rel=0.01)
    assert sqrt(0.25 * 0.75 / 1150) * 1.96 == pytest.approx(0.025, rel=0.01)
