"""The frames that clients and the server send over a socket."""

from __future__ import annotations

from typing import Any, Union, final

import msgspec

from outnumber.languages import LanguageName

from . import ErrorModel, Model, SeatNumber
from .answers import Event, State, Who
from .bodies import Claim, Deed, Move, Pick, Rematch, Resign, Takeback
from .fields import Id, ReactionName, Seq
from .reader import Reader


class Frame(Model, tag_field="type", tag=lambda name: name.removesuffix("Frame").lower()):
    """A message whose `type` is the name of its class; newer servers and clients may add fields."""


# From clients


class Hello(Frame):
    """The first message: the identity of the client, its last known event, and its preferences."""

    # Not validated: a malformed token simply belongs to no seat.
    token: Any = None
    after: Seq | None = None
    positions: bool | None = None
    language: LanguageName = "en"


# What a player does is sent with the fields of a request over HTTP. The id is required.
_DEEDS = [
    msgspec.defstruct(
        body.__name__, [("id", Id)], bases=(body, Frame), kw_only=True, forbid_unknown_fields=False
    )
    for body in (Move, Pick, Resign, Takeback, Rematch, Claim)
]


@final
class React(Frame):
    """A reaction to the other player, from a fixed set; it is not saved."""

    reaction: ReactionName


@final
class Ping(Frame):
    pass


class Named(Model):
    """The id of a message that is otherwise unreadable, so that the refusal can name it."""

    id: Id | None = None


HELLO: Reader[Hello] = Reader(Hello)
FRAME: Reader[Deed | React | Ping] = Reader(Union[(*_DEEDS, React, Ping)])
NAMED: Reader[Named] = Reader(Named)


# To clients


class Welcome(Frame):
    seq: int
    you: Who | None
    state: State
    events: list[Event]


class EventFrame(Frame):
    event: Event


class Ack(Frame):
    id: str
    event: Event


class RefusedFrame(Frame):
    id: str | None
    error: ErrorModel


class Pong(Frame):
    seq: int


class Presence(Frame):
    here: list[bool]
    watching: int


class Reaction(Frame):
    participant: SeatNumber
    reaction: ReactionName


class Thinking(Frame):
    participant: SeatNumber


class Stopping(Frame):
    pass


encode = msgspec.json.Encoder().encode
