"""Tests of the Pgx interface."""

from functools import cache, partial
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from tests.agents.batches.cases import GAMES

if find_spec("jax") is None:
    pytest.skip("JAX is not installed: pip install 'outnumber[jax]'", allow_module_level=True)

import jax
import jax.numpy as jnp

import outnumber
from outnumber import Seat
from outnumber.agents.adapters.encoding import Encoder
from outnumber.agents.batches import pgx
from outnumber.agents.batches.pgx import Env, State, make

needs_pgx = pytest.mark.skipif(
    find_spec("pgx") is None, reason="Pgx is not installed: pip install 'outnumber[benchmark]'"
)
OPTIONS: dict[str, dict[str, Any]] = {
    "number-duel": {"range": 34, "link": "square-sum"},
    "number-stack-attack": {"tokens": "3,5,8", "tie": "last"},
}


SIZE = 6


def made(game: str) -> Env:
    return make(game, **OPTIONS.get(game, {}))


@cache
def many(game: str) -> tuple[Env, Any, Any]:
    """A game with its mapped `init` and `step`, compiled once for all tests."""
    env = made(game)
    keys = jax.random.split(jax.random.PRNGKey(3), SIZE)
    return env, partial(jax.jit(jax.vmap(env.init)), keys), jax.jit(jax.vmap(env.step))


def everywhere(action: int) -> Any:
    """The same action in every game."""
    return np.full(SIZE, action, np.int32)


def draw(key: Any, legal: Any) -> Any:
    return jax.random.categorical(key, jnp.log(legal.astype(jnp.float32)), axis=-1)


def random_actions(key: Any, state: State) -> Any:
    return draw(key, state.legal_action_mask)


@pytest.mark.parametrize("game", GAMES)
def test_games_follow_the_rules(game: str) -> None:
    env, begin, step = many(game)
    encoder = Encoder(env.rules)
    state = begin()
    assert state.observation.shape == (SIZE, *env.observation_shape)
    assert state.legal_action_mask.shape == (SIZE, env.num_actions)
    assert set(state.current_player.tolist()) == {0, 1}
    firsts = state.current_player.tolist()
    positions = [env.rules.start()] * SIZE
    for ply in range(14):
        actions = random_actions(jax.random.PRNGKey(ply), state)
        # Copied to the host, because each access to a JAX array takes as long as a step.
        before, state = jax.device_get((state, step(state, actions)))
        for game_, action in enumerate(actions.tolist()):
            if before.terminated[game_]:
                assert state.terminated[game_]
                assert state.rewards[game_].tolist() == [0, 0]
                assert state._step_count[game_] == before._step_count[game_]
                continue
            position = positions[game_] = positions[game_].play(action)
            player = {Seat.ONE: firsts[game_], Seat.TWO: 1 - firsts[game_]}
            outcome = position.outcome()
            assert bool(state.terminated[game_]) is (outcome is not None)
            assert state.current_player[game_] == player[position.turn]
            seen = np.asarray(state.observation[game_])
            assert np.array_equal(seen[0].T, encoder.observation(position, position.turn))
            if outcome:
                assert state.rewards[game_, player[outcome.winner]] == 1
                assert state.rewards[game_, player[outcome.winner.other]] == -1
                assert state.legal_action_mask[game_].all()
            else:
                assert not state.rewards[game_].any()
                legal = np.flatnonzero(state.legal_action_mask[game_]).tolist()
                assert tuple(legal) == position.legal_moves()
    assert state.terminated.any()


def test_an_illegal_action_loses() -> None:
    env = make("strategy-stacks")
    state = jax.jit(env.init)(jax.random.PRNGKey(1))
    one = int(state.current_player)
    state = jax.device_get(jax.jit(env.step)(state, jnp.int32(0)))
    assert state.terminated
    assert state.rewards[one] == -1
    assert state.rewards[1 - one] == 1


def test_both_players_can_observe() -> None:
    env, begin, step = many("order-challenge")
    start = begin()
    first, state = start.current_player, step(start, everywhere(4))
    position = env.rules.start().play(4)
    encoder = Encoder(env.rules)
    look = jax.jit(jax.vmap(env.observe))
    for players, seat in ((first, Seat.ONE), (1 - first, Seat.TWO)):
        for seen in np.asarray(look(state, players)):
            assert np.array_equal(seen[0].T, encoder.observation(position, seat))


def test_winning_moves_and_regret_are_exact() -> None:
    env, begin, step = many("strategy-stacks")
    winning, regret = (jax.jit(jax.vmap(each)) for each in (env.winning, env.regret))
    state = jax.device_get(step(begin(), everywhere(6)))
    assert np.argwhere(np.asarray(winning(state))).tolist() == [[game, 2] for game in range(SIZE)]
    assert regret(state, np.array([1, 2, 3, 3, 2, 1], np.int32)).tolist() == [1, 0, 1, 1, 0, 1]
    assert state.position() == outnumber.game("strategy-stacks").start().play(6)
    lost = step(state, everywhere(2))
    assert regret(lost, everywhere(1)).tolist() == [0] * SIZE
    over = step(state, everywhere(9))  # illegal
    assert not np.asarray(winning(over)).any()


def test_fast_labels_equal_the_verdicts() -> None:
    env = make("number-duel", range=20, labels=True)
    begin, step, winning = (jax.jit(jax.vmap(each)) for each in (env.init, env.step, env.winning))
    state = begin(jax.random.split(jax.random.PRNGKey(1), SIZE))
    rng = np.random.default_rng(1)
    for _ in range(20):
        found, over = np.asarray(winning(state)), np.asarray(state.terminated)
        for game in np.flatnonzero(~over):
            verdict = outnumber.solve(state.position(int(game)))
            assert tuple(np.flatnonzero(found[game]).tolist()) == verdict.winning
        assert not found[over].any()
        masks = np.asarray(state.legal_action_mask)
        state = step(state, np.array([rng.choice(np.flatnonzero(mask)) for mask in masks], np.int32))
    assert np.asarray(state.terminated).any()


def test_half_of_the_balanced_openings_are_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgx, "OPENINGS", 64)  # finding more would dominate the test
    env = make("strategy-stacks", openings="balanced")
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), 2000))
    won = np.asarray(jax.jit(jax.vmap(env.winning))(state)).any(axis=1)
    assert 0.4 < won.mean() < 0.6
    assert 0.4 < np.asarray(state.current_player).mean() < 0.6


@pytest.mark.slow
@needs_pgx
def test_the_api_test_of_pgx_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    from typing import Literal

    from pgx._src import api_test

    # The only game with passes; for Pgx, the games do not differ otherwise.
    env = made("number-stack-attack")
    # Pgx lists the names of its games.
    monkeypatch.setattr(api_test, "EnvId", Literal[env.id])
    # With recent versions of JAX, Pgx's function works only on batches, so even tic-tac-toe would fail.
    monkeypatch.setattr(api_test, "act_randomly", lambda key, legal: draw(key, legal))
    api_test.api_test(env, 1)


@pytest.mark.slow
@needs_pgx
def test_auto_reset_of_pgx_works() -> None:
    from pgx.experimental.wrappers import auto_reset

    env, begin, _ = many("strategy-stacks")
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(carry: Any, key: Any) -> Any:
        state, ended = carry
        act, reset = jax.random.split(key)
        state = step(state, random_actions(act, state), jax.random.split(reset, SIZE))
        return (state, ended + state.terminated), state.rewards

    keys = jax.random.split(jax.random.PRNGKey(2), 40)
    (_, ended), rewards = jax.jit(jax.lax.scan, static_argnums=0)(turn, (begin(), np.zeros(SIZE, int)), keys)
    assert min(ended.tolist()) >= 3
    assert np.abs(rewards).sum() == 2 * sum(ended.tolist())
