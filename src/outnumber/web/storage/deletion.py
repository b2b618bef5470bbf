"""How games and classes are deleted, so that no process can bring anything of them back.

A game is sealed first: from then on the database refuses whatever a process wants to add to it that has not
heard of it yet, because it stood still or was cut off. Then its rows are deleted, the one in `games` last. If
that is interrupted, the next sweep of any process goes on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec

from outnumber.web.storage.groups import LARGEST_GROUP
from outnumber.web.storage.schema import GONE


class Deletion:
    """Deletes in one database."""

    def __init__(self, run: Callable[[str, tuple[Any, ...]], Awaitable[list[Any]]]) -> None:
        self._run = run

    async def of_class(self, key: str, older: Iterable[str]) -> list[str]:
        """The games of a class. Older versions did not mark theirs: `older` are such ones, perhaps."""
        rows = await self._run("SELECT id FROM games WHERE class = {0} AND class <> ''", (key,))
        found = [row[0] for row in rows]
        waiting = [id for id in older if id not in found]
        while waiting:
            found.append(waiting.pop())
            accepted = "SELECT data FROM events WHERE game = {0} AND kind = 'rematch-accept'"
            for row in await self._run(accepted, (found[-1],)):
                with suppress(ValueError, TypeError, LookupError):  # it may be damaged
                    waiting.append(msgspec.json.decode(row[0])["game"])
        return found[::-1]  # what is deleted leads nowhere

    async def seal(self, id: str, was: str = "", state: str = GONE) -> bool:
        """Have nothing added any more to a game, or a class, that is in a state; whether it is sealed.

        Whatever a process that stood still wants to write afterwards is refused.
        """
        await self._run(
            "UPDATE games SET state = {0} WHERE id = {1} AND {2} IN (state, '')", (state, id, was)
        )
        if not await self._run("SELECT 1 FROM games WHERE id = {0} AND state = {1}", (id, state)):
            return False
        await self._run("DELETE FROM tails WHERE game = {0}", (id,))
        return True

    async def erase(self, id: str) -> None:
        """Delete what was sealed, in small steps between which others can write."""
        ((last,),) = await self._run("SELECT max(seq) FROM events WHERE game = {0}", (id,))
        for seq in range(LARGEST_GROUP, (last or 0) + LARGEST_GROUP, LARGEST_GROUP):
            await self._run("DELETE FROM events WHERE game = {0} AND seq <= {1}", (id, seq))
        await self._run("DELETE FROM games WHERE id = {0} AND state = {1}", (id, GONE))
