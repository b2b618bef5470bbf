"""MaskablePPO of sb3-contrib, trained against random moves on the smallest boards of the suite.

    pip install -e '.[sb3]'
    python benchmarks/train_ppo.py --seconds 150 --out ppo

One network for each game. Each starts at the start of the game, in either seat, and learns from wins and
losses. The script prints one line of JSON for each: the steps, the seconds of processor time, and the share
of games won against random moves. `benchmarks/baselines.py` plays with the saved networks.
"""

import argparse
import json
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from outnumber.match.record import read_game

BOARDS = (
    "number-stack-duel range=30",
    "number-duel range=30",
    "order-challenge range=30",
    "number-stack-attack target=30 tokens=1,4,6,9",
    "strategy-stacks range=30",
)
SIZE = 64  # games at once
STEPS = 64  # of each game between two updates


def games(text: str, size: int) -> Any:
    """Games against random moves, with the observations and masks of the adapters."""
    from outnumber.agents.batches.sb3 import OutnumberVecEnv

    rules = read_game(text)
    return OutnumberVecEnv(size, rules.name, **rules.options)


def trained(text: str, seconds: float, seed: int = 1) -> Any:
    """A network trained for some seconds of processor time."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    class Timed(BaseCallback):
        def _on_step(self) -> bool:
            return process_time() < end

    model = MaskablePPO(
        "MlpPolicy", games(text, SIZE), n_steps=STEPS, batch_size=1024, seed=seed, device="cpu"
    )
    end = process_time() + seconds
    return model.learn(1_000_000_000, Timed())


def won(model: Any, text: str, count: int = 1000) -> tuple[int, int]:
    """Games won against random moves, and games played, by the moves that the network likes best."""
    env = games(text, 100)
    env.seed(12_345)
    seen, wins, played = env.reset(), 0, 0
    while played < count:
        moves, _ = model.predict(seen, deterministic=True, action_masks=env.games.action_masks())
        seen, rewards, over, _ = env.step(moves)
        wins, played = wins + int((rewards > 0).sum()), played + int(np.sum(over))
    return wins, played


def main() -> None:
    """Train and save one network for each board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=150, help="processor time for each (default 150)")
    parser.add_argument("--out", type=Path, default=Path("ppo"), help="folder for the networks")
    parser.add_argument("--boards", nargs="*", default=BOARDS, help="games with their options")
    arguments = parser.parse_args()
    for text in arguments.boards:
        begin = process_time()
        model = trained(text, arguments.seconds)
        spent = process_time() - begin
        wins, played = won(model, text)
        model.save(arguments.out / f"{read_game(text).name}.zip")
        found = {"board": text, "steps": model.num_timesteps, "seconds": round(spent), "won": wins}
        print(json.dumps({**found, "played": played}), flush=True)


if __name__ == "__main__":
    main()
