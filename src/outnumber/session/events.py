"""What happens in a match, as front ends hear of it: what changed, who did it, and the match after it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from outnumber.games.base import Seat
from outnumber.games.errors import PlayerFault
from outnumber.session.match import Begun, Change, Ended, Match, Moved, Picked, Spent, TookBack


class Kind(Enum):
    """What an event tells."""

    ROUND_BEGAN = "round-began"  # a round begins, or goes on after a pause
    PICKED = "picked"  # somebody has picked a seat of the drawn start
    TURN_BEGAN = "turn-began"  # the seat to move is about to be asked
    MOVED = "moved"  # `seat` has played `number`; the seats in `passed` could not go before the next turn
    TOOK_BACK = "took-back"  # so many `plies` were taken back, perhaps none
    ROUND_ENDED = "round-ended"  # by the rules, by time, by resignation or by a fault
    MATCH_ENDED = "match-ended"  # the last round is over
    SEATED = "seated"  # somebody has become a participant
    LEFT = "left"  # somebody left; the match is as it was


class Event(NamedTuple):
    """Something that happened; `match` is the state after it."""

    kind: Kind
    match: Match
    seat: Seat | None = None
    number: int = 0
    passed: tuple[Seat, ...] = ()
    plies: int = 0
    # What ended the round, if that was a fault.
    fault: PlayerFault | None = None


def happened(match: Match, change: Change) -> Event:
    """The event of a change, with the match after it; raises what `match.after` raises."""
    after = match.after(change)
    if isinstance(change, Moved):
        seat = match.current.turn
        return Event(Kind.MOVED, after, seat, change.number, after.current.passed)
    if isinstance(change, Ended):
        return Event(Kind.ROUND_ENDED, after, change.loser)
    if isinstance(change, TookBack):
        return Event(Kind.TOOK_BACK, after, plies=change.plies)
    if isinstance(change, Picked):
        return Event(Kind.PICKED, after, change.seat)
    if isinstance(change, Spent):
        return Event(Kind.TURN_BEGAN, after)
    return Event(Kind.ROUND_BEGAN if isinstance(change, Begun) else Kind.SEATED, after)
