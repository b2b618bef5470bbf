"""Server events change the match of a game."""

from typing import get_args, get_type_hints

import pytest
from msgspec import to_builtins

from outnumber.api.answers import Event
from outnumber.api.events import EVENTS, RoundLost, TurnEvent, event_of
from outnumber.games.base import Reason, Seat
from outnumber.games.registry import game
from outnumber.match.match import Ended, Match, Moved, Participant, Picked, Seated, TookBack

# In the second round, Ada (participant 1) has seat 2.
ROUND_2 = (
    Match(game("strategy-stacks"), (Participant(name="Ada"), Participant(name="Ben")), length=2)
    .begin()
    .resign()
    .begin()
)


@pytest.mark.parametrize(
    ("kind", "participant", "number", "change"),
    [
        ("move", 2, 7, Moved(7)),
        ("pick", 1, 2, Picked(Seat.TWO)),
        ("takeback-accept", 1, 3, TookBack(3)),
        ("resign", 1, 0, Ended(Seat.TWO, Reason.RESIGNATION)),
        ("time", 2, 0, Ended(Seat.ONE, Reason.TIME)),
        # The opponent left, so this player wins.
        ("claim-accept", 1, 0, Ended(Seat.ONE, Reason.LEFT)),
        ("rematch-accept", 1, 0, None),
        ("help", 1, 0, None),
    ],
)
def test_event_becomes_at_most_one_change_of_the_match(
    kind: str, participant: int, number: int, change: object
) -> None:
    event = event_of(kind, participant, number, {})
    assert (event.change(ROUND_2) if isinstance(event, TurnEvent) else None) == change


def test_participant_who_joins_is_a_person_with_a_name() -> None:
    event = event_of("seat", 2, None, {"name": "Cy"})
    assert isinstance(event, TurnEvent)
    assert event.change(ROUND_2) == Seated(2, Participant(name="Cy"))


def test_every_event_kind_sent_to_clients_has_a_type() -> None:
    kinds = get_args(get_type_hints(Event)["kind"])
    assert sorted(kinds) == sorted(EVENTS)
    changing = {kind for kind, type in EVENTS.items() if issubclass(type, TurnEvent)}
    assert changing == {"move", "pick", "seat", "takeback-accept", "resign", "time", "claim-accept"}
    assert {kind for kind, type in EVENTS.items() if issubclass(type, RoundLost)} < changing


@pytest.mark.parametrize("kind", EVENTS)
def test_event_round_trips(kind: str) -> None:
    details = {"name": "Ünï", "hash": "0f", "game": "abc", "since": 1.5}
    event = event_of(kind, 2, 1, details)
    again = to_builtins(event)
    assert again.pop("kind") == kind
    number = again.pop("number", None)
    assert event_of(kind, again.pop("participant"), number, again) == event


@pytest.mark.parametrize(("kind", "number"), [("move", None), ("move", "7"), ("nothing", 1), ("pick", None)])
def test_malformed_event_is_refused(kind: str, number: object) -> None:
    with pytest.raises((ValueError, LookupError)):
        event_of(kind, 1, number, {})  # type: ignore[arg-type]
