"""The games as Gymnasium environments: the agent has one seat, a player or a function the other.

>>> import gymnasium, outnumber.adapters
>>> env = gymnasium.make("Outnumber/StrategyStacks-v0", opponent="perfect", seat=1, range=9)
>>> observation, info = env.reset(seed=1)
>>> info["legal"]
(1, 2, 3, 4, 5, 6, 7, 8, 9)
>>> observation, reward, terminated, truncated, info = env.step(7)
>>> env.unwrapped.moves, info["legal"], terminated
([7, 1], (2, 3, 4, 5, 6, 8, 9), False)

What an action and an observation are is told in `outnumber.adapters.encoding`. A step is the move of the
agent and the answer to it. An action that is not legal loses the game; `info` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from random import Random
from typing import Any, SupportsFloat

from outnumber.adapters import missing

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing("Gymnasium") from error
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from outnumber.adapters.actions import Numbers
from outnumber.adapters.encoding import (
    REWARD,
    Array,
    Encoder,
    regret,
    rendered,
    rules_of,
    winning,
)
from outnumber.games.base import Outcome, Position, Reason, Seat
from outnumber.games.errors import IllegalMove, OptionError, PlayerFault, shown
from outnumber.games.options import choice_option
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase
from outnumber.players.registry import DEFAULT_OPPONENT, computer
from outnumber.session.loop import Choice, Wish
from outnumber.session.match import Match
from outnumber.session.round import Round

SEAT = choice_option("seat", ("toss", "1", "2"), "The seat of the agent; a toss decides anew in each game.")

# A player of this package by its name, or a function that returns a legal number.
Opponent = str | Callable[[Position], int]


# So often a game is drawn again that the opponent's first move would end.
MOST_DRAWS = 100


def _moves(options: dict[str, Any]) -> list[int]:
    """The moves that a game is to begin with; raises `OptionError` for what `reset` does not have."""
    unknown = [name for name in options if name != "moves"]
    moves = options.get("moves", ())
    if unknown or isinstance(moves, str) or not isinstance(moves, Iterable):
        remedy = Phrase("reset takes options such as {example}.", example='{"moves": [6, 3]}')
        raise OptionError("bad-option", option="options", text=shown(options), remedy=remedy)
    return [index(move) for move in moves]


class OutnumberEnv(gymnasium.Env[Array, np.int64]):
    """One of the games against an opponent.

    `reward="outcome"` gives 1 for a won game and -1 for a lost one, `reward="regret"` -1 for each move that
    throws away a win. `winning=True` adds the winning moves to `info`. All other keywords are options of
    the game.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as the base class has it

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
        self.render_mode = render_mode
        self._by_regret = REWARD.read(reward) == "regret"
        self._winning = winning
        self.rules = rules_of(find(game), options, solved=winning or self._by_regret)
        self._encoder = Encoder(self.rules)
        self._wanted_seat = SEAT.read(str(seat))
        self.action_space = Numbers(self._encoder.actions)
        self.observation_space = spaces.Box(0, self._encoder.most, self._encoder.shape, np.int8)
        self._luck = Random()
        self._seed = 0
        if not isinstance(opponent, str) and not callable(opponent):
            remedy = Phrase("give the name of a player, or a function from a position to a move.")
            raise OptionError("bad-option", option="opponent", text=shown(opponent), remedy=remedy)
        self._opponent = opponent
        self._player = computer(opponent) if isinstance(opponent, str) else None
        self.seat = Seat.ONE
        self._start()
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """A new game, or with `options={"moves": [6, 3]}` the rest of one. It begins with the agent's turn.

        Where the opponent's first move ends the game, another one is drawn. Where that helps nothing, because
        the opponent always opens that way, `info` says who has won, and the next step, whatever it is, tells
        the end.
        """
        super().reset(seed=seed, options=options)
        moves = _moves(options or {})
        for _ in range(MOST_DRAWS):
            # One number for all that is drawn: its last bit for the seat, the rest for the opponent's luck.
            drawn = int(self.np_random.integers(1 << 62))
            self._seed = drawn >> 1
            self._luck.seed(self._seed)
            self.seat = Seat(1 + (drawn & 1)) if self._wanted_seat == "toss" else Seat(int(self._wanted_seat))
            self._start()
            for move in moves:
                self._play(move)
            self._answer()
            if not self.outcome:
                break
        self._playing = True
        observation = self._encoder.observation(self.position, self.seat)
        return observation, self._info(observation)

    def _start(self) -> None:
        # A step goes from position to position, and a round is made of these where the opponent needs one.
        self.position = self.rules.start()
        self.moves: list[int] = []
        self._movers = bytearray()
        # How the game ended, and what a player did wrong if that was why.
        self.outcome: Outcome | None = None
        self._fault = ""

    def step(self, action: Any) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        """The move of the agent and the answer of the opponent."""
        if not self._playing:
            raise gymnasium.error.ResetNeeded("There is no game, or it is over: call reset().")
        reward = 0.0 if self.outcome else self._move(action)
        if self.outcome:
            self._playing = False
            if not self._by_regret:
                reward = 1.0 if self.outcome.winner is self.seat else -1.0
        observation = self._encoder.observation(self.position, self.seat)
        return observation, reward, not self._playing, False, self._info(observation)

    def _move(self, action: object) -> float:
        """Play an action and let the opponent answer; its reward by regret."""
        before = self.position
        try:
            self._play(action)
        except IllegalMove as refusal:
            self.outcome, self._fault = Outcome(self.seat.other, Reason.FAULT), str(refusal)
            return -1.0
        reward = -float(regret(before, action)) if self._by_regret else 0.0
        self._answer()
        return reward

    def _answer(self) -> None:
        """Let the opponent play until it is the agent's turn or the game is over."""
        while (outcome := self.position.outcome()) is None and self.position.turn is not self.seat:
            try:
                choice = self._choose(self.position)
            except PlayerFault as fault:
                self.outcome, self._fault = Outcome(self.seat, Reason.FAULT), str(fault)
                return
            if isinstance(choice, Wish):
                self.outcome = Outcome(self.seat, Reason.RESIGNATION)
                return
            self._play(choice)
        self.outcome = outcome

    def _play(self, number: Any) -> None:
        position = self.position
        self.position = position.play(number)
        self.moves.append(int(number))
        self._movers.append(position.turn)

    def _choose(self, position: Position) -> Choice:
        """What the opponent wants to play."""
        opponent = self._opponent
        if not isinstance(opponent, str):
            return index(opponent(position))  # NumPy has whole numbers of its own
        if opponent == "random" or self._player is None:
            # Its own player seeds a generator for each turn, which would take longer than the whole step.
            return self._luck.choice(position.legal_moves().tolist())
        played = Round(tuple(self.moves), bytes(self._movers), position)
        match = Match(self.rules, seed=self._seed, rounds=(played,))
        choice = self._player.choose(match)
        if isinstance(choice, Wish) or choice in position.legal_moves():
            return choice
        raise PlayerFault("player-illegal", player=opponent, text=shown(choice))

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions may be taken now, in the form that `sb3_contrib.MaskablePPO` asks for."""
        return self._mask(self._encoder.observation(self.position, self.seat)).astype(np.bool_)

    def _mask(self, observation: Array) -> Array:
        if self.outcome and self._playing:  # the next step does nothing, whatever it is
            return np.ones(self._encoder.actions, np.int8)
        return self._encoder.mask(observation)

    def _info(self, observation: Array) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self._mask(observation),
            "legal": self.position.legal_moves(),
            "seat": int(self.seat),
        }
        if self._winning:
            info["winning"] = winning(self.position)
        if self.outcome:
            info["winner"] = int(self.outcome.winner)
            info["reason"] = self.outcome.reason.value
            if self._fault:
                info["fault"] = self._fault
        return info

    def render(self) -> str | None:
        """The numbers played and the position, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                'Nothing is rendered without a render mode: make it with render_mode="ansi".'
            )
            return None
        return rendered(self.position, self.moves)

    def close(self) -> None:
        """Let go of the opponent, which may be a program."""
        if self._player:
            self._player.close()
