"""A full disk: clear errors, no lost acknowledged moves, and recovery."""

import asyncio
import json
import signal
import sqlite3
import sys
import time
import urllib.error
from pathlib import Path
from typing import Any

import pytest

from outnumber.api.events import MovePlayed
from outnumber.cli.main import run
from outnumber.server.play.requests import Request
from outnumber.server.storage.schema import migrate
from outnumber.server.storage.sqlite import File, SqliteWriter
from tests.server.running import Running, play, running
from tests.server.storage.test_processes import Server, serving
from tests.server.storage.test_processes import run as started


def limited(server: Running, pragma: str) -> None:
    """Change a setting of the writing connection."""
    writer = server.application.log.writer
    assert isinstance(writer, SqliteWriter)
    assert writer.connection is not None
    writer.connection.execute(f"PRAGMA {pragma}")


@pytest.mark.parametrize("pragma", ["max_page_count=1", "query_only=1"])
def test_an_unwritable_move_is_refused_and_can_be_sent_again(sqlite_url: str, pragma: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin("number-stack-attack", options={"target": 1000}, rounds=9)
            ada, ben = await server.live(id, token=one), await server.live(id, token=two)
            await ada.next("welcome")
            await ben.next("welcome")
            refusals, acknowledged = 0, 0
            for turn in range(60):
                if turn % 20 == 10:
                    limited(server, pragma)
                mover, token = ((ada, one), (ben, two))[turn % 2]
                while True:
                    await mover.send(type="move", id=f"m{turn}", number=1)
                    told = await mover.next("ack", "refused")
                    if told["type"] == "ack":
                        assert told["event"]["seq"] == turn + 2
                        acknowledged += 1
                        break
                    refusals += 1
                    assert told["error"]["code"] == "storage"
                    # All clients must reconnect, because this process may have wrong data.
                    await mover.socket.wait_closed()
                    assert mover.socket.close_code == 1013
                    ada, ben = await server.live(id, token=one), await server.live(id, token=two)
                    await ada.next("welcome")
                    await ben.next("welcome")
                    mover = ada if token == one else ben
            assert refusals >= 1
            kept = [event["seq"] for event in (await server.get(f"{id}/events")).json()["events"]]
            assert kept == list(range(1, acknowledged + 2))
            await ada.close()
            await ben.close()

    play(test)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process is set on Linux only")
def test_a_server_on_a_full_disk_answers_and_recovers(tmp_path: Path) -> None:
    import resource

    file = tmp_path / "server.db"

    def code(server: Server, path: str, body: Any, token: str = "") -> str:
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.call(path, body, token)
        with refused.value as answer:
            assert answer.status == 503
            return str(json.load(answer)["error"]["code"])

    with serving(f"sqlite:///{file}") as server:
        made = server.call("/api/games", {"game": "number-stack-attack", "opponent": "open", "rounds": 9})
        seat = server.call(f"/api/games/{made['id']}/seat", {})
        tokens = (made["token"], seat["token"])
        path = f"/api/games/{made['id']}/moves"
        acknowledged = 0

        def move() -> None:
            nonlocal acknowledged
            body = {"number": 1, "id": f"m{acknowledged}"}
            assert server.call(path, body, tokens[acknowledged % 2])["seq"] == acknowledged + 2
            acknowledged += 1

        for _ in range(2):
            move()
            move()
            # No file may grow from here on, which looks like a full disk to the server.
            size = Path(f"{file}-wal").stat().st_size
            _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))
            for _ in range(3):
                body = {"number": 1, "id": f"m{acknowledged}"}
                assert code(server, path, body, tokens[acknowledged % 2]) == "storage"
            assert code(server, "/api/games", {"game": "number-duel"}) == "storage"
            # Reading needs no space.
            assert server.call(f"/api/games/{made['id']}")["seq"] == acknowledged + 1
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            move()
        server.end(signal.SIGKILL)
        server.start()
        assert server.call(f"/api/games/{made['id']}")["seq"] == acknowledged + 1
        move()
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process is set on Linux only")
@pytest.mark.parametrize(
    ("how", "room"), [(signal.SIGTERM, 1024), (signal.SIGKILL, 1024), (signal.SIGKILL, 40_000)]
)
def test_after_a_restart_on_a_full_disk_games_can_be_viewed(
    tmp_path: Path, how: signal.Signals, room: int
) -> None:
    import resource

    file = tmp_path / "server.db"

    def status(server: Server, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        try:
            return 200, server.call(path, body, token)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)

    server = Server(f"sqlite:///{file}")
    server.start()
    try:
        game = {"game": "number-stack-attack", "options": {"target": 1000}, "opponent": "open"}
        made = server.call("/api/games", game)
        seat = server.call(f"/api/games/{made['id']}/seat", {})
        path = f"/api/games/{made['id']}"
        for token in (made["token"], seat["token"]) * 20:  # more than the larger limit allows
            server.call(f"{path}/moves", {"number": 1}, token)
        server.end(how)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        # Child processes inherit the limit. Only the database file may be written.
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        try:
            server.start(well=False)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        for _ in range(3):
            assert status(server, path)[1]["seq"] == 41
            assert len(status(server, f"{path}/events")[1]["events"]) == 41
            refused, told = status(server, f"{path}/moves", {"number": 5, "id": "m5"}, made["token"])
            assert (refused, told["error"]["code"]) == (503, "storage")
            assert status(server, "/api/games", {"game": "number-duel"})[0] == 503
            refused, told = status(server, "/healthz")
            assert (refused, told["status"]) == (503, "storage")
        copy = tmp_path / f"{room}.db"
        assert run(["backup", str(copy), "--database", f"sqlite:///{file}"]) == 0
        with sqlite3.connect(copy) as connection:
            assert connection.execute("SELECT count(*) FROM events").fetchone() == (41,)
        connection.close()
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        deadline = time.monotonic() + 60
        while status(server, "/healthz")[0] != 200:
            assert time.monotonic() < deadline, "the server did not notice that there is room"
            time.sleep(0.1)
        assert server.call(f"{path}/moves", {"number": 5, "id": "m5"}, made["token"])["seq"] == 42
    finally:
        server.end(signal.SIGTERM)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (42,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process is set on Linux only")
@pytest.mark.parametrize("version", [0, 3])
def test_a_full_disk_without_readable_tables_is_reported(tmp_path: Path, version: int) -> None:
    import resource

    file = tmp_path / "server.db"

    async def older() -> None:
        older = File(f"sqlite:///{file}")
        async with older.connected() as run:
            await migrate(run, "sqlite", upto=version)
        await older.close()

    if version:
        play(older)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        refused = started("--database", f"sqlite:///{file}", "--port", "0", "--quiet")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused.returncode == 1
    (line,) = refused.stderr.splitlines()
    said = "Error: This database was created by an older" if version else f"Error: {file} cannot be used: "
    assert line.startswith(said)


def test_a_reloaded_game_receives_pending_events_after_a_failure(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            service = server.application.service
            id, one, _ = await server.begin()
            old = service.games.pop(id)  # like a failure
            new = await service.games.find(id)
            move = MovePlayed(old.participant_of(one), 6)
            told = await service.ask(Request(old, move, "m1"))
            while new.seq == 1:
                await asyncio.sleep(0.01)
            assert told.number == 6
            assert new.match.current.moves == (6,)

    play(test)
