"""The cache of games in memory: loaded from the log on demand, least recently used evicted first."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from outnumber.api.errors import Refused
from outnumber.server.errors import Gone

from .live_game import OPEN, OVER, LiveGame
from .tokens import may_be_id

if TYPE_CHECKING:
    from .service import GameService


class GameCache(OrderedDict[str, LiveGame]):
    """Games by id, least recently used first."""

    def __init__(self, service: GameService) -> None:
        super().__init__()
        self._service = service
        self._log = service.log
        self._loading: dict[str, asyncio.Future[LiveGame]] = {}

    async def find(self, id: str, fresh: bool = False, who: str = "") -> LiveGame:
        """The game with an id; `fresh` also reads new events if other processes write to the database.

        `who` is the client's address: until a player connects, computer moves use its share of the solvers.
        """
        game = self.get(id)
        if game is not None:
            self.move_to_end(id)
            if fresh and self._log.shared:
                await self.refresh(game)
        else:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.ensure_future(self._load(id, who))
                loading.add_done_callback(lambda _: self._loading.pop(id, None))
            game = await asyncio.shield(loading)
        if game.state == OPEN and game.row.created < self._service.settings.oldest_open(time.time()):
            raise Refused("no-such-game")
        return game

    async def _load(self, id: str, who: str) -> LiveGame:
        stored = await self._log.game(id) if may_be_id(id) else None
        if stored is None:
            raise Refused("no-such-game")
        try:
            game = LiveGame(stored)
        except (msgspec.MsgspecError, TypeError, ValueError, LookupError):  # an old row without a checksum
            raise self._log.damaged(id, "its setup cannot be read") from None
        async for row in self._log.beyond(id, 0):
            try:
                game.apply(row)
            except (ValueError, TypeError, LookupError):
                raise self._log.damaged(id, f"event {row.seq} cannot follow") from None
        if stored.state == OVER != game.state:
            raise self._log.damaged(id, "the last event is missing")
        game.who = who
        self._service.begin(game)
        self._service.announce(game)
        return game

    async def refresh(self, game: LiveGame) -> None:
        """Apply and send the events of other processes; raises `Gone` if the game has been deleted."""
        try:
            async for row in self._log.beyond(game.id, game.seq):
                if row.seq == game.seq + 1:
                    self._service.happened(game, row)
        except Gone:
            self.let_go(game.id)
            raise

    def keep(self, game: LiveGame) -> None:
        """Add a game, and evict some if there are too many."""
        self[game.id] = game
        if len(self) > self._service.settings.kept:
            # Oldest first; games with open sockets stay.
            for id, each in list(self.items())[: len(self) - self._service.settings.kept + 64]:
                if not each.sockets and not each.pending and each is not game:
                    del self[id]
                    self._service.computers.leave(each)

    def let_go(self, id: str) -> None:
        """Drop a deleted game and close its sockets; the database refuses pending events."""
        if (game := self.pop(id, None)) is not None:
            for socket in game.sockets:
                socket.close(1008, "no-such-game")
            self._service.computers.leave(game)
