"""The number of a game's newest event is stored separately from its events, so a lost end is noticed."""

import asyncio
import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from outnumber.server.play.tokens import digest
from outnumber.server.settings import database_url
from outnumber.server.storage import updates
from outnumber.server.storage.backup import back_up
from outnumber.server.storage.postgres import Connections
from outnumber.server.storage.schema import Run, migrate
from outnumber.server.storage.sqlite import File
from tests.server.running import Running, play, running
from tests.server.storage.outages import ATTACK, code
from tests.server.storage.test_damage import asked, changed
from tests.server.storage.test_log import move, new, opened, write


async def played(server: Running, moves: int) -> tuple[str, str, str]:
    """An unfinished game after some moves, and the tokens of both seats."""
    id, one, two = await server.begin(**ATTACK)
    for turn in range(moves):
        assert (await server.move(id, (one, two)[turn % 2], 1)).status_code == 200
    return id, one, two


async def kept(server: Running, id: str) -> int:
    rows = await server.application.log.run("SELECT count(*) FROM events WHERE game = $1", (id,))
    return int(rows[0][0])


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM events WHERE game = '{0}' AND seq > 2",
        "DELETE FROM events WHERE game = '{0}' AND seq > 6",
        "DELETE FROM events WHERE game = '{0}'",
        "DELETE FROM games WHERE id = '{0}'",
        "DELETE FROM tails WHERE game = '{0}'",
    ],
)
def test_a_game_without_its_end_is_damaged_and_not_overwritten(database: str, damage: str) -> None:
    async def test() -> None:
        async with running(database) as server:
            id, one, _ = await played(server, 6)
        async with running(database) as server:
            await changed(server.application.log, damage.format(id))
            left = await kept(server, id)
            assert await asked(server, id) == (500, "damaged")
            assert await asked(server, f"{id}/events") == (500, "damaged")
            assert code(await server.move(id, one, 1)) == (500, "damaged")
            live = await server.live(id, token=one)
            assert (await live.next("refused"))["error"]["code"] == "damaged"
            assert await kept(server, id) == left
            # Other games continue, and the server counts the damaged ones.
            await played(server, 2)
            health = await server.http.get("/healthz")
            assert (health.status_code, health.json()["damaged"]) == (200, 1)

    play(test)


@pytest.mark.parametrize("damage", ["DELETE FROM events WHERE seq > 3", "DELETE FROM tails"])
def test_a_process_with_a_game_in_memory_does_not_overwrite_its_lost_end(
    postgres_url: str, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "POLL", 1e6)
    monkeypatch.setattr(updates.Updates, "heard", lambda *_: None)

    async def test() -> None:
        async with running(postgres_url) as here, running(postgres_url) as there:
            id, one, two = await played(here, 2)
            live = await there.live(id, token=one)
            assert (await live.next("welcome"))["seq"] == 3
            for token in (one, two):
                assert (await here.move(id, token, 1)).status_code == 200
            await changed(here.application.log, damage)
            left = await kept(here, id)
            await live.send(type="move", id="m", number=9)
            assert (await live.next("refused"))["error"]["code"] == "damaged"
            assert await kept(here, id) == left
            await live.close()

    play(test)


def test_a_backup_names_games_without_their_end(sqlite_url: str, tmp_path: Path) -> None:
    lost: list[str] = []

    async def test() -> None:
        async with running(sqlite_url) as server:
            for damage in (
                "DELETE FROM events WHERE game = '{0}' AND seq > 2",
                "DELETE FROM events WHERE game = '{0}'",
                "DELETE FROM games WHERE id = '{0}'",
                "DELETE FROM tails WHERE game = '{0}'",
            ):
                lost.append((await played(server, 3))[0])
                await changed(server.application.log, damage.format(lost[-1]))
            await played(server, 3)
            await server.create(opponent="open")

    play(test)
    copied = asyncio.run(back_up(sqlite_url, tmp_path / "copy.db"))
    assert copied.damaged == tuple(sorted(lost))


def test_no_data_is_added_to_a_deleted_game_or_class(database: str) -> None:
    async def test() -> None:
        log = await opened(database, "g", "h")
        assert await write(log, (None, new("class:c", "class", 0))) == [True]  # type: ignore[arg-type]
        assert await write(log, (move("g", 1), None), (move("h", 1), None)) == [True, True]
        assert not await log.deletion.seal("g", "over")
        assert await log.deletion.seal("g", "open")
        assert await log.deletion.seal("class:c", "class", "class-over")
        # A frozen process may still try to write these.
        of_class = new("i")._replace(group="class:c")
        late = (move("g", 2), None), (None, of_class), (move("h", 2), of_class), (move("h", 2), None)
        assert await write(log, *late[:2]) == [False, False]
        assert await write(log, late[2]) == [False]
        assert await write(log, late[3]) == [True]
        await log.deletion.erase("g")
        assert await write(log, (move("g", 2), None), (move("g", 1), None)) == [False, False]
        found = await log.run("SELECT game FROM events UNION SELECT id FROM games ORDER BY 1", ())
        assert [row[0] for row in found] == ["class:c", "h"]
        await log.close()

    play(test)


# Older versions

ONE, TWO = "1" * 32, "2" * 32
SETUP = {
    "game": "strategy-stacks", "options": {"range": 9, "opening": "any"}, "opponent": "open",
    "names": ["Ada", ""], "plays": ["human", "human"], "first": 1, "rounds": 1, "clock": None, "help": True,
    "takebacks": True, "seed": 7, "date": "2026-01-01T00:00:00Z", "hashes": [digest(ONE), digest(TWO)],
    "invite": None,
}  # fmt: skip
GAME = f"INSERT INTO games (id, setup, created) VALUES ('{{}}', '{json.dumps(SETUP)}', 1.0)"  # noqa: S608
EVENT = "INSERT INTO events (game, seq, kind, participant, number, at) VALUES ('{}', {}, 'move', {}, {}, 1.0)"


def of_older(database: str) -> File | Connections:
    url = database_url(database)
    return File(url) if "sqlite" in database else Connections(url, 5.0)


async def begin_as_older(run: Run, id: str) -> None:
    """A game after two moves, as written by a version without checksums and tails."""
    await run(GAME.replace("{}", id))
    await run(EVENT.format(id, 1, 1, 6))
    await run(EVENT.format(id, 2, 2, 3))


@pytest.mark.parametrize("version", [1, 5])
def test_games_of_older_versions_continue_and_their_ends_are_preserved(database: str, version: int) -> None:
    ids = ["0123456789ab", "0123456789cd"]

    async def test() -> None:
        older = of_older(database)
        async with older.connected() as run:
            await migrate(run, "sqlite" if "sqlite" in database else "postgresql", upto=version)
            for id in ids:
                await begin_as_older(run, id)
            await run(EVENT.format("abandoned", 8, 1, 1))  # leftovers of an ended class
        await older.close()
        async with running(database) as server:
            assert (await server.move(ids[0], ONE, 9)).json()["seq"] == 3
            log = server.application.log
            assert await log.newest(ids) == {ids[0]: 3, ids[1]: 2}
            assert await log.run("SELECT 1 FROM events WHERE game = 'abandoned'", ()) == []
        async with running(database) as server:
            log = server.application.log
            await changed(log, f"DELETE FROM events WHERE game = '{ids[0]}' AND seq > 2")  # noqa: S608
            await changed(log, f"DELETE FROM events WHERE game = '{ids[1]}' AND seq > 1")  # noqa: S608
            for id in ids:
                assert await asked(server, id) == (500, "damaged")

    play(test)


def test_a_process_of_an_older_version_can_write_alongside_newer_ones(postgres_url: str) -> None:
    id = "0123456789ab"

    async def test() -> None:
        async with running(postgres_url) as server:
            older = of_older(postgres_url)
            async with older.connected() as run:
                await begin_as_older(run, id)
            assert (await server.move(id, ONE, 9)).json()["seq"] == 3
            assert (await server.get(id)).json()["seq"] == 3
            await older.close()

    play(test)


def test_a_damaged_file_of_an_older_version_is_migrated(sqlite_url: str) -> None:
    """Readable games continue."""
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    ids = [f"{number:012}" for number in range(60)]

    async def make() -> None:
        older = of_older(sqlite_url)
        async with older.connected() as run:
            await migrate(run, "sqlite", upto=5)
            for id in ids:
                await begin_as_older(run, id)
        await older.close()

    async def look() -> None:
        async with running(sqlite_url) as server:

            async def moved(id: str) -> str:
                # If the page for its next event is damaged, only writing reveals it.
                while (answer := await server.move(id, ONE, 9, id="m")).status_code == 503:
                    await asyncio.sleep(0.1)
                return "" if answer.status_code == 200 else code(answer)[1]

            moves = await asyncio.gather(*map(moved, ids))
            assert set(moves) == {"", "damaged"}
            assert moves.count("damaged") < len(ids) / 2

    play(make)
    pages(file)
    with closing(sqlite3.connect(file)) as connection:
        found = "SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype = 'leaf'"
        try:
            (page, *_) = connection.execute(found).fetchone()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite does not tell which page belongs to what")
    with open(file, "rb+") as opened:
        opened.seek((page - 1) * 1024)
        opened.write(bytes(1024))
    play(look)


# Damaged files


def pages(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return int(connection.execute("PRAGMA page_count").fetchone()[0])


def spoil(file: Path, first: int, last: int, luck: random.Random) -> None:
    """Overwrite a few pages of a file: with zeros, random data, or some bytes."""
    size = 1024
    with open(file, "rb+") as opened:
        for page in luck.sample(range(first, last), 3):
            opened.seek(page * size)
            data = bytearray(opened.read(size))
            kind = luck.choice(("nothing", "anything", "bytes"))
            if kind == "bytes":
                for _ in range(8):
                    data[luck.randrange(size)] = luck.randrange(256)
            else:
                data[:] = bytes(size) if kind == "nothing" else luck.randbytes(size)
            opened.seek(page * size)
            opened.write(data)


def test_every_game_of_a_corrupt_file_is_complete_or_damaged(tmp_path: Path) -> None:
    empty, whole = tmp_path / "empty.db", tmp_path / "whole.db"
    told: dict[str, list[Any]] = {}

    async def make() -> None:
        luck = random.Random(1)
        async with running(f"sqlite:///{empty}"):
            pass
        async with running(f"sqlite:///{whole}") as server:
            for _ in range(30):
                id, *_ = await played(server, luck.randint(3, 30))
                told[id] = (await server.get(f"{id}/events")).json()["events"]

    play(make)
    answers: dict[str, int] = {}
    for seed in range(8):
        file = tmp_path / f"{seed}.db"
        shutil.copy(whole, file)
        # Not the parts that the server needs to start at all.
        spoil(file, pages(empty), pages(whole), random.Random(seed))

        async def look(file: Path = file) -> None:
            async with running(f"sqlite:///{file}") as server:
                for id, events in told.items():
                    answer = await server.get(f"{id}/events")
                    if answer.status_code == 200:
                        assert answer.json()["events"] == events
                    found = "" if answer.status_code == 200 else answer.json()["error"]["code"]
                    answers[found] = answers.get(found, 0) + 1
                health = await server.http.get("/healthz")
                assert health.status_code == 200
                answers["counted"] = answers.get("counted", 0) + health.json()["damaged"]

        play(look)
    assert set(answers) == {"", "damaged", "counted"}
    assert answers["damaged"] == answers["counted"] > 0
