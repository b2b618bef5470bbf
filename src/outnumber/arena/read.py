"""Reads what an arena has written, and believes none of it unseen.

A line may be torn or made up by hand. Whatever could bend a figure is refused with its file and line, above
all grades that do not lead from the favourite of the start to the winner: each regret hands the win over, and
nothing else does. Only a last line without its end is left out in silence: the arena was killed while it
wrote that line, or is writing it just now.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Hashable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from outnumber.arena.plan import Plan
from outnumber.games.sentences import Phrase
from outnumber.store.files import StoreError, why

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

    seat: int
    legal: int
    winning: int  # 0: the position was lost
    regret: int

    @property
    def chance(self) -> bool:
        """Whether there was a win to lose: some moves won, some did not; or a fault lost it."""
        return 0 < self.winning < self.legal or self.regret > 0

    @property
    def weight(self) -> float:
        """The share of the moves that would have lost a won position, as in a review."""
        return 1 - self.winning / self.legal if self.winning else 0.0


class Fault(NamedTuple):
    """What a player did instead of moving, and what there was to choose from."""

    seat: int
    code: str
    text: str
    legal: int = 0
    winning: int = 0


class Result(NamedTuple):
    """One game that was played to its end."""

    id: str
    game: str
    options: str
    opening: tuple[int, ...]
    favourite: int
    players: tuple[str, str]  # by seat
    moves: tuple[int, ...]
    winner: int
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

    def seat(self, player: str) -> int:
        return self.players.index(player) + 1


class Asked(NamedTuple):
    """How a model was asked: all that somebody needs who wants to ask it again, and nothing secret."""

    player: str = ""  # as it names itself
    endpoint: str = ""
    # What the endpoint says has answered, in order.
    models: tuple[str, ...] = ()
    # Everything that was sent but the questions, as JSON.
    settings: str = "{}"
    briefing: int | None = None


class Cost(NamedTuple):
    """What a game took, by seat: seconds, and what a language model used."""

    seconds: tuple[float, float]
    used: tuple[dict[str, int], dict[str, int]]
    asked: tuple[Asked, Asked] = (Asked(), Asked())
    finished: bool = True
    # In whatever the prices are given in; None where it is not known.
    money: tuple[float | None, float | None] = (None, None)
    # When it ended, and the version that played it.
    at: str = ""
    version: str = ""


class Costs(NamedTuple):
    """What an arena took: its games by id, and those that did not come to an end."""

    games: dict[str, Cost]
    unfinished: list[Cost]


def read_plan(directory: Path) -> tuple[Plan, str]:
    """The plan of the arena in a directory, and the version that began it; raises `StoreError`."""
    path = directory / PLAN
    remedy = Phrase("name the directory that outnumber arena --out has written.")
    try:
        there = _parsed(path.read_bytes())
        plan = Plan(
            tuple(map(_text, _list(there["players"]))),
            tuple(map(_text, _list(there["games"]))),
            _whole(there["rounds"]),
            _text(there["openings"]),
            _whole(there["seed"], least=None),
            None if there["time"] is None else _measured(there["time"]),
            tuple(map(_text, _list(there.get("gauntlet", [])))),
            tuple(map(_whole, _list(there.get("grown", [])))),
        )
        return plan, _text(there["outnumber"])
    except OSError as error:
        reason = Phrase("{why}; {remedy}", why=Phrase(str(error.strerror)), remedy=remedy)
        raise StoreError("unreadable", text=path, remedy=reason) from None
    except (ValueError, KeyError, TypeError):
        reason = Phrase("it is no plan of an arena; {remedy}", remedy=remedy)
        raise StoreError("unreadable", text=path, remedy=reason) from None


def read_results(directory: Path) -> list[Result]:
    """All games that are in, ordered by id, whatever the order of the lines; none where there is no file."""
    found: dict[str, Result] = {}
    for where, line in _lines(directory / RESULTS):
        result = _checked(where, line, _result)
        # Twice the same game is one game; two games under one name are a file that cannot be trusted.
        if found.setdefault(result.id, result) != result:
            _refuse(where, Phrase("another game has the same id"))
    return [found[id] for id in sorted(found)]


def read_costs(directory: Path) -> Costs:
    """What the games took; the last line about a game that ended counts."""
    found = [_checked(where, line, _cost) for where, line in _lines(directory / COSTS)]
    return Costs(
        {id: cost for id, cost in found if cost.finished},
        [cost for _, cost in found if not cost.finished],
    )


def unfinished_in(directory: Path) -> Iterator[Any]:
    """The lines about games that did not come to an end, as they are."""
    for where, line in _lines(directory / COSTS):
        # Most are about others, and long.
        if b'"finished": false' in line:
            yield _checked(where, line, _as_it_is)


def finished_in(directory: Path, ids: Container[str]) -> Iterator[Any]:
    """The lines about some games that came to an end, as they are."""
    for where, line in _lines(directory / COSTS):
        if b'"finished": false' not in line and (found := _checked(where, line, _as_it_is))["id"] in ids:
            yield found


def journal_in(path: Path) -> list[Any]:
    """The lines of a journal, as they are: costs, and the ids of games that are over."""
    return [_checked(where, line, _as_it_is) for where, line in _lines(path)]


def _as_it_is(there: Any) -> Any:
    if "over" in there:
        _text(there["id"])
    else:
        _cost(there)
    return there


def _lines(path: Path) -> Iterator[tuple[Phrase, bytes]]:
    """The whole lines of a file with the words for where they are."""
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, start=1):
                if line.endswith(b"\n") or _whole_object(line):
                    yield Phrase("line {line} of {file}", line=number, file=path), line
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError("unreadable", text=path, remedy=why(error)) from None


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
    except KeyError as error:
        _refuse(where, Phrase("it has no {field}", field=repr(error.args[0])))
    except (ValueError, TypeError, AttributeError) as error:
        _refuse(where, Phrase("{error}", error=error))


def _refuse(where: Phrase, reason: Phrase) -> NoReturn:
    remedy = Phrase("{why}; remove the line, and outnumber arena plays that game again.", why=reason)
    raise StoreError("unreadable", text=where, remedy=remedy) from None


def _result(there: Any) -> Result:
    fault = there["fault"]
    one, two = _list(there["players"])
    result = Result(
        id=_text(there["id"]),
        game=_text(there["game"]),
        options=_text(there["options"]),
        opening=tuple(map(_whole, _list(there["opening"]))),
        favourite=_seat(there["favourite"]),
        players=(_text(one), _text(two)),
        moves=tuple(map(_whole, _list(there["moves"]))),
        winner=_seat(there["winner"]),
        reason=_text(there["reason"]),
        fault=None if fault is None else _fault(fault),
        grades=tuple(MoveGrade(*map(_whole, _list(each))) for each in _list(there["grades"])),
    )
    if one == two:
        raise Wrong("a player sits on both seats")
    if len(result.grades) != len(result.moves):
        raise Wrong("there is not one grade for each move")
    if result.fault and result.fault.seat == result.winner:
        raise Wrong("who made the fault has won")
    ahead = result.favourite
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


def _fault(there: Any) -> Fault:
    legal, winning = _whole(there.get("legal", 0)), _whole(there.get("winning", 0))
    return Fault(_seat(there["seat"]), _text(there["code"]), _text(there["text"]), legal, winning)


def _cost(there: Any) -> tuple[str, Cost]:
    one, two = map(_measured, _list(there["seconds"]))
    of_one, of_two = _list(there["used"])
    cost = Cost(
        (one, two),
        (_counts(of_one), _counts(of_two)),
        (_asked(of_one), _asked(of_two)),
        there.get("finished", True) is not False,
        (_money(of_one), _money(of_two)),
        _text(there.get("at", "")),
        _text(there.get("outnumber", "")),
    )
    return _text(there["id"]), cost


def _counts(used: Any) -> dict[str, int]:
    return {name: _whole(used[name]) for name in (*TOKENS, *DETAILS, *ATTEMPTS) if name in used}


def _money(used: Any) -> float | None:
    return None if used.get("cost") is None else _measured(used["cost"])


def _asked(used: Any) -> Asked:
    answered = {each.get("model") for each in _list(used.get("exchanges", []))}
    return Asked(
        _text(used.get("player", "")),
        _text(used.get("endpoint", "")),
        tuple(sorted(_text(each) for each in answered if each)),
        json.dumps(used.get("settings", {}), sort_keys=True, ensure_ascii=False),
        _whole(used["briefing"]) if "briefing" in used else None,
    )


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


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Wrong("a list is expected where there is none")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise Wrong("text is expected where there is none")
    return value


def _whole(value: object, least: int | None = 0) -> int:
    # Without measure, it could be neither divided nor printed.
    if type(value) is not int or (least is not None and value < least) or abs(value) > 2**64:
        raise Wrong("a whole number is expected where there is none")
    return value


def _seat(value: object) -> int:
    if value not in SEATS or type(value) is not int:
        raise Wrong("a seat is neither 1 nor 2")
    return value


def _measured(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e12:
        raise Wrong("a number of seconds is expected where there is none")
    return float(value)
