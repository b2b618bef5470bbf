"""Whole server processes: killed, restarted, and several on one database."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

import outnumber
from tests.program import call
from tests.server.running import play
from tests.server.storage.test_log import opened

LIMITS = {"OUTNUMBER_WEB_LIMITS": "1e9"}
# The second kill hits data that a restart has read.
KILLS = int(os.environ.get("OUTNUMBER_KILLS", "2"))


class Server:
    """An `outnumber serve` in a separate process."""

    def __init__(self, database: str, *options: str) -> None:
        self.command = [
            sys.executable,
            "-m",
            "outnumber",
            "serve",
            "--quiet",
            "--database",
            database,
            *options,
        ]
        self.port = 0
        self.process: subprocess.Popen[str]

    def start(self, well: bool = True) -> None:
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | LIMITS,
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().rpartition(":")[2])
        for _ in range(2400):
            try:
                self.call("/healthz")
                return
            except urllib.error.HTTPError as unwell:
                with unwell:
                    if not well:
                        return
                time.sleep(0.05)
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def call(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return json.load(answer)

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        status = self.process.wait(120)
        assert self.process.stdout
        self.process.stdout.close()
        return status


@contextmanager
def serving(database: str, *options: str) -> Iterator[Server]:
    server = Server(database, *options)
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGTERM)


def play_on(server: Server, game: dict[str, Any], stop: threading.Event, seed: int) -> None:
    """Play random moves as long as the server answers, and record the acknowledged ones."""
    luck = random.Random(seed)
    rules = outnumber.game(game["game"])
    position, swapped = rules.start(), False
    while not stop.is_set():
        if position.outcome():
            position, swapped = rules.start(), not swapped
        number = luck.choice(position.legal_moves())
        token = game["tokens"][(position.turn - 1) ^ swapped]
        try:
            server.call(
                f"/api/games/{game['id']}/moves",
                {"number": number, "id": f"m{len(game['acknowledged'])}"},
                token,
            )
        except (OSError, ValueError, HTTPException):  # killed before, between or within two answers
            return
        game["acknowledged"].append(number)
        position = position.play(number)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_acknowledged_move_is_lost_when_the_server_is_killed(
    kind: str, request: pytest.FixtureRequest
) -> None:
    with serving(request.getfixturevalue(f"{kind}_url")) as server:
        games: list[dict[str, Any]] = []
        for round in range(KILLS):
            for number, name in enumerate(("number-stack-attack", "number-duel", "strategy-stacks")):
                made = server.call("/api/games", {"game": name, "opponent": "open", "rounds": 99})
                seat = server.call(f"/api/games/{made['id']}/seat", {})
                played: dict[str, Any] = {"game": name, "id": made["id"], "acknowledged": []}
                played |= {"tokens": (made["token"], seat["token"]), "seed": 10 * round + number}
                games.append(played)
            stop = threading.Event()
            threads = [
                threading.Thread(target=play_on, args=(server, game, stop, game["seed"]))
                for game in games[-3:]
            ]
            for thread in threads:
                thread.start()
            time.sleep(random.Random(round).uniform(0.3, 0.9))
            server.end(signal.SIGKILL)
            stop.set()
            for thread in threads:
                thread.join()
            server.start()
            for each in games:
                told = server.call(f"/api/games/{each['id']}/events")["events"]
                kept = [event["number"] for event in told if event["kind"] == "move"]
                acknowledged = each["acknowledged"]
                # One more may have been written whose answer was lost.
                assert kept[: len(acknowledged)] == acknowledged
                assert len(kept) <= len(acknowledged) + 1
                assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert sum(len(each["acknowledged"]) for each in games) > 0


def test_two_processes_on_one_database_play_one_game(postgres_url: str) -> None:
    from websockets.sync.client import connect

    with serving(postgres_url) as left, serving(postgres_url) as right, ExitStack() as opened:
        made = left.call("/api/games", {"game": "number-stack-attack", "opponent": "open"})
        seat = right.call(f"/api/games/{made['id']}/seat", {})
        sockets = []
        for server, token in ((left, made["token"]), (right, seat["token"])):
            socket = opened.enter_context(
                connect(f"ws://127.0.0.1:{server.port}/api/games/{made['id']}/live")
            )
            socket.send(json.dumps({"type": "hello", "token": token}))
            assert json.loads(socket.recv(10))["type"] == "welcome"
            sockets.append(socket)

        def heard(socket: Any) -> dict[str, Any]:
            while True:
                message: dict[str, Any] = json.loads(socket.recv(10))
                if message["type"] in ("ack", "event"):
                    return message

        for turn, number in enumerate((9, 9, 9, 9)):
            sockets[turn % 2].send(json.dumps({"type": "move", "id": f"m{turn}", "number": number}))
            assert heard(sockets[turn % 2])["type"] == "ack"
            assert heard(sockets[1 - turn % 2])["event"]["seq"] == turn + 2
        # Both processes get requests at once: one move counts, and the other process knows whose.
        answers: list[str] = []

        def shout(server: Server, number: int) -> None:
            try:
                server.call(f"/api/games/{made['id']}/moves", {"number": number}, made["token"])
                answers.append("done")
            except urllib.error.HTTPError as error:
                answers.append(json.load(error)["error"]["code"])
                error.close()

        threads = [threading.Thread(target=shout, args=(server, n)) for n, server in ((1, left), (2, right))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == ["done", "not-your-turn"]


def test_several_workers_share_one_address(postgres_url: str) -> None:
    with serving(postgres_url, "--workers", "2") as server:
        made = server.call("/api/games", {"game": "strategy-stacks", "opponent": "open"})
        seat = server.call(f"/api/games/{made['id']}/seat", {})
        for token, number in ((made["token"], 6), (seat["token"], 3), (made["token"], 9)):
            server.call(f"/api/games/{made['id']}/moves", {"number": number}, token)
        assert server.call(f"/api/games/{made['id']}")["seq"] == 4


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "outnumber", "serve", *args], capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip


def test_several_workers_require_postgresql() -> None:
    refused = call("serve", "--workers", "2")
    assert refused.returncode == 2
    assert "postgresql://" in refused.stderr


@pytest.mark.parametrize(
    "database",
    ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite+aiosqlite://", "sqlite:///file:x?mode=memory"],
)
def test_a_database_in_memory_is_refused(database: str) -> None:
    refused = call("serve", "--database", database)
    assert refused.returncode == 2
    assert "name a file, as in sqlite:///games.db" in refused.stderr


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    file, link = tmp_path / "server.db", tmp_path / "link.db"
    link.symlink_to(file)
    with serving(f"sqlite:///{file}") as server:
        refused = run("--database", f"sqlite:///{link}", "--port", "0")
        assert refused.returncode == 1
        assert refused.stdout == ""
        assert refused.stderr == (
            f"Error: Another server uses {file}: stop it, or choose another database with --database.\n"
        )
        assert server.call("/healthz")["status"] == "ok"
        # A killed process has released it.
        server.end(signal.SIGKILL)
        server.start()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_of_a_newer_version_is_refused_at_the_start(
    kind: str, workers: str, request: pytest.FixtureRequest
) -> None:
    if (kind, workers) == ("sqlite", "2"):
        pytest.skip("one process uses an SQLite file")
    database = request.getfixturevalue(f"{kind}_url")

    async def newer() -> None:
        log = await opened(database)
        await log.run("INSERT INTO schema_version VALUES (99)", ())
        await log.close()

    play(newer)
    refused = run("--database", database, "--port", "0", "--workers", workers)
    assert refused.returncode == 1
    assert refused.stdout == ""
    (line,) = refused.stderr.splitlines()
    assert line.startswith("Error: This database was created by a newer Outnumber (table version 99")


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "server.db"
    file.write_text("Dear diary, " * 1000)
    refused = run("--database", f"sqlite:///{file}", "--port", "0")
    assert refused.returncode == 1
    assert refused.stderr == f"Error: {file} cannot be used: file is not a database\n"
    assert file.read_text().startswith("Dear diary")


@pytest.mark.parametrize("table", ["schema_version", "beats", "outages"])
def test_a_file_too_damaged_to_start_with_is_refused(tmp_path: Path, table: str) -> None:
    file = tmp_path / "server.db"

    async def make() -> None:
        await (await opened(f"sqlite:///{file}")).close()

    play(make)
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("rb+") as pages:
        pages.seek((page - 1) * size)
        pages.write(b"\xff" * size)
    refused = run("--database", f"sqlite:///{file}", "--port", "0")
    assert refused.returncode == 1
    assert refused.stderr == f"Error: {file} cannot be used: database disk image is malformed\n"


@pytest.mark.parametrize("address", ["ada@127.0.0.1:1/games", "ada@host:port/games", "/games?host=/nowhere"])
def test_an_address_without_a_database_is_refused(address: str) -> None:
    refused = run("--database", f"postgresql://{address}", "--port", "0")
    assert refused.returncode == 1
    (line,) = refused.stderr.splitlines()
    assert line.startswith("Error: The database cannot be used: ")


@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")
def test_workers_exit_with_their_supervisor(postgres_url: str) -> None:
    def workers(parent: int) -> list[int]:
        found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [int(pid) for pid in found]

    with serving(postgres_url, "--workers", "2") as server:
        running = workers(server.process.pid)
        assert len(running) == 2
        server.end(signal.SIGKILL)
        deadline = time.monotonic() + 60
        while any(Path(f"/proc/{pid}").exists() and not _is_zombie(pid) for pid in running):
            assert time.monotonic() < deadline, "workers go on without their supervisor"
            time.sleep(0.05)


def _is_zombie(pid: int) -> bool:
    # They may remain as zombies if no process reaps them.
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_port_in_use_is_reported() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = call("serve", "--port", str(taken.getsockname()[1]))
    assert refused.returncode == 1
    assert "Try another --port" in refused.stderr


def test_ctrl_c_stops_cleanly(sqlite_url: str) -> None:
    server = Server(sqlite_url)
    server.start()
    assert server.end(signal.SIGINT) in (0, 130)
