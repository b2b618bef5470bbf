"""Delete games and classes so that no process can recreate any part of them.

A game is sealed first: from then on the database refuses every change to it, even from a process that does
not know yet, because it was frozen or cut off. Then its rows are deleted, the row in `games` last. If that is
interrupted, the next sweep of any process continues it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from outnumber.server.storage.schema import GONE, Run
from outnumber.server.storage.writers import LARGEST_GROUP


class Deletion:
    """Deletes in one database."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def of_class(self, key: str, older: Iterable[str]) -> list[str]:
        """The games of a class. Older versions did not mark them, so those in `older` are included."""
        rows = await self._run("SELECT id FROM games WHERE class = {0} AND class <> ''", (key,))
        found = [row[0] for row in rows]
        waiting = [id for id in older if id not in found]
        while waiting:
            found.append(waiting.pop())
            accepted = "SELECT data FROM events WHERE game = {0} AND kind = 'rematch-accept'"
            for row in await self._run(accepted, (found[-1],)):
                with suppress(ValueError, TypeError, LookupError):  # it may be damaged
                    waiting.append(msgspec.json.decode(row[0])["game"])
        return found[::-1]  # rematches first: a deleted game no longer leads to one

    async def seal(self, id: str, was: str = "", state: str = GONE) -> bool:
        """Refuse all further changes to a game or a class; returns whether it is sealed now.

        Only if it is in state `was`; without one, in any state.
        """
        await self._run(
            "UPDATE games SET state = {0} WHERE id = {1} AND {2} IN (state, '')", (state, id, was)
        )
        ((now, tail),) = await self._run(
            "SELECT (SELECT state FROM games WHERE id = {0}), (SELECT seq FROM tails WHERE game = {0})", (id,)
        )
        # With only its tail left, a process of an older version has deleted it.
        if now != state and (now is not None or tail is None):
            return False
        await self._run("DELETE FROM tails WHERE game = {0}", (id,))
        return True

    async def erase(self, id: str) -> None:
        """Delete a sealed game, in small steps between which other games can be written."""
        ((last,),) = await self._run("SELECT max(seq) FROM events WHERE game = {0}", (id,))
        for seq in range(LARGEST_GROUP, (last or 0) + LARGEST_GROUP, LARGEST_GROUP):
            await self._run("DELETE FROM events WHERE game = {0} AND seq <= {1}", (id, seq))
        await self._run("DELETE FROM games WHERE id = {0} AND state = {1}", (id, GONE))
