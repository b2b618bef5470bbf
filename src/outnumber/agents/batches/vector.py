"""A Gymnasium vector environment: many games, with the agent in one seat and an opponent in the other.

>>> import gymnasium, outnumber.agents.adapters
>>> envs = gymnasium.make_vec("Outnumber/Batch-v0", 3, game="strategy-stacks", opponent="perfect", seat=1)
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, terminated, truncated, infos = envs.step(np.array([5, 6, 0]))
>>> rewards, terminated, infos["fault"]
(array([ 0.,  0., -1.]), array([False, False,  True]), array([False, False,  True]))

A step is the agent's move and the opponent's reply. When a game ends, the same step starts the next one
(`AutoresetMode.SAME_STEP`). Spaces, rewards and the treatment of illegal actions are those of
`outnumber.agents.adapters.gymnasium`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outnumber.extras import missing

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
except ModuleNotFoundError as error:
    raise missing("Gymnasium", "gymnasium,batch") from error
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from outnumber.agents.adapters.encoding import REWARD, rules_of
from outnumber.agents.adapters.gymnasium import MOST_DRAWS, SEAT
from outnumber.games import bad_option, find

from .batch import Openings, openings_of
from .engines import Array
from .engines import engine as _engine
from .functions import ArrayState, Functions

# Or a function from observations and legal moves, one row per game, to one number per game.
Opponent = str | Callable[[Array, Array], Array]


class OutnumberVectorEnv(VectorEnv[Any, Any, Any]):
    """Many parallel games against an opponent: `random`, `perfect` or a function.

    `reward`, `seat` and `winning` are those of `OutnumberEnv`, `openings` and `engine` those of
    `outnumber.batch`; all other keywords are options of the game.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "strategy-stacks",
        *,
        opponent: Opponent = "random",
        seat: str | int = "toss",
        reward: str = "outcome",
        winning: bool = False,
        openings: Openings = "start",
        engine: str = "numpy",
        **options: Any,
    ) -> None:
        self._by_regret = REWARD.read(reward) == "regret"
        self._seat = SEAT.read(str(seat))
        self.rules = rules_of(find(game), options, solved=False)
        first = openings_of(self.rules, openings, num_envs, seed=0)
        self.functions = functions = Functions(self.rules, _engine(engine), first)
        self._compiled = functions.compiled()
        self._winning = winning
        self._answer = self._opponent(opponent)
        labelled = winning or self._by_regret or opponent == "perfect"
        if labelled:
            state = functions.labelled(functions.opening(np.zeros(num_envs, np.uint32)))
            labelled = state.pivots is not None
        self._opening = functions.engine.compiled(lambda place: functions.opening(place, labelled))
        self.num_envs = num_envs
        shape = (4, functions.width)
        self.single_observation_space = spaces.Box(0, 1, shape, np.int8)
        self.single_action_space = spaces.Discrete(functions.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _opponent(self, opponent: Opponent) -> Callable[[ArrayState], Array]:
        """The function that chooses the opponent's moves in all games."""
        if callable(opponent):
            return lambda state: opponent(
                np.asarray(self._compiled.observation(state)), np.asarray(self._compiled.legal(state))
            )
        if opponent not in ("random", "perfect"):
            raise bad_option(
                "opponent", opponent, "choose {names}, or give a function.", names="random, perfect"
            )
        move = getattr(self._compiled, opponent)
        return lambda state: move(state, self._luck())

    def _luck(self) -> Array:
        return self.np_random.integers(1 << 32, size=self.num_envs, dtype=np.uint32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Start new games, with the openings in order, and advance to the agent's turn."""
        super().reset(seed=seed, options=options)
        everywhere = np.ones(self.num_envs, bool)
        self._place = np.arange(self.num_envs, dtype=np.uint32) % self.functions.openings
        self._state = self._opening(self._place)
        self.seats = np.ones(self.num_envs, np.uint32)
        self._begin(everywhere)
        return self._seen(self._state), self._info(self._state)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play the agent's moves and the opponent's replies; finished games start again."""
        actions = self.functions.checked(actions, self.num_envs)
        before = self._state
        state, winner, illegal = self._compiled.advance(before, actions)
        winner, illegal = np.asarray(winner), np.asarray(illegal)
        state, winner = self._answered(state, winner)
        over = winner != 0
        if self._by_regret:
            rewards = -np.asarray(self._compiled.regret(before, actions)).astype(np.float64)
        else:
            rewards = np.where(over, np.where(winner == self.seats, 1.0, -1.0), 0.0)
        told: dict[str, Any] = {"fault": illegal}
        if over.any():
            final = np.full(self.num_envs, None, object)
            seen = self._seen(state)
            for game in np.flatnonzero(over):
                final[game] = seen[game]
            last = {"winner": winner, "_winner": over, "seat": self.seats, "_seat": over}
            told |= {"final_obs": final, "_final_obs": over, "final_info": last, "_final_info": over}
        self._state = state
        if over.any():
            self._place = np.where(over, (self._place + 1) % self.functions.openings, self._place)
            self._begin(over)
        return (
            self._seen(self._state),
            rewards,
            over,
            np.zeros(self.num_envs, bool),
            self._info(self._state) | told,
        )

    def _begin(self, new: Array) -> None:
        """Restart these games and advance to the agent's turn; redraw games that end before it."""
        for _ in range(MOST_DRAWS):
            if not new.any():
                return
            seats = self.np_random.integers(1, 3, self.num_envs, np.uint32)
            if self._seat != "toss":
                seats[:] = int(self._seat)
            self.seats = np.where(new, seats, self.seats)
            state = self._compiled.choose(new, self._opening(self._place), self._state)
            # The opponent can be to move only in new games.
            self._state, winner = self._answered(state, np.zeros(self.num_envs, np.uint32))
            new = winner != 0
        raise bad_option("seat", self._seat, "the opponent always ends the game before the agent's turn.")

    def _answered(self, state: ArrayState, winner: Array) -> tuple[ArrayState, Array]:
        """Play the opponent's moves in all games where it is to move."""
        while (theirs := (winner == 0) & (np.asarray(state.turn) != self.seats)).any():
            after, won, _ = self._compiled.advance(state, self._answer(state))
            state = self._compiled.choose(theirs, after, state)
            winner = np.where(theirs, np.asarray(won), winner)
        return state, winner

    def _seen(self, state: ArrayState) -> Array:
        return np.array(self._compiled.observation(state, self.seats))

    def action_masks(self) -> Array:
        """The legal actions of each game, for the MaskablePPO of sb3-contrib."""
        return np.asarray(self._compiled.legal(self._state))

    def _info(self, state: ArrayState) -> dict[str, Any]:
        info = {
            "action_mask": np.asarray(self._compiled.legal(state)).astype(np.int8),
            "seat": self.seats.copy(),
        }
        if self._winning:
            info["winning"] = np.asarray(self._compiled.winning(state)).astype(np.int8)
        return info
