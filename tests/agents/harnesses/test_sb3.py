"""MaskablePPO learns from the `VecEnv`."""

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install 'outnumber[sb3]'")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

import outnumber
from outnumber.agents.batches.sb3 import OutnumberVecEnv
from outnumber.games.errors import OptionError
from tests.doc_pages import ROOT, blocks


@pytest.mark.parametrize("game", ["number-stack-attack", "order-challenge"])
def test_masks_are_the_legal_moves_and_never_empty(game: str) -> None:
    options = {"tokens": "3,5,8"} if game == "number-stack-attack" else {"range": 5}  # with passes; short
    env = OutnumberVecEnv(32, game, **options)
    assert is_masking_supported(env)
    luck, seen, ended = np.random.default_rng(1), env.reset(), 0
    for _ in range(60):
        masks = get_action_masks(env)
        assert masks.shape == (32, env.action_space.n)  # type: ignore[attr-defined]
        np.testing.assert_array_equal(masks, seen[:, 0, : masks.shape[1]])
        assert masks.any(axis=1).all()
        moves = np.array([luck.choice(np.flatnonzero(mask)) for mask in masks])
        seen, rewards, over, infos = env.step(moves)
        ended += int(over.sum())
        for reward, done, info in zip(rewards, over, infos, strict=True):
            assert reward in ((-1, 1) if done else (0,))
            assert ("terminal_observation" in info) == done
            if done:
                assert info["terminal_observation"].shape == seen.shape[1:]
    assert ended > 100


def test_the_same_seed_gives_the_same_games() -> None:
    def games() -> list[Any]:
        env = OutnumberVecEnv(8, "order-challenge")
        env.seed(4)
        return [env.reset(), *(env.step(get_action_masks(env).argmax(axis=1))[0] for _ in range(5))]

    for one, two in zip(games(), games(), strict=True):
        np.testing.assert_array_equal(one, two)


def test_ppo_learns_to_win_more_than_random_moves() -> None:
    env = VecMonitor(OutnumberVecEnv(64, "order-challenge"))
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, seed=1, device="cpu")
    model.learn(64 * 32 * 8)
    env.seed(5)
    seen, wins, played = env.reset(), 0, 0
    while played < 500:
        moves, _ = model.predict(seen, action_masks=np.stack(env.env_method("action_masks")))  # type: ignore[arg-type]
        seen, rewards, over, _ = env.step(moves)
        wins, played = wins + int((rewards > 0).sum()), played + int(over.sum())
    assert wins / played > 0.6


def test_the_example_of_the_page_runs_and_bad_options_are_refused() -> None:
    (example,) = (
        each for each in blocks(ROOT / "docs" / "how-to" / "batches.md") if each.file == "with_sb3.py"
    )
    space: dict[str, Any] = {}
    # Each update of MaskablePPO takes 2,048 steps of every game.
    body = example.body.replace("100_000", "100").replace("VecEnv(64,", "VecEnv(1,")
    exec(compile(body, example.where, "exec"), space)  # noqa: S102  # the example
    assert space["model"].num_timesteps >= 100
    with pytest.raises(OptionError, match="range"):
        OutnumberVecEnv(4, "order-challenge", range="many")


def test_a_trained_network_is_a_baseline_of_the_benchmark(tmp_path: Path) -> None:
    sys.path.append(str(ROOT / "benchmarks"))
    import baselines
    import train_ppo

    (board,) = (each for each in train_ppo.BOARDS if each.startswith("order-challenge"))
    train_ppo.trained(board, 1.0).save(tmp_path / "order-challenge.zip")
    player = baselines.baseline("ppo", str(tmp_path))
    position, luck = outnumber.game("order-challenge", range=30).start().play(9), random.Random(1)
    first, second = player.choose(position, luck), player.choose(position, luck)
    assert first == second
    assert first[0] in position.legal_moves()
    # No network knows this board: random moves.
    other = outnumber.game("order-challenge", range=12).start()
    assert len({player.choose(other, luck) for _ in range(20)}) > 5
