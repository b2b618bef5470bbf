"""The loop that plays a match: it asks players, applies the rules, and tells what happened.

It knows no front end. Who runs it consumes its events, each with the match as it then is, and may save
and show it before the loop goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple, Protocol

from outnumber.games.base import Reason, Seat
from outnumber.games.errors import PlayerFault, shown
from outnumber.session.clock import Clock
from outnumber.session.match import Match


class Wish(Enum):
    """What a player can want at a turn instead of playing a number."""

    UNDO = "undo"  # take back to the last turn of somebody who can think again
    RESIGN = "resign"  # give up the round
    LEAVE = "leave"  # stop for now; the match can be resumed
    TIME_UP = "time-up"  # nothing: the time ran out while waiting


# The number to play, or a wish.
Choice = int | Wish


class Player(Protocol):
    """Whoever or whatever chooses moves for a seat."""

    # Somebody who can change their mind: `undo` goes back to such a player's turn.
    interactive: bool

    def choose(self, match: Match, clock: Clock) -> Choice:
        """What to do at the current turn. Coming too late loses the round, and so does a number that is not
        legal, or a `PlayerFault` raised."""
        ...

    def used(self) -> dict[str, Any]:
        """What it used since it was last asked, such as tokens and prompts; most use nothing."""
        return {}

    def close(self) -> None:
        """Let go of programs and connections; most have none."""
        return


class Kind(Enum):
    """What an event tells."""

    ROUND_BEGAN = "round-began"  # a round begins, or goes on after a pause
    TURN_BEGAN = "turn-began"  # the seat to move is about to be asked
    MOVED = "moved"  # `seat` has played `number`; the seats in `passed` could not go before the next turn
    TOOK_BACK = "took-back"  # so many `plies` were taken back, perhaps none
    ROUND_ENDED = "round-ended"  # by the rules, by time, by resignation or by a fault
    MATCH_ENDED = "match-ended"  # the last round is over
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


def play_match(match: Match, players: Mapping[int, Player], clock: Clock) -> Iterator[Event]:
    """Play a match from where it is to its end; `players` by participant, 1 and 2."""
    if not match.over and (not match.rounds or match.current.outcome):
        match = match.next_round()
    while True:
        if match.current.outcome is None:
            yield Event(Kind.ROUND_BEGAN, match)
        new_turn = True
        fault: PlayerFault | None = None
        while match.current.outcome is None:
            yield Event(Kind.TURN_BEGAN, match)
            turn = match.current.turn
            if new_turn:
                clock.start()
            new_turn = True
            try:
                choice = players[match.seated(turn)].choose(match, clock)
            except PlayerFault as error:
                fault = error
                match = match.with_current(match.current.end(turn, Reason.FAULT, str(fault)))
                break
            if choice is Wish.LEAVE:
                yield Event(Kind.LEFT, match)
                return
            if choice is Wish.TIME_UP or clock.run_out:
                match = match.with_current(match.current.end(turn, Reason.TIME))
            elif choice is Wish.RESIGN:
                match = match.with_current(match.current.end(turn, Reason.RESIGNATION))
            elif choice is Wish.UNDO:
                match, plies = _take_back(match, players)
                # With nothing taken back the turn goes on, and so does its time.
                new_turn = plies > 0
                yield Event(Kind.TOOK_BACK, match, plies=plies)
            elif choice in match.current.position.legal_moves():
                match = match.with_current(match.current.play(choice))
                yield Event(Kind.MOVED, match, turn, choice, _passed(match, turn))
            else:
                player = match.participant(turn).plays
                fault = PlayerFault("player-illegal", player=player, text=shown(choice))
                match = match.with_current(match.current.end(turn, Reason.FAULT, str(fault)))
        yield Event(Kind.ROUND_ENDED, match, fault=fault)
        if match.over:
            yield Event(Kind.MATCH_ENDED, match)
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
