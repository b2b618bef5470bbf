"""The loop that plays a match: it asks players, applies the rules, and tells what happened.

It knows no front end. Who runs it consumes its events, each with the match as it then is, and may save
and show it before the loop goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from outnumber.games.base import Outcome, Reason, Seat
from outnumber.session.clock import Clock
from outnumber.session.match import Match


@dataclass(frozen=True, slots=True)
class Move:
    """Play a number."""

    number: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back to the last turn of somebody who can think again."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the round."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop for now; the match can be resumed."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time ran out while waiting for a choice."""


Choice = Move | Undo | Resign | Leave | TimeUp


class Player(Protocol):
    """Whoever or whatever chooses moves for a seat."""

    # Somebody who can change their mind: `undo` goes back to such a player's turn.
    interactive: bool

    def choose(self, match: Match, clock: Clock) -> Choice:
        """What to do at the current turn; a move must be legal. Coming too late loses the round."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `match` is the state after it."""

    match: Match


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round begins, or goes on after a pause."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The seat to move is about to be asked."""


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A seat has played a number; `passed` has the seats that could not go before the next turn."""

    seat: Seat
    number: int
    passed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class TookBack(Event):
    """So many moves were taken back; none when there was nothing to take back."""

    plies: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The current round is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The last round is over."""


@dataclass(frozen=True, slots=True)
class Left(Event):
    """Somebody left; the match is as it was."""


def play_match(match: Match, players: Mapping[int, Player], clock: Clock) -> Iterator[Event]:
    """Play a match from where it is to its end; `players` by participant, 1 and 2."""
    if not match.over and (not match.rounds or match.current.outcome):
        match = match.next_round()
    while True:
        if match.current.outcome is None:
            yield RoundBegan(match)
        while match.current.outcome is None:
            yield TurnBegan(match)
            turn = match.current.turn
            player = players[match.seated(turn)]
            clock.start()
            choice = player.choose(match, clock)
            if isinstance(choice, Leave):
                yield Left(match)
                return
            if isinstance(choice, TimeUp) or clock.run_out:
                match = match.with_current(match.current.end(turn, Reason.TIME))
            elif isinstance(choice, Resign):
                match = match.with_current(match.current.end(turn, Reason.RESIGNATION))
            elif isinstance(choice, Undo):
                match, plies = _take_back(match, players)
                yield TookBack(match, plies)
            else:
                match = match.with_current(match.current.play(choice.number))
                yield Moved(match, turn, choice.number, _passed(match, turn))
        outcome = match.current.outcome
        yield RoundEnded(match, outcome)
        if match.over:
            yield MatchEnded(match)
            return
        match = match.next_round()


def _passed(match: Match, mover: Seat) -> tuple[Seat, ...]:
    """The seats passed over after a move of `mover`: in a stand-off both."""
    outcome = match.current.outcome
    if outcome:
        return (mover.other, mover) if outcome.reason is Reason.STAND_OFF else ()
    return (mover.other,) if match.current.turn is mover else ()


def _take_back(match: Match, players: Mapping[int, Player]) -> tuple[Match, int]:
    current = match.current
    for plies in range(1, len(current.moves) + 1):
        earlier = current.undo(plies)
        if players[match.seated(earlier.turn)].interactive:
            return match.with_current(earlier), plies
    return match, 0
