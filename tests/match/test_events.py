"""Every change of a match is an event that describes the change and has the match after it."""

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import IllegalMove, Reason, Seat
from outnumber.match.events import Kind, MatchEvent, happened
from outnumber.match.match import Begun, Change, Ended, Match, Moved, Participant, Seated, TookBack
from outnumber.match.replay import changes
from tests import naive
from tests.strategies import matches

BEGUN = Match(outnumber.game("strategy-stacks"), length=2).after(Begun())
PLAYED = BEGUN.after(Moved(6)).after(Moved(3))


@pytest.mark.parametrize(
    ("before", "change", "told"),
    [
        (Match(BEGUN.rules), Begun(), MatchEvent(Kind.ROUND_BEGAN, Match(BEGUN.rules))),
        (BEGUN, Moved(6), MatchEvent(Kind.MOVED, BEGUN, Seat.ONE, 6)),
        (PLAYED, TookBack(2), MatchEvent(Kind.TOOK_BACK, BEGUN, plies=2)),
        (PLAYED, TookBack(0), MatchEvent(Kind.TOOK_BACK, BEGUN)),
        (PLAYED, Ended(Seat.TWO, Reason.TIME), MatchEvent(Kind.ROUND_ENDED, BEGUN)),
        (PLAYED, Seated(2, Participant(name="Ben")), MatchEvent(Kind.SEATED, BEGUN)),
    ],
)
def test_event_describes_the_change(before: Match, change: Change, told: MatchEvent) -> None:
    assert happened(before, change) == [told._replace(match=before.after(change))]


LAST = BEGUN.after(Ended(Seat.ONE, Reason.TIME)).after(Begun())


@pytest.mark.parametrize(
    ("before", "change", "told"),
    [
        (BEGUN.after(Moved(7)).after(Moved(1)), Moved(5), [Kind.MOVED, Kind.ROUND_ENDED]),
        (LAST.after(Moved(7)).after(Moved(1)), Moved(5), [Kind.MOVED, Kind.ROUND_ENDED, Kind.MATCH_ENDED]),
        (LAST, Ended(Seat.ONE, Reason.RESIGNATION), [Kind.ROUND_ENDED, Kind.MATCH_ENDED]),
    ],
)
def test_change_that_ends_a_round_or_match_says_so(before: Match, change: Change, told: list[Kind]) -> None:
    events = happened(before, change)
    assert [event.kind for event in events] == told
    assert {event.match for event in events} == {before.after(change)}


def test_illegal_move_creates_no_event() -> None:
    with pytest.raises(IllegalMove):
        happened(PLAYED, Moved(6))


def test_move_lists_the_seats_that_pass() -> None:
    match = Match(outnumber.game("number-stack-attack", tokens="4-9")).after(Begun())
    told = []
    for move in (9, 9, 9, 4, 6):
        event = happened(match, Moved(move))[0]
        match = event.match
        told.append((event.seat, event.passed))
    # Player 1 passes at 18 after Player 2's 13; at 19 neither can add a token.
    assert told == [(1, ()), (2, ()), (1, ()), (2, (1,)), (2, (1, 2))]


@settings(deadline=None)
@given(matches())
def test_moves_have_the_seats_that_made_them(match: Match) -> None:
    for number, each in enumerate(match.rounds, start=1):
        found = match._replace(rounds=match.rounds[: number - 1])
        told = []
        for change in changes(match, number):
            event = happened(found, change)[0]
            found = event.match
            if event.kind is Kind.MOVED:
                told.append(event)
        state = naive.State(match.rules.name, match.rules.options, each.moves)
        assert [(event.seat, event.number) for event in told] == list(
            zip(naive.seats(state)[each.drawn :], each.moves[each.drawn :], strict=True)
        )
        if told:
            assert list(told[-1].passed) == naive.passed(state)
