"""Tests of `Batch`."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import outnumber
from outnumber import Batch, OptionError
from outnumber.extras import install_command
from tests.agents.batches.cases import GAMES, both, needs_jax, numbers


@needs_jax
@pytest.mark.parametrize("game", GAMES)
def test_both_engines_play_the_same_games_from_the_same_seed(game: str) -> None:
    options: dict[str, Any] = {"range": 40} if game == "number-duel" else {}
    one, two = (outnumber.batch(game, size=20, engine=name, seed=5, **options) for name in ("numpy", "jax"))
    for _ in range(10):
        actions = one.random()
        assert np.array_equal(actions, two.random())
        one.step(actions)
        two.step(actions)
        for name in ("turn", "legal", "winning", "observation", "over", "winner", "illegal"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name


def test_random_moves_are_uniform_and_independent() -> None:
    games = outnumber.batch("number-duel", size=60_000, seed=3, range=40)
    counts = np.bincount(games.random(), minlength=41)
    assert counts[0] == 0
    # 1,500 each: six standard deviations are 230.
    assert (np.abs(counts[1:] - 1500) < 230).all()
    # Another step or another seed gives independent numbers: about 1,500 agree by chance.
    games.start()
    first = games.random()
    for other in (games.random(), outnumber.batch("number-duel", size=60_000, seed=4, range=40).random()):
        assert abs((first == other).sum() - 1500) < 230
    # The next seed does not give the same games in shifted order.
    shifted = outnumber.batch("number-duel", size=60_000, seed=4, range=40).random()
    assert max((first[by:] == shifted[:-by]).sum() for by in (1, 2, 3, 64)) < 1730
    # Neighbouring games are independent.
    assert abs((first[1:] == first[:-1]).sum() - 1500) < 230


def test_start_repeats_the_same_games() -> None:
    games = outnumber.batch("order-challenge", size=30, seed=2)

    def played() -> list[Any]:
        games.start()
        found = []
        for _ in range(8):
            moves = games.random()
            games.step(moves)
            found.append((moves.tolist(), games.winner.tolist()))
        return found

    assert played() == played()


def test_games_use_the_openings_in_turn() -> None:
    lines = [(6,), (5,), (6, 3)]
    games = outnumber.batch("strategy-stacks", size=4, openings=lines)
    assert numbers(games.legal) == [(1, 2, 3), (1,), (1, 9), (1, 2, 3)]
    assert games.turn.tolist() == [2, 2, 1, 2]
    games.step([0, 1, 1, 0])  # 0 is never legal, so two games end
    assert games.winner.tolist() == [1, 0, 0, 1]
    assert numbers(games.legal)[0] == (1,)
    assert numbers(games.legal)[3] == (1,)


def test_balanced_openings_are_alternately_won_and_lost() -> None:
    games = outnumber.batch("number-stack-duel", size=40, openings="balanced", seed=1)
    assert games.winning.any(axis=1).tolist() == [True, False] * 20
    assert (games.turn == 1).all()


@both
@pytest.mark.parametrize("actions", [[1], [1, 2, 3], [1.0, 2.0], [[1, 2]], ["1", "2"]], ids=str)
def test_invalid_actions_are_rejected_before_any_move(name: str, actions: Any) -> None:
    games = outnumber.batch("strategy-stacks", size=2, engine=name)
    before = games.games
    with pytest.raises(OptionError, match="one whole number for each of the 2 games"):
        games.step(actions)
    assert games.games is before


@pytest.mark.parametrize(
    ("keywords", "told"),
    [
        ({"size": 0}, "size 0 is not valid"),
        ({"size": 2, "engine": "jacks"}, "engine 'jacks' is not valid: .*jax"),
        ({"size": 2, "openings": "any"}, "openings 'any' is not valid: choose start, balanced"),
        ({"size": 2, "openings": [(5, 1, 7)]}, "the game is over after these moves"),
        ({"size": 2, "openings": [(6, 4)]}, "4 is neither a factor nor a multiple of 6"),
        ({"size": 2, "range": 2_001}, "2,001 numbers is too large: choose up to 2,000"),
        ({"size": 2, "target": 5}, "no option 'target'"),
    ],
)
def test_invalid_arguments_raise_errors_with_remedies(keywords: dict[str, Any], told: str) -> None:
    with pytest.raises(outnumber.GameError, match=told):
        outnumber.batch("strategy-stacks", **keywords)


def test_added_games_are_rejected() -> None:
    from outnumber.games.registry import registered_temporarily
    from tests.added.heaps import Heaps

    with registered_temporarily(Heaps), pytest.raises(OptionError, match="choose one of number-stack-duel"):
        outnumber.batch(Heaps.name, size=2)


def test_the_largest_game_can_be_played() -> None:
    games = outnumber.batch("number-duel", size=3, range=2_000, seed=1)
    position = [games.rules.start()] * 3
    for _ in range(5):
        moves = games.random()
        games.step(moves)
        position = [each.play(move) for each, move in zip(position, moves, strict=True)]
    assert numbers(games.legal) == [each.legal_moves() for each in position]
    assert isinstance(games, Batch)


@pytest.mark.parametrize(
    ("hidden", "statement", "extra"),
    [
        ("numpy", "outnumber.batch('strategy-stacks', size=2)", "batch"),
        ("jax", "outnumber.batch('strategy-stacks', size=2, engine='jax')", "jax"),
        ("jax", "import outnumber.agents.batches.pgx", "jax"),
        ("gymnasium", "import outnumber.agents.batches.vector", "gymnasium,batch"),
    ],
)
def test_missing_packages_raise_errors_with_the_install_command(
    hidden: str, statement: str, extra: str
) -> None:
    code = f"import sys; sys.modules[{hidden!r}] = None\nimport outnumber\n{statement}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert install_command(extra) in run.stderr.splitlines()[-1]


def test_heavy_packages_are_imported_on_first_use() -> None:
    code = """
import sys, outnumber
outnumber.batch
assert not {"numpy", "jax", "gymnasium"} & set(sys.modules)
outnumber.batch("strategy-stacks", size=2).winning
assert not {"jax", "gymnasium", "pyspiel", "pettingzoo"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
