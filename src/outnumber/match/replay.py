"""Replays a finished or unfinished match event by event."""

from __future__ import annotations

from collections.abc import Iterator

from outnumber.games import Seat

from .events import Kind, MatchEvent, happened
from .match import Begun, Change, Ended, Match, Moved, Picked


def changes(match: Match, number: int) -> Iterator[Change]:
    """The changes of a round in a match, in order."""
    played = match.rounds[number - 1]
    yield Begun(played.moves[: played.drawn])
    if played.seat1:
        begun = match._replace(rounds=(*match.rounds[: number - 1], played.begun()))
        yield Picked(Seat.ONE if played.seat1 == begun.picker else Seat.TWO)
    for move in played.moves[played.drawn :]:
        yield Moved(move)
    if played.ended:
        yield Ended(played.ended.winner.other, played.ended.reason)


def retold(match: Match) -> Iterator[MatchEvent]:
    """The events of a match that has been played."""
    current = match._replace(rounds=())
    for number, told in enumerate(match.rounds, start=1):
        for change in changes(match, number):
            events = happened(current, change)
            current = events[0].match
            # Remarks belong to the record; replayed moves have none.
            current = current.with_current(current.current._replace(comments=told.comments))
            # A record has only the times at its end.
            current = current._replace(times=match.times)
            for event in events:
                yield event._replace(match=current)
            if current.current.outcome is None and not current.picker:
                yield MatchEvent(Kind.TURN_BEGAN, current)
        if current.current.outcome is None:
            yield MatchEvent(Kind.LEFT, current)
            return
