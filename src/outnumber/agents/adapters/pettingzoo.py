"""PettingZoo environments, in which the agents move in turn (AEC).

>>> environment = env("strategy-stacks", range=9)
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter():
...     observation, reward, terminated, truncated, info = environment.last()
...     environment.step(None if terminated else info["legal"][-1])
>>> environment.moves
[9, 3, 6, 2, 8, 4, 1, 7]

`outnumber.agents.adapters.encoding` defines actions and observations. An illegal action ends the game and
penalises only its agent, as in PettingZoo's `TerminateIllegalWrapper`. The environment checks this and the
order of calls itself, because each wrapper would take more time than the game.
"""

from __future__ import annotations

from typing import Any

from outnumber.extras import missing

try:
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise missing("PettingZoo") from error
import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env_logger import EnvLogger

from outnumber.games import IllegalMove, Reason

from .encoding import SEATS, Array, regret, winning
from .environment import Environment, MaskedDiscrete

AGENTS = ("player_1", "player_2")
# Indexed by seat.
AGENT = ("", *AGENTS)
SEAT = dict(zip(AGENTS, SEATS, strict=True))

Observation = dict[str, Array]


class OutnumberAEC(Environment, AECEnv):  # type: ignore[misc]  # it comes without types
    """A game for two agents.

    `reward="outcome"` gives 1 for a win and -1 for a loss, `reward="regret"` -1 for each move that throws
    away a win. `winning=True` adds the winning moves to `info`. All other keywords are options of the game.
    """

    def __init__(
        self,
        game: str = "strategy-stacks",
        *,
        reward: str = "outcome",
        winning: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, reward, winning, render_mode, options)
        self.metadata = {
            "name": f"outnumber_{self.rules.name.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = list(AGENTS)
        # Separate spaces, because agents are seeded separately.
        self.action_spaces = {agent: MaskedDiscrete(self._encoder.actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, self._encoder.most, self._encoder.shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (self._encoder.actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def __getattr__(self, name: str) -> Any:
        # `reset` sets the attributes of a running game, such as `agents` and `agent_selection`.
        raise AttributeError(f"No attribute {name}; some attributes exist only after reset().")

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> MaskedDiscrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """The observation of an agent; the mask of an agent that cannot move allows every action."""
        observation = self._encoder.observation(self.current.position, SEAT[agent])
        choosing = self.current.turn is SEAT[agent] and not self.current.outcome
        return {"observation": observation, "action_mask": self._encoder.mask(observation, choosing=choosing)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game. The game has no randomness, so the seed has no effect."""
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.current = self._start
        self._turn()

    def step(self, action: Any) -> None:
        """Play the action of the selected agent; None if its game is over."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        before = self.current
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        try:
            self.current = before.play(action)
        except IllegalMove as refusal:
            EnvLogger.warn_on_illegal_move()
            self.current = before.end(before.turn, Reason.FAULT, str(refusal))
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(AGENTS, True)
            self.truncations = dict.fromkeys(AGENTS, True)
            self.infos[agent]["fault"] = str(refusal)
        else:
            if self._by_regret:
                self.rewards[agent] = -float(regret(before.position, action))
            self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        """Select the agent that moves next, or set the results of both agents at the end."""
        position = self.current.position
        self.agent_selection = agent = AGENT[position.turn]
        self.infos: dict[str, dict[str, Any]] = {each: {"legal": ()} for each in AGENTS}
        self.infos[agent]["legal"] = position.legal_moves()
        if self._winning:
            self.infos[agent]["winning"] = winning(position)
        outcome = self.current.outcome
        if outcome:
            self.terminations = dict.fromkeys(AGENTS, True)
            for each in AGENTS:
                self.infos[each].update(winner=int(outcome.winner), reason=outcome.reason.value)
                if not self._by_regret:
                    self.rewards[each] = 1.0 if SEAT[each] is outcome.winner else -1.0

    def close(self) -> None:
        """Do nothing; PettingZoo's checks want it in every environment with `render`."""


# The name that PettingZoo expects in the module of a game.
env = OutnumberAEC
