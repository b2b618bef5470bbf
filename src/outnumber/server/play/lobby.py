"""The list of open games has those whose makers are there: each process tells of the ones that it sees."""

from __future__ import annotations

import time
from collections.abc import Mapping

from outnumber.server.play.live_game import OPEN, LiveGame
from outnumber.server.storage.log import Log

# The database is told at most so often, in seconds, of whoever has come.
PAUSE = 1.0
# Seconds until an open game is no longer listed if its maker is away.
AWAY = 60.0


class Lobby:
    """Notes that the makers of open games are there."""

    def __init__(self, log: Log, games: Mapping[str, LiveGame]) -> None:
        self._log = log
        self._games = games
        self.away = AWAY
        self._again = AWAY / 4  # each time it is noted, three more tries may fail
        self.pause = min(PAUSE, self._again)
        self._here: set[str] = set()

    def note(self, game: LiveGame) -> None:
        """The maker of an open game is here; however often that is said, it is noted now and then."""
        now = time.monotonic()
        if now - game.seen >= self._again:
            game.seen = now
            self._here.add(game.id)

    async def tell(self) -> None:
        """Tell the database which open games have their makers here."""
        for game in self._games.values():
            if game.listed and game.state == OPEN and game.here[0]:
                self.note(game)
        here, self._here = self._here, set()
        await self._log.seen([*here], time.time())
