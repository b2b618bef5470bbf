"""The vocabulary of all games: seats, outcomes, rules and positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, IntEnum
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from outnumber.games.errors import IllegalMove, OptionError, closest, given, shown
from outnumber.games.numbers import Numbers, ordered
from outnumber.games.options import LARGEST, Option, Plain
from outnumber.games.scene import Played, Row, Scene
from outnumber.games.sentences import Phrase, mark


class Seat(IntEnum):
    """Player 1 or Player 2 of a game; Player 1 chooses first."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Seat:
        return OTHER[self]


# What to do instead of choosing an option of a game that has none.
NO_OPTIONS = Phrase("it has no options.")
# Indexed by seat. An enum's own arithmetic is several times slower.
OTHER = (Seat.ONE, Seat.TWO, Seat.ONE)


class Reason(Enum):
    """Why a game ended."""

    NO_MOVE = "no-move"
    TARGET = "target"
    STAND_OFF = "stand-off"
    TIME = "time"
    RESIGNATION = "resignation"
    LEFT = "left"  # a player left and did not come back
    FAULT = "fault"  # a program or a model gave no legal move


class Outcome(NamedTuple):
    """Who won, and why."""

    winner: Seat
    reason: Reason


class Position:
    """One moment of a game: an immutable, hashable value.

    Games keep it as a named tuple that starts with `rules`, `turn` and `legal` (the set of moves as bits):
    the fastest value that Python has. A position is not a sequence, though.
    What led here is not part of it, so equal positions reached in different ways are equal.
    """

    __slots__ = ()

    rules: Any
    turn: Seat
    legal: int

    def __init_subclass__(cls) -> None:
        # A method of Position would silently hide a field of the same name.
        for field in getattr(cls, "_fields", ()):
            if field in vars(Position):
                raise TypeError(f"every position has {field!r} already: the field needs another name")

    def legal_moves(self) -> Numbers:
        """The numbers that may be played now, rising; empty when the game is over."""
        return ordered(self.legal)

    def outcome(self) -> Outcome | None:
        """The winner and the reason once the game is over, else None.

        In all games but one, whoever cannot move has lost.
        """
        return None if self.legal else Outcome(OTHER[self.turn], Reason.NO_MOVE)

    def play(self, move: int) -> Self:
        """The position after `move`; raises `IllegalMove` when it is not allowed."""
        try:
            if type(move) is not int:
                move = _whole(move)
            allowed = self.legal >> move & 1
        except (TypeError, ValueError):  # no number, or a negative one
            allowed = 0
        if not allowed:
            raise self.refusal(move)
        return self.after(move)

    def after(self, move: int) -> Self:
        """The position after a move that is known to be legal; a game says here what a move does."""
        raise NotImplementedError

    def objection(self, move: int) -> tuple[str, dict[str, Any]]:  # noqa: ARG002
        """The code and numbers that say why `move` is not allowed, given that it is not."""
        return "not-allowed", {}

    def refusal(self, move: int) -> IllegalMove:
        """The error for a move that is not allowed, with what is allowed as its remedy."""
        if not self.legal:
            return IllegalMove("game-over", move=move)
        if not isinstance(move, int) or isinstance(move, bool):
            remedy = Phrase("you can play {legal:or}.", legal=self.legal_moves())
            code = "not-a-number" if isinstance(move, str) else "not-whole"
            return IllegalMove(code, text=given(move), remedy=remedy)
        code, numbers = self.objection(move)
        remedy = Phrase("You can play {legal:or}.", legal=self.legal_moves())
        return IllegalMove(code, move=move, remedy=remedy, **numbers)

    # What a person sees

    def scene(self, played: Sequence[Played] = ()) -> Scene:
        """What a person would see; what was `played` makes the rows whole."""
        over = self.outcome() is not None
        return Scene(
            None if over else self.turn,
            ordered(self.numbers),
            ordered(self.pool),
            ordered(0 if over else self.legal),
            self.rows(played),
            self.demand(),
            self.facts(),
        )

    @property
    def numbers(self) -> int:
        """All numbers of the game as a set; what a move may be, unless a game says more."""
        return int(self.rules.start().legal | self.legal)

    @property
    def pool(self) -> int:
        """The numbers that are left, as a set."""
        return self.numbers

    def rows(self, played: Sequence[Played]) -> tuple[Row, ...]:
        """What lies on the table."""
        return (Row(mark("Played"), None, tuple(number for _, number in played)),) if played else ()

    def demand(self) -> Phrase:
        """What the next number must be."""
        return Phrase("any number") if self.legal == self.pool else Phrase("a number that fits")

    def facts(self) -> dict[str, Any]:
        """The position in few words for programs: numbers and lists by name."""
        return {}

    # What others ask

    @property
    def unused_count(self) -> int:
        """How many numbers are unused; 0 in games that never use numbers up."""
        return 0

    def standing(self) -> tuple[int, int] | None:
        """Where each seat stands, if that is one number each: at the top of a stack, or at a total."""
        return None

    def solver_key(self) -> tuple[object, ...]:
        """The key of solvers' tables: positions with equal keys have the same future."""
        return (self,)

    def __str__(self) -> str:
        outcome = self.outcome()
        end = f"\nThe game is over: Player {outcome.winner} has won" if outcome else ""
        return f"{self.rules.title}\n{self.scene()}{end}"

    def __repr__(self) -> str:
        state = ", ".join(f"{name}={value}" for name, value in self.facts().items() if value is not None)
        outcome = self.outcome()
        who = f"Player {outcome.winner} has won" if outcome else f"Player {self.turn} to move"
        return f"<{self.rules.name}: {state + ', ' if state else ''}{who}>"

    def __deepcopy__(self, _: object) -> Self:
        return self  # it never changes, and searches copy it at every step

    def changed(self, **changes: Any) -> Self:
        """The same with other values in some of its fields."""
        kind, values = self.__reduce__()
        same: Self = kind(
            *(changes.get(name, value) for name, value in zip(kind._fields, values, strict=True))
        )
        return same

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        kind: Any = type(self)
        return kind, tuple(getattr(self, name) for name in kind._fields)

    # A named tuple inside, but not a sequence, so that iterating over a position by mistake fails.
    if not TYPE_CHECKING:
        __iter__ = __contains__ = __getitem__ = __add__ = __mul__ = __rmul__ = None
        __lt__ = __le__ = __gt__ = __ge__ = None

        def __len__(self):
            raise TypeError("a position has no length")

        def __bool__(self):
            return True


def _whole(number: object) -> int:
    """The value of a number that is not a plain `int`, such as one of NumPy; a bool is not a number."""
    if isinstance(number, bool):
        raise TypeError
    return index(number)  # type: ignore[arg-type]  # that is what is tried


class Rules:
    """A game with its options chosen: an immutable, hashable value that starts games.

    A game is one subclass that names itself and its options; keywords choose them. It can be shared between
    threads: what it keeps for speed is only ever added to.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option[Any], ...]] = ()
    # The option that tells how large the game is, if there is one.
    SIZE: ClassVar[str] = ""
    # Sizes at which few openings win, so that the first move matters; a test looks at each.
    hard_sizes: ClassVar[tuple[int, ...]] = ()
    # What solves it: the name of a module in `theory/`, a function from a position to a verdict, or nothing:
    # then everything is tried.
    theorem: ClassVar[str | Callable[[Any], Any] | None] = None
    # What the prompt says, where a game has words of its own: a class such as those of `language.games`.
    words: ClassVar[Any] = None

    def __init__(self, /, **chosen: object) -> None:
        self._choose(chosen, LARGEST)

    @classmethod
    def within(cls, most: int, /, **chosen: object) -> Self:
        """The rules for options that a client chose, with no number larger than `most`."""
        rules = cls.__new__(cls)
        rules._choose(chosen, most)
        return rules

    def _choose(self, chosen: Mapping[str, object], most: int) -> None:
        known = {option.name: option for option in self.OPTIONS}
        for key in chosen:
            if key not in known:
                raise OptionError(
                    "unknown-option",
                    game=Phrase(self.title),
                    text=shown(key),
                    remedy=closest(key, list(known)) if known else NO_OPTIONS,
                )
        # A cache for theorems, by their names; values are replaced, never changed.
        self.memory: dict[str, Any] = {}
        self._values: Mapping[str, Any] = {
            name: option.read(chosen[name], most) if name in chosen else option.default
            for name, option in known.items()
        }
        self.prepare(**self._values)

    def prepare(self, *args: Any, **values: Any) -> None:
        """Check how the options go together and keep what `start` and `play` need."""

    def start(self) -> Position:
        """The position before the first move."""
        raise NotImplementedError

    def replay(self, moves: Sequence[int]) -> Position:
        """The position after some moves; raises `IllegalMove` at the first that is not allowed.

        A game may look at all of them together, as long as it comes to the same.
        """
        position = self.start()
        for move in moves:
            position = position.play(move)
        return position

    @property
    def size(self) -> int:
        """How large the game is; 0 where no option says so."""
        return int(self._values[self.SIZE]) if self.SIZE else 0

    def briefing(self) -> str:
        """The whole rules for a language model, options and all; without them it reads the docstring."""
        return ""

    def longest(self) -> int:
        """The most moves that a game can have; by default one for each number."""
        return self.start().numbers.bit_count()

    @property
    def options(self) -> dict[str, Plain]:
        """All options by name, defaults included, as JSON would have them."""
        return {option.name: option.plain(self._values[option.name]) for option in self.OPTIONS}

    def option_texts(self) -> dict[str, str]:
        """All options as they would be typed on a command line."""
        return {option.name: option.text(self._values[option.name]) for option in self.OPTIONS}

    def options_shown(self) -> list[str]:
        """The values of all options as people read them; a Python function has a name there."""
        return [option.shown(self._values[option.name]) for option in self.OPTIONS]

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._values == other._values)

    def __reduce__(self) -> tuple[object, ...]:
        # Made again from its options: tables and caches stay in the process that has them.
        return _again, (type(self), dict(self._values))

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, *self._values.values()))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self._values.items())
        return f"outnumber.game({self.name!r}{chosen})"


def _again(kind: type[Rules], values: dict[str, Any]) -> Rules:
    return kind(**values)
