"""Replaying a match repeats its moves, comments and ends."""

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Reason, Seat
from outnumber.match.events import Kind
from outnumber.match.match import Match
from outnumber.match.replay import retold
from outnumber.match.round import Round
from tests.strategies import matches

RULES = outnumber.game("strategy-stacks")
WHOLE = Round.begin(RULES, [5, 1, 7])


@pytest.mark.parametrize("reason", [Reason.TIME, Reason.RESIGNATION, Reason.FAULT])
@pytest.mark.parametrize("loser", Seat)
def test_last_event_has_the_final_match(reason: Reason, loser: Seat) -> None:
    given_up = Round.begin(RULES, [6, 3])._replace(comments=((1, "hm"),)).end(loser, reason, "so it goes")
    match = Match(RULES, length=2, rounds=(WHOLE, given_up))
    events = list(retold(match))
    assert events[-1].kind is Kind.MATCH_ENDED
    assert events[-1].match == match
    assert [event.number for event in events if event.kind is Kind.MOVED] == [5, 1, 7, 6, 3]


@settings(deadline=None)
@given(matches())
def test_any_match_is_replayed_move_by_move(match: Match) -> None:
    # Headers of other programs are not replayed.
    match = match._replace(rounds=tuple(each._replace(tags=()) for each in match.rounds))
    events = list(retold(match))
    assert [event.number for event in events if event.kind is Kind.MOVED] == [
        move for each in match.rounds for move in each.moves[each.drawn :]
    ]
    for event in events:
        if event.kind is Kind.MOVED:
            assert event.seat is Seat(event.match.current.movers[-1])
    if events:
        assert events[-1].match == match


def test_unfinished_match_is_replayed_as_far_as_it_went() -> None:
    match = Match(RULES, rounds=(Round.begin(RULES, [6, 3]),))
    *_, last = retold(match)
    assert last.kind is Kind.LEFT
    assert last.match == match


def test_match_without_rounds_replays_nothing() -> None:
    assert list(retold(Match(RULES))) == []
