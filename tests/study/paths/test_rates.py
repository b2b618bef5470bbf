"""The stages keep the targets of their paths: exact win rates of levels and habits."""

import sys
from pathlib import Path

import pytest

from outnumber.games.registry import BUILT_IN
from outnumber.study.paths.path import path

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))
from path_chances import HABITS
from paths import LEVELS, missed, rates, simulated


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_stage_keeps_the_targets_of_levels_and_habits(game: str) -> None:
    before: dict[str, float] = {}
    for stage in path(game).stages:
        found = rates(stage)
        wrong = {
            name: round(rate, 3)
            for name, rate in found.items()
            if missed(stage, name, rate, before.get(name, 1.0))
        }
        assert not wrong, f"stage {stage.number}"
        before = found


def test_missed_targets_are_marked() -> None:
    stage = path("order-challenge").stage(6)
    assert (stage.learner, missed(stage, "casual", 0.5)) == ("casual", "")
    assert (
        missed(stage, "casual", 0.39)
        == missed(stage, "nearest", 0.26)
        == missed(stage, "perfect", 0.99)
        == "!"
    )
    assert missed(stage, "master", 0.9, 0.89) == "^"
    duel = path("number-stack-duel").stage(6)
    assert missed(duel, "nearest", 1.0) == ""


@pytest.mark.parametrize("name", [*LEVELS, *HABITS])
def test_rates_agree_with_simulated_games(name: str) -> None:
    # The simulated games depend on their number alone, so the difference is the same in every run.
    stage = path("number-stack-attack").stage(9)
    assert simulated(stage, name, 240) == pytest.approx(rates(stage, [name])[name], abs=0.1)
