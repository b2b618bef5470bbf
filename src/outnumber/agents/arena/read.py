"""Reads what an arena has written, and believes none of it unseen.

A line may be torn or made up by hand. Whatever could bend a figure is refused with its file and line, above
all grades that do not lead from the favourite of the start to the winner: each regret hands the win over, and
nothing else does. Only a last line without its end is left out in silence: the arena was killed while it
wrote that line, or is writing it just now.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from outnumber.agents.arena.plan import Plan, Seconds, Whole
from outnumber.api.reader import HALF, reason
from outnumber.games.sentences import Phrase
from outnumber.store.files import StoreError, storage_errors
from outnumber.study.statistics.rating import Decided

# The files of an arena's directory; `results.py` tells how they come about.
PLAN, RESULTS, COSTS = "plan.json", "results.jsonl", "costs.jsonl"
SEATS = (1, 2)
TOKENS = ("requests", "prompt_tokens", "completion_tokens")
# Of the tokens read those that the endpoint knew from before, and of those written the ones not shown.
DETAILS = ("cached_tokens", "reasoning_tokens")
# How a model came to its moves: its turns, its answers, and those that were no legal move.
ATTEMPTS = ("turns", "attempts", "illegal", "garbled", "refused", "cut_off")
# The endpoint would not answer. That says nothing about how a model plays: it is shown apart.
REFUSED = "player-refused"

Read = TypeVar("Read")


class Wrong(ValueError):
    """What a line says cannot be."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.why = Phrase(template, **values)


class MoveGrade(NamedTuple):
    """What there was to choose from at a turn, and whether the move, or a fault, threw the win away."""

    seat: Whole
    legal: Whole
    winning: Whole  # 0: the position was lost
    regret: Whole

    @property
    def chance(self) -> bool:
        """Whether there was a win to lose: some moves won, some did not; or a fault lost it."""
        return 0 < self.winning < self.legal or self.regret > 0

    @property
    def weight(self) -> float:
        """The share of the moves that would have lost a won position, as in a review."""
        return 1 - self.winning / self.legal if self.winning else 0.0


class Fault(Struct, frozen=True):
    """What a player did instead of moving, and what there was to choose from."""

    seat: Literal[1, 2]
    code: str
    text: str
    legal: Whole = 0
    winning: Whole = 0


class GameResult(Struct, frozen=True):
    """One game that was played to its end."""

    id: str
    game: str
    options: str
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
        return f"{self.game} {self.options}".strip()

    @property
    def start(self) -> Hashable:
        """What the games on one opening share. From the start of a game all begin alike: each is its own."""
        return (self.size, self.opening) if self.opening else self.id

    @property
    def decided(self) -> Decided:
        """The game as ratings see it."""
        return Decided(self.id, self.start, self.players[self.winner - 1], self.players[2 - self.winner])

    @property
    def turns(self) -> tuple[MoveGrade, ...]:
        """The grades of all turns: of the moves, and of the turn that ended in a fault."""
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
        """The player that made the fault; empty if there was none."""
        return self.players[self.fault.seat - 1] if self.fault else ""

    def seat(self, player: str) -> int:
        return self.players.index(player) + 1


class _Answer(Struct):
    model: str | None = None


Count = Whole | UnsetType


class Used(Struct):
    """What a player used in a game, and how a model was asked: nothing secret; most players use nothing."""

    player: str = ""  # as it names itself
    endpoint: str = ""
    exchanges: list[_Answer] = []
    # Everything that was sent but the questions.
    settings: Any = {}
    briefing: Whole | None = None
    # In whatever the prices are given in; None where it is not known.
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
    def counts(self) -> dict[str, int]:
        """What was counted, by name."""
        names = (*TOKENS, *DETAILS, *ATTEMPTS)
        return {name: count for name in names if (count := getattr(self, name)) is not UNSET}


class _Line(Struct):
    used: tuple[dict[str, Any], dict[str, Any]]


class Cost(Struct):
    """What a game took, by seat: seconds, and what a language model used."""

    id: str
    seconds: tuple[Seconds, Seconds]
    used: tuple[Used, Used]
    finished: bool = True
    # When it ended, and the version that played it.
    at: str = ""
    version: str = field(default="", name="outnumber")


class _Over(Struct):
    id: str


class Costs(NamedTuple):
    """What an arena took: its games by id, and those that did not come to an end."""

    games: dict[str, Cost]
    unfinished: list[Cost]


def read_plan(directory: Path) -> tuple[Plan, str]:
    """The plan of the arena in a directory, and the version that began it; raises `StoreError`."""
    path = directory / PLAN
    remedy = Phrase("name the directory that outnumber arena --out has written.")
    try:
        there = {"gauntlet": [], "grown": [], **_parsed(path.read_bytes())}
        plan = msgspec.convert([there[name] for name in Plan._fields], Plan)
        return plan, msgspec.convert(there["outnumber"], str)
    except OSError as error:
        told = Phrase("{why}; {remedy}", why=Phrase(str(error.strerror)), remedy=remedy)
        raise StoreError("unreadable", text=path, remedy=told) from None
    except (msgspec.ValidationError, ValueError, KeyError, TypeError):
        told = Phrase("it is no plan of an arena; {remedy}", remedy=remedy)
        raise StoreError("unreadable", text=path, remedy=told) from None


def read_results(directory: Path) -> list[GameResult]:
    """All games that are in, ordered by id, whatever the order of the lines; none where there is no file."""
    found: dict[str, GameResult] = {}
    for where, line in _lines(directory / RESULTS):
        result = _checked(where, line, _result)
        # Twice the same game is one game; two games under one name are a file that cannot be trusted.
        if found.setdefault(result.id, result) != result:
            _refuse(where, Phrase("another game has the same id"))
    return [found[id] for id in sorted(found)]


def read_costs(directory: Path) -> Costs:
    """What the games took; the last line about a game that ended counts."""
    found = [_checked(where, line, _cost) for where, line in _lines(directory / COSTS)]
    ended = {cost.id: cost for cost in found if cost.finished}
    return Costs(ended, [cost for cost in found if not cost.finished])


def lines_in(path: Path, *, finished: bool | None = None) -> Iterator[Any]:
    """The lines of a file of costs or of a journal, as they are; only of games that ended, or did not."""
    for where, line in _lines(path):
        # Most lines are long, and about games that ended.
        if finished is None or (b'"finished": false' not in line) is finished:
            yield _checked(where, line, _as_it_is)


def _as_it_is(there: Any) -> Any:
    if isinstance(there, dict) and "over" in there:
        _read(there, _Over)
    else:
        _cost(there)
    return there


def _lines(path: Path) -> Iterator[tuple[Phrase, bytes]]:
    """The whole lines of a file with the words for where they are."""
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
    remedy = Phrase("{why}; remove the line, and outnumber arena plays that game again.", why=what)
    raise StoreError("unreadable", text=where, remedy=remedy) from None


def _read(there: Any, kind: type[Read]) -> Read:
    """What a line has, as it must be; raises `Wrong`."""
    try:
        return msgspec.convert(there, kind)
    except msgspec.ValidationError as error:
        raise Wrong("{why}", why=reason(error, kind)) from None
    except UnicodeError:
        raise Wrong("{why}", why=HALF) from None


def _result(there: Any) -> GameResult:
    result = _read(there, GameResult)
    if result.players[0] == result.players[1]:
        raise Wrong("a player sits on both seats")
    if len(result.grades) != len(result.moves):
        raise Wrong("there is not one grade for each move")
    if result.fault and result.fault.seat == result.winner:
        raise Wrong("who made the fault has won")
    ahead: int = result.favourite
    for seat, legal, winning, regret in result.grades:
        if seat not in SEATS or winning > legal or not legal or regret > (0 < winning < legal):
            raise Wrong("{grade} is no grade of a move", grade=[seat, legal, winning, regret])
        if (winning > 0) != (seat == ahead):
            raise Wrong("its grades contradict each other")
        ahead = 3 - ahead if regret else ahead
    if result.fault and result.fault.legal:
        if result.fault.winning > result.fault.legal:
            raise Wrong("more moves won than there were")
        if (result.fault.winning > 0) != (result.fault.seat == ahead):
            raise Wrong("its grades and its fault contradict each other")
    if not result.fault and ahead != result.winner:
        raise Wrong("its grades do not lead to the winner")
    return result


def _cost(there: Any) -> Cost:
    # One after the other, so that the refusal names the field.
    for used in _read(there, _Line).used:
        _read(used, Used)
    return _read(there, Cost)


def _parsed(text: bytes) -> Any:
    """JSON, strictly: no NaN, no numbers or nesting without measure; all that is wrong is a `ValueError`."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise Wrong("it is nested too deeply") from None
    except ValueError:
        raise Wrong("it is no JSON") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
