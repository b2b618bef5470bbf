"""What an event of a server's game does to its match."""

from typing import get_args, get_type_hints

import pytest

from outnumber.api.answers import Event
from outnumber.api.changes import CHANGES, ENDS, OFFERS, change_of
from outnumber.games.base import Reason, Seat
from outnumber.games.registry import game
from outnumber.match.match import Ended, Match, Moved, Participant, Picked, Seated, TookBack

# In the second round Ada, who is participant 1, has seat 2.
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
        # Whoever has the win was not the one who left.
        ("claim-accept", 1, 0, Ended(Seat.ONE, Reason.LEFT)),
        ("rematch-accept", 1, 0, None),
        ("help", 1, 0, None),
    ],
)
def test_an_event_is_a_change_of_the_match_or_none(
    kind: str, participant: int, number: int, change: object
) -> None:
    assert change_of(ROUND_2, kind, participant, number) == change


def test_whoever_sits_down_is_a_person_with_a_name() -> None:
    assert change_of(ROUND_2, "seat", 2, 0, "Cy") == Seated(2, Participant(name="Cy"))


def test_only_what_is_listed_changes_a_match() -> None:
    kinds = get_args(get_type_hints(Event)["kind"])
    assert len(kinds) > len(CHANGES | OFFERS.keys())
    changing = {kind for kind in kinds if change_of(ROUND_2, kind, 1, 1) is not None}
    assert changing == CHANGES > ENDS.keys()
    assert not changing & OFFERS.keys()
