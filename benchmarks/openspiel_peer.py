"""The five games at their defaults as OpenSpiel Python games, as a baseline for the package.

They are written to be fast within that framework: links between numbers are tabulated once per game, pools
stay sorted, and the legal actions are computed once per move, when it is applied. An action is the number
played.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable

import pyspiel


class Peer(pyspiel.Game):  # type: ignore[misc]
    """One of the five games; `size` is the range, or the target of Number Stack Attack."""

    def __init__(self, name: str, size: int, state: Callable[["Peer"], "PeerState"]) -> None:
        game_type = pyspiel.GameType(
            short_name=f"peer_{name.replace('-', '_')}",
            long_name=f"Peer of {name}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        game_info = pyspiel.GameInfo(
            num_distinct_actions=size + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 * size,
        )
        super().__init__(game_type, game_info, {})
        self.size = size
        self.numbers = list(range(1, size + 1))
        self.links: list[list[int]] = []
        self._state = state

    def new_initial_state(self) -> "PeerState":
        """The start of a game."""
        return self._state(self)


class PeerState(pyspiel.State):  # type: ignore[misc]
    """The common part of the five: the player to move, and the legal actions, empty once the game is over."""

    def __init__(self, game: Peer) -> None:
        super().__init__(game)
        self._game = game
        self._player = 0
        self._actions = game.numbers

    def current_player(self) -> int:
        """The player to move, or the mark of a finished game."""
        return self._player if self._actions else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, _player: int) -> list[int]:
        """The legal actions of the player to move, in increasing order."""
        return self._actions

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._actions

    def _winner(self) -> int:
        """The winner: the player who left the opponent without a move."""
        return 1 - self._player

    def returns(self) -> list[float]:
        """One for the winner and minus one for the loser, or zeros."""
        if self._actions:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._winner() == 0 else [-1.0, 1.0]

    def _action_to_string(self, _player: int, action: int) -> str:
        """The number played."""
        return str(action)

    def __str__(self) -> str:
        """The numbers played."""
        return " ".join(map(str, self.history()))


class LinkState(PeerState):
    """Number Duel and Strategy Stacks: an unused number that is linked to the last one."""

    def __init__(self, game: Peer) -> None:
        super().__init__(game)
        self._links = game.links
        self._unused = [True] * (game.size + 1)

    def _apply_action(self, action: int) -> None:
        unused = self._unused
        unused[action] = False
        self._player = 1 - self._player
        self._actions = [n for n in self._links[action] if unused[n]]


class StackDuelState(PeerState):
    """Number Stack Duel: alternately greater and less than the last number."""

    def __init__(self, game: Peer) -> None:
        super().__init__(game)
        self._pool = game.numbers.copy()

    def _apply_action(self, action: int) -> None:
        pool = self._pool
        place = bisect_left(pool, action)
        del pool[place]
        self._player = 1 - self._player
        # Player 2 (here 1) always plays under "greater", because that is the first pattern.
        self._actions = pool[place:] if self._player else pool[:place]


class OrderState(PeerState):
    """Order Challenge: greater than the player's own last number."""

    def __init__(self, game: Peer) -> None:
        super().__init__(game)
        self._pool = game.numbers.copy()
        self._last = [0, 0]

    def _apply_action(self, action: int) -> None:
        pool = self._pool
        pool.remove(action)
        self._last[self._player] = action
        self._player = 1 - self._player
        self._actions = pool[bisect_right(pool, self._last[self._player]) :]


class AttackState(PeerState):
    """Number Stack Attack with tokens 1 to 9, in which there are no passes."""

    FITTING = tuple(list(range(1, room + 1)) for room in range(10))

    def __init__(self, game: Peer) -> None:
        super().__init__(game)
        self._actions = self.FITTING[min(9, game.size)]
        self._room = [game.size, game.size]

    def _apply_action(self, action: int) -> None:
        room = self._room
        room[self._player] -= action
        self._actions = []
        if room[self._player]:
            self._player = 1 - self._player
            self._actions = self.FITTING[min(9, room[self._player])]

    def _winner(self) -> int:
        return self._player


def table(size: int, linked: Callable[[int, int], bool]) -> list[list[int]]:
    """For each number up to `size`, the numbers linked to it."""
    numbers = range(1, size + 1)
    return [[], *([b for b in numbers if b != a and linked(a, b)] for a in numbers)]


def divides(a: int, b: int) -> bool:
    """Whether one number is a multiple of the other."""
    return a % b == 0 or b % a == 0


def peers() -> dict[str, Peer]:
    """The five games at their default sizes, by their names in the package."""
    games = {
        name: Peer(name, size, state)
        for name, size, state in (
            ("number-duel", 100, LinkState),
            ("number-stack-attack", 21, AttackState),
            ("number-stack-duel", 9, StackDuelState),
            ("order-challenge", 9, OrderState),
            ("strategy-stacks", 9, LinkState),
        )
    }
    games["number-duel"].links = table(100, lambda a, b: divides(a, b) or bool({*str(a)} & {*str(b)}))
    games["strategy-stacks"].links = table(9, divides)
    return games
