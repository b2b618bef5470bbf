"""OpenSpiel games; importing this module registers them.

>>> import pyspiel, outnumber.agents.adapters.openspiel
>>> game = pyspiel.load_game("outnumber_strategy_stacks", {"range": 9})
>>> state = game.new_initial_state()
>>> state.apply_action(6)
>>> state.legal_actions()
[1, 2, 3]

`outnumber.agents.adapters.encoding` defines actions and observations. The parameters are the options of the
game and `reward` (`outcome` or `regret`). Lists use brackets and semicolons, because OpenSpiel reserves the
comma: `outnumber_number_stack_attack(tokens=[3;5;8])`. An illegal action raises `IllegalMove`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from outnumber.extras import missing

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("OpenSpiel") from error
import numpy as np

from outnumber.games import Option, Position, Rules, all_games

from .encoding import REWARD, SEATS, Encoder, position_text, regret, rules_of

# OpenSpiel's player numbers, indexed by seat.
PLAYER = (-1, 0, 1)
TERMINAL = pyspiel.PlayerId.TERMINAL
RETURNS = ((0.0, 0.0), (1.0, -1.0), (-1.0, 1.0))


def _options(rules: type[Rules]) -> tuple[Option[Any], ...]:
    return (*rules.OPTIONS, REWARD)


def _type(rules: type[Rules], *, by_regret: bool = False) -> Any:
    """The OpenSpiel description of a game."""
    kind = pyspiel.GameType
    return kind(
        short_name=f"outnumber_{rules.name.replace('-', '_')}",
        long_name=rules.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if by_regret else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.REWARDS if by_regret else kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={each.name: _parameter(each, each.default) for each in _options(rules)},
    )


def _parameter(option: Option[Any], value: Any) -> int | str:
    """The value of an option as a parameter; lists become one string."""
    if isinstance(option.plain(value), list):
        return f"[{option.text(value).replace(',', ';')}]"
    return value if isinstance(value, int) else str(value)


def _option(option: Option[Any], parameter: Any) -> Any:
    """Parse the parameter of an option."""
    if isinstance(parameter, str):
        parameter = parameter.strip("[]").replace(";", ",")
    return option.read(parameter)


class OutnumberGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; each game has a subclass."""

    kind: ClassVar[type[Rules]]

    def __init__(self, parameters: dict[str, Any]) -> None:
        declared = {option.name: option for option in _options(self.kind)}
        options = {key: _option(declared[key], value) for key, value in parameters.items()}
        parameters = {key: _parameter(declared[key], value) for key, value in options.items()}
        self.by_regret = options.pop(REWARD.name) == "regret"
        self.rules = rules_of(self.kind, options, solved=self.by_regret)
        self.encoder = Encoder(self.rules)
        self.start = self.rules.start()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-float(self.encoder.longest) if self.by_regret else -1.0,
            max_utility=0.0 if self.by_regret else 1.0,
            utility_sum=None if self.by_regret else 0.0,
            max_game_length=self.encoder.longest,
        )
        super().__init__(_type(self.kind, by_regret=self.by_regret), info, parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        # By name: the class exists only once this module is imported, and unpickling `_load` imports it.
        return _load, (str(self),)

    def new_initial_state(self) -> OutnumberState:
        """The start of a game."""
        return RegretState(self) if self.by_regret else OutnumberState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
        """The observer, which converts states to observations."""
        if kind and (kind.perfect_recall or not kind.public_info):
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            return IIGObserverForPublicInfoGame(kind, parameters)
        return Observer(self.encoder)


def _load(text: str) -> Any:
    return pyspiel.load_game(text)


class OutnumberState(pyspiel.State):  # type: ignore[misc]
    """A position; OpenSpiel stores the history.

    A round would store the history twice, with a quarter fewer moves per second and clones 14 times slower.
    """

    def __init__(self, game: OutnumberGame) -> None:
        super().__init__(game)
        self.position: Position = game.start

    def current_player(self) -> int:
        """The player to move, or `TERMINAL`."""
        position = self.position
        return TERMINAL if position.outcome() else PLAYER[position.turn]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal moves in ascending order; empty for the player who is not to move.

        Overrides the base class, whose detour through C++ is many times slower.
        """
        position = self.position
        if player is None or player == PLAYER[position.turn]:
            return position.legal_moves().tolist()
        return []

    # Called from C++.
    _legal_actions = legal_actions

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.outcome() is not None

    def returns(self) -> list[float]:
        """The returns of both players: 1 for the winner, -1 for the loser."""
        outcome = self.position.outcome()
        return list(RETURNS[outcome.winner if outcome else 0])

    def _action_to_string(self, _: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return position_text(self.position)


class RegretState(OutnumberState):
    """A state with a reward of -1 for each win thrown away."""

    def __init__(self, game: OutnumberGame) -> None:
        super().__init__(game)
        self._rewards = [0.0, 0.0]
        self._returns = [0.0, 0.0]

    def _apply_action(self, action: int) -> None:
        before = self.position
        super()._apply_action(action)
        mover = PLAYER[before.turn]
        self._rewards = [0.0, 0.0]
        self._rewards[mover] = -float(regret(before, action))
        self._returns[mover] += self._rewards[mover]

    def rewards(self) -> list[float]:
        """The rewards of the last move."""
        return self._rewards.copy()

    def returns(self) -> list[float]:
        """The sums of all rewards."""
        return self._returns.copy()


class Observer:
    """Converts states to tensors and text; OpenSpiel reads `tensor` and `dict` after each `set_from`."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        shape = encoder.shape
        self.tensor = np.zeros(shape[0] * shape[1], np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OutnumberState, player: int) -> None:
        """Set the tensor to a player's observation of a state."""
        self.dict["observation"][:] = self._encoder.observation(state.position, SEATS[player])

    def string_from(self, state: OutnumberState, _: int) -> str:
        """The state in one line."""
        return position_text(state.position)


for _kind in all_games():
    # A class, not a function: OpenSpiel releases it after Python shuts down, which crashes with a function.
    pyspiel.register_game(_type(_kind), type(f"{_kind.__name__}Game", (OutnumberGame,), {"kind": _kind}))
