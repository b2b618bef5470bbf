"""The server's log when its reader stalls."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.storage.test_processes import LIMITS


@contextmanager
def unread(
    database: str, *options: str
) -> Iterator[tuple[subprocess.Popen[str], http.client.HTTPConnection]]:
    """A server whose standard error is an unread pipe, and a connection to it."""
    command = [sys.executable, "-m", "outnumber", "serve", "--port", "0", "--database", database, *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | LIMITS
    ) as process:
        assert process.stdout
        port = int(process.stdout.readline().rpartition(":")[2])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            yield process, connection
        finally:
            connection.close()
            process.kill()


def get(connection: http.client.HTTPConnection, path: str) -> str:
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200
    return answer.read().decode()


def ask_until_lines_are_dropped(connection: http.client.HTTPConnection) -> int:
    """Send requests, each of which logs a line, until the server has dropped some; returns how many."""
    for _ in range(20):
        for _ in range(500):
            get(connection, "/healthz")
        (dropped,) = re.findall(
            r"^outnumber_log_lines_dropped_total (\S+)", get(connection, "/metrics"), re.M
        )
        if float(dropped):
            return int(float(dropped))
    pytest.fail("no line was dropped: is the queue bounded?")


def test_a_server_with_an_unread_log_answers_and_stops_on_sigterm(sqlite_url: str) -> None:
    with unread(sqlite_url) as (process, connection):
        ask_until_lines_are_dropped(connection)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM


def test_workers_with_an_unread_log_stop_on_sigterm(postgres_url: str) -> None:
    with unread(postgres_url, "--workers", "2") as (process, connection):
        ask_until_lines_are_dropped(connection)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_a_returning_reader_learns_how_many_lines_are_missing(sqlite_url: str) -> None:
    with unread(sqlite_url) as (process, connection):
        dropped = ask_until_lines_are_dropped(connection)
        assert process.stderr
        for line in process.stderr:
            told = json.loads(line)
            if told["event"] == "log lines dropped":
                break
        assert told["lines"] >= dropped
        assert (told["level"], told["logger"]) == ("warning", "outnumber.server.transport.logs")
        # Lines from now on are written, after those of the last requests that were not dropped.
        get(connection, "/healthz")
        for line in process.stderr:
            told = json.loads(line)
            if told["path"] == "/healthz":
                break
            assert told["path"] == "/metrics"
        process.send_signal(signal.SIGTERM)
        assert json.loads(process.stderr.read().splitlines()[-1])["event"] == "stopped"


def test_the_last_lines_are_written_before_the_process_ends(sqlite_url: str) -> None:
    with unread(sqlite_url) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.stderr
        events = [json.loads(line)["event"] for line in process.stderr]
        assert events == ["started", "stopped"]


def test_a_server_without_standard_error_serves(tmp_path: Path) -> None:
    command = f"{sys.executable} -m outnumber serve --port 0 --database sqlite:///{tmp_path}/a.db 2>&-"
    with subprocess.Popen(["sh", "-c", f"exec {command}"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        port = int(process.stdout.readline().rpartition(":")[2])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        assert json.loads(get(connection, "/healthz"))["status"] == "ok"
        connection.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM
