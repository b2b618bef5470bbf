"""Certificates that are renewed while servers and proxies run."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.deploy.programs import Process, certificate, get, needed, nginx, post, servers, trusting


def shown_at(port: int) -> str:
    """The fingerprint of the certificate that a server shows to a new connection."""
    pem = ssl.get_server_certificate(("127.0.0.1", port), timeout=10)
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()


def of(path: Path) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(path.read_text())).hexdigest()


def becomes(value: str, found: Callable[[], str]) -> None:
    for _ in range(300):
        if found() == value:
            return
        time.sleep(0.1)
    raise AssertionError("the new certificate is not shown")


async def across_renewal(url: str, port: int, renew: Callable[[], None], new: str) -> None:
    """A game whose socket stays open while the certificate is renewed."""
    made = await asyncio.to_thread(
        post, f"{url}/api/games", {"game": "strategy-stacks", "opponent": "random"}
    )
    address = f"{url.replace('http', 'ws')}/api/games/{made['id']}/live"
    async with connect(address, ssl=trusting()) as socket:
        await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        assert json.loads(await socket.recv())["type"] == "welcome"
        await asyncio.to_thread(renew)
        await asyncio.to_thread(becomes, new, lambda: shown_at(port))
        await socket.send(json.dumps({"type": "move", "number": 6, "id": "0123456789"}))
        while json.loads(await socket.recv())["type"] != "ack":
            pass


@pytest.mark.slow
def test_a_server_renews_its_certificate_without_a_restart(sqlite_url: str, tmp_path: Path) -> None:
    needed("openssl")
    cert, key = certificate(tmp_path)
    new, new_key = certificate(tmp_path, "new")
    server = Process(sqlite_url, "--certificate", str(cert), "--key", str(key), environment={})
    try:
        server.ready(scheme="https")
        assert shown_at(server.port) == of(cert)
        old = of(cert)
        # A certificate whose key is not there yet changes nothing.
        shutil.copy(new, cert)
        time.sleep(7)
        assert shown_at(server.port) == old
        url = f"https://localhost:{server.port}"
        asyncio.run(across_renewal(url, server.port, lambda: os.replace(new_key, key), of(new)))
        assert get(f"{url}/healthz")[0] == 200
    finally:
        server.stop()


def test_nginx_renews_its_certificate_without_a_restart(sqlite_url: str, tmp_path: Path) -> None:
    new, new_key = certificate(tmp_path, "new")
    with servers(1, sqlite_url) as (server,), nginx(tmp_path / "nginx", [server.port]) as (url, _):
        port = int(url.rpartition(":")[2])
        folder = tmp_path / "nginx"

        def renew() -> None:
            shutil.copy(new, folder / "cert.pem")
            shutil.copy(new_key, folder / "cert-key.pem")
            command = [needed("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
            subprocess.run([*command, "-s", "reload"], check=True, capture_output=True)

        asyncio.run(across_renewal(url, port, renew, of(new)))
