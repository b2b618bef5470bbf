"""What an event of a game at a server does to its match: in its log, and for whoever is told of it."""

from __future__ import annotations

from outnumber.api.fields import OfferName
from outnumber.games.base import Reason, Seat
from outnumber.match.match import HUMAN, Change, Ended, Match, Moved, Participant, Picked, Seated, TookBack

OFFERS: dict[str, OfferName] = {
    "takeback-offer": "takeback",
    "rematch-offer": "rematch",
    "claim-offer": "claim",
}
# How players, not the rules, end a round.
ENDS = {"resign": Reason.RESIGNATION, "time": Reason.TIME, "claim-accept": Reason.LEFT}
# What can change whose turn it is.
CHANGES = {"move", "pick", "seat", "takeback-accept", *ENDS}


def loser_of(kind: str, participant: int) -> int:
    """The participant who lost a round by an event that ended it; whoever claims it has won."""
    return 3 - participant if kind == "claim-accept" else participant


def change_of(match: Match, kind: str, participant: int, number: int, name: str = "") -> Change | None:
    """What an event does to a match; offers and their refusals do nothing.

    The number is the one played, the seat that was picked, or how many moves were taken back.
    """
    if kind == "move":
        return Moved(number)
    if kind == "pick":
        return Picked(Seat(number))
    if kind in ENDS:
        return Ended(match.seat_of(loser_of(kind, participant)), ENDS[kind])
    if kind == "takeback-accept":
        return TookBack(number)
    if kind == "seat":
        return Seated(2, Participant(HUMAN, name))
    return None
