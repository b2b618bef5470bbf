"""What happens in a match, as front ends hear of it: what changed, who did it, and the match after it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from outnumber.games.base import Seat
from outnumber.games.errors import PlayerFault
from outnumber.match.match import Begun, Change, Ended, Match, Moved, Picked, Spent, TookBack


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


class MatchEvent(NamedTuple):
    """Something that happened; `match` is the state after it."""

    kind: Kind
    match: Match
    seat: Seat | None = None
    number: int = 0
    passed: tuple[Seat, ...] = ()
    plies: int = 0
    # What ended the round, if that was a fault.
    fault: PlayerFault | None = None


def happened(match: Match, change: Change, fault: PlayerFault | None = None) -> list[MatchEvent]:
    """What a change makes happen, in order, with the match after it; raises what `match.after` raises."""
    after = match.after(change)
    match change:
        case Ended():
            return ends(after, fault)
        case Moved(number):
            event = MatchEvent(Kind.MOVED, after, match.current.turn, number, after.current.passed)
        case TookBack(plies):
            event = MatchEvent(Kind.TOOK_BACK, after, plies=plies)
        case Picked(seat):
            event = MatchEvent(Kind.PICKED, after, seat)
        case Spent():
            event = MatchEvent(Kind.TURN_BEGAN, after)
        case _:
            event = MatchEvent(Kind.ROUND_BEGAN if isinstance(change, Begun) else Kind.SEATED, after)
    return [event, *ends(after)]


def ends(match: Match, fault: PlayerFault | None = None) -> list[MatchEvent]:
    """That the current round is over, perhaps by a fault, and with the last one the match, where it is so."""
    if not match.rounds or match.current.outcome is None:
        return []
    ended = MatchEvent(Kind.ROUND_ENDED, match, fault=fault)
    return [ended, MatchEvent(Kind.MATCH_ENDED, match)] if match.over else [ended]
