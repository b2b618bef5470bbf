"""The vocabulary of all games: seats, outcomes, rules and positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum
from typing import Any, ClassVar, NamedTuple, Self

from outnumber.games.errors import IllegalMove, OptionError, closest, shown
from outnumber.games.numbers import brief, ordered
from outnumber.games.options import Option, Value


class Seat(IntEnum):
    """Player 1 or Player 2 of a game; Player 1 chooses first."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Seat:
        return OTHER[self]


# Indexed by seat. An enum's own arithmetic is several times slower.
OTHER = (Seat.ONE, Seat.TWO, Seat.ONE)


class Reason(Enum):
    """Why a game ended."""

    NO_MOVE = "no-move"
    TARGET = "target"
    STAND_OFF = "stand-off"
    TIME = "time"
    RESIGNATION = "resignation"
    FAULT = "fault"  # a program or a model that plays gave no move that counts


class Outcome(NamedTuple):
    """Who won, and why."""

    winner: Seat
    reason: Reason


class Position:
    """One moment of a game: an immutable, hashable value.

    Games keep it as a named tuple that starts with `rules`, `turn` and `legal` (the set of moves as bits).
    What led here is not part of it, so equal positions reached in different ways are equal.
    """

    __slots__ = ()

    rules: Any
    turn: Seat
    legal: int

    def legal_moves(self) -> Sequence[int]:
        """The numbers that may be played now, rising; empty when the game is over."""
        return ordered(self.legal)

    def outcome(self) -> Outcome | None:
        """The winner and the reason once the game is over, else None.

        In all games but one, who cannot move has lost.
        """
        return None if self.legal else Outcome(OTHER[self.turn], Reason.NO_MOVE)

    def play(self, move: int) -> Self:
        """The position after `move`; raises `IllegalMove` when it is not allowed."""
        raise NotImplementedError

    def objection(self, move: int) -> tuple[str, dict[str, object]]:
        """The code and numbers that say why `move` is not allowed, given that it is not."""
        raise NotImplementedError

    def refusal(self, move: int) -> IllegalMove:
        """The error for a move that is not allowed, with what is allowed as its remedy."""
        if not self.legal:
            return IllegalMove("game-over", move=move)
        remedy = f"choose {brief(self.legal_moves())}."
        if not isinstance(move, int):
            return IllegalMove("not-a-number", text=shown(move), remedy=remedy)
        code, numbers = self.objection(move)
        return IllegalMove(code, move=move, remedy=remedy, **numbers)

    def __deepcopy__(self, _: object) -> Self:
        return self  # it never changes, and searches copy it at every step


class Rules:
    """A game with its options chosen: an immutable, hashable value that starts games.

    A game is one subclass that names itself and its options; keywords choose them.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option, ...]]

    def __init__(self, /, **chosen: object) -> None:
        known = {option.name: option for option in self.OPTIONS}
        for key in chosen:
            if key not in known:
                raise OptionError(
                    "unknown-option", game=self.title, text=shown(key), remedy=closest(key, list(known))
                )
        self._values: Mapping[str, Value] = {
            name: option.read(chosen[name]) if name in chosen else option.default
            for name, option in known.items()
        }
        self.prepare(**self._values)

    def prepare(self, *args: Any, **values: Any) -> None:
        """Check how the options go together and keep what `start` and `play` need."""

    def start(self) -> Position:
        """The position before the first move."""
        raise NotImplementedError

    @property
    def options(self) -> dict[str, Value]:
        """All options by name, defaults included, as JSON would have them."""
        return {option.name: option.plain(self._values[option.name]) for option in self.OPTIONS}

    def option_texts(self) -> dict[str, str]:
        """All options as they would be typed on a command line."""
        return {option.name: option.text(self._values[option.name]) for option in self.OPTIONS}

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._values == other._values)

    def __reduce__(self) -> tuple[object, ...]:
        # Made again from its options: tables and caches stay in the process that has them.
        return _again, (type(self), dict(self._values))

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __hash__(self) -> int:
        return hash((self.name, *self._values.values()))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self._values.items())
        return f"outnumber.game({self.name!r}{chosen})"


def _again(kind: type[Rules], values: dict[str, Value]) -> Rules:
    return kind(**values)
