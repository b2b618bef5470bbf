"""Real servers behind the shipped proxy configurations, with PostgreSQL, for the tests of `deploy/`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX_CONFIGURATION = """
daemon off; pid {folder}/pid; error_log stderr; {user}
events {{ worker_connections 1024; }}
http {{
    access_log {folder}/access.log; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/a; uwsgi_temp_path {folder}/b; scgi_temp_path {folder}/c;
    include {folder}/outnumber.conf;
}}
"""


def needed(program: str) -> str:
    """The path of a program; skips the test where it is missing, and fails it in CI."""
    found = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin")
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{program} is not installed")
    return found


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def certificate(folder: Path, name: str = "cert", days: int = 2) -> tuple[Path, Path]:
    """A self-signed certificate for localhost, and its key."""
    folder.mkdir(exist_ok=True, parents=True)
    files = folder / f"{name}.pem", folder / f"{name}-key.pem"
    command = [needed("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-nodes", "-days", str(days), "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"]
    subprocess.run([*command, "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


@cache
def trusting() -> ssl.SSLContext:
    """TLS that accepts the certificates of these tests."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def get(url: str, **headers: str) -> tuple[int, str]:
    """The status and text of a page."""
    request = urllib.request.Request(url, headers=headers)  # noqa: S310  # a server of the test
    try:
        with urllib.request.urlopen(  # noqa: S310
            request, timeout=20, context=trusting()
        ) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


def post(url: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """The answer to a body; raises for a refusal."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=20, context=trusting()) as answer:  # noqa: S310
        told: dict[str, Any] = json.load(answer)
        return told


def wait_for(url: str, alive: Callable[[], bool] = lambda: True) -> None:
    """Wait until an address answers with any status."""
    for _ in range(2400):
        assert alive(), "the program ended"
        try:
            get(url)
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"{url} does not answer")


class Process:
    """`outnumber serve` on a fixed port, which can be stopped and started again."""

    def __init__(
        self,
        database: str,
        *options: str,
        environment: Mapping[str, str],
        port: int = 0,
        python: str = sys.executable,
    ) -> None:
        self.port = port or free_port()
        command = [python, "-m", "outnumber", "serve", "--quiet", "--port", str(self.port)]
        self._command = [*command, "--database", database, *options]
        limits = {"OUTNUMBER_WEB_LIMITS": "1000000", "OUTNUMBER_WEB_SOCKETS": "100000"}
        self._environment = {**os.environ, **limits, "OUTNUMBER_WEB_CONNECTIONS": "100000", **environment}
        self.process: subprocess.Popen[bytes]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def ready(self, path: str = "/healthz", scheme: str = "http", host: str = "127.0.0.1") -> Process:
        wait_for(f"{scheme}://{host}:{self.port}{path}", lambda: self.process.poll() is None)
        return self

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=40)


@contextmanager
def servers(count: int, database: str, *options: str, **environment: str) -> Iterator[list[Process]]:
    """Some servers with one database."""
    environment = {"OUTNUMBER_WEB_KEY": "one key for all"} | environment
    with ExitStack() as stack:
        started: list[Process] = []
        for _ in range(count):
            started.append(Process(database, *options, environment=environment))
            stack.callback(started[-1].stop)
        yield [each.ready() for each in started]


@contextmanager
def nginx(
    folder: Path, upstreams: list[int], *changes: tuple[str, str], scheme: str = "https"
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The shipped nginx configuration with other ports, and with `changes`; yields its address."""
    program, port = needed("nginx"), free_port()
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    cert, key = certificate(folder)
    first, *more = (f"    server 127.0.0.1:{each} max_fails=0;\n" for each in upstreams)
    own: list[tuple[str, str]] = [
        ("    server 127.0.0.1:8001 max_fails=0;\n", first),
        ("    server 127.0.0.1:8002 max_fails=0;\n", "".join(more)),
        ("    listen 80;\n    listen [::]:80;\n", f"    listen 127.0.0.1:{free_port()};\n"),
        (
            "    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n",
            f"    listen 127.0.0.1:{port}{' ssl http2' if scheme == 'https' else ''};\n",
        ),
        ("/etc/ssl/outnumber/cert.pem", str(cert)),
        ("/etc/ssl/outnumber/key.pem", str(key)),
        *changes,
    ]
    text = (DEPLOY / "nginx" / "outnumber.conf").read_text()
    for old, new in own:
        assert old in text, old
        text = text.replace(old, new)
    (folder / "outnumber.conf").write_text(text)
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX_CONFIGURATION.format(folder=folder, user=user))
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with (folder / "stderr").open("wb") as errors, subprocess.Popen(command, stderr=errors) as process:
        try:
            wait_for(f"{scheme}://localhost:{port}/", lambda: process.poll() is None)
            yield f"{scheme}://localhost:{port}", process
        finally:
            process.terminate()


@contextmanager
def caddy(folder: Path, upstreams: list[int]) -> Iterator[str]:
    """The shipped Caddy configuration with other ports and its own certificate; yields its address."""
    program, port = needed("caddy"), free_port()
    folder.mkdir(exist_ok=True)
    text = (DEPLOY / "caddy" / "Caddyfile").read_text()
    written = folder / "Caddyfile"
    ports = f"\thttp_port {free_port()}\n\thttps_port {port}\n"
    written.write_text(f"{{\n\tadmin off\n{ports}\tskip_install_trust\n\tlocal_certs\n}}\n{text}")
    environment = {
        **os.environ,
        "OUTNUMBER_SITE": f"localhost:{port}",
        "OUTNUMBER_SERVERS": " ".join(f"127.0.0.1:{each}" for each in upstreams),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
    }
    command = [program, "run", "--config", str(written), "--adapter", "caddyfile"]
    errors = (folder / "stderr").open("wb")
    with errors, subprocess.Popen(command, stderr=errors, env=environment) as process:
        try:
            wait_for(f"https://localhost:{port}/", lambda: process.poll() is None)
            yield f"https://localhost:{port}"
        finally:
            process.terminate()
