"""Gymnasium environments: the agent has one seat, a player or a function has the other.

>>> import gymnasium, outnumber.agents.adapters
>>> env = gymnasium.make("Outnumber/StrategyStacks-v0", opponent="perfect", seat=1, range=9)
>>> observation, info = env.reset(seed=1)
>>> info["legal"]
(1, 2, 3, 4, 5, 6, 7, 8, 9)
>>> observation, reward, terminated, truncated, info = env.step(7)
>>> env.unwrapped.moves, info["legal"], terminated
([7, 1], (2, 3, 4, 5, 6, 8, 9), False)

`outnumber.agents.adapters.encoding` defines actions and observations. A step is the agent's move and the
opponent's reply. An illegal action loses the game; `info` has the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from random import Random
from typing import Any, SupportsFloat

from outnumber.extras import missing

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing("Gymnasium") from error
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from outnumber.games import (
    IllegalMove,
    Outcome,
    PlayerFault,
    Position,
    Reason,
    Seat,
    bad_option,
    choice_option,
)
from outnumber.match import Match, Round
from outnumber.players.random import BuiltInPlayer, dice
from outnumber.players.registry import DEFAULT_OPPONENT, computer

from .encoding import Array, regret, winning
from .environment import Environment, MaskedDiscrete

SEAT = choice_option("seat", ("toss", "1", "2"), "The agent's seat; with toss, it is drawn for each game.")

# The name of a player, or a function that returns a legal move.
Opponent = str | Callable[[Position], int]

Info = dict[str, Any]

# The maximum number of draws of a start that the opponent's first move does not end.
MOST_DRAWS = 100


def _moves(options: Info) -> Iterable[int]:
    """The initial moves in the options of `reset`; raises `OptionError`."""
    unknown = [name for name in options if name != "moves"]
    moves = options.get("moves", ())
    if unknown or isinstance(moves, str) or not isinstance(moves, Iterable):
        raise bad_option(
            "options", options, "reset takes options such as {example}.", example='{"moves": [6, 3]}'
        )
    return moves


class OutnumberEnv(Environment, gymnasium.Env[Array, np.int64]):
    """A game against an opponent.

    `reward="outcome"` gives 1 for a win and -1 for a loss, `reward="regret"` -1 for each move that throws
    away a win. `winning=True` adds the winning moves to `info`. All other keywords are options of the game.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as the base class has it

    _seed = 0
    seat = Seat.ONE
    _playing = False

    def __init__(
        self,
        game: str = "strategy-stacks",
        *,
        opponent: Opponent = DEFAULT_OPPONENT,
        seat: str | int = "toss",
        reward: str = "outcome",
        winning: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, reward, winning, render_mode, options)
        self._wanted_seat = SEAT.read(str(seat))
        self.action_space = MaskedDiscrete(self._encoder.actions)
        self.observation_space = spaces.Box(0, self._encoder.most, self._encoder.shape, np.int8)
        self._luck = Random()
        if not isinstance(opponent, str) and not callable(opponent):
            raise bad_option(
                "opponent", opponent, "give the name of a player, or a function from a position to a move."
            )
        # The opponent is a function, a player, or, if both are None, `random`.
        self._function = None if isinstance(opponent, str) else opponent
        self._player = computer(opponent) if isinstance(opponent, str) and opponent != "random" else None

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Start a game, with `options={"moves": [6, 3]}` after these moves, and advance to the agent's turn.

        If the opponent's first move ends the game, another game is drawn. If the opponent always opens that
        way, `info` has the winner, and the next step, with any action, ends the episode.
        """
        super().reset(seed=seed, options=options)
        start = self._start.follow(_moves(options)) if options else self._start
        for _ in range(MOST_DRAWS):
            # One draw: the last bit determines the seat, the others seed the opponent.
            drawn = int(self.np_random.integers(1 << 62))
            self._seed = drawn >> 1
            self._luck.seed(self._seed)
            self.seat = Seat(1 + (drawn & 1)) if self._wanted_seat == "toss" else Seat(int(self._wanted_seat))
            self._answer(start)
            outcome = self.current.outcome
            if not outcome:
                break
        self._playing = True
        return self._told(outcome)

    def step(self, action: Any) -> tuple[Array, SupportsFloat, bool, bool, Info]:
        """Play the agent's move and the opponent's reply."""
        if not self._playing:
            raise gymnasium.error.ResetNeeded("There is no game, or it is over: call reset().")
        before, reward = self.current, 0.0
        try:
            moved = before.play(action)
        except IllegalMove as refusal:
            if not before.outcome:  # else the opponent's first move ended the game, and this step reports it
                self.current, reward = before.end(self.seat, Reason.FAULT, str(refusal)), -1.0
        else:
            if self._by_regret:
                reward = -float(regret(before.position, action))
            self._answer(moved)
        outcome = self.current.outcome
        if outcome:
            self._playing = False
            if not self._by_regret:
                reward = 1.0 if outcome.winner is self.seat else -1.0
        observation, info = self._told(outcome)
        return observation, reward, not self._playing, False, info

    def _answer(self, current: Round) -> None:
        """Play the opponent's moves until it is the agent's turn or the game is over."""
        position = current.position
        try:
            while position.turn is not self.seat and not position.outcome():
                current = current.play(self._choose(current))
                position = current.position
        except PlayerFault as fault:
            current = current.end(self.seat.other, Reason.FAULT, str(fault))
        self.current = current

    def _choose(self, current: Round) -> int:
        """The opponent's move."""
        if isinstance(self._player, BuiltInPlayer):
            return self._player.move(current, dice(self._seed, 1, current))
        if self._player is not None:
            return self._player.choose(Match(self.rules, seed=self._seed, rounds=(current,)))
        if self._function is not None:
            return index(self._function(current.position))  # it may be an integer of NumPy
        # The built-in player `random` seeds a generator for each turn, which takes longer than a step.
        return self._luck.choice(current.position.legal_moves().tolist())

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as `sb3_contrib.MaskablePPO` expects them."""
        observation = self._encoder.observation(self.position, self.seat)
        return self._encoder.mask(observation, choosing=not self.outcome).astype(np.bool_)

    def _told(self, outcome: Outcome | None) -> tuple[Array, Info]:
        """The observation and `info` of the current round."""
        position = self.current.position
        observation = self._encoder.observation(position, self.seat)
        info: Info = {
            "action_mask": self._encoder.mask(observation, choosing=not outcome),
            "legal": position.legal_moves(),
            "seat": int(self.seat),
        }
        if self._winning:
            info["winning"] = winning(position)
        if outcome:
            info["winner"] = int(outcome.winner)
            info["reason"] = outcome.reason.value
            if outcome.reason is Reason.FAULT:
                info["fault"] = self.current.comments[-1][1]
        return observation, info

    def close(self) -> None:
        """Close the opponent, which may be a program."""
        if self._player:
            self._player.close()
