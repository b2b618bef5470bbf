"""outnumber backup and outnumber restore."""

import asyncio
import json
import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from outnumber.cli.main import run
from tests.server.running import play, running
from tests.server.storage.test_processes import Server, play_on, serving


def told(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    status = run([str(arg) for arg in args])
    said = capsys.readouterr()
    return status, said.out, said.err


def begun(file: Path, games: int = 1) -> list[str]:
    """Games with three events each in a database."""
    ids = []

    async def begin() -> None:
        async with running(f"sqlite:///{file}") as server:
            for _ in range(games):
                id, one, two = await server.begin()
                assert (await server.move(id, one, 6)).status_code == 200
                assert (await server.move(id, two, 3)).status_code == 200
                ids.append(id)

    play(begin)
    return ids


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def kept(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT * FROM games, events ORDER BY id, game, seq").fetchall()


def test_a_backup_under_load_has_every_move_acknowledged_before_it(tmp_path: Path) -> None:
    database = tmp_path / "server.db"
    with serving(f"sqlite:///{database}") as server:
        games: list[dict[str, Any]] = []
        for number, game in enumerate(("number-stack-attack", "number-duel", "strategy-stacks")):
            made = server.call("/api/games", {"game": game, "opponent": "open", "rounds": 99})
            seat = server.call(f"/api/games/{made['id']}/seat", {})
            tokens = (made["token"], seat["token"])
            games.append(
                {"game": game, "id": made["id"], "acknowledged": [], "tokens": tokens, "seed": number}
            )
        stop = threading.Event()
        threads = [
            threading.Thread(target=play_on, args=(server, game, stop, game["seed"])) for game in games
        ]
        for thread in threads:
            thread.start()
        backups = []
        for number in range(2):
            while not all(game["acknowledged"] for game in games):
                time.sleep(0.01)
            time.sleep(0.2)
            before = {game["id"]: list(game["acknowledged"]) for game in games}
            file = tmp_path / f"backup{number}.db"
            assert run(["backup", str(file), "--database", f"sqlite:///{database}", "--json"]) == 0
            backups.append((file, before))
        stop.set()
        for thread in threads:
            thread.join()
        server.end(signal.SIGTERM)
    everything = {game["id"]: game["acknowledged"] for game in games}
    for file, before in backups:
        assert sum(map(len, before.values())) > 0
        assert not Path(f"{file}-wal").exists()
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        restored = Server(f"sqlite:///{file}.restored")
        assert run(["restore", str(file), "--database", f"sqlite:///{file}.restored"]) == 0
        restored.start()
        for id, acknowledged in before.items():
            events = restored.call(f"/api/games/{id}/events")["events"]
            moves = [event["number"] for event in events if event["kind"] == "move"]
            assert moves[: len(acknowledged)] == acknowledged
            assert everything[id][: len(moves)] == moves[: len(everything[id])]
        restored.end(signal.SIGTERM)


def test_a_restored_backup_equals_the_original(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, file, target = (tmp_path / name for name in ("server.db", "copy.db", "new/server.db"))
    begun(database, 2)
    assert told(capsys, "backup", file, "--database", f"sqlite:///{database}") == (
        0,
        f"Saved 2 games to {file}.\n",
        "",
    )
    target.parent.mkdir()
    status, out, _ = told(capsys, "restore", file, "--database", f"sqlite:///{target}", "--json")
    assert status == 0
    size = target.stat().st_size
    assert json.loads(out) == {"games": 2, "events": 6, "damaged": [], "file": str(target), "bytes": size}
    assert kept(target) == kept(database)


def test_the_default_database_is_that_of_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTNUMBER_DATA", str(tmp_path))
    begun(tmp_path / "server.db")
    assert told(capsys, "backup", tmp_path / "copy.db")[:2] == (0, f"Saved 1 game to {tmp_path}/copy.db.\n")
    monkeypatch.setenv("OUTNUMBER_WEB_DATABASE", f"sqlite:///{tmp_path}/other.db")
    assert told(capsys, "restore", tmp_path / "copy.db")[0] == 0
    assert kept(tmp_path / "other.db") == kept(tmp_path / "server.db")


def test_a_backup_never_replaces_the_database_of_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live, database = tmp_path / "live.db", f"sqlite:///{tmp_path}/other.db"

    async def test() -> None:
        async with running(database), running(f"sqlite:///{live}") as server:
            given = ("backup", live, "--force", "--database")
            for source in (database, f"sqlite:///{live}"):
                status, _, err = await asyncio.to_thread(told, capsys, *given, source)
                assert (status, "a server uses it; choose another name." in err) == (1, True)
            id, one, _ = await server.begin()
            assert (await server.move(id, one, 6)).status_code == 200
        assert [row[0] for row in kept(live)] == [id] * 2

    play(test)


def test_a_backup_into_a_missing_folder_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(tmp_path / "server.db")
    file = tmp_path / "nowhere" / "copy.db"
    status, _, err = told(capsys, "backup", file, "--database", f"sqlite:///{tmp_path}/server.db")
    assert (status, err) == (1, f"Error: {file} cannot be used: there is no such folder.\n")


def test_a_backup_overwrites_a_file_only_with_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, file = tmp_path / "server.db", tmp_path / "copy.db"
    begun(database)
    file.write_text("precious")
    given = ("backup", file, "--database", f"sqlite:///{database}")
    message = f"Error: {file} cannot be used: that file exists; choose another name.\n"
    assert told(capsys, *given) == (1, "", message)
    assert file.read_text() == "precious"
    assert told(capsys, *given, "--force")[0] == 0
    assert kept(file) == kept(database)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "server.db", "server.db-lock"]


def test_restore_refuses_a_nonempty_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, file, empty = (tmp_path / name for name in ("server.db", "copy.db", "empty.db"))
    begun(database)
    assert told(capsys, "backup", file, "--database", f"sqlite:///{database}")[0] == 0
    before = kept(database)
    status, _, err = told(capsys, "restore", file, "--database", f"sqlite:///{database}")
    assert (status, err) == (
        1,
        f"Error: {database} is not empty: choose another database with --database, or move this one away.\n",
    )
    assert kept(database) == before
    begun(empty, 0)  # a server without games
    assert told(capsys, "restore", file, "--database", f"sqlite:///{empty}")[0] == 0
    assert kept(empty) == before
    other = tmp_path / "other.db"
    change(other, "CREATE TABLE diary (day TEXT)")
    assert "is not empty" in told(capsys, "restore", file, "--database", f"sqlite:///{other}")[2]
    lost = tmp_path / "lost.db"
    Path(f"{lost}-wal").write_bytes(b"x" * 100)
    assert "lost.db-wal is not empty" in told(capsys, "restore", file, "--database", f"sqlite:///{lost}")[2]


def test_restore_refuses_the_database_of_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, empty = tmp_path / "copy.db", tmp_path / "empty.db"
    begun(tmp_path / "server.db")
    assert told(capsys, "backup", file, "--database", f"sqlite:///{tmp_path}/server.db")[0] == 0

    async def test() -> None:
        async with running(f"sqlite:///{empty}"):
            given = ("restore", file, "--database", f"sqlite:///{empty}")
            status, _, err = await asyncio.to_thread(told, capsys, *given)
            assert status == 1
            assert "Another server uses" in err

    play(test)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("DELETE FROM events WHERE seq = 2", "1 game in {file} can no longer be read"),
        ("UPDATE events SET number = 5 WHERE seq = 2", "1 game in {file} can no longer be read"),
        ("UPDATE games SET setup = '{{}}'", "1 game in {file} can no longer be read"),
        ("INSERT INTO schema_version VALUES (99)", "This database was created by a newer Outnumber"),
        (
            "DROP TABLE schema_version",
            "{file} cannot be used: it is not the database of an Outnumber server.",
        ),
    ],
)
def test_restore_checks_the_backup_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str, reason: str
) -> None:
    database, file, target = (tmp_path / name for name in ("server.db", "copy.db", "new.db"))
    begun(database)
    assert told(capsys, "backup", file, "--database", f"sqlite:///{database}")[0] == 0
    change(file, damage.format())
    status, _, err = told(capsys, "restore", file, "--database", f"sqlite:///{target}")
    assert status == 1
    assert err.startswith(f"Error: {reason.format(file=file)}")
    assert not target.exists()


def test_damaged_games_are_reported_and_can_be_restored_with_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, file, target = (tmp_path / name for name in ("server.db", "copy.db", "new.db"))
    bad, _ = begun(database, 2)
    change(database, f"DELETE FROM events WHERE seq = 2 AND game = '{bad}'")  # noqa: S608
    status, _, err = told(capsys, "backup", file, "--database", f"sqlite:///{database}")
    assert (status, err) == (0, f"Damaged games: 1 ({bad}).\n")
    given = ("restore", file, "--database", f"sqlite:///{target}")
    assert told(capsys, *given)[0] == 1
    assert told(capsys, *given, "--force")[0] == 0
    assert kept(target) == kept(database)


def test_flipped_bits_are_detected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, file = tmp_path / "server.db", tmp_path / "copy.db"
    begun(database, 5)
    assert told(capsys, "backup", file, "--database", f"sqlite:///{database}")[0] == 0
    rotten = bytearray(file.read_bytes())
    rotten[2048:3072] = bytes(1024)
    file.write_bytes(rotten)
    status, _, err = told(capsys, "restore", file, "--database", f"sqlite:///{tmp_path}/new.db")
    assert status == 1
    assert "cannot be used: " in err


@pytest.mark.parametrize("name", ["none.db", "text.db"])
def test_a_file_that_is_not_a_database_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "text.db").write_text("Dear diary, " * 1000)
    file = tmp_path / name
    for given in (
        ("backup", tmp_path / "copy.db", "--database", f"sqlite:///{file}"),
        ("restore", file, "--database", f"sqlite:///{tmp_path}/new.db"),
    ):
        status, _, err = told(capsys, *given)
        why = "there is no such file." if name == "none.db" else "file is not a database."
        assert (status, err) == (1, f"Error: {file} cannot be used: {why}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["text.db"]
