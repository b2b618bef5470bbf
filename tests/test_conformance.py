"""The conformance check names broken promises, and finds none in our games and the example packages."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from itertools import count
from typing import Any, cast

import pytest

from outnumber.conformance import Broken, check
from outnumber.games.base import OTHER, Outcome, Position, Reason, Rules, Seat
from outnumber.games.errors import OptionError
from outnumber.games.options import Option, number_option
from outnumber.games.registry import all_games
from outnumber.games.scene import Join, Played, Row
from outnumber.games.sentences import Phrase
from outnumber.theory.verdict import Verdict
from tests.added.heaps import Heaps, HeapsPosition, HeapsWords, solved
from tests.added.steps import Steps


@pytest.mark.parametrize("game", [*all_games(added=False), Heaps, Steps], ids=lambda game: game.name)
def test_valid_game_passes(game: type[Rules]) -> None:
    check(game)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("number-stack-attack", {"target": 14, "tokens": "3,5,8"}),
        ("number-stack-attack", {"target": 13, "tokens": "4-9", "tie": "last"}),
        ("number-duel", {"range": 10, "link": "coprime,neighbour"}),
        ("strategy-stacks", {"range": 11, "opening": "even"}),
        ("number-stack-duel", {"range": 8, "first_pattern": "less"}),
    ],
)
def test_check_accepts_game_options(name: str, options: dict[str, Any]) -> None:
    (game,) = (game for game in all_games(added=False) if game.name == name)
    check(game, games=5, **options)


COUNT = count()


def made(base: type, **attributes: Any) -> Any:
    """A class in the namespace of this module, as pickle requires."""
    name = f"{base.__name__}{next(COUNT)}"
    globals()[name] = type(name, (base,), {"__module__": __name__, **attributes})
    return globals()[name]


def changed(**attributes: Any) -> type[Rules]:
    """Heaps with changed class attributes."""
    kind: type[Rules] = made(Heaps, **{"__doc__": "Take stones.", **attributes})
    return kind


def of_positions(**methods: Any) -> type[Rules]:
    """Heaps with changed position methods and without its theorem, so that it is searched."""
    kind = made(HeapsPosition, __slots__=(), **methods)

    def start(self: Any) -> Any:
        first = Heaps.start(self)
        return kind(first.rules, first.turn, first.legal, first.heaps)

    def after(self: Any, move: int) -> Any:
        then = HeapsPosition.after(self, move)
        return kind(then.rules, then.turn, then.legal, then.heaps)

    kind.after = methods.get("after", after)
    return changed(start=start, theorem=None)


class Mutable(HeapsPosition):
    """A position that does not prevent changes."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        return


def mutable_start(self: Any) -> Position:
    first = Heaps.start(self)
    return Mutable(first.rules, first.turn, first.legal, first.heaps)


def wrong_theorem(position: Any) -> Any:
    found = solved(position)
    if position.outcome() is None and found.winning:
        found.winning = found.winning.__class__(0)
    return found


def endless(self: Any, move: int) -> Any:
    return type(self)(self.rules, OTHER[self.turn], self.legal, self.heaps)


def never_over(self: Any) -> Outcome | None:
    return None


def over_too_soon(self: Any) -> Outcome | None:
    return Outcome(Seat.ONE, Reason.TARGET) if self.heaps[0] == 0 else HeapsPosition.outcome(self)


def loose_row(self: Any, played: Sequence[Played]) -> tuple[Row, ...]:
    return (Row("Heaps", None, self.heaps, (Join("plus"),)),)


def no_json(self: Any) -> dict[str, Any]:
    return {"heaps": {1, 2}}


def odd_objection(self: Any, move: int) -> tuple[str, dict[str, Any]]:
    return "no-such-code", {}


def crash(self: Any, move: int) -> tuple[str, dict[str, Any]]:
    raise KeyError(move)


def always(answer: Any) -> Any:
    return lambda *_: answer


def reason_that_is_a_text(position: Any) -> Any:
    found = solved(position)
    return Verdict(found.winner, found.winning, reason=always("Nim."))


def with_row(**fields: Any) -> Any:
    """Rows with one invalid row."""
    return always((Row("Heaps", None, (1, 2))._replace(**fields),))


def raises(*_: Any, **__: Any) -> Any:
    raise KeyError("stones")


def after_as_list(self: Any, move: int) -> Any:
    return HeapsPosition.after(self, move).changed(heaps=[1])


def after_as_seat_number(self: Any, move: int) -> Any:
    then = HeapsPosition.after(self, move)
    return then.changed(turn=int(then.turn))


UNSEATED, UNREASONED = Outcome(cast(Any, 1), Reason.TARGET), Outcome(Seat.ONE, cast(Any, "x"))
TWICE = (number_option("tokens", 1, "One."), number_option("tokens", 2, "Two."))
UNREADABLE = (Option("tokens", 1, "One.", read=lambda *_: 2, plain=int),)


@pytest.mark.parametrize(
    ("game", "promise"),
    [
        (changed(name="Heaps of Stones"), "the name"),
        (changed(title=""), "title"),
        (changed(__doc__=None), "docstring"),
        (changed(SIZE="stones"), "SIZE"),
        (changed(theorem="nim"), "theorem"),
        (changed(catalogues={"de": {"{n} pebbles": "{m} Kiesel"}}), "'{m} Kiesel' has other values than"),
        (changed(catalogues={"de": {"{n} pebble": ("{n} Kiesel", "{m} Kiesel")}}), "other values than"),
        (changed(theorem=wrong_theorem), "the theorem"),
        (changed(OPTIONS=TWICE), "same name"),
        (changed(OPTIONS=UNREADABLE), "read as the default"),
        (changed(longest=lambda self: 2), "longest"),  # noqa: ARG005
        (changed(start=mutable_start, theorem=None), "must not be changed"),
        (of_positions(after=endless), "longest"),
        (of_positions(outcome=never_over), "outcome"),
        (of_positions(outcome=over_too_soon), "no legal move"),
        (of_positions(rows=loose_row), "joins"),
        (of_positions(facts=no_json), "ready for JSON"),
        (of_positions(objection=odd_objection), "no-such-code"),
        (of_positions(objection=crash), "IllegalMove must be raised"),
        (changed(name="number-duel"), "'number-duel' is taken by a game of Outnumber"),
        (changed(briefing=always(3)), r"briefing\(\) must be a text, not 3"),
        (changed(briefing=raises), r"briefing\(\) must not raise KeyError"),
        (changed(words=3), "words must be None or a class, not 3"),
        (changed(words=made(HeapsWords, turn=raises)), "at the start: words must not raise KeyError"),
        (changed(words=made(HeapsWords, prompt=always(3))), "at the start: words must be lists of lines"),
        (changed(words=made(HeapsWords, ended=raises)), "after .*: words must not raise KeyError"),
        (
            changed(theorem=[1]),
            r"a function or one of pairing, private-numbers, race, two-sides, not \[1\]",
        ),
        (changed(theorem=reason_that_is_a_text), "the reason must be a Phrase in <heaps"),
        (changed(theorem=raises), "theorem must not raise KeyError"),
        (changed(OPTIONS=3), "must not raise TypeError"),
        (changed(start=raises), "must not raise KeyError"),
        (changed(prepare=raises), "must not raise KeyError"),
        (of_positions(after=after_as_list), r"after \[..\]: hash\(\) must not raise TypeError"),
        (of_positions(after=after_as_seat_number), r"after \[..\]: turn must be a Seat"),
        (of_positions(after=raises), r"at the start: play\(\) must not raise KeyError"),
        (of_positions(outcome=always(UNSEATED)), r"outcome\(\) must be None or an Outcome of a Seat"),
        (of_positions(outcome=always(UNREASONED)), r"outcome\(\) must be None or an Outcome of a Seat"),
        (of_positions(outcome=raises), r"at the start: outcome\(\) must not raise KeyError"),
        (of_positions(demand=always("any")), r"at the start: demand\(\) must be a Phrase"),
        (of_positions(demand=always(Phrase("{n}"))), r"at the start: demand\(\) must not raise KeyError"),
        (of_positions(standing=always((1,))), r"standing\(\) must be None or a whole number for each"),
        (of_positions(rows=raises), r"at the start: rows\(\) must not raise KeyError"),
        (of_positions(rows=with_row(joins=("<",))), "what joins the numbers of a row must be a Join"),
        (of_positions(rows=with_row(joins=3)), "at the start: the scene must not raise TypeError"),
        (of_positions(rows=with_row(total="5")), "total and target of a row must be whole numbers"),
        (of_positions(rows=with_row(seat=1)), "a row is of a Seat"),
    ],
)
def test_check_names_the_broken_promise(game: type[Rules], promise: str) -> None:
    with pytest.raises(Broken, match=promise):
        check(game)


def test_options_refused_by_the_game_raise_an_option_error() -> None:
    with pytest.raises(OptionError, match="up to nine heaps"):
        check(Heaps, tokens="12")


def starting_with(**fields: Any) -> type[Rules]:
    """A game whose first position has these fields."""
    state = namedtuple("state", list(fields))  # type: ignore[misc]  # these names are under test
    kind = made(Position, __slots__=())
    kind = type("Odd", (kind, state), {"__slots__": ()})

    def start(self: Rules) -> Any:
        return kind(*(self if value is SELF else value for value in fields.values()))

    return changed(start=start)


SELF = object()


@pytest.mark.parametrize(
    ("fields", "remedy"),
    [
        (
            {"rules": SELF, "seat": Seat.ONE, "moves": 6},
            "fields rules, seat, moves, but not turn and legal: the",
        ),
        (
            {"game": SELF, "turn": Seat.ONE, "legal": 6},
            "but not rules: the first three fields of every position",
        ),
        (
            {"rules": SELF, "turn": Seat.ONE, "moves": 6},
            "but not legal: the first three fields of every position",
        ),
        ({"rules": SELF, "turn": 1, "legal": 6}, r"Odd.turn must be a Seat, such as Seat.ONE, not 1"),
        ({"rules": SELF, "legal": Seat.ONE, "turn": 6}, r"Odd.turn must be a Seat, such as Seat.ONE, not 6"),
        (
            {"rules": SELF, "turn": Seat.ONE, "legal": [1, 2]},
            r"one integer, such as mask_of\(.*, not \[1, 2\]",
        ),
        (
            {"rules": None, "turn": Seat.ONE, "legal": 6},
            "Odd.rules must be the rules that start the game, not None",
        ),
    ],
)
def test_position_without_a_required_field_is_reported(fields: dict[str, Any], remedy: str) -> None:
    with pytest.raises(Broken, match=remedy):
        check(starting_with(**fields))


def test_position_without_fields_gets_instructions() -> None:
    class Bare(Position):
        pass

    with pytest.raises(Broken, match=r"Bare has no fields: .* class Bare\(Position, State\)"):
        check(changed(start=lambda _: Bare()))
    with pytest.raises(Broken, match=r"start\(\) must return a Position, not a value of int"):
        check(changed(start=lambda _: 5))


def test_option_named_start_is_refused_with_a_reason() -> None:
    option = number_option("start", 5, "How many stones there are.")
    with pytest.raises(Broken, match=r"an option cannot be called 'start': .* such as 'opening'"):
        check(changed(OPTIONS=(*Heaps.OPTIONS, option)))


@pytest.mark.parametrize("name", ["start", "longest", "name"])
def test_options_do_not_hide_attributes_of_every_game(name: str) -> None:
    def prepare(self: Rules, **options: Any) -> None:
        Heaps.prepare(cast(Heaps, self), **options)
        setattr(self, name, 5)

    with pytest.raises(Broken, match=f"self.{name} hides '{name}', which every game has"):
        check(changed(prepare=prepare))
