"""Databases move, single games are repaired, and damaged files are salvaged."""

import asyncio
import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from outnumber.cli.main import run
from outnumber.server.settings import without_password
from outnumber.server.storage import backup
from outnumber.server.storage.backup import back_up, restore, restore_game
from outnumber.server.storage.inspection import inspect
from outnumber.server.storage.salvage import salvage
from tests.cli.test_backup import begun, kept, told
from tests.server.running import later, play, running
from tests.server.storage.test_log import opened


async def damages(url: str) -> dict[str, str]:
    return {id: str(why) for id, why in (await inspect(url)).damaged.items()}


async def changed(url: str, statement: str) -> None:
    log = await opened(url)
    await log.run(statement, ())
    await log.close()


def test_a_server_moves_from_sqlite_to_postgresql_and_back(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    """The restore drill of docs/how-to/data.md."""
    copy, back = tmp_path / "copy.db", tmp_path / "back.db"

    async def test() -> None:
        async with running(sqlite_url) as server:
            id, one, two = await server.begin(clock=60)
            assert (await server.move(id, one, 6)).status_code == 200
            over, ada, _ = await server.begin(name="Ada")
            assert (await server.post(f"{over}/resign", {}, ada)).status_code == 200
            copied = await back_up(sqlite_url, copy)
        assert await restore(copy, postgres_url) == copied
        assert not await damages(postgres_url)
        async with running(postgres_url) as server:
            told = (await server.get(id)).json()
            assert told["state"] == "playing"
            assert told["left"] > 30  # time between backup and restore does not count
            assert (await server.move(id, two, 3)).status_code == 200
            assert (await server.get(over)).json()["state"] == "over"
            assert await back_up(postgres_url, back) == copied._replace(events=copied.events + 1)
        assert not await damages(f"sqlite:///{back}")
        async with running(f"sqlite:///{back}") as server:
            assert (await server.move(id, one, 1)).status_code == 200

    play(test)


def test_a_shared_database_with_games_or_servers_is_not_restored_into(
    postgres_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(tmp_path / "server.db")
    given = ("restore", tmp_path / "server.db", "--database", postgres_url)

    async def test() -> None:
        async with running(postgres_url):
            assert "Another server uses" in (await asyncio.to_thread(told, capsys, *given))[2]

    play(test)
    assert told(capsys, *given)[0] == 0
    assert "is not empty" in told(capsys, *given)[2]


def test_one_game_is_repaired_in_a_live_database(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "FORGOTTEN", 0.0)
    copy = tmp_path / "copy.db"

    async def test() -> None:
        async with running(database) as server:
            bad, one, two = await server.begin(clock=60)
            good, ada, _ = await server.begin()
            assert (await server.move(bad, one, 6)).status_code == 200
            await back_up(database, copy)
            later(server, 50)
            assert (await server.move(good, ada, 6)).status_code == 200
            log = server.application.log
            await log.uptime.beat()
            await log.run(f"UPDATE events SET number = 9 WHERE game = '{bad}' AND seq = 2", ())  # noqa: S608
            server.application.service.games.let_go(bad)
            assert (await server.get(bad)).json()["error"]["code"] == "damaged"
            assert (await server.http.get("/healthz")).json()["damaged"] == 1
            assert await damages(database) == {bad: "event 2 has a wrong checksum"}
            with pytest.raises(ValueError, match="is intact"):
                await restore_game(copy, database, good)
            with pytest.raises(ValueError, match="no game"):
                await restore_game(copy, database, "0123456789ab")
            await restore_game(copy, database, bad)
            makers = dict(await log.run("SELECT id, maker FROM games", ()))
            assert (makers[bad], bool(makers[good])) == (None, True)
            await server.application.updates.look_for_deletions()
            told = (await server.http.get("/healthz")).json()
            assert (told["status"], told["damaged"]) == ("ok", 0)
            # The clock does not run between the backup and the repair.
            assert (await server.get(bad)).json()["left"] > 50
            assert (await server.move(bad, two, 3)).status_code == 200
        assert not await damages(database)

    play(test)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("DELETE FROM events WHERE seq = 3", "event 3 is missing"),
        ("UPDATE games SET setup = '[]'", "its settings have a wrong checksum"),
        ("DELETE FROM tails", "the number of its newest event is missing"),
        ("DELETE FROM games", "its row is missing"),
        ("UPDATE games SET class = 'class:none'", "its class is missing"),
        (
            "UPDATE events SET number = 4, checksum = NULL WHERE kind = 'move'",
            "event 2 has a wrong checksum",
        ),
    ],
)
def test_verify_names_every_kind_of_damage(
    database: str, damage: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = []

    async def test() -> None:
        async with running(database) as server:
            id, one, two = await server.begin()
            await server.move(id, one, 6)
            await server.move(id, two, 3)
            ids.append(id)
            await server.application.log.run(damage, ())
            given = ("verify", "--database", database, "--json")
            status, out, _ = await asyncio.to_thread(told, capsys, *given)
            assert status == 1
            assert json.loads(out)["damaged"] == [{"game": id, "reason": reason}]

    play(test)
    status, out, _ = told(capsys, "verify", "--database", database)
    assert (status, out.splitlines()[1]) == (1, f"{ids[0]} is damaged: {reason}")


def test_verify_reads_databases_of_older_versions_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = next(Path("tests/data").rglob("*.db"), None)
    if old is None:
        pytest.skip("there is no database of an older version in tests/data")
    copy = tmp_path / "old.db"
    shutil.copy(old, copy)
    before = copy.read_bytes()
    assert told(capsys, "verify", "--database", f"sqlite:///{copy}")[0] == 0
    assert copy.read_bytes() == before


def damaged(data: bytearray, how: str, chance: random.Random) -> None:
    """Damage a file as disks do."""
    if how == "overwritten":
        for _ in range(10):
            page = chance.randrange(1, len(data) // 1024)
            data[page * 1024 : (page + 1) * 1024] = chance.randbytes(1024)
    elif how == "truncated":
        del data[chance.randrange(len(data) // 2, len(data)) :]
    elif how == "flipped":
        for _ in range(100):
            data[chance.randrange(1024, len(data))] ^= 1 << chance.randrange(8)
    else:
        data[:3000] = bytes(3000)


@pytest.fixture(scope="module")
def file_of_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("salvage") / "server.db"
    begun(file, 60)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file


@pytest.mark.parametrize("how", ["overwritten", "truncated", "flipped", "headless"])
@pytest.mark.parametrize("seed", range(3))
def test_readable_games_of_a_damaged_file_are_saved_and_the_rest_is_reported(
    file_of_games: Path, tmp_path: Path, how: str, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, saved = tmp_path / "bad.db", tmp_path / "saved.db"
    data = bytearray(file_of_games.read_bytes())
    damaged(data, how, random.Random(f"{how} {seed}"))
    bad.write_bytes(data)
    given = ("backup", saved, "--salvage", "--json", "--database", f"sqlite:///{bad}")
    status, out, err = told(capsys, *given)
    assert (status, err) == (0, "")
    assert bad.read_bytes() == data
    report = json.loads(out)
    games = {row[0]: row for row in kept(file_of_games)}
    rows = kept(saved)
    assert {row[0] for row in rows} <= set(games)
    # A flipped bit in an id names a game that never existed.
    assert how == "flipped" or {*report["lost"], *report["shorter"]} <= set(games)
    assert report["games"] >= 15
    if how == "headless":
        assert (report["games"], report["shorter"], report["lost"]) == (60, {}, [])
    # The saved data equals the original.
    events = {row[9:] for row in kept(file_of_games)}
    assert {row[9:] for row in rows} <= events
    assert told(capsys, "verify", "--database", f"sqlite:///{saved}")[0] == 0
    assert told(capsys, "restore", saved, "--database", f"sqlite:///{tmp_path}/new.db")[0] == 0


def test_a_salvaged_game_continues_where_it_is_readable(tmp_path: Path) -> None:
    bad, saved = tmp_path / "bad.db", tmp_path / "saved.db"

    async def test() -> None:
        async with running(f"sqlite:///{bad}") as server:
            id, one, two = await server.begin()
            await server.move(id, one, 6)
            await server.move(id, two, 3)
            over, ada, _ = await server.begin()
            await server.post(f"{over}/resign", {}, ada)
        await changed(f"sqlite:///{bad}", "DELETE FROM events WHERE seq = 3 OR kind = 'resign'")
        report = await salvage(bad, saved)
        assert (report.shorter, report.lost) == ({id: 1, over: 1}, [])
        async with running(f"sqlite:///{saved}") as server:
            assert (await server.move(id, two, 1)).status_code == 200
            assert (await server.get(over)).json()["state"] == "playing"

    play(test)


def test_deleted_games_are_not_salvaged(tmp_path: Path) -> None:
    file, saved = tmp_path / "server.db", tmp_path / "saved.db"
    ids = begun(file, 30)
    assert run(["erase", "--game", ids[7], "--yes", "--database", f"sqlite:///{file}"]) == 0
    assert ids[7].encode() not in b"".join(each.read_bytes() for each in tmp_path.glob("server.db*"))
    asyncio.run(salvage(file, saved))
    assert {row[0] for row in kept(saved)} == set(ids) - {ids[7]}


@pytest.mark.parametrize(
    ("what", "instead"),
    [(b"schema_version", b"schema_ve\xf2sion"), (b"ended REAL NOT NULL", b"ended REAL NOT \xceULL")],
)
def test_a_damaged_list_of_tables_is_reported_and_salvaged(
    file_of_games: Path, tmp_path: Path, what: bytes, instead: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite names what it cannot read in bytes that are no text."""
    bad = tmp_path / "bad.db"
    data = file_of_games.read_bytes()
    assert what in data
    bad.write_bytes(data.replace(what, instead))
    url = f"sqlite:///{bad}"
    for given in (["verify"], ["erase", "--name", "Ada"], ["backup", tmp_path / "copy.db"]):
        status, _, err = told(capsys, *given, "--database", url)
        assert status == 1
        assert f"{bad} cannot be used: " in err
    status, out, _ = told(capsys, "backup", tmp_path / "saved.db", "--salvage", "--database", url)
    assert (status, "Saved 60 games" in out) == (0, True)


@pytest.mark.parametrize("content", [b"", b"Dear diary, " * 1000])
def test_a_file_without_games_is_refused(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.db").write_bytes(content)
    given = ("backup", tmp_path / "x.db", "--salvage", "--database", f"sqlite:///{tmp_path}/none.db")
    status, _, err = told(capsys, *given)
    assert (status, err) == (
        1,
        f"Error: Nothing in {tmp_path}/none.db can be read: restore a backup.\n",
    )
    assert [each.name for each in tmp_path.iterdir()] == ["none.db"]


@pytest.mark.parametrize("command", ["backup copy.db", "restore copy.db", "verify", "erase --game x"])
@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:s3cret@127.0.0.1:1/games",
        "postgresql://ada:s3/cret@127.0.0.1:1/games",
        "postgresql://127.0.0.1:1/games?user=ada&password=s3cret",
        "postgresql://ada:s3cret@127.0.0.1:99999/games",
        "postgresql:ada:s3cret@127.0.0.1/games",
        "postgres:/ada:s3:cret@127.0.0.1/games",
        "ada:s3:cret@127.0.0.1/games",
        "host=127.0.0.1 user=ada password=s3cret",
        "password = s3cret",
        "mysql://ada:s3cret@127.0.0.1/games",
    ],
)
def test_a_password_is_never_printed(
    command: str,
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    begun(tmp_path / "copy.db", 1) if "restore" in command else None
    status, out, err = told(capsys, *command.split(), "--database", url)
    assert status in (1, 2)
    assert "s3" not in out + err
    assert "cret" not in out + err


def test_a_url_without_a_password_is_printed_unchanged() -> None:
    for url in (
        "postgresql:///games?host=/run/pg",
        "postgresql://ada@[::1]:5432/games",
        "sqlite:///a:b@c.db",
    ):
        assert without_password(url) == url
