"""The list of open games shows those whose makers are connected; each process reports its own."""

from __future__ import annotations

import time
from collections.abc import Mapping

from outnumber.server.storage.log import Log

from .live_game import OPEN, LiveGame

# Seconds between updates of the database.
PAUSE = 1.0
# Seconds until an open game is no longer listed if its maker is away.
AWAY = 60.0


class Lobby:
    """Records which open games have a connected maker."""

    def __init__(self, log: Log, games: Mapping[str, LiveGame]) -> None:
        self._log = log
        self._games = games
        self.away = AWAY
        self._again = AWAY / 4  # so three updates in a row may fail
        self.pause = min(PAUSE, self._again)
        self._here: set[str] = set()

    def note(self, game: LiveGame) -> None:
        """Record that the maker of an open game is connected, at most once per interval."""
        now = time.monotonic()
        if now - game.seen >= self._again:
            game.seen = now
            self._here.add(game.id)

    async def tell(self) -> None:
        """Write to the database which open games have a connected maker."""
        for game in self._games.values():
            if game.row.listed and game.state == OPEN and game.here[0]:
                self.note(game)
        here, self._here = self._here, set()
        await self._log.seen([*here], time.time())
