"""What goes over a socket: the frames from clients and those to them."""

from __future__ import annotations

from typing import Any, final

import msgspec

from outnumber.api import ErrorModel, Model, SeatNumber
from outnumber.api.answers import Event, State, Who
from outnumber.api.bodies import Claim, Move, Pick, Rematch, Resign, Takeback
from outnumber.api.fields import Id, ReactionName, Seq
from outnumber.api.reader import Reader
from outnumber.games.languages import LanguageName

# From clients; what they have besides is for other servers


class Hello(Model, tag_field="type", tag="hello"):
    """The first message: who somebody is, what they have, and how they want to be told."""

    # Whatever it is: what is no token belongs to no seat.
    token: Any = None
    after: Seq | None = None
    positions: bool | None = None
    language: LanguageName = "en"


class MoveFrame(Move, tag_field="type", tag="move", kw_only=True, forbid_unknown_fields=False):
    id: Id


class PickFrame(Pick, tag_field="type", tag="pick", kw_only=True, forbid_unknown_fields=False):
    id: Id


class ResignFrame(Resign, tag_field="type", tag="resign", kw_only=True, forbid_unknown_fields=False):
    id: Id


class TakebackFrame(Takeback, tag_field="type", tag="takeback", kw_only=True, forbid_unknown_fields=False):
    id: Id


class RematchFrame(Rematch, tag_field="type", tag="rematch", kw_only=True, forbid_unknown_fields=False):
    id: Id


class ClaimFrame(Claim, tag_field="type", tag="claim", kw_only=True, forbid_unknown_fields=False):
    id: Id


@final
class React(Model, tag_field="type", tag="react"):
    """A word to the other player, from a fixed set; it is not kept."""

    reaction: ReactionName


@final
class Ping(Model, tag_field="type", tag="ping"):
    pass


class Named(Model):
    """What a message that cannot be read may still have: the id that its refusal is to be known by."""

    id: Id | None = None


Frame = MoveFrame | PickFrame | ResignFrame | TakebackFrame | RematchFrame | ClaimFrame | React | Ping
HELLO: Reader[Hello] = Reader(Hello)
FRAME: Reader[Frame] = Reader(Frame)
NAMED: Reader[Named] = Reader(Named)


# To clients


class Welcome(Model, tag_field="type", tag="welcome"):
    seq: int
    you: Who | None
    state: State
    events: list[Event]


class EventFrame(Model, tag_field="type", tag="event"):
    event: Event


class Ack(Model, tag_field="type", tag="ack"):
    id: str
    event: Event


class RefusedFrame(Model, tag_field="type", tag="refused"):
    id: str | None
    error: ErrorModel


class Pong(Model, tag_field="type", tag="pong"):
    seq: int


class Presence(Model, tag_field="type", tag="presence"):
    here: list[bool]
    watching: int


class Reaction(Model, tag_field="type", tag="reaction"):
    participant: SeatNumber
    reaction: ReactionName


class Thinking(Model, tag_field="type", tag="thinking"):
    participant: SeatNumber


class Stopping(Model, tag_field="type", tag="stopping"):
    pass


encode = msgspec.json.Encoder().encode
