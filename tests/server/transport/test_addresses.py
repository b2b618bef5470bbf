"""The address that other machines can use, and pages over HTTPS."""

import json
import socket
import ssl
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from outnumber.server.transport import addresses
from tests.cli.test_serve import CERTIFICATE, KEY
from tests.server.running import play, running


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", ""), ("localhost", ""), ("::1", ""), ("192.168.7.7", "192.168.7.7"), ("host", "host")],
)
def test_a_configured_address_is_used_unless_it_is_local(host: str, expected: str) -> None:
    assert addresses.reachable(host) == expected


def test_a_server_on_all_interfaces_is_reached_at_the_address_of_outgoing_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {socket.AF_INET: "", socket.AF_INET6: "fd00::2"}
    monkeypatch.setattr(addresses, "own_address", lambda family, _: found[family])
    assert addresses.reachable("::") == "fd00::2"
    assert addresses.reachable("0.0.0.0") == ""  # noqa: S104  # nothing is served
    found[socket.AF_INET] = "10.0.0.7"
    assert addresses.reachable("::") == addresses.reachable("0.0.0.0") == "10.0.0.7"  # noqa: S104


def test_links_created_on_the_servers_machine_lead_others_to_the_network_address(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db", address="http://10.0.0.7:8000") as server:
            assert 'data-reach="http://10.0.0.7:8000"' in (await server.http.get("/")).text
            elsewhere = await server.http.get("/", headers={"Host": "duels.example"})
            assert "data-reach" not in elsewhere.text
            assert 'content="http://duels.example/static/' in elsewhere.text

    play(check)


def test_pages_and_sockets_work_over_https(tmp_path: Path) -> None:
    async def check() -> None:
        trust = ssl.create_default_context(cafile=CERTIFICATE)
        files = {"certificate": CERTIFICATE, "certificate_key": KEY}
        async with running(f"sqlite:///{tmp_path}/server.db", **files) as server:
            async with httpx.AsyncClient(verify=trust, base_url=f"https://localhost:{server.port}") as client:
                assert (await client.get("/")).status_code == 200
                kept = [await client.get("/?lang=de"), await client.post("/api/classes", json={})]
                assert ["Secure" in each.headers["set-cookie"] for each in kept] == [True, True]
                id = (await client.post("/api/games", json={"game": "strategy-stacks"})).json()["id"]
            url = f"wss://localhost:{server.port}/api/games/{id}/live"
            async with connect(url, ssl=trust, compression=None) as line:
                await line.send('{"type": "hello"}')
                assert json.loads(await line.recv())["type"] == "welcome"

    play(check)
