"""outnumber erase: from the database, from running servers, and from the archive."""

import asyncio
import os
import secrets
import sqlite3
from pathlib import Path

import pytest

from outnumber.server.storage import updates
from tests.cli.test_backup import begun, change, told
from tests.server.classes.test_classes import child_of, teacher_of
from tests.server.running import play, running

DAY = 86_400


async def asked(capsys: pytest.CaptureFixture[str], database: str, *args: object) -> tuple[int, str, str]:
    return await asyncio.to_thread(told, capsys, "erase", "--database", database, *args)


def test_a_game_is_gone_from_the_database_and_from_running_servers(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(updates, "POLL", 0.1)

    async def test() -> None:
        async with running(database) as server:
            id, one, _ = await server.begin(name="Ada")
            other, ada, _ = await server.begin()
            live, free = await server.live(id, token=one), await server.live(other, token=ada)
            await live.next()
            await free.next()
            status, out, _ = await asked(capsys, database, "--game", id)
            assert status == 1
            assert f"{id}  strategy-stacks  Ada\nNothing was erased. To erase 1 game, add --yes.\n" in out
            assert (await server.get(id)).status_code == 200
            status, out, _ = await asked(capsys, database, "--game", id, "--yes")
            assert status == 0
            assert "Erased 1 game.\n" in out
            await asyncio.wait_for(live.socket.wait_closed(), 30)
            assert live.socket.close_code == 1008
            assert (await server.get(id)).status_code == 404
            assert id not in server.application.service.games
            for table, name in (("games", "id"), ("events", "game"), ("tails", "game")):
                found = await server.application.log.run(f"SELECT {name} FROM {table}", ())  # noqa: S608
                assert {row[0] for row in found} == {other}
            assert (await server.move(other, ada, 6)).status_code == 200
            assert await asked(capsys, database, "--game", id, "--yes") == (1, "No such game.\n", "")

    play(test)


def test_names_match_exactly_ignoring_case(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with running(database) as server:
            names = {}
            for name in ("Jürgen Groß", "JÜRGEN GROSS", "Ju\u0308rgen Groß", "Jürgen", "Jürgen Große", "Ada"):
                names[(await server.create(name=name))["id"]] = name.replace("u\u0308", "ü")
            guest = await server.create(opponent="open")
            await server.post(f"{guest['id']}/seat", {"name": "jürgen gross"})
            names[guest["id"]] = "jürgen gross"
            both = await server.create(opponent="here", name="Eva", other="Jürgen Groß")
            names[both["id"]] = "Jürgen Groß"
            status, out, _ = await asked(capsys, database, "--name", " jürgen groß", "--yes")
            assert status == 0
            gone = {
                id for id in names if (await server.http.get(f"/api/games/{id}/events")).status_code == 404
            }
            await server.application.updates.look_for_deletions()
            gone = {id for id in names if (await server.get(id)).status_code == 404}
            assert {id for id in names if names[id].casefold() == "jürgen gross"} == gone
            assert "Erased 5 games." in out
            assert (await asked(capsys, database, "--name", "Nobody", "--yes"))[:2] == (0, "No such game.\n")

    play(test)


def test_old_games_and_old_classes_are_erased_by_their_last_event(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(database) as server:
            log = server.application.log
            old, *_ = await server.begin()
            new, ada, _ = await server.begin()
            teacher = await teacher_of(server)
            await child_of(teacher, "fox")
            # Both began long ago; one of them continues.
            await log.run("UPDATE games SET created = created - $1", (400.0 * DAY,))
            await log.run("UPDATE events SET at = at - $1", (400.0 * DAY,))
            server.application.service.games.clear()
            await log.run("UPDATE events SET checksum = NULL", ())
            await log.run("UPDATE games SET checksum = NULL", ())
            assert (await server.move(new, ada, 6)).status_code == 200
            status, out, _ = await asked(capsys, database, "--before", "2026-01-01", "--yes")
            assert status == 0
            assert old in out
            assert "class:" in out
            rows = await log.run("SELECT id FROM games", ())
            assert [row[0] for row in rows] == [new]

    play(test)


def test_games_of_a_class_are_deleted_with_the_class(
    sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(sqlite_url) as server:
            teacher = await teacher_of(server)
            for name in ("fox", "owl"):
                await child_of(teacher, name)
            await teacher.act("/pairs", {"game": "strategy-stacks"})
            ((id,),) = await server.application.log.run("SELECT id FROM games WHERE class <> ''", ())
            status, _, err = await asked(capsys, sqlite_url, "--game", id, "--yes")
            assert (status, "it is deleted with the class" in err) == (1, True)
            assert (await asked(capsys, sqlite_url, "--name", "Fox", "--yes"))[:2] == (0, "No such game.\n")

    play(test)


@pytest.mark.parametrize("left", [0, 20])
def test_postgresql_keeps_no_samples_of_erased_names(
    postgres_url: str, left: int, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(postgres_url) as server:
            run = server.application.log.run
            for n in range(20):
                made = await server.create(name="Xaver", opponent="open")
                await server.post(f"{made['id']}/seat", {"name": f"Xaver the {n}th"})
            for n in range(left):
                await server.create(name=f"Ada the {n}th")
            await run("ANALYZE games, events", ())
            samples = (
                "SELECT attname FROM pg_stats WHERE schemaname = 'public' AND"
                " concat(histogram_bounds::text, most_common_vals::text) LIKE '%Xaver%' ORDER BY 1"
            )
            assert await run(samples, ()) == [("data",), ("setup",)]
            assert (await asked(capsys, postgres_url, "--name", "Xaver", "--yes"))[0] == 0
            assert await run(samples, ()) == []
            assert await run("SELECT count(*) FROM games", ()) == [(left,)]
            assert await run("SELECT count(*) FROM events", ()) == [(0,)]

    play(test)


def test_the_documented_commands_leave_no_bytes_in_the_files_of_postgresql(
    own_postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "data.md").read_text(encoding="utf-8")
    _, _, commands = page.partition("psql -d outnumber <<'END'\n")
    commands, _, _ = commands.partition("END\n")
    name = f"Xaver{secrets.token_hex(8)}"

    async def test() -> None:
        async with running(own_postgres_url) as server:
            run = server.application.log.run
            kept = await server.create(name="Ada")
            made = await server.create(name=name, opponent="open")
            await server.post(f"{made['id']}/seat", {"name": f"{name} too"})
            ((folder,),) = await run("SHOW data_directory", ())
            ((oid,),) = await run("SELECT oid FROM pg_database WHERE datname = current_database()", ())

            def found() -> set[str]:
                """The folders with files that contain the name or the id of the game."""
                wanted = [name.encode(), made["id"].encode()]
                return {
                    file.parent.name
                    for place in (Path(folder) / "pg_wal", Path(folder) / "base" / str(oid))
                    for file in place.iterdir()
                    if file.is_file() and any(each in file.read_bytes() for each in wanted)
                }

            await run("CHECKPOINT", ())
            assert found() == {"pg_wal", str(oid)}
            assert (await asked(capsys, own_postgres_url, "--name", name, "--yes"))[0] == 0
            assert (await asked(capsys, own_postgres_url, "--name", f"{name} too", "--yes"))[0] == 0
            for command in commands.strip().rstrip(";").split(";\n"):
                await run(command, ())
            assert found() == set()
            assert (await server.get(kept["id"])).status_code == 200

    play(test)


def test_the_journal_of_sqlite_is_emptied_once_its_readers_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/server.db"

    def traces() -> int:
        return sum(file.read_bytes().count(b"Xaver") for file in tmp_path.iterdir())

    async def test() -> None:
        async with running(url) as server:
            await server.create(name="Xaver")
            reader = sqlite3.connect(tmp_path / "server.db", isolation_level=None)
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM games").fetchone() == (1,)
            erasing = asyncio.create_task(asked(capsys, url, "--name", "Xaver", "--yes"))
            while await server.application.log.run("SELECT id FROM games", ()):
                await asyncio.sleep(0.05)
            assert traces() > 0  # the reader may still want it
            await server.create(name="Ada")  # servers write meanwhile
            assert not erasing.done()
            reader.close()
            assert (await erasing)[0] == 0
            assert traces() == 0

    play(test)


def test_archived_records_are_erased_and_backups_are_reported(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "archive"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTNUMBER_WEB_ARCHIVE", str(archive))
    archive.mkdir()

    async def test() -> None:
        async with running(sqlite_url) as server:
            for name in ("Ada", "Bob", "Eve"):
                id, one, _ = await server.begin(name=name)
                await server.post(f"{id}/resign", {}, one)
                (archive / f"{id}.txt").write_text((await server.http.get(f"/api/games/{id}/record")).text)
                if name == "Ada":
                    ada = id
            assert (await asyncio.to_thread(told, capsys, "backup", "monday.db", "--database", sqlite_url))[
                0
            ] == 0
            (archive / "diary.txt").write_text("not a record")
            for file in (f"{ada}.txt", "diary.txt"):
                os.utime(archive / file, (0, 0))
            status, out, _ = await asked(capsys, sqlite_url, "--before", "1971-01-01")
            assert (status, str(archive / f"{ada}.txt") in out, (archive / f"{ada}.txt").exists()) == (
                1,
                True,
                True,
            )
            assert (await asked(capsys, sqlite_url, "--game", "diary", "--yes"))[:2] == (1, "No such game.\n")
            assert "diary" not in out
            status, out, _ = await asked(capsys, sqlite_url, "--name", "ADA", "--yes")
            assert status == 0
            assert f"the backup {tmp_path}/monday.db contains some of them" in out
            assert sorted(each.stem for each in archive.iterdir()) != []
            assert not (archive / f"{ada}.txt").exists()
            assert len([*archive.iterdir()]) == 3

    play(test)
    # A backup is a database too.
    backup = f"sqlite:///{tmp_path}/monday.db"
    assert "Erased 1 game." in told(capsys, "erase", "--database", backup, "--name", "Bob", "--yes")[1]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Give one of --game, --name and --before."),
        (("--game", "a", "--name", "b"), "Give one of"),
        (("--name", " "), "--name needs a name."),
        (("--before", "yesterday"), "'yesterday' is no day: give one as in 2026-11-18."),
        (("--before", "99999-01-01"), "is no day"),
    ],
)
def test_usage_errors_are_refused(
    args: tuple[str, ...], message: str, sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = told(capsys, "erase", "--database", sqlite_url, *args)
    assert (status, message in err) == (2, True)


def test_pipes_and_broken_links_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    archive = tmp_path / "archive"
    archive.mkdir()
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(archive / "pipe.txt")
    (archive / "broken.txt").symlink_to("nowhere")
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            await server.create(name="Ada")
            given = (f"sqlite:///{tmp_path}/server.db", "--archive", archive, "--name", "Ada", "--yes")
            status, out, _ = await asyncio.wait_for(asked(capsys, *given), 180)
            assert (status, "Erased 1 game." in out) == (0, True)

    play(test)


def test_a_hostile_database_gives_no_traceback_and_no_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "server.db"
    id = min(begun(file, 2))
    change(file, "UPDATE games SET id = '\x1b[31mred' WHERE id <> (SELECT min(id) FROM games)")
    change(file, "UPDATE games SET setup = '" + "[" * 50_000 + "', created = -1e30, checksum = NULL")
    change(file, "UPDATE events SET at = -1e30")
    change(file, "UPDATE beats SET at = 'never'")
    database = f"sqlite:///{file}"
    status, out, _ = told(capsys, "verify", "--database", database)
    assert (status, "\x1b" in out, "[31mred is damaged" in out) == (1, False, True)
    assert told(capsys, "erase", "--game", id, "--yes", "--database", database)[0] == 0
    copy = tmp_path / "copy.db"
    status, out, err = told(capsys, "backup", copy, "--database", database)
    assert (status, "\x1b" in out + err, "[31mred" in err) == (0, False, True)
    status, _, err = told(capsys, "restore", copy, "--game", "\x1b[31mred", "--database", database)
    assert (status, "\x1b" in err) == (1, False)
    change(copy, "UPDATE tails SET seq = 'many', game = (SELECT id FROM games)")
    status, _, err = told(capsys, "restore", copy, "--game", "\x1b[31mred", "--database", database)
    assert (status, "it is damaged" in err) == (1, True)
    change(copy, """UPDATE games SET id = x'ff', setup = '{"game": ["x"], "names": [5, [], "Ada"]}'""")
    status, out, _ = told(capsys, "erase", "--name", "ada", "--database", f"sqlite:///{copy}")
    assert (status, "Ada\nNothing was erased." in out) == (1, True)
    assert told(capsys, "erase", "--name", "ada", "--yes", "--database", f"sqlite:///{copy}")[0] == 1


@pytest.mark.parametrize("id", ["", "%", "../server", "\udcff", "class:", "a\n"])
def test_text_that_is_not_an_id_names_no_game(
    database: str, id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with running(database) as server:
            await server.create()
            assert await asked(capsys, database, "--game", id, "--yes") == (1, "No such game.\n", "")

    play(test)
