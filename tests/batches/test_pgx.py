"""The shape that users of Pgx know."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from tests.batches.cases import GAMES

if find_spec("jax") is None:
    pytest.skip("JAX is not installed: pip install 'outnumber[jax]'", allow_module_level=True)

import jax
import jax.numpy as jnp

import outnumber
from outnumber import Seat
from outnumber.adapters.encoding import Encoder
from outnumber.batches.pgx import Env, State, make

needs_pgx = pytest.mark.skipif(
    find_spec("pgx") is None, reason="Pgx is not installed: pip install 'outnumber[benchmark]'"
)
OPTIONS: dict[str, dict[str, Any]] = {
    "number-duel": {"range": 34, "link": "square-sum"},
    "number-stack-attack": {"tokens": "3,5,8", "tie": "last"},
}


def made(game: str) -> Env:
    return make(game, **OPTIONS.get(game, {}))


def draw(key: Any, legal: Any) -> Any:
    return jax.random.categorical(key, jnp.log(legal.astype(jnp.float32)), axis=-1)


def random_actions(key: Any, state: State) -> Any:
    return draw(key, state.legal_action_mask)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_that_of_the_rules(game: str) -> None:
    env = made(game)
    encoder = Encoder(env.rules)
    size = 6
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    state = init(jax.random.split(jax.random.PRNGKey(3), size))
    assert state.observation.shape == (size, *env.observation_shape)
    assert state.legal_action_mask.shape == (size, env.num_actions)
    assert set(state.current_player.tolist()) == {0, 1}
    firsts = state.current_player.tolist()
    positions = [env.rules.start()] * size
    for ply in range(14):
        actions = random_actions(jax.random.PRNGKey(ply), state)
        # On the host: each look at an array of JAX takes as long as a step.
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


def test_an_action_that_is_not_legal_ends_the_game_for_who_chose_it() -> None:
    env = make("strategy-stacks")
    state = jax.jit(env.init)(jax.random.PRNGKey(1))
    one = int(state.current_player)
    state = jax.device_get(jax.jit(env.step)(state, jnp.int32(0)))
    assert state.terminated
    assert state.rewards[one] == -1
    assert state.rewards[1 - one] == 1


def test_both_players_can_look() -> None:
    env = make("order-challenge")
    state = jax.jit(env.step)(jax.jit(env.init)(jax.random.PRNGKey(1)), jnp.int32(4))
    position = env.rules.start().play(4)
    encoder = Encoder(env.rules)
    for player, seat in ((int(state._first), Seat.ONE), (1 - int(state._first), Seat.TWO)):
        seen = np.asarray(env.observe(state, player))
        assert np.array_equal(seen[0].T, encoder.observation(position, seat))


def test_winning_moves_and_regret_are_exact() -> None:
    env = make("strategy-stacks")
    init, step, winning, regret = map(jax.jit, (env.init, env.step, env.winning, env.regret))
    state = step(init(jax.random.PRNGKey(1)), jnp.int32(6))
    assert np.flatnonzero(winning(state)).tolist() == [2]
    assert [float(regret(state, jnp.int32(move))) for move in (1, 2, 3)] == [1, 0, 1]
    assert state.position() == outnumber.game("strategy-stacks").start().play(6)
    lost = step(state, jnp.int32(2))
    assert float(regret(lost, jnp.int32(1))) == 0
    over = step(state, jnp.int32(9))  # not legal
    assert not winning(over).any()


def test_balanced_openings_are_won_and_lost_for_who_moves() -> None:
    env = make("strategy-stacks", openings="balanced")
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), 2000))
    won = jax.jit(jax.vmap(env.winning))(state).any(axis=1).mean()
    assert 0.4 < won < 0.6
    assert 0.4 < state.current_player.mean() < 0.6


@needs_pgx
@pytest.mark.parametrize("game", ["number-stack-attack", "strategy-stacks"])
def test_pgx_finds_nothing_wrong(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from typing import Literal

    from pgx._src import api_test

    env = made(game)
    # Pgx lists the names of its own games.
    monkeypatch.setattr(api_test, "EnvId", Literal[env.id])
    # With a JAX of today its own draws for many games at once only, so that not even tic-tac-toe would pass.
    monkeypatch.setattr(api_test, "act_randomly", lambda key, legal: draw(key, legal))
    api_test.api_test(env, 1)


@needs_pgx
def test_the_auto_reset_of_pgx_plays_game_after_game() -> None:
    from pgx.experimental.wrappers import auto_reset

    env, size = make("strategy-stacks"), 64
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(carry: Any, key: Any) -> Any:
        state, ended = carry
        act, reset = jax.random.split(key)
        state = step(state, random_actions(act, state), jax.random.split(reset, size))
        return (state, ended + state.terminated), state.rewards

    begin = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), size))
    keys = jax.random.split(jax.random.PRNGKey(2), 40)
    (_, ended), rewards = jax.jit(lambda: jax.lax.scan(turn, (begin, jnp.zeros(size, int)), keys))()
    assert ended.min() >= 3
    assert jnp.abs(rewards).sum() == 2 * ended.sum()
