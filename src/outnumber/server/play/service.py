"""The games of this process: requests go to the log, and saved events go to every client.

Concurrent requests are not ordered here. Each is checked against the state in memory and sent to the log
under the next number. The database accepts one of them; the others are checked again and retried.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import ceil

from outnumber.api.answers import Event, State
from outnumber.api.errors import Refused
from outnumber.api.events import (
    EVENTS,
    ClaimAccepted,
    ClaimDeclined,
    ClaimOffered,
    GameEvent,
    HelpAsked,
    MovePlayed,
    RematchAccepted,
    RematchOffered,
    SeatTaken,
    TakebackOffered,
    TimeRanOut,
    TokenRenewed,
)
from outnumber.api.fields import ReactionName
from outnumber.api.frames import Ack, EventFrame, Reaction, Stopping, encode
from outnumber.games import GameError, Phrase, Voice
from outnumber.match import DRAWN, FAIR, HUMAN, Match
from outnumber.server.errors import Damaged, StorageError
from outnumber.server.metrics import Metrics
from outnumber.server.settings import DAY, ServerSettings
from outnumber.server.storage.log import Log, LogEntry, LogRow, NewGame
from outnumber.study.paths.path import first_game, path
from outnumber.workers import study_jobs
from outnumber.workers.pool import DEAR, Pool

from . import views
from .cache import GameCache
from .computers import Computers
from .create import rematch_of
from .live_game import OPEN, OVER, PLAYING, LiveGame, read_event
from .lobby import Lobby
from .requests import Request
from .tasks import BackgroundTasks
from .tokens import new_token, pseudonym
from .turn_time import TurnClock

logger = logging.getLogger("outnumber.server")

ATTEMPTS = 8
# Maximum number of events in one game. In the second half, takebacks are refused.
MOST_EVENTS = 20_000
# With a shared database: minimum seconds between two reads of a game whose moves are refused.
LOOK_SECONDS = 1.0
# Rate limit cost of a repeated request, in messages, because it needs a database read.
LOOK_UP = 20.0
# The ids of requests that the pages, outnumber join and the server itself make: they contain no words.
_PLAIN = re.compile(r"(seat-|token-|time:)?[0-9a-f]{1,64}")
# Maximum number of events in one answer.
PIECE = 1000


class GameService(BackgroundTasks):
    """The games in memory, and everything that happens to them."""

    stopping = False
    events = 0  # on disk since the start
    # Callback for each message to other processes: see `Updates`.
    changed: Callable[..., None] | None = None
    # Callback for each finished game; classes use it to count wins.
    over: Callable[[LiveGame], None] | None = None

    def __init__(self, log: Log, solvers: Pool, settings: ServerSettings, metrics: Metrics) -> None:
        super().__init__()
        self.log = log
        self.solvers = solvers
        self.settings = settings
        self.metrics = metrics
        self.computers = Computers(self)
        self.games = GameCache(self)
        self.turns = TurnClock(log)
        self.lobby = Lobby(log, self.games)
        self._key = settings.key or new_token()
        self._telling = asyncio.Lock()

    # Games

    async def create(self, new: NewGame, who: str = "") -> LiveGame:
        """Save a new game for an address. The games of a class are refused once the class has ended."""
        written = await self.log.written(None, new)
        if not written:
            raise Refused("storage" if written is None else "no-such-class")
        self.metrics.games.inc()
        game = LiveGame(new)
        game.who = who
        self.begin(game)
        return game

    def begin(self, game: LiveGame) -> None:
        """Cache a new or loaded game, and continue it."""
        if game.clocked:
            self.turns.told(game)
        self.games.keep(game)
        self._go_on(game)

    def announce(self, game: LiveGame) -> None:
        """Ask the processes that have clients of a game to exchange updates of it with this one."""
        if self.changed:
            self.changed(f"?{game.id}")

    def has(self, game: LiveGame) -> bool:
        """Whether a game in memory is up to date and can continue."""
        return self.games.get(game.id) is game and not self.stopping

    def state(self, game: LiveGame, you: int, voice: Voice) -> State:
        """The complete state of a game for a participant, or for a spectator if `you` is 0."""
        days = self.settings.open_days
        expires = game.row.created + days * DAY if days else None
        return views.state(game, you, self.turns.left(game), voice, self.turns.wait(game), expires)

    def maker(self, address: str) -> str:
        """A pseudonym for an address, by which the list of games recognizes its owner until midnight UTC."""
        return pseudonym(self._key, f"{time.time() // DAY} {address}")

    async def openings(self, match: Match, seed: int, stage: int | None, who: str) -> list[tuple[int, ...]]:
        """The starts that a solver draws for the rounds of a match; empty if it starts by the rule book."""
        if match.start == FAIR:
            return await self.solvers.openings(match.rules, seed, match.length, who)
        if match.start == DRAWN:
            opponent = match.participants[1].plays
            drawn = path(match.rules.name).stage(stage) if stage else first_game(match.rules, opponent)
            return [await self.solvers.ask(partial(study_jobs.drawn_start, drawn, seed), who, DEAR)]
        return []

    # Requests

    def objection_to(self, id: str | None) -> Refused | None:
        """The refusal of a request's id that may contain words, on a server for a school."""
        if not self.settings.school or id is None or _PLAIN.fullmatch(id):
            return None
        what = Phrase("On a server for a school, the id of a request has hexadecimal digits only.")
        return Refused("switched-off", what=what)

    def submit(self, request: Request) -> None:
        """Check a request and send its event to the log; `request.answer` is called now or later."""
        game, event = request.game, request.event
        refusal = self.objection_to(request.id)
        if self.stopping or self.log.writer.closed:
            # Nothing was attempted, so sockets can stay open.
            refusal = Refused("server-stopping" if self.stopping else "storage")
        if refusal is not None:
            request.answer(refusal)
            return
        if request.id is not None and (seq := game.seq_of(request.id)):
            if request.socket is not None:
                request.socket.charge(LOOK_UP)
            self.spawn(self._answer_again(request, seq))
            return
        if isinstance(event, RematchAccepted) and request.new is None:
            self.spawn(self._draw_rematch(request))
            return
        try:
            if request.key is not None and request.key != game.hashes[event.participant - 1]:
                raise Refused("bad-token")  # it has been renewed since
            if request.after is not None and not game.changed <= request.after <= game.seq:
                raise Refused("stale", seq=game.seq)
            if game.seq >= MOST_EVENTS // 2:
                self._must_not_be_too_long(game, event)
            timing = self.turns.timing(request) if game.clocked else None
            if timing is not None and not isinstance(event, TimeRanOut) and self.turns.late(request, timing):
                self.spawn(self._end_turn_first(request))
                return
            if isinstance(event, (ClaimOffered, ClaimAccepted)):
                event = self._checked_claim(game, event)
            request.event, row, after = game.propose(event, request.id, time.time(), timing)
        except GameError as error:
            # HTTP requests have just read the game from the database.
            if self.log.shared and request.socket is not None:
                self.spawn(self._try_again(request, error, game.seq))
            else:
                request.answer(error)
            return
        game.pending += 1
        self.log.append(
            LogEntry(
                row,
                partial(self._settled, request, row, after),
                request.new,
                OVER if after is not None and after.over else PLAYING if row.kind == "seat" else "",
            )
        )

    async def _draw_rematch(self, request: Request) -> None:
        """Create the rematch, with starts drawn by a solver, and resubmit the request."""
        game, match, seed = request.game, request.game.match, secrets.randbits(32)
        try:
            openings = await self.openings(match, seed, game.setup.stage, game.who)
        except GameError as error:
            request.answer(error)
            return
        request.new = rematch_of(game, seed, openings)
        request.event = RematchAccepted(request.event.participant, request.new.id)
        self.submit(request)

    def _must_not_be_too_long(self, game: LiveGame, event: GameEvent) -> None:
        """Limit the length of a game: first refuse takebacks and other extras, then moves too."""
        full = game.seq >= MOST_EVENTS
        if isinstance(event, TakebackOffered | ClaimOffered | TokenRenewed | HelpAsked) or (
            full and isinstance(event, MovePlayed | RematchOffered)
        ):
            raise Refused("game-too-long")

    async def _end_turn_first(self, request: Request) -> None:
        """Save that the player to move ran out of time, then retry the request."""
        await self._time_out(request.game).answered
        self._once_more(request)

    def _once_more(self, request: Request) -> None:
        request.attempts += 1
        if request.attempts < ATTEMPTS:
            self.submit(request)
        else:
            # Losing this many races is implausible. An event that SQLite rejects looks the same.
            kind = request.event.__struct_config__.tag
            logger.error("an event is refused", extra={"game": request.game.id, "kind": kind})
            request.answer(Refused("server-busy"))

    async def ask(self, request: Request) -> Event:
        """Submit a request and return its event; raises the refusal."""
        self.submit(request)
        result = await request.answered
        if isinstance(result, GameError):
            raise result
        return result

    def add(self, game: LiveGame, event: GameEvent, id: str | None = None) -> Request:
        """Add an event on behalf of the server, unless another event comes first."""
        request = Request(game, event, id)
        request.after = game.seq
        self.submit(request)
        return request

    def _time_out(self, game: LiveGame) -> Request:
        return self.add(game, TimeRanOut(game.to_move), f"time:{game.seq}")

    # Presence and claims

    def arrived(self, game: LiveGame, participant: int) -> None:
        """Handle a player who has connected: list their open game, and decline claims against them."""
        if game.state == OPEN and game.row.listed and participant == 1:
            self.lobby.note(game)
        if isinstance(game.offer, ClaimOffered) and game.offer.participant != participant:
            self.add(game, ClaimDeclined(participant))

    def _checked_claim(self, game: LiveGame, event: ClaimOffered | ClaimAccepted) -> GameEvent:
        """Refuse a claim while the opponent is connected, and the win until the waiting time is over."""
        if game.here[2 - event.participant]:
            raise Refused("opponent-here")
        if isinstance(event, ClaimOffered):
            return ClaimOffered(event.participant, ceil(self.settings.claim_seconds), self.log.uptime.now())
        claim = game.offer
        if isinstance(claim, ClaimOffered):
            wait = self.turns.wait(game) or 0.0
            # The opponent may be connected to another process, so that process must have reported since.
            if wait or not self.log.uptime.heard_since(claim.since + claim.seconds):
                raise Refused("too-early", seconds=max(1, ceil(wait)))
        return event

    def _settled(self, request: Request, row: LogRow, after: Match | None, written: bool | None) -> None:
        """Handle the result of writing an event: see `LogEntry` for `written`."""
        game = request.game
        game.pending -= 1
        if not written:
            if written is None:
                # The write may or may not have succeeded, so the copy in memory may be out of date.
                self.games.pop(game.id, None)
                request.answer(Refused("storage"))
                # These sockets belong to a dropped object; clients reconnect and resume after their last
                # event.
                for socket in game.sockets:
                    socket.close(1013, "storage")
            else:
                self.metrics.conflicts.inc()
                self.spawn(self._try_again(request))
            return
        self.events += 1
        if self.changed:
            self.changed(game.id, row)
        newer = self.games.get(game.id, game)
        if newer is not game:
            # An earlier entry failed, and the game was reloaded before this entry was on disk.
            self.spawn(self.games.refresh(newer))
        if row.seq != game.seq + 1:
            # A refresh has already applied this event and sent it to all clients.
            self.spawn(self._answer_again(request, row.seq))
            return
        self.happened(game, row, after, request)

    async def _try_again(self, request: Request, error: GameError | None = None, seq: int = 0) -> None:
        """Read the events of other processes, and retry a request.

        Without an error, the event lost a race for its number. With an error, the request is refused unless
        there were new events after `seq`; all refused requests of a game share one read.
        """
        game = request.game
        try:
            if error is None:
                await self.games.refresh(game)
            elif game.seq == seq:
                game.looking = game.looking or self.spawn(self._look(game))
                await asyncio.shield(game.looking)
        except StorageError as failure:
            request.answer(Refused(failure.code))
            return
        if error is not None and (game.seq == seq or request.attempts + 1 >= ATTEMPTS):
            request.answer(error)
        else:
            self._once_more(request)

    async def _look(self, game: LiveGame) -> None:
        await asyncio.sleep(game.looked + LOOK_SECONDS - time.monotonic())
        game.looked = time.monotonic()
        game.looking = None  # later requests wait for the next read
        await self.games.refresh(game)

    async def _answer_again(self, request: Request, seq: int) -> None:
        """Repeat the first answer if this request created the event with this number."""
        game = request.game
        try:
            row, *_ = await self._read(game, seq - 1, 1)
        except StorageError as error:
            request.answer(Refused(error.code))
            return
        if request.made(row):
            request.answer(views.event(game, row, read_event(row)))
        else:
            request.answer(Refused("seat-taken" if isinstance(request.event, SeatTaken) else "id-reused"))

    async def told(self, game: LiveGame, after: int, most: int = PIECE) -> list[Event]:
        """The events of a game after number `after`, oldest first."""
        if after >= game.seq:
            return []
        # One reader at a time: many threads would starve the event loop.
        async with self._telling:
            rows = await self._read(game, after, most)
        return [views.event(game, row, read_event(row)) for row in rows if row.seq <= game.seq]

    async def _read(self, game: LiveGame, after: int, most: int) -> list[LogRow]:
        if rows := await self.log.events(game.id, after, most):
            return rows
        raise self.log.damaged(game.id, f"event {after + 1} is missing")

    # Events

    def happened(
        self, game: LiveGame, row: LogRow, after: Match | None = None, request: Request | None = None
    ) -> None:
        """Apply a saved event, and send it to every client of the game."""
        before, began = game.match, game.began
        happened = request.event if request is not None else read_event(row)
        game.apply(row, happened, after)
        if game.clocked and game.began != began:
            self.turns.told(game)
        event = views.event(game, row, happened)
        if request is not None and request.socket is None:
            request.answer(event)
        # Encode each message once per language.
        told: dict[Voice | None, Event] = {None: event}
        frames: dict[Voice | None, bytes] = {}
        for socket in game.sockets:
            how = socket.voice if socket.positions else None
            if how is not None and how not in told:
                told[how] = views.with_position(
                    game, event, before.current.position, self.turns.left(game), how
                )
            if request is not None and socket is request.socket:
                socket.push(encode(Ack(request.id or "", told[how])))
                continue
            if how not in frames:
                frames[how] = encode(EventFrame(told[how]))
            socket.push(frames[how])
        if not isinstance(happened, MovePlayed):
            self._follow_up(game, happened)
        if game.state == OVER and self.over:
            self.over(game)
        if game.goes_on:
            self._go_on(game)

    def _follow_up(self, game: LiveGame, happened: GameEvent) -> None:
        """Close the sockets of a token that was renewed; answer a claim against a player who is here."""
        if isinstance(happened, TokenRenewed):
            for socket in game.sockets:
                if socket.participant == happened.participant:
                    socket.close(1008, "bad-token")
        elif isinstance(happened, ClaimOffered) and game.here[2 - happened.participant]:
            self.add(game, ClaimDeclined(3 - happened.participant))

    def _go_on(self, game: LiveGame) -> None:
        """Start the server's own actions: the turn timer, and a computer's move or reply."""
        self._set_clock(game)
        offer = game.offer
        if offer and (game.both or game.match.participants[2 - offer.participant].plays != HUMAN):
            self.add(game, EVENTS[f"{offer.what}-accept"](3 - offer.participant))
        elif game.computer_to_move:
            self.computers.think(game)

    # Reactions

    def react(self, game: LiveGame, participant: int, reaction: ReactionName) -> None:
        """Send a reaction to all clients of a game, in every process; reactions are not saved."""
        game.tell(Reaction(participant, reaction))
        if self.changed:
            self.changed(f"{game.id}:{participant}:{reaction}")

    # Clocks

    def _set_clock(self, game: LiveGame) -> None:
        left = self.turns.left(game)
        if left is not None:
            left += self.turns.grace(game)
            # If time is already up, the server still waits for reports from other processes.
            seconds = left + 0.01 if left >= 0 else LOOK_SECONDS / 2
            if game.timer is not None:
                game.timer.cancel()
            # By id, because the game may be evicted and reloaded before the timer fires.
            id, seq, loop = game.id, game.seq, asyncio.get_running_loop()
            game.timer = loop.call_later(seconds, lambda: self.spawn(self._check_time(id, seq)))

    async def _check_time(self, id: str, seq: int) -> None:
        """End a turn whose time is up, once the database is writable."""
        while not self.stopping:
            with suppress(StorageError):
                try:
                    game = await self.games.find(id, fresh=True)
                except (Damaged, Refused):
                    return
                if self.log.well:
                    if game.seq == seq:
                        (self._time_out if self.turns.overdue(game) else self._set_clock)(game)
                    return
            await asyncio.sleep(LOOK_SECONDS)

    # Shutdown

    async def stop(self) -> None:
        """Refuse new requests, write what is waiting, and ask clients to reconnect."""
        self.stopping = True
        self.log.uptime.stop()
        await self.log.flushed()
        for game in self.games.values():
            game.tell(Stopping())
            for socket in game.sockets:
                socket.close(1012, "server-stopping")
        await self.cancel_tasks()
