"""The loop that plays a match: it asks players, applies the rules, and yields events.

It depends on no front end. The caller consumes its events, each with the match at that moment, and may save
and show it before the loop continues.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple, Protocol

from outnumber.games import IllegalMove, PlayerFault, Reason, Seat, shown

from .clock import UNTIMED, Clock
from .events import Kind, MatchEvent, ends, happened
from .match import Ended, Match, Moved, Picked, Spent, TookBack
from .round import Round


class Wish(Enum):
    """A player's action other than a number."""

    UNDO = "undo"  # take back to the last turn of an interactive player
    RESIGN = "resign"  # give up the round
    LEAVE = "leave"  # stop for now; the match can be resumed
    TIME_UP = "time-up"  # none: the time ran out while waiting


class Back(NamedTuple):
    """A wish to undo several times."""

    times: int


# The number to play, or a wish.
Choice = int | Wish | Back


class Player(Protocol):
    """A person, computer or program that chooses moves for a seat."""

    # Whether the player can reconsider: `undo` returns to such a player's turn. Computers cannot.
    interactive: bool = False

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:
        """Choose an action for the current turn. A late answer, an illegal number or a `PlayerFault` loses
        the round.
        """
        ...

    def pick(self, match: Match) -> Seat | Wish:
        """The seat of a drawn start to take, or `Wish.LEAVE`; by default, a coin decides."""
        from random import Random  # most matches have no drawn start

        return Seat(Random(f"seat {match.seed} {len(match.rounds)}").choice((1, 2)))

    def used(self) -> dict[str, Any]:
        """The usage since the last call, such as tokens and prompts; by default, none."""
        return {}

    def close(self) -> None:
        """Release programs and connections; by default, there are none."""
        return


def asked(match: Match) -> Round:
    """The round in which a player must move; raises `IllegalMove` if it is over."""
    if not isinstance(match, Match):
        raise TypeError(
            f"a player chooses in a match, such as outnumber.Match(rules).begin(), not in {match!r}"
        )
    if match.current.outcome:
        raise IllegalMove("game-over")
    return match.current


def play_match(match: Match, players: Mapping[int, Player], clock: Clock) -> Iterator[MatchEvent]:
    """Play a match from its current state to its end; `players` are those of participants 1 and 2."""
    if match.over:
        yield from ends(match)
    while not match.over:
        if not match.rounds or match.current.outcome:
            match = match.begin()
        yield from [MatchEvent(Kind.ROUND_BEGAN, match), *ends(match)]
        if picker := match.picker:
            seat = players[picker].pick(match)
            if isinstance(seat, Wish):
                yield MatchEvent(Kind.LEFT, match)
                return
            (picked,) = happened(match, Picked(seat))
            match = picked.match
            yield picked
        new_turn = True
        while match.current.outcome is None:
            yield MatchEvent(Kind.TURN_BEGAN, match)
            if new_turn:
                clock.start(match.allowed)
            change = _change(match, players, clock)
            if match.game_clock:
                match = match.after(Spent(clock.spent))
            if change is None:
                yield MatchEvent(Kind.LEFT, match)
                return
            fault = None
            if isinstance(change, PlayerFault):
                fault, change = change, Ended(match.current.turn, Reason.FAULT, str(change))
            events = happened(match, change, fault)
            match = events[0].match
            # After a takeback of nothing, the turn and its clock continue.
            new_turn = not isinstance(change, TookBack) or change.plies > 0 or match.game_clock is not None
            yield from events


def _change(
    match: Match, players: Mapping[int, Player], clock: Clock
) -> Moved | Ended | TookBack | PlayerFault | None:
    """The change that the player to move makes; a fault replaces it, and None means leaving."""
    turn = match.current.turn
    try:
        choice = players[match.mover].choose(match, clock)
    except PlayerFault as fault:
        return fault
    if choice is Wish.LEAVE:
        return None
    if choice is Wish.TIME_UP or clock.run_out:
        return Ended(turn, Reason.TIME)
    if choice is Wish.RESIGN:
        return Ended(turn, Reason.RESIGNATION)
    if choice is Wish.UNDO:
        choice = Back(1)
    if isinstance(choice, Back):
        think_again = {seat for seat in Seat if players[match.seated(seat)].interactive}
        return TookBack(match.current.plies_back(think_again, choice.times))
    if choice in match.current.position.legal_moves():
        return Moved(choice)
    return PlayerFault("player-illegal", player=match.participant(turn).plays, text=shown(choice))
