"""Deletes expired games: open games after some days, others only if the operator sets a limit."""

from __future__ import annotations

import asyncio
import logging
import os
from math import inf
from pathlib import Path

from outnumber.api.errors import Refused
from outnumber.match.record import write
from outnumber.server.errors import Gone, StorageError
from outnumber.server.play.live_game import OPEN, OVER, PLAYING
from outnumber.server.play.service import GameService
from outnumber.server.settings import DAY
from outnumber.store.files import StoreError, save_text

from .schema import GONE

logger = logging.getLogger("outnumber.server.storage.retention")

# Maximum number of games deleted per sweep, and the seconds between sweeps.
MOST = 50
PAUSE = 60.0
# Seconds between the expiry of an open game and its deletion, because a process with a slow clock still lets
# players join for a while.
GRACE = 3600.0


class Retention:
    """Deletes expired games."""

    def __init__(self, service: GameService) -> None:
        self._log = service.log
        self._service = service
        self._settings = service.settings
        self._stay: set[str] = set()  # games that could not be archived

    async def sweep(self, now: float) -> int:
        """Delete some expired games, and return how many."""
        settings = self._settings
        # A game of yesterday may still be on its way to the disk.
        await self._log.forget_makers((now - PAUSE) // DAY * DAY)
        ages = {GONE: inf}  # interrupted deletions
        if await self._log.calendar.trusted(now):
            if settings.open_days:
                ages[OPEN] = settings.oldest_open(now) - GRACE
            for state, days in ((OVER, settings.finished_days), (PLAYING, settings.idle_days)):
                if days:
                    ages[state] = now - days * DAY
        count = 0
        for state, before in ages.items():
            found = await self._log.older(state, before, MOST + len(self._stay))
            for id in [id for id in found if id not in self._stay][: MOST - count]:
                if state != OVER or await self._archived(id):
                    await self.forget(id, state)
                    count += 1
        if count:
            logger.info("expired games deleted", extra={"games": count})
        return count

    async def _archived(self, id: str) -> bool:
        """Save the record of a game if there is an archive folder; return whether the game may be deleted."""
        if not self._settings.archive:
            return True
        try:
            game = await self._service.games.find(id)
            file = Path(self._settings.archive) / f"{id}.txt"
            await asyncio.to_thread(save_text, file, write(game.match))
            (last,) = await self._log.events(id, game.seq - 1, 1)
            os.utime(file, (last.at, last.at))  # for outnumber erase --before
        except (Gone, Refused):  # another process has deleted it meanwhile
            return False
        except (OSError, StoreError) as error:
            if type(error) is not StorageError:
                self._stay.add(id)
            logger.error(
                "cannot archive a game, so it is not deleted: check the archive folder",
                extra={"game": id, "error": str(error)},
            )
            return False
        return True

    async def forget(self, id: str, state: str = "") -> None:
        """Delete a game if it is in `state` (by default any), and close its sockets in every process."""
        if await self._log.deletion.seal(id, state):
            self._service.games.let_go(id)
            if self._service.changed:
                self._service.changed(id)
            await self._log.deletion.erase(id)
