"""How long games are kept: open ones while somebody may come, finished ones for ever unless it is set."""

from __future__ import annotations

import asyncio
import logging
from math import inf
from pathlib import Path

from outnumber.match.record import write
from outnumber.server.errors import StorageError
from outnumber.server.play.live_game import OPEN, OVER
from outnumber.server.play.service import GameService
from outnumber.server.settings import DAY
from outnumber.server.storage.schema import GONE
from outnumber.store.files import StoreError, save_text

logger = logging.getLogger("outnumber.server.storage.retention")

# A sweep lets go of so many games at most, one after another, and the next begins so many seconds later.
MOST = 50
PAUSE = 60.0
# Nobody can take a seat in an open game that is too old. It is deleted so many seconds after that, so that
# no process whose clock is a little behind has somebody sit down in it just then.
GRACE = 3600.0


class Retention:
    """Lets go of games that are too old."""

    def __init__(self, service: GameService) -> None:
        self._log = service.log
        self._service = service
        self._settings = service.settings
        self._stay: set[str] = set()  # what could not be archived

    async def sweep(self, now: float) -> int:
        """Let go of some games, and return how many."""
        settings = self._settings
        ages = {GONE: inf}  # interrupted deletions
        if await self._log.calendar.trusted(now):
            if settings.open_days:
                ages[OPEN] = settings.oldest_open(now) - GRACE
            if settings.finished_days:
                ages[OVER] = now - settings.finished_days * DAY
        count = 0
        for state, before in ages.items():
            found = await self._log.older(state, before, MOST + len(self._stay))
            for id in [id for id in found if id not in self._stay][: MOST - count]:
                if state != OVER or await self._archived(id):
                    await self.forget(id, state)
                    count += 1
        if count:
            logger.info("old games are gone", extra={"games": count})
        return count

    async def _archived(self, id: str) -> bool:
        """Whether a game may go: its record is saved first where that is wanted."""
        if not self._settings.archive:
            return True
        try:
            game = await self._service.games.find(id)
            file = Path(self._settings.archive) / f"{id}.txt"
            await asyncio.to_thread(save_text, file, write(game.match))
        except (StorageError, StoreError) as error:
            self._stay.add(id)
            logger.error("a game could not be archived", extra={"game": id, "error": str(error)})
            return False
        return True

    async def forget(self, id: str, state: str = "") -> None:
        """Delete a game that is in a state (by default any), and close its sockets at every process."""
        if await self._log.deletion.seal(id, state):
            self._service.games.let_go(id)
            if self._service.changed:
                self._service.changed(id)
            await self._log.deletion.erase(id)
