"""The events of a game on a server, one type for each kind.

A request asks for an event, the log stores it, the match applies it, and clients are notified.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from msgspec import Struct, ValidationError, convert, field

from outnumber.games import Reason, Seat
from outnumber.match import HUMAN, Ended, Match, Participant
from outnumber.match.match import Change, Moved, Picked, Seated, TookBack

from .fields import OfferName


class GameEvent(Struct, frozen=True, tag_field="kind"):
    """An event caused by participant 1 or 2."""

    participant: int


class TurnEvent(GameEvent, frozen=True):
    """An event that changes the match, and possibly the player to move."""

    @abstractmethod
    def change(self, match: Match) -> Change:
        """The change of the match."""


class MovePlayed(TurnEvent, frozen=True, tag="move"):
    number: int

    def change(self, match: Match) -> Change:  # noqa: ARG002
        return Moved(self.number)


class SeatPicked(TurnEvent, frozen=True, tag="pick"):
    """The participant has picked a seat of a drawn start."""

    seat: int = field(name="number")

    def change(self, match: Match) -> Change:  # noqa: ARG002
        return Picked(Seat(self.seat))


class SeatTaken(TurnEvent, frozen=True, tag="seat"):
    """The second participant has joined; only the server knows the hash of their token."""

    name: str
    hash: str = ""

    def change(self, match: Match) -> Change:  # noqa: ARG002
        return Seated(2, Participant(HUMAN, self.name))


class RoundLost(TurnEvent, frozen=True):
    """The players, not the rules, ended the round."""

    reason: ClassVar[Reason]

    @property
    def loser(self) -> int:
        return self.participant

    def change(self, match: Match) -> Change:
        return Ended(match.seat_of(self.loser), self.reason)


class Resigned(RoundLost, frozen=True, tag="resign"):
    reason = Reason.RESIGNATION


class TimeRanOut(RoundLost, frozen=True, tag="time"):
    reason = Reason.TIME


class ClaimAccepted(RoundLost, frozen=True, tag="claim-accept"):
    """The participant has won, because the opponent has left."""

    reason = Reason.LEFT

    @property
    def loser(self) -> int:
        return 3 - self.participant


class TakebackAccepted(TurnEvent, frozen=True, tag="takeback-accept"):
    plies: int = field(default=0, name="number")

    def change(self, match: Match) -> Change:  # noqa: ARG002
        return TookBack(self.plies)


class RematchAccepted(GameEvent, frozen=True, tag="rematch-accept"):
    """The rematch begins: the id of the new game."""

    game: str = ""


class Offered(GameEvent, frozen=True):
    """The participant offers something that the opponent may accept or decline."""

    what: ClassVar[OfferName]


class TakebackOffered(Offered, frozen=True, tag="takeback-offer"):
    what = "takeback"

    plies: int = field(default=0, name="number")


class RematchOffered(Offered, frozen=True, tag="rematch-offer"):
    what = "rematch"


class ClaimOffered(Offered, frozen=True, tag="claim-offer"):
    """The participant claims the win; the opponent has some seconds to come back, by the server's uptime."""

    what = "claim"

    seconds: int = field(default=0, name="number")
    since: float = 0.0


class Declined(GameEvent, frozen=True):
    """The participant declines an offer, or withdraws their own."""

    what: ClassVar[OfferName]


class TakebackDeclined(Declined, frozen=True, tag="takeback-decline"):
    what = "takeback"


class RematchDeclined(Declined, frozen=True, tag="rematch-decline"):
    what = "rematch"


class ClaimDeclined(Declined, frozen=True, tag="claim-decline"):
    what = "claim"


class TokenRenewed(GameEvent, frozen=True, tag="token"):
    """The participant has a new seat token: its hash."""

    hash: str = ""


class HelpAsked(GameEvent, frozen=True, tag="help"):
    """The participant has asked for help against another person."""


# By kind.
EVENTS: dict[str, type[GameEvent]] = {
    str(each.__struct_config__.tag): each
    for each in (
        MovePlayed, SeatPicked, SeatTaken, Resigned, TimeRanOut, ClaimAccepted, TakebackAccepted,
        RematchAccepted, TakebackOffered, RematchOffered, ClaimOffered, TakebackDeclined, RematchDeclined,
        ClaimDeclined, TokenRenewed, HelpAsked,
    )
}  # fmt: skip


def event_of(kind: str, participant: int, number: int | None, details: dict[str, Any]) -> GameEvent:
    """The event with a kind, a number and details, as in the log; raises `ValueError` or `LookupError`."""
    values = {**details, "kind": kind, "participant": participant, "number": number}
    try:
        return convert(values, EVENTS[kind])
    except ValidationError as error:  # which is not a ValueError in every version of msgspec
        raise ValueError(str(error)) from None
