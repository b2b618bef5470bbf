"""Tests that winning moves on arrays agree with the solvers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber.agents.batches import pivots
from outnumber.agents.batches.batch import openings_of
from outnumber.agents.batches.games.number_duel import TABLE_RANGE, NumberDuelArrays
from outnumber.games.errors import OptionError
from tests.agents.batches.cases import LARGE, NAMED, SIZE, Scalar, both, functions, needs_jax, numbers

Named = tuple[str, dict[str, Any]]


def agree(named: Named, name: str, steps: int, seed: int) -> None:
    """In every step of random games, the labels equal the verdicts, and perfect moves are among them."""
    made = functions(named, name)
    scalar = Scalar(made)
    games = made.begin(SIZE)
    for clock in range(steps):
        expected = [outnumber.solve(position).winning for position in scalar.positions]
        assert numbers(made.winning(games.state)) == expected
        luck = made.luck(SIZE, seed, np.uint32(clock))
        perfect = np.asarray(made.perfect(games.state, luck)).tolist()
        for move, position, winning in zip(perfect, scalar.positions, expected, strict=True):
            assert move in (winning or position.legal_moves())
        actions = made.random(games.state, luck)
        games = made.step(games, actions)
        scalar.step(np.asarray(actions).tolist())


@given(named=NAMED, seed=st.integers(0, 2**64 - 1))
@settings(max_examples=150, deadline=None)
def test_labels_equal_the_verdicts(named: Named, seed: int) -> None:
    agree(named, "numpy", 12, seed)


@pytest.mark.slow
@needs_jax
@given(named=NAMED, seed=st.integers(0, 2**64 - 1))
@settings(max_examples=8, deadline=None)  # each compiles a new program
def test_labels_equal_the_verdicts_in_jax(named: Named, seed: int) -> None:
    agree(named, "jax", 6, seed)


@pytest.mark.parametrize("named", LARGE, ids=str)
def test_labels_of_larger_games_equal_the_verdicts(named: Named) -> None:
    agree(named, "numpy", 25, 1)


@both
@pytest.mark.parametrize("game", ["number-duel", "strategy-stacks"])
def test_labels_equal_the_verdicts_at_the_size_limit_of_the_table(game: str, name: str) -> None:
    for size in (TABLE_RANGE, TABLE_RANGE + 1):
        agree((game, {"range": size}), name, 6, 3)


@needs_jax
def test_labels_computed_on_the_host_can_be_compiled_and_mapped() -> None:
    import jax

    made = functions(("number-duel", {"range": 40}), "jax")
    games = made.begin(SIZE)
    games = made.step(games, made.random(games.state, made.luck(SIZE, 1, np.uint32(1))))
    mapped = jax.jit(jax.vmap(made.winning))(games.state)
    assert numbers(mapped) == numbers(jax.jit(made.winning)(games.state))
    assert numbers(mapped) == [
        outnumber.solve(made.position(games.state, game)).winning for game in range(SIZE)
    ]


PAIRING: list[Named] = [
    ("number-duel", {"range": 40}),
    ("strategy-stacks", {"range": 33, "opening": "even"}),
    ("number-duel", {"range": 31, "link": "coprime,square-sum"}),
]


def pivoted(named: Named, size: int, steps: int, seed: int) -> tuple[int, int]:
    """Compare the labels by pivots with the verdicts in random games; count positions and uncertain ones."""
    rules = outnumber.game(named[0], **named[1])
    openings = openings_of(rules, "balanced", size, seed)
    made = functions(named, "jax", openings)
    games = made.begin(size)
    games = games._replace(state=made.labelled(games.state))
    compiled, uncertain = made.compiled(), 0
    assert isinstance(made.game, NumberDuelArrays)
    pivoting = made.game.pivoting
    proof = made.engine.compiled(
        lambda state: pivoting.certified(
            pivoting.missable(state.pivots, pivoting.flags(state.pool)), state.pool, state.pivots.loose
        )
    )
    for clock in range(steps):
        uncertain += int((~np.asarray(proof(games.state))).sum())
        expected = [outnumber.solve(made.position(games.state, game)).winning for game in range(size)]
        assert numbers(compiled.winning(games.state)) == expected
        games = compiled.step(games, compiled.random(games.state, made.luck(size, seed, np.uint32(clock))))
        assert games.state.pivots is not None
    return size * steps, uncertain


@needs_jax
@pytest.mark.parametrize("named", PAIRING, ids=str)
def test_labels_by_pivots_equal_the_verdicts(named: Named) -> None:
    pivoted(named, 16, 60, 1)


@needs_jax
def test_the_certificate_finds_every_error_of_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modulo a tiny prime the rank is often too low; the labels are exact all the same."""
    monkeypatch.setattr(pivots, "P", 5)
    monkeypatch.setattr(pivots, "_P", np.uint32(5))
    count, uncertain = pivoted(("number-duel", {"range": 40}), 32, 60, 2)
    assert count // 100 < uncertain < count


@needs_jax
def test_a_batch_keeps_fast_labels_from_the_first_request_on() -> None:
    games = outnumber.batch("number-duel", size=8, engine="jax", range=30, seed=1)
    for _ in range(5):
        games.step(games.random())
    assert games.games.state.pivots is None
    for _ in range(40):
        expected = [outnumber.solve(games.position(game)).winning for game in range(8)]
        assert numbers(games.winning) == expected
        assert games.games.state.pivots is not None
        games.step(games.random())


@needs_jax
def test_labels_fall_back_to_the_host_beyond_the_limits() -> None:
    for size, range_ in ((2, 301), (1 << 22, 40)):
        made = functions(("number-duel", {"range": range_}), "jax")
        state = made.begin(1).state
        many = state._replace(turn=np.zeros(size, np.uint32))
        assert made.game.labelled(many).pivots is None


def test_games_too_large_to_solve_have_moves_but_no_labels() -> None:
    made = functions(("number-stack-attack", {"target": 5_000, "tokens": "3,5"}), "numpy")
    games = made.step(made.begin(2), np.array([3, 5]))
    assert numbers(made.legal(games.state)) == [(3, 5), (3, 5)]
    with pytest.raises(OptionError, match="too large"):
        made.winning(games.state)
