"""The vocabulary of all games: seats, outcomes, rules and positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from functools import cached_property, partial
from operator import index
from re import sub
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from .errors import IllegalMove, OptionError, bad_option, closest, given, shown
from .numbers import Numbers, ordered
from .options import LARGEST, Option, Plain
from .scene import Played, Row, Scene
from .sentences import ADDED, Catalogue, Phrase


class Seat(IntEnum):
    """Player 1 or Player 2 of a game; Player 1 chooses first."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Seat:
        return OTHER[self]


# The remedy for an unknown option of a game without options.
NO_OPTIONS = Phrase("it has no options.")
# Indexed by seat: several times faster than arithmetic on the enum.
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
    """The state of a game between two moves: an immutable, hashable value.

    Each game stores it as a named tuple that starts with `rules`, `turn` and `legal` (the legal moves as
    bits), because tuples are the fastest values in Python; but a position does not behave like a sequence.
    It has no history: two positions are equal even if different moves led to them.
    """

    __slots__ = ()

    rules: Any
    turn: Seat
    legal: int

    def __init_subclass__(cls) -> None:
        # A method of Position would silently shadow a field with the same name.
        for field in getattr(cls, "_fields", ()):
            if field in vars(Position):
                raise TypeError(f"every position has {field!r} already: the field needs another name")

    def legal_moves(self) -> Numbers:
        """The legal moves in ascending order; empty when the game is over."""
        return ordered(self.legal)

    def outcome(self) -> Outcome | None:
        """The winner and the reason once the game is over, else None.

        By default, a player who cannot move loses.
        """
        return None if self.legal else Outcome(OTHER[self.turn], Reason.NO_MOVE)

    def play(self, move: int) -> Self:
        """The position after `move`; raises `IllegalMove` when it is not allowed."""
        try:
            if type(move) is not int:
                move = _whole(move)
            allowed = self.legal >> move & 1
        except (TypeError, ValueError):  # not a number, or negative
            allowed = 0
        if not allowed:
            raise self.refusal(move)
        return self.after(move)

    def after(self, move: int) -> Self:
        """The position after a legal move, without a check; each game implements its moves here."""
        raise NotImplementedError

    def objection(self, move: int) -> tuple[str, dict[str, Any]]:  # noqa: ARG002
        """The error code and values that explain why an illegal `move` is not allowed."""
        return "not-allowed", {}

    def refusal(self, move: int) -> IllegalMove:
        """The error for an illegal move; its remedy lists the legal ones."""
        if not self.legal:
            return IllegalMove("game-over", move=move)
        if not isinstance(move, int) or isinstance(move, bool):
            remedy = Phrase("you can play {legal:or}.", legal=self.legal_moves())
            code = "not-a-number" if isinstance(move, str) else "not-whole"
            return IllegalMove(code, text=given(move), remedy=remedy)
        code, numbers = self.objection(move)
        remedy = Phrase("You can play {legal:or}.", legal=self.legal_moves())
        return IllegalMove(code, move=move, remedy=remedy, **numbers)

    # For people: the scene

    def scene(self, played: Sequence[Played] = ()) -> Scene:
        """Everything visible of the position; `played`, the moves so far, completes the rows."""
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
        """All numbers of the game as a set; by default, the first moves and the current ones."""
        return int(self.rules.start().legal | self.legal)

    @property
    def pool(self) -> int:
        """The unused numbers as a set."""
        return self.numbers

    def rows(self, played: Sequence[Played]) -> tuple[Row, ...]:
        """The rows of numbers on the table."""
        return (Row("Played", None, tuple(number for _, number in played)),) if played else ()

    def demand(self) -> Phrase:
        """A phrase that says what the next number must be."""
        return Phrase("any number") if self.legal == self.pool else Phrase("a number that fits")

    def facts(self) -> dict[str, Any]:
        """A summary for programs: numbers and lists by name."""
        return {}

    # For solvers and statistics

    @property
    def unused_count(self) -> int:
        """The number of unused numbers; 0 in games that never use numbers up."""
        return 0

    def standing(self) -> tuple[int, int] | None:
        """One number per seat, such as its total or the top of its stack; None if there is no such number."""
        return None

    def solver_key(self) -> tuple[object, ...]:
        """The key for solver tables: positions with equal keys have the same continuations."""
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
        return self  # positions are immutable, and searches copy them at every step

    def changed(self, **changes: Any) -> Self:
        """A copy with some fields replaced."""
        kind, values = self.__reduce__()
        same: Self = kind(
            *(changes.get(name, value) for name, value in zip(kind._fields, values, strict=True))
        )
        return same

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        kind: Any = type(self)
        return kind, tuple(getattr(self, name) for name in kind._fields)

    # Disable the tuple's sequence protocol, so that iterating over a position by mistake fails.
    if not TYPE_CHECKING:
        __iter__ = __contains__ = __getitem__ = __add__ = __mul__ = __rmul__ = None
        __lt__ = __le__ = __gt__ = __ge__ = None

        def __len__(self):
            raise TypeError("a position has no length")

        def __bool__(self):
            return True


def _whole(number: object) -> int:
    """Convert a number that is not a plain `int`, such as a NumPy integer; a bool is not a number."""
    if isinstance(number, bool):
        raise TypeError
    return index(number)  # type: ignore[arg-type]  # raises TypeError for anything else


class Rules:
    """A game with its options set: an immutable, hashable value that creates positions.

    Each game is a subclass that declares its name and options; keywords set the options. Threads can share
    an instance, because its caches only ever grow.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option[Any], ...]] = ()
    # The name of the option that sets the size of the game, if any.
    SIZE: ClassVar[str] = ""
    # Sizes at which few openings win, so that the first move matters; a test checks each one.
    hard_sizes: ClassVar[tuple[int, ...]] = ()
    # The solver: the name of a module in `theory/`, or a function from a position to a verdict. Without one,
    # the game is solved by exhaustive search.
    theorem: ClassVar[str | Callable[[Any], Any] | None] = None
    # A class with custom messages for the prompt, like those in `language.games`.
    words: ClassVar[Any] = None
    # The translations of an added game's own texts, by language.
    catalogues: ClassVar[Mapping[str, Catalogue]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for language, texts in cls.catalogues.items():
            ADDED.setdefault(language, {}).update(texts)

    def __init__(self, /, **chosen: object) -> None:
        self._choose(chosen, LARGEST)

    @classmethod
    def within(cls, most: int, /, **chosen: object) -> Self:
        """The rules for options from an untrusted client; rejects numbers above `most`."""
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
        # A cache for theorems, keyed by their names; values are replaced, never modified.
        self.memory: dict[str, Any] = {}
        self._values: Mapping[str, Any] = {
            name: option.read(chosen[name], most) if name in chosen else option.default
            for name, option in known.items()
        }
        self.prepare(**self._values)

    def prepare(self, *args: Any, **values: Any) -> None:
        """Check the combination of options and store the attributes that `start` and `play` need."""

    def start(self) -> Position:
        """The position before the first move."""
        raise NotImplementedError

    def position(self, pool: Iterable[int] | None = None, to_move: int = 1, **facts: Any) -> Position:
        """The position with these unused numbers and `facts()`, checked; it need not be reachable by moves.

        Without a pool, all numbers that are not in the facts are unused. Raises `OptionError`.

        >>> from outnumber.games.registry import game
        >>> position = game("strategy-stacks", range=30).position([2, 4, 15, 30], to_move=2, top=10)
        >>> position.turn, position.legal_moves()
        (<Seat.TWO: 2>, (2, 30))
        """
        known = self.start().facts()
        for name in facts:
            if name not in known:
                remedy = closest(name, ["to_move", *known])
                raise OptionError("unknown-option", game=Phrase(self.title), text=shown(name), remedy=remedy)
        if type(to_move) not in (int, Seat) or to_move not in (1, 2):
            raise bad_option("to_move", to_move, "choose {names:or}.", names=("1", "2"))
        return self.placed(pool, Seat(to_move), **{**known, **facts})

    def placed(self, *args: Any, **facts: Any) -> Position:  # noqa: ARG002
        """Create the position from its pool, seat and facts; each game that can be set up implements this."""
        raise bad_option("position", facts, "{game} cannot be set up.", game=Phrase(self.title))

    def replay(self, moves: Sequence[int]) -> Position:
        """The position after some moves; raises `IllegalMove` at the first illegal one.

        A game may override this with a faster way to reach the same result.
        """
        position = self.start()
        for move in moves:
            position = position.play(move)
        return position

    @property
    def size(self) -> int:
        """The size of the game; 0 if no option sets it."""
        return int(self._values[self.SIZE]) if self.SIZE else 0

    def briefing(self) -> str:
        """The complete rules, options included, for a language model; if empty, it reads the docstring."""
        return ""

    def longest(self) -> int:
        """The maximum number of moves in a game; by default, one per number."""
        return self.start().numbers.bit_count()

    @property
    def options(self) -> dict[str, Plain]:
        """All options by name, defaults included, as JSON values."""
        return {option.name: option.plain(self._values[option.name]) for option in self.OPTIONS}

    def option_texts(self) -> dict[str, str]:
        """All options by name, as text for the command line."""
        return {option.name: option.text(self._values[option.name]) for option in self.OPTIONS}

    def options_shown(self) -> list[str]:
        """The values of all options for people; a Python function appears by its name."""
        return [option.shown(self._values[option.name]) for option in self.OPTIONS]

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._values == other._values)

    def __reduce__(self) -> tuple[object, ...]:
        # Pickle the options only: each process builds its own tables and caches.
        return partial(type(self), **self._values), ()

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, *self._values.values()))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self._values.items())
        # Without the address of a function, which differs between processes: this text seeds random openings.
        return sub(" at 0x[0-9a-fA-F]+", "", f"outnumber.game({self.name!r}{chosen})")
