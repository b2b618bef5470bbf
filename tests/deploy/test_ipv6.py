"""Servers that listen on IPv6."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from outnumber.local.join.client import RemoteGame
from outnumber.server.transport.server import bind
from tests.deploy.programs import Process, free_port, get, post


@pytest.fixture(scope="module", autouse=True)
def ipv6() -> None:
    """Skip the tests on a machine without IPv6."""
    try:
        bind("::1", 0).close()
    except OSError as error:
        pytest.skip(f"this machine has no IPv6: {error}")


@pytest.fixture
def server(sqlite_url: str, request: pytest.FixtureRequest) -> Iterator[Process]:
    process = Process(sqlite_url, "--host", request.param, environment={})
    yield process.ready(host="[::1]")
    process.stop()


@pytest.mark.parametrize("server", ["::"], indirect=True)
def test_one_server_serves_both_families_and_origins_have_brackets(server: Process) -> None:
    for host in ("[::1]", "127.0.0.1"):
        url = f"http://{host}:{server.port}"
        assert get(url)[0] == 200
        made = post(f"{url}/api/games", {"game": "strategy-stacks"})
        # A browser names the origin with brackets, and so does its Host.
        assert get(f"{url}/api/games/{made['id']}", Origin=url)[0] == 200
        assert RemoteGame(f"{url}{made['links']['seat']}").state().id == made["id"]


def test_a_printed_address_has_brackets(sqlite_url: str) -> None:
    port = free_port()
    command = [sys.executable, "-m", "outnumber", "serve", "--quiet", "--host", "::1", "--port", str(port)]
    with subprocess.Popen([*command, "--database", sqlite_url], stdout=subprocess.PIPE, text=True) as process:
        late = threading.Timer(60, process.kill)
        late.start()
        assert process.stdout is not None
        assert f"http://[::1]:{port}" in process.stdout.readline()
        late.cancel()
        process.terminate()


def test_the_addresses_of_a_household_share_their_limits(sqlite_url: str) -> None:
    limits = {"OUTNUMBER_WEB_LIMITS": "0.01", "FORWARDED_ALLOW_IPS": "::1"}  # two requests at once
    server = Process(sqlite_url, "--host", "::1", environment=limits)
    try:
        server.ready(host="[::1]")
        url = f"http://[::1]:{server.port}/api/games?state=open"

        def asked(address: str) -> int:
            return get(url, **{"X-Forwarded-For": address})[0]

        assert [asked(f"2001:db8:1:2::{n}") for n in range(6)].count(429) >= 3
        assert asked("2001:db8:1:3::1") == 200
    finally:
        server.stop()
