"""Requests to add an event to a game."""

from __future__ import annotations

import asyncio

from outnumber.api.answers import Event
from outnumber.api.bodies import Deed, Move
from outnumber.api.events import GameEvent
from outnumber.games import GameError
from outnumber.server.storage.log import LogRow, NewGame
from outnumber.server.transport.sockets import Socket

from .live_game import LiveGame, read_event


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
    attempts = 0

    def __init__(
        self, game: LiveGame, event: GameEvent, id: str | None = None, socket: Socket | None = None
    ) -> None:
        """`answered` can be awaited, unless the answer goes to a socket."""
        self.game, self.event, self.id, self.socket = game, event, id, socket
        if socket is None:
            self.answered: asyncio.Future[Event | GameError] = asyncio.Future()

    @classmethod
    def of(cls, game: LiveGame, participant: int, asked: Deed, socket: Socket | None = None) -> Request:
        """The request of a player."""
        request = cls(game, game.acted(asked.event(participant)), asked.id, socket)
        request.key = socket.key if socket else game.hashes[participant - 1]
        if isinstance(asked, Move):
            request.after, request.spent = asked.after, asked.spent
        return request

    def answer(self, result: Event | GameError) -> None:
        """Send the event or the refusal to the client; `GameService.happened` acknowledges to sockets."""
        if self.socket is not None:
            self.socket.answer(result, self.id)
        elif not self.answered.done():
            self.answered.set_result(result)

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
