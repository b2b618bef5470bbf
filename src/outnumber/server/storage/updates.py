"""Live updates between processes that share one PostgreSQL database.

After a group is committed, a process sends the ids of its games on a channel. It does so outside the
transaction, because PostgreSQL commits transactions with notifications one at a time. A notification may be
lost with its connection, so every process also polls the games that it has sockets for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from math import inf
from typing import Any, cast

from outnumber.api.fields import ReactionName
from outnumber.api.frames import Reaction
from outnumber.server.errors import StorageError
from outnumber.server.play.live_game import LiveGame
from outnumber.server.play.service import GameService
from outnumber.server.storage.deletion import CHANNEL, IDS_A_NOTICE, deletions

logger = logging.getLogger("outnumber.server.storage.updates")

POLL = 3.0
IDS_A_QUESTION = 500


class Updates:
    """Sends the ids of changed games to other processes, and handles theirs."""

    def __init__(self, service: GameService) -> None:
        self._log = service.log
        self._service = service
        self.name = secrets.token_hex(8)  # to ignore its own notifications
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._deletions = await deletions(self._log.run)
        self._service.every(POLL, self.look_for_deletions)
        if not self._log.shared:
            return
        self._service.changed = self._note
        self._service.every(POLL, self.poll)
        self.tasks = [asyncio.create_task(work()) for work in (self._tell, self.hear)]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _note(self, id: str) -> None:
        self._changed.add(id)
        self._wake.set()

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            ids = [self._changed.pop() for _ in range(min(len(self._changed), IDS_A_NOTICE))]
            if self._changed:
                self._wake.set()
            with contextlib.suppress(StorageError):  # polling finds the changes later
                await self._log.notify(CHANNEL, " ".join([self.name, *ids]))

    async def hear(self) -> None:
        """Listen to the other processes, and retry after a failure."""
        while True:
            try:
                await self._log.listen(CHANNEL, self.heard)
            except StorageError:
                logger.warning("cannot listen to other processes; updates are delayed while retrying")
            await asyncio.sleep(1)

    def heard(self, *notice: Any) -> None:
        """Handle a notification from another process: changed games, and reactions."""
        sender, *ids = str(notice[-1]).split()
        for news in ids if sender != self.name else ():
            id, _, said = news.partition(":")
            game = self._service.games.get(id)
            if said and game is not None:
                participant, _, reaction = said.partition(":")
                game.tell(Reaction(int(participant), cast(ReactionName, reaction)))
            elif game is not None and game.sockets and not game.pending:
                self._service.spawn(self._refresh(game))

    async def _refresh(self, game: LiveGame) -> None:
        with contextlib.suppress(StorageError):
            await self._service.games.refresh(game)

    async def look_for_deletions(self) -> None:
        """Forget games that another program has deleted from the database; see `deletion.announce`."""
        if (now := await deletions(self._log.run)) == self._deletions:
            return
        ids = [*self._service.games]
        for start in range(0, len(ids), IDS_A_QUESTION):
            some = ids[start : start + IDS_A_QUESTION]
            there = await self._log.newest(some)
            for id in some:
                if id not in there:
                    self._service.games.let_go(id)
        self._log.forget_damages()
        self._deletions = now

    async def poll(self) -> None:
        """Refresh changed games that have sockets: a notification may have been lost."""
        watched = [game.id for game in self._service.games.values() if game.sockets]
        for start in range(0, len(watched), IDS_A_QUESTION):
            newest = await self._log.newest(watched[start : start + IDS_A_QUESTION])
            for id in watched[start : start + IDS_A_QUESTION]:
                game = self._service.games.get(id)
                # Deleted games are missing from the result.
                if game is not None and game.seq < newest.get(id, inf):
                    await self._refresh(game)
