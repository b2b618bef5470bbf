"""All games of this process: what players want goes to the log, and what the log took goes to everybody.

Nothing here decides between two requests that come at once. Each is checked against what this process knows
and sent to the log under the next number; the database takes one of them, and the other is checked again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from outnumber.api.answers import Event, State
from outnumber.api.fields import ReactionName
from outnumber.api.frames import Ack, EventFrame, Reaction, Stopping, encode
from outnumber.api.refusals import Refused
from outnumber.games.errors import GameError
from outnumber.games.sentences import Voice
from outnumber.match.match import FAIR, HUMAN, Match
from outnumber.server.errors import Damaged, Gone, StorageError
from outnumber.server.metrics import Metrics
from outnumber.server.play import views
from outnumber.server.play.cache import Tables
from outnumber.server.play.clocks import Clocks
from outnumber.server.play.computers import Computers
from outnumber.server.play.create import rematch_of
from outnumber.server.play.live_game import OPEN, OVER, PLAYING, LiveGame
from outnumber.server.play.lobby import Lobby
from outnumber.server.play.requests import Reply, Request, ignored
from outnumber.server.play.tokens import new_token, pseudonym
from outnumber.server.play.turn_time import TurnClock
from outnumber.server.settings import ServerSettings
from outnumber.server.storage.log import Log, LogEntry, LogRow, NewGame

if TYPE_CHECKING:
    from outnumber.workers.pool import Pool

logger = logging.getLogger("outnumber.server")

ATTEMPTS = 8
# Refused moves ask the database at most so often for each game, and only where others write to it.
LOOK_SECONDS = 1.0
# What a repeated request costs a socket, in messages: it has to be looked up.
LOOK_UP = 20.0
# So many events are told in one go.
PIECE = 1000


class Hub:
    """The games in memory, and everything that happens to them."""

    def __init__(self, log: Log, solvers: Pool, settings: ServerSettings, metrics: Metrics) -> None:
        self.log = log
        self.solvers = solvers
        self.settings = settings
        self.metrics = metrics
        self.computers = Computers(solvers, self.spawn, self.submit, self._goes_on_here)
        self.tables = Tables(log, settings, self._begin, self._happened, self.computers.leave)
        self.clocks = Clocks(self._time_is_up)
        self.turns = TurnClock(log)
        self.lobby = Lobby(log, self.tables, settings.away_seconds)
        self._key = settings.key or new_token()
        self.stopping = False
        self.events = 0  # on disk since the start
        # Told after each group which games changed, and what is said; updates between processes use it.
        self.changed: Callable[[str], None] = _nobody_listens
        # Told of each game that is over; classes keep the score by it.
        self.over: Callable[[LiveGame], None] = _nobody_counts
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._telling = asyncio.Lock()

    # Games

    async def create(self, game: NewGame, who: str = "") -> LiveGame:
        """Save a new game that an address asked for; a game of a class only until the class ends."""
        written = await self.log.written(None, game)
        if not written:
            raise Refused("storage" if written is None else "no-such-class")
        self.metrics.games.inc()
        table = LiveGame(game)
        table.who = who
        self._begin(table)
        return table

    def _begin(self, table: LiveGame) -> None:
        """Keep a table that has just been made or loaded, and go on with its game."""
        if table.clocked:
            self.turns.told(table)
        self.tables.keep(table)
        self._go_on(table)

    def _goes_on_here(self, table: LiveGame) -> bool:
        return self.tables.get(table.id) is table and not self.stopping

    def state(self, table: LiveGame, you: int, voice: Voice) -> State:
        """Everything about a game as a participant sees it, or a watcher for 0."""
        expires = self.settings.end_of_open(table.created)
        return views.state(table, you, self.turns.left(table), voice, self.turns.wait(table), expires)

    def maker(self, address: str) -> str:
        """By what the list of games knows an address again."""
        return pseudonym(self._key, address)

    # What players want

    def submit(self, request: Request) -> None:
        """Try a request; its reply is called once, now or later."""
        table = request.table
        if self.stopping:
            request.reply(Refused("server-stopping"))
            return
        if self.log.look_only:
            # Nothing was tried: who looks on may stay.
            request.reply(Refused("storage"))
            return
        seq = table.seq_of(request.request) if request.request is not None else 0
        if seq:
            if request.socket is not None:
                request.socket.charge(LOOK_UP)
            self.spawn(self._answer_again(request, seq))
            return
        if request.kind == "rematch-accept" and request.new is None:
            seed = secrets.randbits(32)
            if table.match.start == FAIR:
                self.spawn(self._draw_rematch(request, seed))
                return
            request.new, request.data = rematch_of(table, seed)
        try:
            if request.key is not None and request.key != table.hashes[request.participant - 1]:
                raise Refused("bad-token")  # it was renewed meanwhile
            if request.after is not None and not table.changed <= request.after <= table.seq:
                raise Refused("stale", seq=table.seq)
            if table.seq >= self.settings.events // 2:
                self._must_not_be_too_long(table, request.kind)
            timing = self.turns.timing(request) if table.clocked else None
            if timing is not None and request.kind != "time" and self.turns.late(request, timing):
                self._too_late(request)
                return
            if request.kind in ("claim-offer", "claim-accept"):
                self._must_have_left(request)
            if request.kind == "claim-offer":
                request.number = ceil(self.settings.claim_seconds)
                request.data = encode({"since": self.log.uptime.now()}).decode()
            row, after = table.propose(
                request.kind, request.participant, request.number, request.request, time.time(), request.data,
                timing,
            )  # fmt: skip
        except GameError as error:
            # Who comes by HTTP has just been looked for in the database.
            if self.log.shared and request.socket is not None:
                self.spawn(self._look_again(request, error))
            else:
                request.reply(error)
            return
        table.pending += 1
        self.log.append(
            LogEntry(
                row,
                partial(self._settled, request, row, after),
                request.new,
                OVER if after is not None and after.over else PLAYING if row.kind == "seat" else "",
            )
        )

    async def _draw_rematch(self, request: Request, seed: int) -> None:
        """Have the starts of the game after a game drawn, and go on with the request."""
        match = request.table.match
        try:
            openings = await self.solvers.openings(match.rules, seed, match.length, request.table.who)
        except GameError as error:
            request.reply(error)
            return
        request.new, request.data = rematch_of(request.table, seed, openings)
        self.submit(request)

    def _must_not_be_too_long(self, table: LiveGame, kind: str) -> None:
        """Only so many events are kept of a game: first nothing is taken back any more, then it must end."""
        if kind in ("takeback-offer", "claim-offer", "token", "help") or (
            kind in ("move", "rematch-offer") and table.seq >= self.settings.events
        ):
            raise Refused("game-too-long")

    def _too_late(self, request: Request) -> None:
        """Write first that the time was up, whoever asks for whatever; then look at the request again."""
        table = request.table
        request.attempts += 1

        def then(_: Event | GameError) -> None:
            if request.attempts < ATTEMPTS:
                self.submit(request)
            else:
                request.reply(Refused("server-busy"))

        self.submit(self._out_of_time(table, then))

    # Who is here, and who has left

    def arrived(self, table: LiveGame, participant: int) -> None:
        """A player has shown that they are here."""
        if table.state == OPEN and table.listed and participant == 1:
            self.lobby.note(table)
        if table.offer is not None and table.offer.kind == "claim" and table.offer.participant != participant:
            self._decline_claim(table, participant)

    def _decline_claim(self, table: LiveGame, participant: int) -> None:
        self.submit(Request(table, "claim-decline", participant, ignored, after=table.seq))

    def _must_have_left(self, request: Request) -> None:
        """Only of somebody who is not here can a win be claimed, and had only some time after that."""
        table, other = request.table, 3 - request.participant
        if table.match.participants[other - 1].plays != HUMAN or _is_here(table, other):
            raise Refused("opponent-here")
        wait = self.turns.wait(table) if request.kind == "claim-accept" else None
        # They may be at a process that is away for a moment: it must have been heard since.
        if wait is not None and (wait or not self.turns.heard_since_claim(table)):
            raise Refused("too-early", seconds=max(1, ceil(wait)))

    def _settled(self, request: Request, row: LogRow, after: Match | None, written: bool | None) -> None:
        """The log has taken an event, or not."""
        table = request.table
        table.pending -= 1
        if not written:
            if written is None:
                # Nobody knows what the database has now: what is in memory may be behind it.
                self.tables.pop(table.id, None)
                request.reply(Refused("storage"))
                # Who looks on would hear nothing of the new table: they come back from their last event.
                for socket in table.sockets:
                    socket.close(1013, "storage")
            else:
                self.metrics.conflicts.inc()
                self.spawn(self._try_again(request))
            return
        self.events += 1
        self.changed(table.id)
        newer = self.tables.get(table.id, table)
        if newer is not table:
            # An entry before this one failed, and the game was loaded anew before this one was on disk.
            self.spawn(self.tables.refresh(newer))
        if row.seq != table.seq + 1:
            # An update from the database was faster: everybody has been told already.
            self.spawn(self._answer_again(request, row.seq))
            return
        self._happened(table, row, after, request)

    async def _try_again(self, request: Request) -> None:
        """Somebody else's event has the number: find out which, and try once more."""
        request.attempts += 1
        try:
            await self.tables.refresh(request.table)
        except StorageError as error:
            request.reply(Refused(error.code))
            return
        if request.attempts < ATTEMPTS:
            self.submit(request)
        else:
            # So many others cannot all have been faster: what SQLite will not take looks the same.
            logger.error("an event is refused", extra={"game": request.table.id, "kind": request.kind})
            request.reply(Refused("server-busy"))

    async def _look_again(self, request: Request, error: GameError) -> None:
        """Refuse if another process does not know better: one question to the database for all who wait."""
        table = request.table
        seq = table.seq
        if table.looking is None:
            table.looking = self.spawn(self._look(table))
        try:
            await asyncio.shield(table.looking)
        except StorageError as failure:
            request.reply(Refused(failure.code))
            return
        request.attempts += 1
        if table.seq != seq and request.attempts < ATTEMPTS:
            self.submit(request)
        else:
            request.reply(error)

    async def _look(self, table: LiveGame) -> None:
        await asyncio.sleep(table.looked + LOOK_SECONDS - time.monotonic())
        table.looked = time.monotonic()
        table.looking = None  # who comes from here on waits for the next one
        await self.tables.refresh(table)

    async def _answer_again(self, request: Request, seq: int) -> None:
        """Answer as the first time if the event with this number is of this request."""
        table = request.table
        try:
            rows = await self.log.events(table.id, seq - 1, 1)
            if not rows:
                raise self.log.damaged(table.id, f"event {seq} is missing")
        except StorageError as error:
            request.reply(Refused(error.code))
            return
        if request.made(rows[0]):
            request.reply(views.event(table, rows[0]))
        else:
            request.reply(Refused("seat-taken" if request.kind == "seat" else "id-reused"))

    async def told(self, table: LiveGame, after: int, most: int = PIECE) -> list[Event]:
        """The events of a game after a number, from the first of them on."""
        if after >= table.seq:
            return []
        # One at a time: each is read in a thread, and many would leave the loop hardly any time.
        async with self._telling:
            rows = await self.log.events(table.id, after, most)
        if not rows:
            raise self.log.damaged(table.id, f"event {after + 1} is missing")
        return [views.event(table, row) for row in rows if row.seq <= table.seq]

    # What happened

    def _happened(
        self, table: LiveGame, row: LogRow, after: Match | None = None, request: Request | None = None
    ) -> None:
        """Fold an event in, and tell everybody who looks at the game, and first of all who asked for it."""
        before, began = table.match, table.began
        table.apply(row, after)
        if table.clocked and table.began != began:
            self.turns.told(table)
        event = views.event(table, row)
        if request is not None and request.socket is None:
            request.reply(event)
        # The same for all who want to be told alike.
        told: dict[Voice | None, Event] = {None: event}
        frames: dict[Voice | None, bytes] = {}
        for socket in table.sockets:
            how = socket.voice if socket.positions else None
            if how is not None and how not in told:
                told[how] = views.with_position(
                    table, event, before.current.position, self.turns.left(table), how
                )
            if request is not None and socket is request.socket:
                socket.push(encode(Ack(request.request or "", told[how])))
                continue
            if how not in frames:
                frames[how] = encode(EventFrame(told[how]))
            socket.push(frames[how])
        if row.kind == "token":
            for socket in table.sockets:
                if socket.participant == row.participant:
                    socket.close(1008, "bad-token")
        elif row.kind == "claim-offer" and _is_here(table, 3 - row.participant):
            self._decline_claim(table, 3 - row.participant)
        if table.state == OVER:
            self.over(table)
        if table.goes_on:
            self._go_on(table)

    def _go_on(self, table: LiveGame) -> None:
        """Let whatever must come next come: a computer's move, or the end of somebody's time."""
        self._set_clock(table)
        offer = table.offer
        if offer and (table.both or table.match.participants[2 - offer.participant].plays != HUMAN):
            answer = Request(table, f"{offer.kind}-accept", 3 - offer.participant, ignored, after=table.seq)
            self.submit(answer)
        elif table.computer_to_move:
            self.computers.think(table)

    # What players say to each other

    def react(self, table: LiveGame, participant: int, reaction: ReactionName) -> None:
        """Tell everybody at a table what a player says, at other processes too; nothing is kept of it."""
        self.reacted(table, participant, reaction)
        self.changed(f"{table.id}:{participant}:{reaction}")

    def reacted(self, table: LiveGame, participant: int, reaction: ReactionName) -> None:
        """Tell everybody at a table of this process what a player says."""
        message = encode(Reaction(participant, reaction))
        for socket in table.sockets:
            socket.push(message)

    # Clocks

    def _set_clock(self, table: LiveGame) -> None:
        left = self.turns.left(table)
        if left is not None:
            left += self.turns.grace(table)
            # Where it is over already, other processes have not been heard of since.
            self.clocks.set(table.id, table.seq, left + 0.01 if left >= 0 else LOOK_SECONDS / 2)

    def _time_is_up(self, id: str, seq: int) -> None:
        self.spawn(self._check_time(id, seq))

    async def _check_time(self, id: str, seq: int) -> None:
        try:
            table = await self.tables.find(id, fresh=True)
            if not self.log.well:
                raise StorageError("nothing can be written")
        except (Damaged, Refused):
            return
        except StorageError:
            self.clocks.set(id, seq, LOOK_SECONDS)
            return
        if table.seq == seq:
            await self._time_out(table)

    async def _time_out(self, table: LiveGame) -> None:
        if self.stopping:
            return
        if not self.turns.overdue(table):
            self._set_clock(table)
            return
        self.submit(self._out_of_time(table, ignored))

    def _out_of_time(self, table: LiveGame, reply: Reply) -> Request:
        """The end of this turn: where another process has gone on meanwhile, it must not end a later one."""
        return Request(table, "time", table.to_move, reply, request=f"time:{table.seq}", after=table.seq)

    # Tasks

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside everything else, and log it if it fails."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def every(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        """Do something at once, and again after so many seconds; where the database fails, the next time."""

        async def go_on() -> None:
            while True:
                with suppress(StorageError):
                    await work()
                await asyncio.sleep(seconds)

        loop = asyncio.ensure_future(go_on())
        loop.add_done_callback(self._finished)
        self._loops.append(loop)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Gone):
            logger.error("a task failed", exc_info=error)

    async def stop(self) -> None:
        """Take nothing more, write what was taken, and tell everybody to connect again."""
        self.stopping = True
        self.clocks.stop()
        self.log.uptime.stop()
        await self.log.flushed()
        for table in self.tables.values():
            for socket in table.sockets:
                socket.push(encode(Stopping()))
                socket.close(1012, "server-stopping")
        tasks = [*self._tasks, *self._loops]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _is_here(table: LiveGame, participant: int) -> bool:
    """Whether this process has an open socket of a participant."""
    return any(socket.participant == participant for socket in table.sockets)


def _nobody_counts(_: LiveGame) -> None:
    """There is no class."""


def _nobody_listens(_: str) -> None:
    """There is no other process."""
