"""Playing and watching over a WebSocket.

The log's writer task answers messages once it has saved them. The task of a socket only reads, so that
thousands of quiet sockets cost little.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Any

from outnumber.api.answers import Event
from outnumber.api.errors import Refused, bad_request
from outnumber.api.fields import GAME_ID
from outnumber.api.frames import (
    FRAME,
    HELLO,
    NAMED,
    EventFrame,
    Ping,
    Pong,
    Presence,
    React,
    Welcome,
    encode,
)
from outnumber.games import GameError
from outnumber.language.voice import voice
from outnumber.server.errors import StorageError
from outnumber.server.settings import Rate
from outnumber.server.transport.limits import Guards
from outnumber.server.transport.sockets import Disconnected, Socket
from outnumber.workers.rate_limits import RateLimit

from .live_game import LiveGame
from .requests import Request
from .service import PIECE, GameService
from .tokens import well_formed

if TYPE_CHECKING:
    from outnumber.server.transport.websocket import WebSocket

PATH = re.compile(rf"/api/games/({GAME_ID})/live")
# Rate limit of messages on one socket.
MESSAGES = Rate(20.0, 40.0)
HELLO_SECONDS = 10
PRESENCE_SECONDS = 0.5
# Rate limit cost of a reaction, in messages: allows two per second.
SAYING = 10.0


class Live:
    """The WebSocket side of the API."""

    def __init__(self, service: GameService, guards: Guards) -> None:
        self._service = service
        self._guards = guards
        self._rate = service.settings.rate(MESSAGES)

    async def __call__(self, scope: MutableMapping[str, Any], connection: WebSocket) -> None:
        found = PATH.fullmatch(scope["path"])
        address, _ = self._guards.who(scope)
        connection.limit = self._guards.frames.of(address)
        socket = Socket(connection, self._rate, self._service.metrics)
        refusal = self._guards.objection_to_socket(scope, address)
        if refusal is not None or found is None:
            # Accept first: browsers report the close code of an accepted socket, not the status of a refused
            # one.
            connection.accept()
            _turn_away(socket, refusal or Refused("not-found"))
            return
        self._guards.sockets[address] += 1
        self._service.metrics.sockets.inc()
        try:
            await self._guards.turnstile.passed()
            connection.accept()
            game = await self._welcome(socket, found[1], connection, self._guards.hellos.of(address), address)
            await self._listen(socket, game, connection)
        except Disconnected:
            pass
        except TimeoutError:
            socket.close(1008, "bad-request")
        except (GameError, StorageError) as error:
            _turn_away(socket, error)
        finally:
            self._guards.sockets.closed(address)
            self._service.metrics.sockets.dec()

    async def _welcome(
        self, socket: Socket, id: str, connection: WebSocket, may: RateLimit, who: str
    ) -> LiveGame:
        """Read a client's hello and send it the game's state."""
        service = self._service
        hello = HELLO.read(_text(await asyncio.wait_for(connection.receive(), HELLO_SECONDS)))
        socket.voice = voice(hello.language)
        if service.stopping:
            raise Refused("server-stopping")
        game = await service.games.find(id, fresh=True, who=who)
        if hello.token is not None:
            if not well_formed(hello.token):
                raise Refused("bad-token")
            socket.participant = game.participant_of(hello.token)
            socket.key = game.hashes[socket.participant - 1]
            game.who = who
            service.arrived(game, socket.participant)
        socket.positions = bool(hello.positions)
        await self._tell_everything(socket, game, hello.after, may)
        return game

    async def _tell_everything(
        self, socket: Socket, game: LiveGame, after: int | None, may: RateLimit
    ) -> None:
        """Send the state and the events after a number, and from then on every event."""
        told = game.seq if after is None else after
        events: list[Event] = []
        while told < game.seq and len(events) < PIECE:
            events += await self._service.told(game, told, PIECE - len(events))
            told = (after or 0) + len(events)
        # No await here, so no event can slip in between the state and the first event after it.
        self._enter(socket, game)
        state = self._service.state(game, socket.participant, socket.voice)
        message = encode(Welcome(game.seq, state.you, state, events))
        socket.push(message)
        if len(game.sockets) > 1:
            self._presence_changed(game)
        may.charge(len(message))
        if told < game.seq:
            # The client is far behind: read from the log until it has caught up, new events included.
            self._exit(socket, game)
            while told < game.seq:
                messages = [encode(EventFrame(event)) for event in await self._service.told(game, told)]
                may.charge(sum(map(len, messages)))
                for message in messages:
                    await socket.send(message)
                    told += 1
            self._enter(socket, game)

    def _enter(self, socket: Socket, game: LiveGame) -> None:
        """Send every event to a socket from now on."""
        if self._service.games.get(game.id) is not game:
            raise StorageError("the game has been reloaded in the meantime")
        if socket.participant and game.hashes[socket.participant - 1] != socket.key:
            raise Refused("bad-token")  # it has been renewed since
        if not game.sockets:
            self._service.announce(game)
        game.sockets = (*game.sockets, socket)

    def _exit(self, socket: Socket, game: LiveGame) -> None:
        game.sockets = tuple(each for each in game.sockets if each is not socket)

    def _presence_changed(self, game: LiveGame) -> None:
        """Schedule a presence message to all clients; changes within a short time share one."""
        if not game.telling and game.sockets:
            game.telling = True
            asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_presence, game)

    def _tell_presence(self, game: LiveGame) -> None:
        game.telling = False
        game.tell(Presence(game.here, len(game.sockets)))

    async def _listen(self, socket: Socket, game: LiveGame, connection: WebSocket) -> None:
        connection.listen(partial(self._received, socket, game))
        try:
            await connection.closed()
        finally:
            self._exit(socket, game)
            self._presence_changed(game)

    def _received(self, socket: Socket, game: LiveGame, text: str | None) -> None:
        """Handle a message; `None` means that it is not text."""
        if not socket.allowed():
            return
        try:
            asked = FRAME.read(_text(text))
            if type(asked) is Ping:
                socket.push(encode(Pong(game.seq)))
            elif not socket.participant:
                raise Refused("no-token")
            elif type(asked) is React:
                socket.charge(SAYING)
                self._service.react(game, socket.participant, asked.reaction)
            else:
                self._service.submit(Request.of(game, socket.participant, asked, socket))
        except GameError as error:
            socket.refuse(error, _id_in(text))


def _turn_away(socket: Socket, error: GameError | StorageError) -> None:
    """Refuse a client; the close code says whether it should come back."""
    socket.refuse(Refused(error.code) if isinstance(error, StorageError) else error)
    socket.close({"server-stopping": 1012, "storage": 1013}.get(error.code, 1008), error.code)


def _text(message: str | None) -> str:
    """A message; raises `Refused` if it is not text."""
    if message is None:
        raise bad_request("messages are text, not bytes")
    return message


def _id_in(text: str | None) -> str | None:
    """The id of a refused message, if it has a valid one."""
    try:
        return NAMED.read(_text(text)).id
    except Refused:
        return None
