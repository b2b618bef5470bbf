"""A batch as one object."""

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


def test_every_legal_number_is_as_likely_as_the_next() -> None:
    games = outnumber.batch("number-duel", size=60_000, seed=3, range=40)
    counts = np.bincount(games.random(), minlength=41)
    assert counts[0] == 0
    # 1,500 each: six standard deviations are 230.
    assert (np.abs(counts[1:] - 1500) < 230).all()
    # Another moment and another seed give other numbers: as few are equal as by chance, 1,500 again.
    games.start()
    first = games.random()
    for other in (games.random(), outnumber.batch("number-duel", size=60_000, seed=4, range=40).random()):
        assert abs((first == other).sum() - 1500) < 230
    # Not even in another order: no game of the next seed is a game of this one.
    shifted = outnumber.batch("number-duel", size=60_000, seed=4, range=40).random()
    assert max((first[by:] == shifted[:-by]).sum() for by in (1, 2, 3, 64)) < 1730
    # Neighbours have nothing to do with each other.
    assert abs((first[1:] == first[:-1]).sum() - 1500) < 230


def test_a_start_plays_the_same_games_again() -> None:
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


def test_openings_are_taken_in_turn() -> None:
    lines = [(6,), (5,), (6, 3)]
    games = outnumber.batch("strategy-stacks", size=4, openings=lines)
    assert numbers(games.legal) == [(1, 2, 3), (1,), (1, 9), (1, 2, 3)]
    assert games.turn.tolist() == [2, 2, 1, 2]
    games.step([0, 1, 1, 0])  # 0 is never legal, so that two games end
    assert games.winner.tolist() == [1, 0, 0, 1]
    assert numbers(games.legal)[0] == (1,)
    assert numbers(games.legal)[3] == (1,)


def test_balanced_openings_are_won_and_lost_in_turn() -> None:
    games = outnumber.batch("number-stack-duel", size=40, openings="balanced", seed=1)
    assert games.winning.any(axis=1).tolist() == [True, False] * 20
    assert (games.turn == 1).all()


@both
@pytest.mark.parametrize("actions", [[1], [1, 2, 3], [1.0, 2.0], [[1, 2]], ["1", "2"]], ids=str)
def test_what_is_no_number_for_each_game_is_refused_and_nothing_moves(name: str, actions: Any) -> None:
    games = outnumber.batch("strategy-stacks", size=2, engine=name)
    before = games.games
    with pytest.raises(OptionError, match="one whole number for each of the 2 games"):
        games.step(actions)
    assert games.games is before


@pytest.mark.parametrize(
    ("keywords", "told"),
    [
        ({"size": 0}, "size cannot be 0"),
        ({"size": 2, "engine": "jacks"}, "engine cannot be 'jacks': .*jax"),
        ({"size": 2, "openings": "any"}, "openings cannot be 'any': choose start, balanced"),
        ({"size": 2, "openings": [(5, 1, 7)]}, "no number can follow"),
        ({"size": 2, "openings": [(6, 4)]}, "4 is neither a factor nor a multiple of 6"),
        ({"size": 2, "range": 2_001}, "2,001 numbers is too large: choose up to 2,000"),
        ({"size": 2, "target": 5}, "no option 'target'"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_remedy(keywords: dict[str, Any], told: str) -> None:
    with pytest.raises(outnumber.GameError, match=told):
        outnumber.batch("strategy-stacks", **keywords)


def test_a_game_of_another_package_is_refused() -> None:
    from outnumber.games.registry import registered_temporarily
    from tests.added.heaps import Heaps

    with registered_temporarily(Heaps), pytest.raises(OptionError, match="choose one of number-stack-duel"):
        outnumber.batch(Heaps.name, size=2)


def test_the_largest_game_plays() -> None:
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
def test_a_missing_package_is_named_with_its_remedy(hidden: str, statement: str, extra: str) -> None:
    code = f"import sys; sys.modules[{hidden!r}] = None\nimport outnumber\n{statement}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert install_command(extra) in run.stderr.splitlines()[-1]


def test_nothing_heavy_is_loaded_before_it_is_used() -> None:
    code = """
import sys, outnumber
outnumber.batch
assert not {"numpy", "jax", "gymnasium"} & set(sys.modules)
outnumber.batch("strategy-stacks", size=2).winning
assert not {"jax", "gymnasium", "pyspiel", "pettingzoo"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
