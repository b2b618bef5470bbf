"""Many games as a `VecEnv` of stable-baselines3, with masks for the MaskablePPO of sb3-contrib.

    from sb3_contrib import MaskablePPO
    from outnumber.agents.batches.sb3 import OutnumberVecEnv

    model = MaskablePPO("MlpPolicy", OutnumberVecEnv(64, "strategy-stacks", range=16)).learn(100_000)

A step is the agent's move and the opponent's reply in all games, in one process
(`outnumber.agents.batches.vector`).
"""

from __future__ import annotations

from typing import Any

from outnumber.extras import missing

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise missing("stable-baselines3", "sb3") from error
from .engines import Array
from .vector import OutnumberVectorEnv


class OutnumberVecEnv(VecEnv):
    """`size` parallel games; the other arguments are those of `OutnumberVectorEnv`."""

    def __init__(self, size: int, game: str = "strategy-stacks", **options: Any) -> None:
        self.games = OutnumberVectorEnv(size, game, **options)
        super().__init__(size, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> Array:
        """Start new games; the observations."""
        observations, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return observations

    def step_async(self, actions: Array) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """The observations, the rewards, whether each game ended, and its last observation if so."""
        observations, rewards, over, _, told = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in over.nonzero()[0]:
            infos[game] = {"terminal_observation": told["final_obs"][game], "TimeLimit.truncated": False}
        return observations, rewards, over, infos

    def close(self) -> None:
        self.games.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002
        setattr(self.games, attr_name, value)

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **options: Any) -> list[Any]:
        """The rows, one per game, of a method of all games, such as `action_masks`."""
        rows = getattr(self.games, method_name)(*arguments, **options)
        return [rows[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        return [False for _ in self._get_indices(indices)]
