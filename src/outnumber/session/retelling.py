"""A match that has been played, told again event by event."""

from __future__ import annotations

from collections.abc import Iterator

from outnumber.games.base import Reason
from outnumber.session.clock import Clock
from outnumber.session.loop import Choice, Event, Player, Wish, play_match
from outnumber.session.match import Match


class _Retelling(Player):
    """A player that makes the moves of a record again."""

    interactive = False

    def __init__(self, match: Match) -> None:
        self._match = match

    def choose(self, match: Match, clock: Clock) -> Choice:  # noqa: ARG002
        told = self._match.rounds[len(match.rounds) - 1]
        ply = len(match.current.moves)
        if ply < len(told.moves):
            return told.moves[ply]
        if told.ended is None:
            return Wish.LEAVE
        return Wish.TIME_UP if told.ended.reason is Reason.TIME else Wish.RESIGN


def retold(match: Match) -> Iterator[Event]:
    """The events of a match that has been played."""
    if not match.rounds:
        return
    player = _Retelling(match)
    for event in play_match(match._replace(rounds=()), {1: player, 2: player}, Clock(None)):
        number = len(event.match.rounds)
        if number > len(match.rounds):
            return
        # Remarks belong to the record, not to the moves made again; so does who gave up.
        told, current = match.rounds[number - 1], event.match.current
        ended = told.ended if current.ended else None
        yield event._replace(
            match=event.match.with_current(current._replace(comments=told.comments, ended=ended))
        )
