"""The events of a match for front ends: the change, the player who made it, and the match after it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from outnumber.games import PlayerFault, Seat

from .match import Begun, Change, Ended, Match, Moved, Picked, Spent, TookBack


class Kind(Enum):
    """The kind of an event."""

    ROUND_BEGAN = "round-began"  # a round begins, or continues after a pause
    PICKED = "picked"  # a player has picked a seat of the drawn start
    TURN_BEGAN = "turn-began"  # the player to move is about to choose
    MOVED = "moved"  # `seat` has played `number`; the seats in `passed` could not move before the next turn
    TOOK_BACK = "took-back"  # `plies` moves were taken back, possibly none
    ROUND_ENDED = "round-ended"  # by the rules, by time, by resignation or by a fault
    MATCH_ENDED = "match-ended"  # the last round is over
    SEATED = "seated"  # a second participant has joined
    LEFT = "left"  # a player left; the match is unchanged


class MatchEvent(NamedTuple):
    """An event; `match` is the state after it."""

    kind: Kind
    match: Match
    seat: Seat | None = None
    number: int = 0
    passed: tuple[Seat, ...] = ()
    plies: int = 0
    # The fault that ended the round, if any.
    fault: PlayerFault | None = None


def happened(match: Match, change: Change, fault: PlayerFault | None = None) -> list[MatchEvent]:
    """The events caused by a change, in order, with the match after it; raises what `match.after` raises."""
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
    """The events at the end of the current round, perhaps with a fault, and of the match if that is over
    too.
    """
    if not match.rounds or match.current.outcome is None:
        return []
    ended = MatchEvent(Kind.ROUND_ENDED, match, fault=fault)
    return [ended, MatchEvent(Kind.MATCH_ENDED, match)] if match.over else [ended]
