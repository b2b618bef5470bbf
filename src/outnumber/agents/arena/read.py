"""Reads and validates the files of an arena.

Lines may be damaged or edited by hand. Anything that could distort a figure is rejected with its file and
line, for example grades that do not lead from the favourite of the start to the winner: each regret hands the
win to the opponent, and nothing else does. Only an incomplete last line is ignored: the arena was killed
while writing it, or is still writing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from outnumber.api.reader import HALF, reason
from outnumber.games import Phrase
from outnumber.store.files import StoreError, storage_errors
from outnumber.study.statistics.rating import Decided

from .plan import Plan, Seconds, Whole

# The files in an arena's directory, which `results.py` writes.
PLAN, RESULTS, COSTS = "plan.json", "results.jsonl", "costs.jsonl"
SEATS = (1, 2)
TOKENS = ("requests", "prompt_tokens", "completion_tokens")
# Parts of the prompt tokens and of the completion tokens.
DETAILS = ("cached_tokens", "reasoning_tokens")
# The turns of a model, its answers, and the answers without a legal move by cause.
ATTEMPTS = ("turns", "attempts", "illegal", "garbled", "refused", "cut_off")
# The endpoint refused to answer. This says nothing about the model's play, so it is reported separately.
REFUSED = "player-refused"

Read = TypeVar("Read")


class Wrong(ValueError):
    """A line with invalid content."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.why = Phrase(template, **values)


class MoveGrade(NamedTuple):
    """The choices at a turn, and whether the move or a fault lost a won position."""

    seat: Whole
    legal: Whole
    winning: Whole  # 0: the position was lost
    regret: Whole

    @property
    def chance(self) -> bool:
        """Whether there was a win to lose: some moves won and some lost, or a fault lost it."""
        return 0 < self.winning < self.legal or self.regret > 0

    @property
    def weight(self) -> float:
        """The share of the moves that would have lost a won position, as in a review."""
        return 1 - self.winning / self.legal if self.winning else 0.0


class Fault(Struct, frozen=True):
    """A failure to move, and the choices at that turn."""

    seat: Literal[1, 2]
    code: str
    text: str
    legal: Whole = 0
    winning: Whole = 0


class GameResult(Struct, frozen=True):
    """One finished game."""

    id: str
    game: str
    # A text in lines of versions up to 1.2.
    options: dict[str, Any] | str
    opening: tuple[Whole, ...]
    favourite: Literal[1, 2]
    players: tuple[str, str]  # by seat
    moves: tuple[Whole, ...]
    winner: Literal[1, 2]
    reason: str
    fault: Fault | None
    grades: tuple[MoveGrade, ...]

    @property
    def size(self) -> str:
        """The game with its options."""
        if isinstance(self.options, str):
            return f"{self.game} {self.options}".strip()
        return self.id.partition(" | ")[0]

    @property
    def start(self) -> Hashable:
        """The cluster for statistics: the opening, or the game itself if it starts without one."""
        return (self.size, self.opening) if self.opening else self.id

    @property
    def decided(self) -> Decided:
        """The game as input for ratings."""
        return Decided(self.id, self.start, self.players[self.winner - 1], self.players[2 - self.winner])

    @property
    def turns(self) -> tuple[MoveGrade, ...]:
        """The grades of all turns, including a turn that ended in a fault."""
        if self.fault is None or not self.fault.legal:
            return self.grades
        thrown = int(self.fault.winning > 0)
        return (*self.grades, MoveGrade(self.fault.seat, self.fault.legal, self.fault.winning, thrown))

    @property
    def refused(self) -> bool:
        """Whether it ended because an endpoint refused to answer."""
        return self.fault is not None and self.fault.code == REFUSED

    @property
    def at_fault(self) -> str:
        """The player that caused the fault, or empty."""
        return self.players[self.fault.seat - 1] if self.fault else ""

    def seat(self, player: str) -> int:
        return self.players.index(player) + 1


class _Answer(Struct):
    model: str | None = None


Count = Whole | UnsetType


class Used(Struct):
    """The usage of a player in a game, and the settings of a model, without secrets; mostly empty."""

    player: str = ""
    endpoint: str = ""
    exchanges: list[_Answer] = []
    # All request parameters except the messages.
    settings: Any = {}
    briefing: Whole | None = None
    # In the currency of the prices; None if unknown.
    cost: Seconds | None = None
    requests: Count = UNSET
    prompt_tokens: Count = UNSET
    completion_tokens: Count = UNSET
    cached_tokens: Count = UNSET
    reasoning_tokens: Count = UNSET
    turns: Count = UNSET
    attempts: Count = UNSET
    illegal: Count = UNSET
    garbled: Count = UNSET
    refused: Count = UNSET
    cut_off: Count = UNSET

    @property
    def counts(self) -> dict[str, Any]:
        """The known counts, and the cost if it is known, by name."""
        names = (*TOKENS, *DETAILS, *ATTEMPTS, "cost")
        return {name: count for name in names if (count := getattr(self, name)) not in (UNSET, None)}


class _Line(Struct):
    used: tuple[dict[str, Any], dict[str, Any]]


class Cost(Struct):
    """The cost of a game by seat: seconds, and the usage of language models."""

    id: str
    seconds: tuple[Seconds, Seconds]
    used: tuple[Used, Used]
    finished: bool = True
    # When the game ended, and the version of Outnumber that played it.
    at: str = ""
    version: str = field(default="", name="outnumber")


class _Over(Struct):
    id: str


class Costs(NamedTuple):
    """The costs of an arena: finished games by id, and unfinished games."""

    games: dict[str, Cost]
    unfinished: list[Cost]


def read_plan(directory: Path) -> tuple[Plan, str]:
    """Return the plan of an arena and the version that started it; raise `StoreError`."""
    path = directory / PLAN
    remedy = Phrase("name the directory that outnumber arena --out has written.")
    try:
        there = {"gauntlet": [], "grown": [], **_parsed(path.read_bytes())}
        plan = msgspec.convert([there[name] for name in Plan._fields], Plan)
        return plan, msgspec.convert(there["outnumber"], str)
    except OSError as error:
        why = Phrase(str(error.strerror))
    except (msgspec.ValidationError, ValueError, KeyError, TypeError):
        why = Phrase("it isn't the plan of an arena")
    told = Phrase("{why}; {remedy}", why=why, remedy=remedy)
    raise StoreError("unreadable", text=path, remedy=told) from None


def read_results(directory: Path) -> list[GameResult]:
    """All finished games, sorted by id; empty if there is no file."""
    found: dict[str, GameResult] = {}
    for where, line in _lines(directory / RESULTS):
        result = _checked(where, line, _result)
        # A repeated line counts once; different games with the same id make the file untrustworthy.
        if found.setdefault(result.id, result) != result:
            _refuse(where, Phrase("another game has the same id"))
    return [found[id] for id in sorted(found)]


def read_costs(directory: Path) -> Costs:
    """The costs of all games; the last line of a finished game counts."""
    found = [_checked(where, line, _cost) for where, line in _lines(directory / COSTS)]
    ended = {cost.id: cost for cost in found if cost.finished}
    return Costs(ended, [cost for cost in found if not cost.finished])


def lines_in(path: Path, *, finished: bool | None = None) -> Iterator[Any]:
    """Yield the validated lines of a costs file or a journal, optionally only for (un)finished games."""
    for where, line in _lines(path):
        # Filter before parsing: most lines are long, and most games are finished.
        if finished is None or (b'"finished": false' not in line) is finished:
            yield _checked(where, line, _as_it_is)


def _as_it_is(there: Any) -> Any:
    if isinstance(there, dict) and "over" in there:
        _read(there, _Over)
    else:
        _cost(there)
    return there


def _lines(path: Path) -> Iterator[tuple[Phrase, bytes]]:
    """Yield the complete lines of a file, each with a description of its place."""
    with storage_errors("unreadable", path), suppress(FileNotFoundError), open(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            if line.endswith(b"\n") or _whole_object(line):
                yield Phrase("line {line} of {file}", line=number, file=path), line


def _whole_object(line: bytes) -> bool:
    try:
        return isinstance(_parsed(line), dict)
    except ValueError:
        return False


def _checked(where: Phrase, line: bytes, read: Callable[[Any], Read]) -> Read:
    try:
        return read(_parsed(line))
    except Wrong as error:
        _refuse(where, error.why)


def _refuse(where: Phrase, what: Phrase) -> NoReturn:
    raise StoreError(
        "unreadable",
        text=where,
        remedy="{why}; remove the line, and outnumber arena plays that game again.",
        why=what,
    ) from None


def _read(there: Any, kind: type[Read]) -> Read:
    """Convert a parsed line to a type; raise `Wrong`."""
    try:
        return msgspec.convert(there, kind)
    except msgspec.ValidationError as error:
        raise Wrong("{why}", why=reason(error, kind)) from None
    except UnicodeError:
        raise Wrong(HALF) from None


def _result(there: Any) -> GameResult:
    result = _read(there, GameResult)
    if result.players[0] == result.players[1]:
        raise Wrong("both seats have the same player")
    if len(result.grades) != len(result.moves):
        raise Wrong("the numbers of grades and moves differ")
    fault = result.fault
    if fault and fault.seat == result.winner:
        raise Wrong("the winner caused the fault")
    ahead: int = result.favourite
    for seat, legal, winning, regret in result.grades:
        if seat not in SEATS or winning > legal or not legal or regret > (0 < winning < legal):
            raise Wrong("{grade} isn't a valid grade", grade=[seat, legal, winning, regret])
        if (winning > 0) != (seat == ahead):
            raise Wrong("its grades contradict each other")
        ahead = 3 - ahead if regret else ahead
    if fault and fault.legal:
        if fault.winning > fault.legal:
            raise Wrong("there are more winning moves than legal moves")
        if (fault.winning > 0) != (fault.seat == ahead):
            raise Wrong("its grades and its fault contradict each other")
    if not fault and ahead != result.winner:
        raise Wrong("its grades do not lead to the winner")
    return result


def _cost(there: Any) -> Cost:
    # Read the parts first, so that the error names the field.
    for used in _read(there, _Line).used:
        _read(used, Used)
    return _read(there, Cost)


def _parsed(text: bytes) -> Any:
    """Parse strict JSON, without NaN or deep nesting; every error is a `ValueError`."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise Wrong("it is nested too deeply") from None
    except ValueError:
        raise Wrong("it isn't valid JSON") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
