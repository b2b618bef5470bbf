"""Tests of the Gymnasium vector environment."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

import outnumber
import outnumber.agents.adapters
from outnumber import Seat
from outnumber.agents.adapters.encoding import Encoder
from outnumber.agents.batches.vector import OutnumberVectorEnv
from outnumber.games.errors import OptionError
from tests.agents.batches.cases import GAMES, needs_jax

SIZE = 16
OPTIONS: dict[str, dict[str, Any]] = {
    "number-duel": {"range": 34, "link": "square-sum"},
    # Without the token 1, players may have to pass.
    "number-stack-attack": {"tokens": "3,5,8"},
}


def made(game: str, **keywords: Any) -> OutnumberVectorEnv:
    env = gymnasium.make_vec(
        "Outnumber/Batch-v0", num_envs=SIZE, game=game, **OPTIONS.get(game, {}), **keywords
    )
    assert isinstance(env, OutnumberVectorEnv)
    return env


def lowest(_: Any, legal: Any) -> Any:
    """An opponent that plays the smallest legal number."""
    return legal.argmax(axis=1)


class Peer:
    """A game with the scalar rules, against the smallest legal number."""

    def __init__(self, rules: Any, seat: int) -> None:
        self.position, self.seat = rules.start(), seat
        self.answer()

    def answer(self) -> None:
        while not self.position.outcome() and self.position.turn != self.seat:
            self.position = self.position.play(self.position.legal_moves()[0])

    def step(self, action: int) -> None:
        self.position = self.position.play(action)
        self.answer()


@pytest.mark.parametrize("reward", ["outcome", "regret"])
@pytest.mark.parametrize(
    ("game", "name"),
    # For JAX, one game with passes and one with labels by pivots are enough.
    [
        *((game, "numpy") for game in GAMES),
        pytest.param("number-stack-attack", "jax", marks=needs_jax),
        pytest.param("number-duel", "jax", marks=needs_jax),
    ],
)
def test_games_follow_the_rules(game: str, name: str, reward: str) -> None:
    env = made(game, opponent=lowest, reward=reward, winning=True, engine=name)
    encoder = Encoder(env.rules)
    seen, info = env.reset(seed=4)
    assert set(info["seat"].tolist()) == {1, 2}
    peers = [Peer(env.rules, int(seat)) for seat in info["seat"]]
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(12):
        for place, peer in enumerate(peers):
            position, seat = peer.position, Seat(peer.seat)
            assert position.turn is seat
            assert np.array_equal(seen[place], encoder.observation(position, seat))
            assert tuple(np.flatnonzero(info["action_mask"][place]).tolist()) == position.legal_moves()
            winning = outnumber.solve(position).winning
            assert tuple(np.flatnonzero(info["winning"][place]).tolist()) == winning
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        seen, rewards, over, truncated, info = env.step(actions)
        assert not truncated.any()
        assert not info["fault"].any()
        for place, peer in enumerate(peers):
            winning = outnumber.solve(peer.position).winning
            thrown = bool(winning) and int(actions[place]) not in winning
            peer.step(int(actions[place]))
            outcome = peer.position.outcome()
            assert bool(over[place]) is (outcome is not None)
            worth = (1.0 if outcome.winner == peer.seat else -1.0) if outcome else 0.0
            assert rewards[place] == (-float(thrown) if reward == "regret" else worth)
            if outcome:
                ended += 1
                last = encoder.observation(peer.position, Seat(peer.seat))
                assert np.array_equal(info["final_obs"][place], last)
                assert info["final_info"]["winner"][place] == outcome.winner
                peers[place] = Peer(env.rules, int(info["seat"][place]))
    assert ended


@pytest.mark.parametrize("game", GAMES)
def test_the_environment_works_with_gymnasium(game: str) -> None:
    env = made(game)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    wrapped.reset(seed=1)
    env.action_space.seed(1)
    finished = 0
    for _ in range(10):
        seen, rewards, over, _, infos = wrapped.step(env.action_space.sample())
        assert seen in env.observation_space
        assert rewards.dtype == np.float64
        finished += over.sum()
        assert over.any() == ("episode" in infos)
    assert finished


@pytest.mark.parametrize("opponent", ["random", "perfect"])
def test_the_same_seed_gives_the_same_games(opponent: str) -> None:
    def played() -> list[Any]:
        env = made("order-challenge", opponent=opponent)
        _, info = env.reset(seed=7)
        found = []
        for _ in range(6):
            seen, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            found += [seen.tolist(), over.tolist()]
        return found

    assert played() == played()


def test_a_perfect_opponent_never_throws_away_a_win() -> None:
    # Player 1 wins with the numbers 1-9, so an agent in seat 2 loses every game against perfect play.
    env = made("order-challenge", opponent="perfect", seat=2)
    _, info = env.reset(seed=1)
    for _ in range(10):
        _, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        assert (rewards == np.where(over, -1, 0)).all()


def test_an_illegal_action_loses() -> None:
    env = made("strategy-stacks", seat=1)
    env.reset(seed=1)
    actions = np.full(SIZE, 5)
    actions[3], actions[5] = 0, 99
    _, rewards, over, _, info = env.step(actions)
    assert np.flatnonzero(info["fault"]).tolist() == [3, 5]
    assert over[[3, 5]].all()
    assert rewards[[3, 5]].tolist() == [-1, -1]


def test_invalid_arguments_raise_errors() -> None:
    with pytest.raises(OptionError, match="random, perfect"):
        made("strategy-stacks", opponent="grandmaster")
    env = OutnumberVectorEnv(2, "number-stack-duel", range=1, seat=2)
    with pytest.raises(OptionError, match="before the agent's turn"):
        env.reset(seed=1)
    env = made("strategy-stacks")
    env.reset(seed=1)
    for wrong in (np.zeros(3, int), np.zeros(SIZE)):
        with pytest.raises(OptionError, match="one whole number for each of the 16 games"):
            env.step(wrong)
