"""A request for an event, on its way to the log."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import TYPE_CHECKING

from outnumber.api.answers import Event
from outnumber.api.events import GameEvent
from outnumber.games.errors import GameError
from outnumber.server.play.live_game import LiveGame, read_event
from outnumber.server.storage.log import LogRow, NewGame

if TYPE_CHECKING:
    from outnumber.server.transport.sockets import Socket


class Request:
    """Tries to add an event to a game until the log has it or it is refused."""

    # Refused as stale if anything has happened after the event with this number.
    after: int | None = None
    # The hash of the seat token that it came with.
    key: str | None = None
    # When it came, by the uptime of the servers: a move in time stays so, however long it takes to save.
    at: float | None = None
    # The seconds of thought that the client reports.
    spent: float | None = None
    # The game that a rematch begins.
    new: NewGame | None = None
    socket: Socket | None = None
    attempts = 0

    def __init__(self, game: LiveGame, event: GameEvent, id: str | None = None) -> None:
        self.game = game
        self.event = event
        self.id = id

    @abstractmethod
    def answer(self, result: Event | GameError) -> None:
        """Report the event, or why there is none; called once."""

    def made(self, row: LogRow) -> bool:
        """Whether this request, or an earlier copy of it, made an event."""
        mine, stored = self.event, read_event(row)
        if self.id != row.request or type(mine) is not type(stored):
            return False
        # Where two people share a device, it is for whoever's turn it was.
        if mine.participant != stored.participant and not self.game.both:
            return False
        given = ("number", "seat", "hash")  # by the client
        return all(getattr(mine, name, None) == getattr(stored, name, None) for name in given)


class AwaitedRequest(Request):
    """A request that came over HTTP, or one of the server itself; `answered` can be awaited."""

    def __init__(self, game: LiveGame, event: GameEvent, id: str | None = None) -> None:
        super().__init__(game, event, id)
        self.answered: asyncio.Future[Event | GameError] = asyncio.get_running_loop().create_future()

    def answer(self, result: Event | GameError) -> None:
        if not self.answered.done():
            self.answered.set_result(result)
