"""Writes the changes of a class: all waiting changes in one row, which is applied once it is saved."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable

from outnumber.api.errors import Refused
from outnumber.games.errors import GameError
from outnumber.server.classes.classroom import Classroom, Paired
from outnumber.server.classes.persistence import ChangeRequest, ClassEvent, LiveClass, key_of
from outnumber.server.errors import Gone, StorageError
from outnumber.server.play.service import ATTEMPTS, GameService

logger = logging.getLogger("outnumber.server.classes")


class ClassWriter:
    """Writes the changes of all classes of this process."""

    def __init__(
        self, service: GameService, begin: Callable[[LiveClass, Classroom, Paired], Awaitable[None]]
    ) -> None:
        self._service = service
        self._log = service.log
        self._begin = begin

    async def happen(self, kept: LiveClass, wish: ChangeRequest) -> None:
        """Save a change and wait for it; raises the refusal."""
        if self._service.stopping:
            raise Refused("server-stopping")
        kept.wishes.append(wish)
        if not kept.writing:
            kept.writing = True
            self._service.spawn(self._write(kept))
        await wish.done

    async def refresh(self, kept: LiveClass) -> None:
        """Apply new events of a class from the log; raises `Refused` if any process has ended it."""
        try:
            await self.read(kept)
        except Gone:
            kept.end()
        if kept.room.ended:
            raise Refused("no-such-class")

    async def read(self, kept: LiveClass, *, ended: bool = False) -> None:
        """Apply new events of a class from the log, with `ended` even if the class has ended."""
        async for row in self._log.beyond(key_of(kept.id), kept.rows, ended=ended):
            if row.seq == kept.rows + 1:
                try:
                    kept.apply(row)
                except (ValueError, TypeError, LookupError):
                    raise self._log.damaged(key_of(kept.id), f"event {row.seq} cannot follow") from None

    async def _write(self, kept: LiveClass) -> None:
        """Write until no requests are waiting."""
        wishes: list[ChangeRequest] = []
        try:
            while kept.wishes:
                wishes, kept.wishes = kept.wishes, []
                for _ in range(ATTEMPTS):
                    try:
                        if await self._write_once(kept, wishes):
                            break
                        await self.refresh(kept)  # another process's row has the number
                    except StorageError as error:
                        _settle(wishes, Refused(error.code))
                    except Refused as error:
                        _settle(wishes, error)
                _settle(wishes, Refused("server-busy"))
        finally:
            kept.writing = False
            _settle([*wishes, *kept.wishes], Refused("server-stopping"))
            kept.wishes = []

    async def _write_once(self, kept: LiveClass, wishes: list[ChangeRequest]) -> bool:
        """Write the pending changes and answer their requests; return False if the row's number is taken."""
        at, room, events, state = time.time(), kept.room, list[ClassEvent](), ""
        waiting: list[ChangeRequest] = []
        for wish in wishes:
            if wish.done.done():
                continue
            try:
                event = wish.event(room)
            except GameError as error:
                wish.settle(error)
                continue
            waiting.append(wish)
            if event is not None:
                events.append(event)
                room = room.after(event.change, event.number, at, event.request)
                state = wish.state or state
        if events:
            row = kept.row(events, at)
            written = await self._log.written(row, None, state)
            if not written:
                if written is None:
                    _settle(waiting, Refused("storage"))
                return written is None
            await self._begin_games(kept, room, events)
            if row.seq == kept.rows + 1:
                kept.apply(row)
        _settle(waiting)
        return True

    async def _begin_games(self, kept: LiveClass, room: Classroom, events: list[ClassEvent]) -> None:
        for event in events:
            if isinstance(event.change, Paired):
                try:
                    await self._begin(kept, room, event.change)
                except (GameError, StorageError):
                    logger.error("cannot create some games of a class; retrying at the next sweep")


def _settle(wishes: Iterable[ChangeRequest], error: Exception | None = None) -> None:
    for wish in wishes:
        wish.settle(error)
