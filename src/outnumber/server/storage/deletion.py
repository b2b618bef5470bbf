"""Delete games and classes so that no process can recreate any part of them.

A game is sealed first: from then on the database refuses every change to it, even from a process that was
suspended or disconnected and does not know of the deletion. Then its rows are deleted, the row in `games`
last. If the deletion is interrupted, the next sweep of any process completes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from .schema import GONE, Run
from .writers import LARGEST_GROUP

# The row of `beats` that counts deletions by other programs: servers look at it every few seconds. Versions
# that do not know it only read rows from 0.
_DELETIONS = -1


async def deletions(run: Run) -> float:
    """A number that changes with every deletion by another program."""
    ((count,),) = await run("SELECT coalesce(max(at), 0) FROM beats WHERE id = $1", (_DELETIONS,))
    return float(count)


class Deletion:
    """Deletes games and classes in one database."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def of_class(self, key: str, older: Iterable[str]) -> list[str]:
        """The games of a class. Older versions did not mark them, so those in `older` are included."""
        rows = await self._run("SELECT id FROM games WHERE class = $1 AND class <> ''", (key,))
        found = [row[0] for row in rows]
        waiting = [id for id in older if id not in found]
        while waiting:
            found.append(waiting.pop())
            accepted = "SELECT data FROM events WHERE game = $1 AND kind = 'rematch-accept'"
            for row in await self._run(accepted, (found[-1],)):
                with suppress(ValueError, TypeError, LookupError):  # the event may be damaged
                    waiting.append(msgspec.json.decode(row[0])["game"])
        return found[::-1]  # rematches first: a deleted game no longer leads to one

    async def seal(self, id: str, was: str = "", state: str = GONE) -> bool:
        """Seal a game or class if it is in state `was` (by default any); return whether it is sealed now.

        The database refuses all further changes to it.
        """
        await self._run("UPDATE games SET state = $1 WHERE id = $2 AND $3 IN (state, '')", (state, id, was))
        ((now, tail),) = await self._run(
            "SELECT (SELECT state FROM games WHERE id = $1), (SELECT seq FROM tails WHERE game = $1)", (id,)
        )
        # If only the tail is left, a process of an older version has deleted the game.
        if now != state and (now is not None or tail is None):
            return False
        await self._run("DELETE FROM tails WHERE game = $1", (id,))
        return True

    async def erase(self, id: str) -> None:
        """Delete a sealed game in small steps, so that other games can be written in between."""
        ((last,),) = await self._run("SELECT max(seq) FROM events WHERE game = $1", (id,))
        for seq in range(LARGEST_GROUP, (last or 0) + LARGEST_GROUP, LARGEST_GROUP):
            await self._run("DELETE FROM events WHERE game = $1 AND seq <= $2", (id, seq))
        await self._run("DELETE FROM games WHERE id = $1 AND state = $2", (id, GONE))


async def delete(run: Run, ids: Iterable[str]) -> None:
    """Delete games beside running servers, and tell these; classes first, so that they get no new games."""
    deletion = Deletion(run)
    ids = sorted(ids, key=lambda game: ":" not in game)
    for id in ids:
        await deletion.seal(id)
    await run(
        "INSERT INTO beats (id, at) VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET at = beats.at + 1",
        (_DELETIONS,),
    )
    for id in ids:
        await deletion.erase(id)
