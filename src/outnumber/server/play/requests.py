"""What a participant wants, on its way to the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

import msgspec

from outnumber.api.answers import Event
from outnumber.api.bodies import Deed, Move, Pick
from outnumber.games.errors import GameError
from outnumber.server.play.live_game import LiveGame
from outnumber.server.storage.log import LogRow, NewGame

if TYPE_CHECKING:
    from outnumber.server.transport.sockets import Socket

# What became of a request: the event it made, or why there is none.
Reply = Callable[[Event | GameError], None]


def ignored(_: Event | GameError) -> None:
    """Nobody waits for this answer."""


@dataclass(slots=True, eq=False)
class Request:
    """Something a participant wants: one try after another until it is an event or refused."""

    game: LiveGame
    kind: str
    participant: int
    reply: Reply
    _: KW_ONLY
    number: int | None = None
    request: str | None = None
    after: int | None = None
    data: str | None = None
    new: NewGame | None = None
    socket: Socket | None = None
    # What is kept of the seat token that it came with; none where the server itself asks.
    key: str | None = None
    # When it came, in the time that counts: what was in time stays so, however long it takes to be kept.
    at: float | None = None
    # The seconds that a player says to have thought.
    spent: float | None = None
    attempts: int = 0

    def heed(self, asked: Deed) -> None:
        """Take over what a deed says besides its kind."""
        if isinstance(asked, Move):
            self.number, self.after, self.spent = asked.number, asked.after, asked.spent
        elif isinstance(asked, Pick):
            self.number = asked.seat

    def made(self, row: LogRow) -> bool:
        """Whether this is the request that made an event."""
        if (self.request, self.kind) != (row.request, row.kind):
            return False
        # Where two people share a device, it is for whoever's turn it was.
        if self.participant != row.participant and not self.game.both:
            return False
        if self.kind in ("seat", "token"):
            asked, kept = (msgspec.json.decode(data or "{}").get("hash") for data in (self.data, row.data))
            return bool(asked == kept)
        return self.kind not in ("move", "pick") or self.number == row.number
