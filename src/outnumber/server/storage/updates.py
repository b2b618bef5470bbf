"""Live updates between processes that share one PostgreSQL database.

After a group is committed, a process notifies the processes that watch its games. It does so outside the
transaction, because PostgreSQL commits transactions with notifications one at a time. Each process listens on
a channel that is named after it. If all clients of a game are at one process, no notification is sent.

To find each other, processes send these messages about a game:

- `?ID`, to all: the sender has loaded the game, or its first client has connected.
- `+ID`, the answer of a process that has clients of the game.
- `ID`: the game has changed; `ID=ROW` with the new event. Also the answer to `?ID` of a process without
  clients, because the game may have changed while the sender loaded it.
- `-ID`, the answer to `ID` of a process that has no clients of the game (any more).

A notification may be lost with its connection, so every process also polls the games that it has sockets for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from math import inf
from typing import Any, cast

from outnumber.api.fields import ReactionName
from outnumber.api.frames import Reaction
from outnumber.server.errors import StorageError
from outnumber.server.play.live_game import LiveGame
from outnumber.server.play.service import GameService
from outnumber.server.play.tasks import BackgroundTasks

from .checksums import LogRow, checksum
from .deletion import deletions

logger = logging.getLogger("outnumber.server.storage.updates")

# The channel for notifications to all processes.
CHANNEL = "outnumber"
POLL = 3.0
# Seconds between statements that send notifications.
PAUSE = 0.005
# Seconds without a message of an older version until it counts as gone.
OLD = 60.0


class Updates(BackgroundTasks):
    """Sends the ids of changed games to other processes, and handles theirs."""

    _old = -inf  # by the event loop's clock: the last message of an older version

    def __init__(self, service: GameService) -> None:
        super().__init__()
        self._log = service.log
        self._service = service
        # Its channel. Names of older versions, which listen to `CHANNEL` only, begin differently.
        self.name = f"{CHANNEL}_{secrets.token_hex(8)}"
        self._news: dict[tuple[str, str], None] = {}  # channels and messages, oldest first
        self._wake = asyncio.Event()

    async def start(self) -> None:
        self._deletions = await deletions(self._log.run)
        self._service.every(POLL, self.look_for_deletions)
        if not self._log.shared:
            return
        self._service.changed = self._note
        self._service.every(POLL, self.poll)
        # Not as tasks of the service: the last changes are sent after it has stopped.
        self.every(PAUSE, self._tell)
        self.every(1, self.hear)

    def _note(self, news: str, row: LogRow | None = None) -> None:
        """Notify the processes that watch a game; all of them if that is unknown."""
        game = self._service.games.get(news.partition(":")[0])
        if game is None or asyncio.get_running_loop().time() < self._old + OLD:
            self._send(CHANNEL, news)
        elif game.watchers:
            # Spaces separate messages. An event that loses one has a wrong checksum, and is read instead.
            event = f"{news}={json.dumps(row).replace(' ', '')}" if row else news
            for name in game.watchers:
                self._send(name, event)

    def _send(self, channel: str, news: str) -> None:
        if channel.startswith(CHANNEL):  # older versions do not listen to their names
            self._news.pop((channel, news), None)  # the newest message about a game goes last
            self._news[channel, news] = None
            self._wake.set()

    async def _tell(self) -> None:
        """Send what is waiting; if that fails, polling finds the changes later."""
        await self._wake.wait()
        self._wake.clear()
        news, self._news = self._news, {}
        await self._log.notify([(channel, f"{self.name} {each}") for channel, each in news])

    async def hear(self) -> None:
        """Listen to the other processes until the connection fails."""
        try:
            await self._log.listen([CHANNEL, self.name], self.heard)
        except StorageError:
            logger.warning("cannot listen to other processes; updates are delayed while retrying")

    def heard(self, *notice: Any) -> None:
        """Handle a notification from another process: changed games, reactions, and who watches a game."""
        sender, *all_news = str(notice[-1]).split()
        if sender == self.name:
            return
        if not sender.startswith(CHANNEL):
            self._old = asyncio.get_running_loop().time()
        for each in all_news:
            news, _, event = each.partition("=")
            id, _, said = news.lstrip("?+-").partition(":")
            game = self._service.games.get(id)
            if said and game is not None:
                participant, _, reaction = said.partition(":")
                game.tell(Reaction(int(participant), cast(ReactionName, reaction)))
            else:
                self._changed(sender, news, id, game, event)

    def _changed(self, sender: str, news: str, id: str, game: LiveGame | None, event: str) -> None:
        if game is not None and news != id:
            game.watchers.pop(sender, None)
            if news[0] != "-":
                game.watchers[sender] = None
                # The sender may not know what this process has written meanwhile.
                self._send(sender, f"+{id}" if game.sockets and news[0] == "?" else id)
        if news[0] in "?-":
            return
        if game is None or not game.sockets:
            self._send(sender, f"-{id}")
        elif not game.pending:
            row = LogRow(*json.loads(event)) if event else None
            if row and row.seq == game.seq + 1 and row.checksum == checksum(row[:8], game.checksum):
                self._service.happened(game, row)
            else:
                self._service.spawn(self._refresh(game))

    async def _refresh(self, game: LiveGame) -> None:
        with contextlib.suppress(StorageError):
            await self._service.games.refresh(game)

    async def look_for_deletions(self) -> None:
        """Forget games that another program has deleted from the database; see `deletion.delete`."""
        if (now := await deletions(self._log.run)) == self._deletions:
            return
        ids = [*self._service.games]
        there = await self._log.newest(ids)
        for id in {*ids} - {*there}:
            self._service.games.let_go(id)
        self._log.forget_damages()
        self._deletions = now

    async def poll(self) -> None:
        """Refresh changed games that have sockets: a notification may have been lost."""
        watched = [game for game in self._service.games.values() if game.sockets]
        newest = await self._log.newest([game.id for game in watched])
        for game in watched:
            # Deleted games are missing from the result. A pending event notices it anyway.
            if game.sockets and not game.pending and game.seq < newest.get(game.id, inf):
                self._service.announce(game)
                await self._refresh(game)
