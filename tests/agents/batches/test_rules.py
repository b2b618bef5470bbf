"""Tests that games on arrays follow the scalar rules step by step, in both engines."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Seat
from outnumber.agents.adapters.encoding import Encoder
from outnumber.agents.arena.openings import balanced
from outnumber.agents.batches.functions import Functions, RunningGames
from outnumber.match.round import Round
from tests.agents.batches.cases import LARGE, NAMED, SIZE, Scalar, both, functions, needs_jax, numbers

Named = tuple[str, dict[str, Any]]


def same(made: Functions, games: RunningGames, scalar: Scalar, encoder: Encoder) -> None:
    """Assert that all observable values are equal."""
    state = games.state
    assert np.asarray(games.winner).tolist() == scalar.winners
    assert np.asarray(games.over).tolist() == [winner > 0 for winner in scalar.winners]
    assert not np.asarray(games.illegal).any()
    assert np.asarray(state.turn).tolist() == scalar.turns
    assert numbers(made.legal(state)) == [position.legal_moves() for position in scalar.positions]
    seen = [encoder.observation(position, position.turn) for position in scalar.positions]
    assert np.array_equal(made.observation(state), seen)
    for seat in Seat:
        seen = [encoder.observation(position, seat) for position in scalar.positions]
        assert np.array_equal(made.observation(state, np.uint32(seat)), seen)


def play(made: Functions, scalar: Scalar, steps: int, seed: int) -> None:
    games = made.begin(SIZE)
    encoder = Encoder(made.rules)
    same(made, games, scalar, encoder)
    for clock in range(steps):
        actions = made.random(games.state, made.luck(SIZE, seed, np.uint32(clock)))
        games = made.step(games, actions)
        scalar.step(np.asarray(actions).tolist())
        same(made, games, scalar, encoder)
    for game in range(SIZE):
        expected, found = scalar.positions[game], made.position(games.state, game)
        # Not compared with ==: in Number Stack Attack, states omit the player who added last.
        assert found.solver_key() == expected.solver_key()
        assert (found.turn, found.legal, found.standing()) == (
            expected.turn,
            expected.legal,
            expected.standing(),
        )


@given(named=NAMED, seed=st.integers(0, 2**64 - 1))
@settings(max_examples=150, deadline=None)
def test_random_games_follow_the_rules(named: Named, seed: int) -> None:
    made = functions(named, "numpy")
    play(made, Scalar(made), 12, seed)


@pytest.mark.slow
@needs_jax
@given(named=NAMED, seed=st.integers(0, 2**64 - 1))
@settings(max_examples=12, deadline=None)  # each compiles a new program
def test_random_games_follow_the_rules_in_jax(named: Named, seed: int) -> None:
    made = functions(named, "jax")
    play(made, Scalar(made), 6, seed)


@both
def test_large_games_follow_the_rules_to_the_end(name: str) -> None:
    for named in LARGE[:-1] if name == "numpy" else LARGE[4:11:3]:  # compiling with JAX takes longer
        made = functions(named, name)
        play(made, Scalar(made), 25, 1)


@both
def test_the_next_game_starts_from_the_next_opening(name: str) -> None:
    cases: list[Named] = [("strategy-stacks", {}), ("number-stack-attack", {"tokens": "2,5"})]
    for named in cases:
        rules = outnumber.game(named[0], **named[1])
        openings = [Round.begin(rules, line).position for line in balanced(rules, 6, seed=1)]
        made = functions(named, name, openings)
        play(made, Scalar(made, openings), 12, 1)


@both
@given(
    named=NAMED,
    actions=st.lists(st.integers(-(2**31), 2**31 - 1) | st.integers(-1, 70), min_size=SIZE, max_size=SIZE),
)
@settings(max_examples=40, deadline=None)
def test_an_illegal_number_loses_only_its_own_game(name: str, named: Named, actions: list[int]) -> None:
    made = functions(named, name)
    start = made.rules.start()
    games = made.step(made.begin(SIZE), np.array(actions, np.int32))
    for game, action in enumerate(actions):
        legal = action in start.legal_moves()
        outcome = start.play(action).outcome() if legal else None
        assert bool(games.illegal[game]) is not legal
        assert int(games.winner[game]) == (2 if not legal else outcome.winner if outcome else 0)


@both
def test_numbers_beyond_32_bits_are_illegal(name: str) -> None:
    actions = np.array([2**32 + 5, 5], np.int64)
    made = functions(("strategy-stacks", {}), name)
    assert np.asarray(made.step(made.begin(2), actions).illegal).tolist() == [True, False]
    games = outnumber.batch("strategy-stacks", size=2, engine=name)
    games.step(actions)
    assert np.asarray(games.illegal).tolist() == [True, False]
