"""The retention of games."""

import time
from pathlib import Path
from typing import Any

import pytest

from outnumber.match.record import read
from outnumber.server.storage import calendar, retention, updates
from outnumber.server.storage.deletion import delete
from tests.server.running import Running, play, running

DAY = 86_400


@pytest.fixture(autouse=True)
def a_day_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make servers trust the clock without waiting."""
    monkeypatch.setattr(calendar, "DAY", 0)


async def aged(server: Running, id: str, days: float) -> None:
    """Make a game some days old."""
    log = server.application.log
    then = time.time() - days * DAY
    await log.run("UPDATE games SET created = $1, checksum = NULL WHERE id = $2", (then, id))
    await log.run("UPDATE events SET at = $1, checksum = NULL WHERE game = $2", (then, id))
    server.application.service.games.clear()


async def sweep(server: Running) -> int:
    return await server.application.retention.sweep(time.time())


async def count(server: Running) -> int:
    ((games,),) = await server.application.log.run("SELECT count(*) FROM games", ())
    return int(games)


def later(server: Running, days: float) -> None:
    """Advance the steady clock by some days."""
    clock = server.application.log.calendar
    steady = clock.steady
    clock.steady = lambda: steady() + days * DAY


async def found(server: Running, id: str) -> int:
    return (await server.get(id)).status_code


async def over(server: Running) -> str:
    id, one, two = await server.begin()
    assert (await server.move(id, one, 6)).status_code == 200
    assert (await server.post(f"{id}/resign", {}, two)).status_code == 200
    return id


async def rows(server: Running, id: str) -> int:
    return int((await server.application.log.run("SELECT count(*) FROM events WHERE game = $1", (id,)))[0][0])


def test_open_games_expire_after_a_week_and_cannot_be_joined_then(database: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            fresh, stale, old = [(await server.create(opponent="open"))["id"] for _ in range(3)]
            invited = (await server.create(opponent="invite"))["id"]
            begun, one, _ = await server.begin()
            await aged(server, fresh, 6.9)
            await aged(server, stale, 7.01)
            for id in (old, invited, begun):
                await aged(server, id, 8)
            listed = (await server.http.get("/api/games")).json()["games"]
            assert [game["id"] for game in listed] == [fresh]
            assert (await server.post(f"{stale}/seat", {})).json()["error"]["code"] == "no-such-game"
            assert await sweep(server) == 2
            assert await sweep(server) == 0
            kept = await server.application.log.run("SELECT id FROM games", ())
            assert {row[0] for row in kept} == {fresh, stale, begun}
            assert (await server.post(f"{fresh}/seat", {})).status_code == 201
            assert (await server.move(begun, one, 6)).status_code == 200

    play(test)


def test_clients_of_an_expired_game_are_notified(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            made = await server.create(opponent="open")
            live = await server.live(made["id"], token=made["token"])
            await live.next("welcome")
            later(server, 8)
            assert await server.application.retention.sweep(time.time() + 8 * DAY) == 1
            await live.socket.wait_closed()
            assert (live.socket.close_code, live.socket.close_reason) == (1008, "no-such-game")

    play(test)


def test_finished_games_stay_unless_a_limit_is_set(sqlite_url: str) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            id = await over(server)
            await aged(server, id, 4000)
            assert await sweep(server) == 0
            assert await found(server, id) == 200
        async with running(sqlite_url, open_days=0) as server:
            made = await server.create(opponent="open")
            await aged(server, made["id"], 4000)
            assert await sweep(server) == 0
            assert (await server.post(f"{made['id']}/seat", {})).status_code == 201

    play(test)


@pytest.mark.parametrize("archive", [False, True])
def test_finished_games_are_deleted_after_a_time_and_archived(
    database: str, tmp_path: Path, archive: bool
) -> None:
    folder = tmp_path / "archive"
    more: dict[str, Any] = {"archive": str(folder)} if archive else {}

    async def test() -> None:
        async with running(database, finished_days=30, **more) as server:
            recent, old = await over(server), await over(server)
            begun, *_ = await server.begin()
            await aged(server, recent, 29)
            await aged(server, old, 31)
            await aged(server, begun, 400)
            record = (await server.get(f"{old}/record")).text
            assert await sweep(server) == 1
            assert [await found(server, id) for id in (recent, old, begun)] == [200, 404, 200]
            assert [await rows(server, id) for id in (recent, old)] == [3, 0]
            if archive:
                (file,) = folder.iterdir()
                assert file.name == f"{old}.txt"
                assert file.read_text() == record
                assert read(file.read_text()).current.moves == (6,)

    play(test)


def test_an_unarchivable_game_stays_and_does_not_stop_the_rest(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MOST", 1)

    async def test() -> None:
        async with running(sqlite_url, finished_days=30, archive=str(tmp_path / "archive")) as server:
            damaged, well = await over(server), await over(server)
            await aged(server, damaged, 50)
            await aged(server, well, 40)
            await server.application.log.run("DELETE FROM events WHERE seq = 2 AND game = $1", (damaged,))
            assert await sweep(server) == 0
            assert await sweep(server) == 1
            assert await rows(server, damaged) == 2
            assert await found(server, well) == 404

    play(test)


def test_a_game_that_another_process_deletes_meanwhile_does_not_stop_a_sweep(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(postgres_url, finished_days=30, archive=str(tmp_path)) as server:
            await sweep(server)  # after it, the sweep that begins with the server is over too
            log, lost, well = server.application.log, await over(server), await over(server)
            for id in (lost, well):
                await aged(server, id, 40)
            older = log.older

            async def then_deleted(*given: Any) -> list[str]:
                ids = await older(*given)
                if lost in ids:
                    await delete(log.run, [lost])
                return ids

            monkeypatch.setattr(log, "older", then_deleted)
            assert await sweep(server) == 1
            assert [file.stem for file in tmp_path.iterdir()] == [well]
            assert await found(server, well) == 404

    play(test)


def test_a_sweep_works_in_small_steps_and_resumes(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST", 2)

    async def test() -> None:
        async with running(sqlite_url) as server:
            for _ in range(5):
                await aged(server, (await server.create(opponent="open"))["id"], 9)
            # The server's own first sweep may still run, and delete up to two of the games.
            assert await sweep(server) <= 2
            assert await count(server) >= 1
            while steps := await sweep(server):
                assert steps <= 2
            assert await count(server) == 0
            half = await over(server)
            await server.application.log.run("UPDATE games SET state = 'gone' WHERE id = $1", (half,))
            server.application.service.games.clear()
            assert await found(server, half) == 404
            assert await sweep(server) == 1
            assert await rows(server, half) == 0

    play(test)


def test_a_clock_set_forward_deletes_no_games(database: str) -> None:
    async def test() -> None:
        async with running(database, finished_days=30) as server:
            finished, waiting = await over(server), (await server.create(opponent="open"))["id"]
            wrong = time.time() + 40 * DAY
            sweep_at = server.application.retention.sweep
            assert await sweep_at(wrong) == 0
            assert await sweep_at(wrong) == 0
            assert await sweep_at(time.time()) == 0
            assert [await found(server, id) for id in (finished, waiting)] == [200, 200]
            half = await over(server)
            await server.application.log.run("UPDATE games SET state = 'gone' WHERE id = $1", (half,))
            assert await sweep_at(wrong) == 1  # it had been deleted before
            assert await rows(server, half) == 0
            # PostgreSQL has a separate clock, which is right here.
            later(server, 40)
            assert await sweep_at(wrong) == (0 if server.application.log.shared else 2)

    play(test)


def test_after_a_start_no_game_is_deleted_by_age_for_a_day(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calendar, "DAY", DAY)

    async def test() -> None:
        async with running(database) as server:
            old, gone = [(await server.create(opponent="open"))["id"] for _ in range(2)]
            for id in (old, gone):
                await aged(server, id, 9)
            await server.application.log.run("UPDATE games SET state = 'gone' WHERE id = $1", (gone,))
            assert await sweep(server) == 1
            later(server, 23 / 24)
            assert await sweep(server) == 0
            later(server, 1 / 24)
            assert await sweep(server) == 1

    play(test)


def test_only_a_recently_trusted_clock_is_trusted_after_a_restart(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            assert await sweep(server) == 0
        monkeypatch.setattr(calendar, "DAY", DAY)
        now = time.time
        for hours, deleted in ((0.9, 1), (3, 0), (-3, 0)):
            # As if the server had been down for that time, or the clock set meanwhile.
            monkeypatch.setattr(time, "time", lambda hours=hours: now() + hours * 3600)
            async with running(sqlite_url) as server:
                await aged(server, (await server.create(opponent="open"))["id"], 9)
                assert await sweep(server) == deleted

    play(test)


@pytest.mark.parametrize("notices", [True, False])
def test_a_game_that_one_process_deletes_is_gone_at_the_others(
    postgres_url: str, notices: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if notices:
        monkeypatch.setattr(updates, "POLL", 1e6)
    else:  # notifications may get lost
        monkeypatch.setattr(updates.Updates, "heard", lambda *_: None)

    async def test() -> None:
        async with running(postgres_url, finished_days=30) as here, running(postgres_url) as there:
            watched, quiet = await over(here), await over(here)
            live = await there.live(watched)
            await live.next("welcome")
            assert await found(there, quiet) == 200
            for id in (watched, quiet):
                await aged(here, id, 31)
            assert await sweep(here) == 2
            await live.socket.wait_closed()
            assert (live.socket.close_code, live.socket.close_reason) == (1008, "no-such-game")
            for id in (quiet, watched):
                assert await found(there, id) == 404
            assert await here.application.log.run("SELECT * FROM tails", ()) == []

    play(test)
