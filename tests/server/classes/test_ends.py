"""Every process refuses an ended class, and nothing of it remains or is recreated."""

import asyncio
import json
import secrets
import signal
import threading
import time
import urllib.error
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest

from outnumber.api.errors import Refused
from outnumber.server.classes import classes
from outnumber.server.errors import StorageError
from outnumber.server.settings import database_url
from outnumber.server.storage import updates
from tests.server.classes.test_classes import (
    GAME,
    Someone,
    child_of,
    everything,
    play_out,
    seat_in,
    teacher_of,
)
from tests.server.running import Running, play, running, settled
from tests.server.storage.outages import code
from tests.server.storage.test_processes import Server, serving

NOTHING = [0, 0, 0]


async def class_of(server: Running) -> tuple[Someone, list[Someone]]:
    """A class with two children who are in a rematch, so there are two games."""
    teacher = await teacher_of(server)
    children = [await child_of(teacher, animal) for animal in ("otter", "fox")]
    await teacher.act("/pairs", GAME)
    await play_out(server, children)
    for child, action in zip(children, ("offer", "accept"), strict=True):
        game, token = seat_in(await child.act("/me"))
        assert (await server.post(f"{game}/rematch", {"action": action}, token)).status_code == 200
    return teacher, children


def test_every_process_refuses_an_ended_class(postgres_url: str) -> None:
    async def test() -> None:
        async with running(postgres_url) as here, running(postgres_url) as there:
            teacher, (otter, fox) = await class_of(here)
            code = (await teacher.act(""))["code"]
            otter.server = fox.server = there
            told = await otter.act("/me")
            game, seat = seat_in(told)
            rematch = (await there.get(game, seat)).json()["next"]
            watching = [await there.live(each, token=seat) for each in (game, rematch)]
            for each in watching:
                await each.next("welcome")
            waiting = asyncio.ensure_future(otter.act(f"/me?after={told['seq']}&wait=20", status=404))
            await asyncio.sleep(0)
            assert (await teacher.act("/end", {}))["ended"]
            # The other process refuses every request at once.
            teacher.server = there
            for who, path in ((teacher, ""), (otter, "/me"), (fox, "/me")):
                assert (await who.act(path, status=404))["error"]["code"] == "no-such-class"
            body = {"code": code, "animal": "owl", "token": secrets.token_hex(16)}
            await Someone(there).ask("/api/classes/enter", body, 404)
            # Long polls are answered, and sockets closed.
            assert (await waiting)["error"]["code"] == "no-such-class"
            for each in watching:
                await each.socket.wait_closed()
                assert (each.socket.close_code, each.socket.close_reason) == (1008, "no-such-game")
            for server in (here, there):
                await settled(server.application)
                for id in (game, rematch):
                    assert (await server.get(id)).status_code == 404
                await server.application.classes.sweep()
            assert await everything(here) == NOTHING
            assert not there.application.classes.live

    play(test)


def test_an_idle_process_notices_that_a_class_has_ended(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "SWEEP", 1e6)

    async def test() -> None:
        async with running(postgres_url) as here, running(postgres_url) as there:
            teacher, (otter, _) = await class_of(here)
            otter.server = there
            game, _ = seat_in(await otter.act("/me"))
            assert (await there.get(game)).status_code == 200
            await teacher.act("/end", {})
            while there.application.classes.live or game in there.application.service.games:
                await asyncio.sleep(0.05)

    play(test)


def test_an_uninformed_process_cannot_recreate_parts_of_an_ended_class(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((classes, "LOOK"), (updates, "POLL"), (classes, "SWEEP")):
        monkeypatch.setattr(module, name, 1e6)
    monkeypatch.setattr(updates.Updates, "heard", lambda *_: None)

    async def test() -> None:
        async with running(postgres_url) as here, running(postgres_url) as there:
            teacher, (otter, fox) = await class_of(here)
            await teacher.act("/pairs", GAME)
            otter.server = fox.server = there
            lives = []
            for child in (otter, fox):
                game, seat = seat_in(await child.act("/me"))
                lives.append(await there.live(game, token=seat))
                state = (await lives[-1].next("welcome"))["state"]
            mover = lives[0 if state["you"] != state["turn"] else 1]
            held = there.application.classes
            kept = held.live[teacher.id]
            room = kept.room
            assert room.task is not None
            assert (await everything(here))[0] == 4
            await teacher.act("/end", {})
            await settled(here.application)
            assert await everything(here) == NOTHING
            # Its memory is unchanged: it must not create games or write moves and reports.
            assert not kept.room.ended
            with pytest.raises(Refused, match="no class"):
                await held.make_games(kept, room, room.task.what)  # type: ignore[arg-type]
            kept.hear(1)
            with pytest.raises(Refused, match="no class"):
                await held.enter(kept, "owl", secrets.token_hex(16))
            await mover.send(type="move", id="m", number=state["legal"][0])
            for live in lives:
                await live.socket.wait_closed()
                assert (live.socket.close_code, live.socket.close_reason) == (1008, "no-such-game")
            held.live[teacher.id], kept.room = kept, room
            await Someone(there).ask("/api/classes/enter", {"code": kept.code}, 404)
            held.live[teacher.id], kept.room = kept, room
            await held.sweep()
            assert teacher.id not in held.live
            await settled(there.application)
            assert await everything(here) == NOTHING

    play(test)


def test_a_class_of_an_older_version_is_deleted_with_its_games_and_their_rematches(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            teacher, _ = await class_of(server)
            # The rows as written by that version.
            await server.application.log.run("UPDATE games SET class = NULL", ())
            await server.application.log.run("DELETE FROM tails", ())
        async with running(database) as server:
            teacher.server = server
            if "sqlite" in database:  # if no process of an older version runs
                await server.application.log.run("INSERT INTO tails SELECT id, 0 FROM games", ())
            await teacher.act("/pairs", GAME)
            await teacher.act("/end", {})
            await settled(server.application)
            assert await everything(server) == NOTHING

    play(test)


def test_a_class_ended_by_an_older_version_is_gone_and_not_damaged(postgres_url: str) -> None:
    async def test() -> None:
        async with running(postgres_url) as server:
            teacher, (otter, _) = await class_of(server)
            game, seat = seat_in(await otter.act("/me"))
            log = server.application.log
            # Older versions do not know tails, and miss rematches created by other processes.
            for id in (game, f"class:{teacher.id}"):
                await log.run("DELETE FROM events WHERE game = $1", (id,))
                await log.run("DELETE FROM games WHERE id = $1", (id,))
            assert code(await server.get(game, seat)) == (404, "no-such-game")
            assert (await teacher.act("", status=404))["error"]["code"] == "no-such-class"
            await settled(server.application)
            assert await everything(server) == NOTHING
            assert log.damages == 0

    play(test)


# Whole processes


def rows_of(database: str) -> list[int]:
    async def count() -> list[int]:
        connection = await asyncpg.connect(database_url(database))
        try:
            return [
                await connection.fetchval(f"SELECT count(*) FROM {table}")  # noqa: S608
                for table in ("games", "events", "tails")
            ]
        finally:
            await connection.close()

    return asyncio.run(count())


def eventually(true: Callable[[], bool]) -> None:
    for _ in range(2400):
        if true():
            return
        time.sleep(0.05)
    pytest.fail("it never came true")


def refusal(server: Server, path: str, body: Any = None, token: str = "") -> str:
    """The code of a refusal, or nothing."""
    try:
        server.call(path, body, token)
    except urllib.error.HTTPError as error:
        with error:
            return str(json.load(error)["error"]["code"])
    return ""


class Lesson:
    """A class with two children in a game, on servers in separate processes."""

    def __init__(self, server: Server) -> None:
        self.teacher, self.otter, self.fox = (secrets.token_hex(16) for _ in range(3))
        made = server.call("/api/classes", {"token": self.teacher})
        self.path = f"/api/classes/{made['id']}"
        self.code = made["state"]["code"]
        for animal, token in (("otter", self.otter), ("fox", self.fox)):
            body = {"code": self.code, "animal": animal, "token": token}
            server.call("/api/classes/enter", body)
        server.call(f"{self.path}/pairs", GAME, self.teacher)
        self.game, self.seat = seat_in(server.call(f"{self.path}/me", token=self.otter))

    def refusals(self, server: Server) -> set[str]:
        body = {"code": self.code, "animal": "owl", "token": secrets.token_hex(16)}
        return {
            refusal(server, self.path, token=self.teacher),
            refusal(server, f"{self.path}/me", token=self.otter),
            refusal(server, f"{self.path}/hand", {"up": True}, self.fox),
            refusal(server, "/api/classes/enter", body),
        }


def test_a_process_that_was_frozen_or_down_when_a_class_ended_refuses_it(postgres_url: str) -> None:
    with serving(postgres_url) as left, serving(postgres_url) as right, serving(postgres_url) as down:
        lesson = Lesson(left)
        for server in (right, down):
            server.call(f"{lesson.path}/me", token=lesson.otter)
            server.call(f"/api/games/{lesson.game}", token=lesson.seat)
        right.process.send_signal(signal.SIGSTOP)
        down.end(signal.SIGKILL)
        try:
            left.call(f"{lesson.path}/end", {}, lesson.teacher)
            eventually(lambda: rows_of(postgres_url) == NOTHING)
        finally:
            right.process.send_signal(signal.SIGCONT)
        down.start()
        for server in (left, right, down):
            assert lesson.refusals(server) == {"no-such-class"}
            assert refusal(server, f"/api/games/{lesson.game}") == "no-such-game"
        assert rows_of(postgres_url) == NOTHING


def test_workers_refuse_a_class_while_it_ends(postgres_url: str) -> None:
    with serving(postgres_url, "--workers", "3") as server:
        lesson = Lesson(server)
        heard: set[str] = set()
        stop = threading.Event()

        def ask() -> None:
            while not stop.is_set():
                heard.add(refusal(server, f"{lesson.path}/me", token=lesson.otter))
                heard.add(refusal(server, f"/api/games/{lesson.game}/events"))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        server.call(f"{lesson.path}/end", {}, lesson.teacher)
        eventually(lambda: rows_of(postgres_url) == NOTHING)
        stop.set()
        for thread in threads:
            thread.join()
        assert heard - {""} == {"no-such-class", "no-such-game"}
        assert lesson.refusals(server) == {"no-such-class"}
        assert rows_of(postgres_url) == NOTHING


@pytest.mark.parametrize("fails", ["the end", "the deletion"])
def test_a_class_whose_end_failed_halfway_is_deleted_soon(
    database: str, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(classes, "SWEEP", 1e6)

    async def test() -> None:
        async with running(database) as server:
            teacher, _ = await class_of(server)
            log = server.application.log
            written, seal = log.written, log.deletion.seal

            async def unknown(row: Any, game: Any = None, state: str = "") -> bool | None:
                took = await written(row, game, state)
                return None if state else took  # it is on disk, but the caller does not know

            async def failed(*given: Any) -> bool:
                log.deletion.seal = seal  # type: ignore[method-assign]
                raise StorageError("disk I/O error")

            if fails == "the end":
                log.written = unknown  # type: ignore[method-assign]
                await teacher.act("/end", {}, 503)
            else:
                log.deletion.seal = failed  # type: ignore[method-assign, assignment]
                await teacher.act("/end", {})
            while await everything(server) != NOTHING:
                await asyncio.sleep(0.05)
            await teacher.act("", status=404)

    play(test)
