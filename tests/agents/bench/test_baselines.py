"""The baselines answer every track, and the searches find what lies within their reach."""

import json
import random
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

import outnumber
from outnumber.study.bench.questions import TRACKS
from outnumber.study.bench.suites import suite
from tests.doc_pages import ROOT
from tests.program import call

sys.path.append(str(ROOT / "benchmarks"))

import baselines
import train_alphazero

MINI = suite("mini").questions()


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """An untrained network."""
    file = tmp_path / "network.npz"
    np.savez(file, **train_alphazero.network(np.random.default_rng(1)))
    return file


def test_a_baseline_is_a_player_of_the_suite(tmp_path: Path) -> None:
    script = ROOT / "benchmarks" / "baselines.py"
    command = shlex.join([sys.executable, str(script), "mcts", "20"])
    out = str(tmp_path / "out")
    done = call("bench", "mini", "--player", f"mcts=cmd:{command}", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    (entry,) = json.loads(done.stdout)["entries"]
    assert {*entry["summary"]["tracks"]} == {*TRACKS}
    assert not entry["summary"]["faults"]
    kinds = {kind for counts in entry["summary"]["grades"].values() for kind in counts}
    assert not kinds & {"garbled", "illegal"}
    assert entry["summary"]["headline"]["score"] > 0.15


def test_deep_enough_minimax_is_exact_and_shallow_minimax_guesses() -> None:
    luck = random.Random(1)
    small = [each for each in MINI if not each.labels and 0 < each.position.unused_count <= 6]
    assert len(small) > 10
    for each in small:
        move, value = baselines.Minimax(12).choose(each.position, luck)
        assert (value > 0) == bool(outnumber.solve(each.position).winning)
        assert value < 0 or move in outnumber.solve(each.position).winning
    values = {baselines.Minimax(1).choose(each.position, luck)[1] for each in MINI}
    assert values == {-1.0, 1.0}


def test_a_tree_search_gets_better_with_playouts() -> None:
    asked = [each for each in MINI if each.track == "choose"]

    def right(count: int) -> int:
        search = baselines.TreeSearch(count, baselines.playout)
        return sum(search.choose(each.position, random.Random(each.id))[0] in each.winning for each in asked)

    assert right(200) > right(2)


@pytest.mark.slow
def test_a_network_reads_any_walk_and_leaves_the_others_to_chance(weights: Path) -> None:
    player = baselines.baseline("alphazero", str(weights), "4")
    for each in MINI:
        move, value = player.choose(each.position, random.Random(1))
        assert move in each.position.legal_moves()
        assert -1 <= value <= 1
    guess = baselines.Network(weights)
    position = outnumber.game("strategy-stacks", range=12).start().play(6)
    chances, value = guess(position)
    assert len(chances) == len(position.legal_moves())
    assert sum(chances) == pytest.approx(1)
    assert -1 < value < 1


def test_the_contrast_prints_games_and_exam_for_each_board(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = ("order-challenge range=6",)
    monkeypatch.setattr(baselines, "BOARDS", boards)
    baselines.contrast(baselines.baseline("minimax", "12"), 20, 20)
    (told,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert told["board"] == boards[0]
    for asked in (told["exam"], told["drawn"]):
        assert asked["right"] == asked["score"] == 1 > asked["luck"]
    assert 10 <= told["won"] <= told["games"] == 20
