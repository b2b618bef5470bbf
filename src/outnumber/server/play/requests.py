"""Requests to add an event to a game."""

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
    """A request to add an event; the service retries it until the event is saved or refused."""

    # The number of the last event that the client knew; if anything has changed since, the request is stale.
    after: int | None = None
    # The hash of the client's seat token.
    key: str | None = None
    # Arrival time by server uptime: slow writes never make a punctual move late.
    at: float | None = None
    # Thinking time in seconds, as reported by the client.
    spent: float | None = None
    # The new game that an accepted rematch creates.
    new: NewGame | None = None
    socket: Socket | None = None
    attempts = 0

    def __init__(self, game: LiveGame, event: GameEvent, id: str | None = None) -> None:
        self.game = game
        self.event = event
        self.id = id

    @abstractmethod
    def answer(self, result: Event | GameError) -> None:
        """Send the event or the refusal to the client; called once."""

    def made(self, row: LogRow) -> bool:
        """Whether this request, or an earlier copy of it, created this event."""
        mine, stored = self.event, read_event(row)
        if self.id != row.request or type(mine) is not type(stored):
            return False
        # On a shared device, the stored participant is the player who was to move.
        if mine.participant != stored.participant and not self.game.both:
            return False
        given = ("number", "seat", "hash")  # set by the client
        return all(getattr(mine, name, None) == getattr(stored, name, None) for name in given)


class AwaitedRequest(Request):
    """A request from HTTP or from the server itself; `answered` can be awaited."""

    def __init__(self, game: LiveGame, event: GameEvent, id: str | None = None) -> None:
        super().__init__(game, event, id)
        self.answered: asyncio.Future[Event | GameError] = asyncio.get_running_loop().create_future()

    def answer(self, result: Event | GameError) -> None:
        if not self.answered.done():
            self.answered.set_result(result)
