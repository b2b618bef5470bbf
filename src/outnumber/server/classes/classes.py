"""The classes of this process: each change is saved first, then shown to the class."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from math import ceil, inf
from typing import Any, cast

import msgspec
from msgspec import structs
from msgspec.json import encode

from outnumber.api.classes import SetPairs
from outnumber.api.errors import Refused, too_many
from outnumber.api.fields import StateName
from outnumber.games.errors import GameError
from outnumber.server.classes.classroom import (
    ClassEnded,
    Classroom,
    Joined,
    Left,
    Pair,
    Paired,
    Planned,
    Result,
    Seen,
)
from outnumber.server.classes.code_limits import LOCKED, Guesses
from outnumber.server.classes.pairs import Standing, paired, standings
from outnumber.server.classes.persistence import (
    CLASS,
    OVER,
    PATIENCE,
    TEACHER,
    ClassEvent,
    ClassSetup,
    LiveClass,
    What,
    invite_of,
    key_of,
    new_code,
    plain_code,
    seat_of,
)
from outnumber.server.errors import Damaged, Gone, StorageError
from outnumber.server.play.create import made_for
from outnumber.server.play.live_game import OVER as FINISHED
from outnumber.server.play.live_game import LiveGame, shared_rules
from outnumber.server.play.service import ATTEMPTS, GameService
from outnumber.server.play.tokens import digest, is_digest_of, may_be_id, new_id, well_formed
from outnumber.server.settings import Rate
from outnumber.server.storage.log import NewGame
from outnumber.server.storage.retention import Retention
from outnumber.server.transport.limits import CLASS as BUDGET
from outnumber.workers.rate_limits import AddressLimits

logger = logging.getLogger("outnumber.server.classes")

# Intervals in seconds: deleting expired classes, and checking for ended classes and for what other processes
# have added.
SWEEP = 30.0
LOOK = 1.0
# Seconds after which a child without an opponent gets a new one, and between two checks for such children.
MOMENT, CHECK = 20.0, 2.0
# Rate limit of one class for rounds of games: per second, and burst size. A round creates a game for every
# pair.
ROUNDS, ROUNDS_BURST = 0.5, 20.0
# The same for plans, each of which is saved as a whole.
PLANS, PLANS_BURST = 2.0, 60.0
# Rate limits of one address for opening classes and entering wrong codes.
OPENED = Rate(0.02, 10.0, school=(0.0, 50.0))
GUESSES = Rate(0.2, 60.0, school=(0.0, 200.0))
# Maximum number of classes of one address, except on a server for a school.
SHARE = 20
# Meeting in a team is as bad as meeting this often, which is more than a tournament has rounds.
MATES = 50
# Maximum number of unfinished games to check for a result, newest first; a round has no more.
LOOKED_FOR = 50


def _swiss(
    room: Classroom, numbers: list[int], table: list[Standing]
) -> tuple[dict[int, int], dict[int, list[int]]]:
    """The points of some children in the tournament, and whom they must not meet: again, or in their team."""
    points = {each.number: each.points for each in table}
    met = {
        number: [other for other in numbers if room.team(other) == room.team(number) != 0] * MATES
        for number in numbers
    }
    for pair, _ in room.rounds:
        for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
            if one in met:
                met[one].append(other)
    quiet = room.contest is not None and room.contest.mode == "quiet"
    return {number: 0 if quiet else points[number] for number in numbers}, met


def _again(what: Paired, alone: dict[int, str], room: Classroom) -> Paired:
    """New games for children who still wait for an opponent."""
    still = [
        number for number, each in room.activities().items() if each.name == "waiting" and number in alone
    ]
    if not still or room.task is None or room.task.what is not what:
        raise Refused("nobody-to-pair")
    met = {number: room.children[number - 1].met for number in still}
    pairs = (Pair(one, two, new_id()) for one, two in paired(still, {}, met, secrets.randbits(32)))
    return structs.replace(what, pairs=tuple(pairs), again=True)


# Classes are rows of the table `games`, in a state that no game has.
STATE = cast(StateName, CLASS)


class Classes:
    """The classes, by their ids."""

    def __init__(self, service: GameService, retention: Retention) -> None:
        self._service = service
        self._log = service.log
        self._retention = retention
        settings = service.settings
        self._seconds = settings.class_hours * 3600
        rate, burst = settings.rate(GUESSES)
        self._wrong_codes = Guesses(rate, burst)
        self._codes = Guesses(rate, LOCKED * burst)
        self._makes = AddressLimits(*settings.rate(OPENED))
        self._rounds = AddressLimits(ROUNDS, ROUNDS_BURST)
        self._plans = AddressLimits(PLANS, PLANS_BURST)
        self.live: dict[str, LiveClass] = {}

    async def start(self) -> None:
        """Load the open classes, and start the background tasks."""
        self._service.over = self._game_over
        try:
            await self._load_all()
        except StorageError:
            logger.warning("cannot load the classes now; each is loaded when a client asks for it")
        self._service.every(SWEEP, self.sweep)
        self._service.every(LOOK, self._finish)
        self._service.every(CHECK, self._pair_again)
        if self._log.shared:
            self._service.every(LOOK, self._look)

    def say_goodbye(self) -> None:
        """Answer all waiting requests; clients reconnect."""
        for kept in self.live.values():
            kept.wake()

    # Finding classes

    async def _load_all(self) -> None:
        for game in await self._log.in_state(CLASS):
            if game.id.partition(":")[2] not in self.live:
                with suppress(Damaged, Refused):
                    await self._load(game)

    async def _load(self, game: NewGame) -> LiveClass:
        kept = self._read(game)
        await self.refresh(kept)
        kept = self.live.setdefault(kept.id, kept)
        await self._begin_games(kept)
        return kept

    def _read(self, game: NewGame) -> LiveClass:
        try:
            return LiveClass(game, self._log.shared)
        except msgspec.MsgspecError:  # an old row without a checksum
            raise self._log.damaged(game.id, "its setup cannot be read") from None

    def _known(self, game: NewGame) -> LiveClass:
        return self.live.get(game.id.partition(":")[2]) or self._read(game)

    async def _look(self) -> None:
        """Read the changes of other processes, and drop the classes that they have ended."""
        newest = await self._log.newest([key_of(id) for id in self.live])
        for kept in list(self.live.values()):
            with suppress(Refused, Damaged):
                if newest.get(key_of(kept.id), inf) > kept.rows and not kept.writing.locked():
                    await self.refresh(kept)
                if seen := kept.seen:
                    await self.happen(kept, Seen(seen))

    async def refresh(self, kept: LiveClass) -> None:
        """Read the changes of other processes to a class; raises `Refused` if one has ended it."""
        try:
            await kept.read(self._log)
        except Gone:
            kept.end()
        if kept.room.ended:
            if kept.id in self.live:
                self._drop(kept)
                # A process of an older version does not delete the games of other processes.
                self._service.spawn(self.forget(kept))
            raise Refused("no-such-class")

    def _drop(self, kept: LiveClass) -> None:
        """Remove an ended class and its games from memory."""
        for each in {kept, self.live.pop(kept.id, kept)}:
            each.end()
        for pair, _ in kept.room.pairs:
            self._service.games.let_go(pair.game)

    async def find(self, id: str, token: str | None) -> tuple[LiveClass, int]:
        """The class with an id, and the number of the token's owner; raises `Refused` for strangers."""
        kept = self.live.get(id)
        if kept is None and may_be_id(id):
            game = await self._log.game(key_of(id))
            kept = await self._load(game) if game is not None and game.state == STATE else None
        elif kept is not None and self._log.shared:
            await self.refresh(kept)
        if kept is None or kept.room.ended or not self.until(kept):
            raise Refused("no-such-class")
        number = kept.number_of(token) if token is not None else None
        if number is None:
            raise Refused("not-in-class")
        return kept, number

    def until(self, kept: LiveClass) -> int:
        """The seconds until a class is deleted; downtime does not count."""
        age = self._log.uptime.now() - kept.began if kept.began else time.time() - kept.created
        return max(0, ceil(self._seconds - age))

    def budget(self, shown: str) -> tuple[str, str] | None:
        """The names of the rate limits for a pass: those of the class, and of the child in it."""
        kept = self.live.get(shown.partition(".")[0])
        number = kept.holder(shown) if kept else None
        return (f"{BUDGET}{kept.id}", f"{BUDGET}{kept.id} {number}") if kept and number is not None else None

    # Opening and entering

    async def open(self, token: str, address: str, language: str = "") -> LiveClass:
        """Open a class for a teacher's token."""
        if wait := self._makes.wait(address):
            raise too_many(wait)
        if self._log.shared:
            await self._load_all()
        settings, maker = self._service.settings, self._service.maker(address)
        own = [kept for kept in self.live.values() if kept.maker == maker]
        all_full = len(self.live) >= settings.classes
        own_full = len(own) >= (settings.classes if settings.school else SHARE)
        if all_full or own_full:
            # Delete an empty class, so that unused classes do not block others.
            among = self.live.values() if all_full else own
            empty = next((kept for kept in among if not kept.room.children), None)
            if empty is None or (all_full and own_full):
                raise Refused("classes-full")
            await self.forget(empty)
        codes = {kept.code for kept in self.live.values()}
        code = next(code for code in iter(new_code, "") if code not in codes)
        setup = ClassSetup(code, digest(token), digest(invite_of(token)), self._log.uptime.now(), language)
        game = NewGame(key_of(new_id()), encode(setup).decode(), time.time(), STATE, 0, maker)
        if self._service.stopping:
            raise Refused("server-stopping")
        if not await self._log.written(None, game):
            raise Refused("storage")
        return await self._load(game)

    async def door(self, code: str, address: str) -> LiveClass:
        """The class with a code or an invite.

        There is a rate limit for wrong codes, but not for right ones.
        """
        guess = not well_formed(code)  # an invite has 128 random bits: too many to guess
        if guess:
            self._codes.take(address)
        found = self._behind(code)
        if found is None and self._log.shared:
            await self._load_all()
            found = self._behind(code)
        elif found is not None and self._log.shared:
            await self.refresh(found)
            found = self._behind(code)  # None if it has been closed to newcomers
        if found is None:
            if guess:
                self._wrong_codes.take(address)
            raise Refused("no-such-class")
        if guess:
            self._codes.give_back(address)
        return found

    def _behind(self, code: str) -> LiveClass | None:
        """The class with a code or an invite, if it is open to newcomers."""
        plain = plain_code(code)
        for kept in self.live.values():
            right = is_digest_of(kept.invite, code) if well_formed(code) else kept.code == plain
            if right and kept.room.open and self.until(kept):
                return kept
        return None

    async def enter(self, kept: LiveClass, name: str, token: str, shown: str = "") -> int:
        """Add a child, and return its number; repeating a request is harmless.

        If the browser already had a child in the class, that child leaves.
        """
        before, instead = kept.holder(shown), kept.lost().get(name, "")
        await self.happen(kept, Joined(name, digest(token), digest(seat_of(token)), instead))
        number = kept.number_of(token)
        if number is None:
            raise Refused("storage")
        kept.hear(number)
        if before not in (None, TEACHER, number):
            with suppress(Refused):  # it has already left
                await self.happen(kept, Left(), before)
        return number

    # Changes

    async def happen(
        self, kept: LiveClass, what: What, number: int = TEACHER, request: str | None = None, state: str = ""
    ) -> None:
        """Save and apply a change; a change that has already been made is ignored."""
        if refusal := self._service.objection_to(request):
            raise refusal
        request = f"{number}:{request}" if request else None
        async with kept.writing:
            for _ in range(ATTEMPTS):
                if self._service.stopping:
                    raise Refused("server-stopping")
                if request in kept.room.requests:
                    return
                change = what(kept.room) if callable(what) else what
                if not kept.room.allows(change, number):
                    return
                row = kept.row(ClassEvent(change, number, request), time.time())
                written = await self._log.written(row, None, state)
                if written is None:
                    raise Refused("storage")
                if written:
                    if isinstance(change, Paired):
                        await self._make_games_first(kept, change, row.at)
                    if row.seq == kept.rows + 1:
                        kept.apply(row)
                    return
                await self.refresh(kept)  # another process's row has the number
        raise Refused("server-busy")

    async def plan(self, kept: LiveClass, plan: Planned, request: str | None) -> None:
        """Save a plan."""
        if wait := self._plans.wait(kept.id):
            raise too_many(wait)
        await self.happen(kept, plan, TEACHER, request)

    async def news(
        self,
        kept: LiveClass,
        number: int,
        after: int | None,
        seconds: float,
        broken: Callable[[], Coroutine[Any, Any, None]],
        silence: Callable[[], float],
    ) -> bool:
        """Wait for changes after number `after`; the teacher sees all, children only those for them.

        Return whether the connection broke.
        """
        known = kept.room.seq if number == TEACHER else kept.room.told
        if after is not None and after >= known and seconds and not self._service.stopping:
            return await kept.news(number, seconds, broken, silence)
        return False

    # Games

    async def pair(
        self, kept: LiveClass, game: str, options: dict[str, Any], asked: SetPairs, request: str | None
    ) -> None:
        """Pair the connected children by score; with `free`, only those who are not playing.

        For a tournament, the score is that of the tournament.
        """

        def round_of(room: Classroom) -> Paired:
            here = [
                each
                for each in room.present
                if kept.here(each.number, PATIENCE) and not (asked.free and room.playing(each.number))
            ]
            number = 0
            score = {each.number: each.won for each in here}
            met = {each.number: [*each.met] for each in here}
            if asked.round or asked.final:
                if room.contest is None:
                    raise Refused("no-tournament")
                number = max((pair.round for pair, _ in room.rounds), default=0) + 1
                table = self.standings(room)
                if asked.final:
                    met, here = {}, []
                    first = [each.number for each in table if not room.children[each.number - 1].gone][:2]
                    score = dict.fromkeys(first, 0)
                else:
                    score, met = _swiss(room, [*score], table)
            if not score:
                raise Refused("nobody-to-pair")
            found = paired([*score], score, met, secrets.randbits(32))
            pairs = tuple(Pair(one, two, new_id(), 1 + secrets.randbits(1), number) for one, two in found)
            return Paired(game, options, asked.help, asked.computer, pairs)

        if wait := self._rounds.wait(kept.id):
            raise too_many(wait)
        await self._count_finished(kept)
        await self.happen(kept, round_of, TEACHER, request)

    @staticmethod
    def standings(room: Classroom) -> list[Standing]:
        """The standings of the tournament."""
        games = ((pair.first, pair.second, winner) for pair, winner in room.rounds)
        return standings([each.number for each in room.children], games)

    async def _pair_again(self) -> None:
        """Give new opponents to children who have waited for one, or a point in a tournament."""
        for kept in list(self.live.values()):
            room, now = kept.room, time.time()
            what = room.task.what if room.task else None
            if not isinstance(what, Paired):
                continue
            alone = {
                number: each.game
                for number, each in room.activities().items()
                if each.name == "waiting" and now - each.since >= MOMENT and kept.here(number)
            }
            with suppress(GameError, StorageError):
                if what.pairs[0].round:
                    for number, game in alone.items():
                        if game:
                            await self.happen(kept, Result(game, number))
                elif alone:
                    await self.happen(kept, partial(_again, what, alone))

    async def _make_games_first(self, kept: LiveClass, what: Paired, at: float) -> None:
        """Create the games of a round before the round is announced."""
        try:
            await self.make_games(kept, kept.room.after(what, TEACHER, at), what)
        except (GameError, StorageError):
            logger.error("cannot create some games of a class; retrying at the next sweep")

    async def make_games(self, kept: LiveClass, room: Classroom, what: Paired) -> None:
        """Create the missing games of a round."""
        rules = shared_rules(what.game, encode(what.options))

        async def make(pair: Pair) -> None:
            # The database refuses games for an ended class.
            if await self._log.game(pair.game) is None:
                both = [room.children[number - 1] for number in (pair.first, pair.second) if number]
                names = [kept.name_of(each.animal) for each in both] + [""] * (2 - len(both))
                hashes: list[str | None] = [each.seat for each in both] + [None] * (2 - len(both))
                computer = "" if pair.second else what.computer
                # Deterministic, because another process may create the same game.
                made = made_for(
                    rules, pair.game, room.since, names, hashes, pair.toss, what.help, computer,
                    key_of(kept.id), not kept.language,
                )  # fmt: skip
                await self._service.create(made, f"{BUDGET}{kept.id}")

        await asyncio.gather(*map(make, what.pairs))

    async def _begin_games(self, kept: LiveClass) -> None:
        """After a restart, create missing games, and count finished ones."""
        what = kept.room.task.what if kept.room.task else None
        if isinstance(what, Paired) and any(winner is None for _, winner in kept.room.current):
            open_ones = tuple(pair for pair, winner in kept.room.current if winner is None)
            await self.make_games(kept, kept.room, structs.replace(what, pairs=open_ones))
        await self._count_finished(kept)

    async def _count_finished(self, kept: LiveClass) -> None:
        going_on = [pair for pair, winner in kept.room.pairs if winner is None]
        for pair in going_on[-LOOKED_FOR:]:
            with suppress(Refused, StorageError):
                game = await self._service.games.find(pair.game)
                if game.state == FINISHED:
                    await self._count(kept, pair, game)

    def _game_over(self, game: LiveGame) -> None:
        for kept in self.live.values():
            for pair, winner in kept.room.pairs:
                if pair.game == game.id and winner is None:
                    self._service.spawn(self._count(kept, pair, game))

    async def _count(self, kept: LiveClass, pair: Pair, game: LiveGame) -> None:
        """Save the winner of a game of the class."""
        winner = (0, pair.first, pair.second)[game.match.champion() or 0]
        with suppress(GameError, StorageError):  # the next sweep counts it
            await self.happen(kept, Result(game.id, winner))

    # The end

    async def end(self, kept: LiveClass, request: str | None) -> None:
        """End a class, and delete all of its data."""
        await self._count_finished(kept)
        await self.happen(kept, ClassEnded(), TEACHER, request, OVER)
        self._service.spawn(self.forget(kept))

    async def sweep(self) -> None:
        """Delete expired and ended classes, and repair the others."""
        await self._finish()
        for game in await self._log.in_state(CLASS):
            with suppress(Damaged):
                if not self.until(kept := self._known(game)):
                    await self.forget(kept)
        for kept in list(self.live.values()):
            with suppress(Refused, Damaged):
                await self.refresh(kept)
                await self._begin_games(kept)

    async def _finish(self) -> None:
        """Delete ended classes: the process that ended one may have failed halfway."""
        for game in await self._log.in_state(OVER):
            with suppress(Damaged):
                await self.forget(self._known(game))

    async def forget(self, kept: LiveClass) -> None:
        """Delete a class: refuse new games, delete its games, and then the class itself."""
        key = key_of(kept.id)
        with suppress(StorageError):  # `_finish` retries soon
            sealed = await self._log.deletion.seal(key, CLASS, OVER)
            self._drop(kept)
            if sealed:
                with suppress(Damaged):  # the rows of its games name the class too
                    await kept.read(self._log, ended=True)
                pairs = [pair.game for pair, _ in kept.room.pairs]
                for id in await self._log.deletion.of_class(key, pairs):
                    await self._retention.forget(id)
                await self._retention.forget(key, OVER)
