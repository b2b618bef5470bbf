"""The server behind nginx, as the docs describe it."""

import asyncio
import os
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from outnumber.server.transport.server import bind
from tests.server.running import play, running

DOCS = Path(__file__).parents[3] / "docs" / "how-to" / "web.md"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CONFIGURATION = """
daemon off; master_process off; pid {folder}/pid; error_log stderr;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/a; uwsgi_temp_path {folder}/b; scgi_temp_path {folder}/c;
    server {{ listen 127.0.0.1:{port}; {block} }}
}}
"""


def test_pages_behind_the_documented_nginx_can_post_and_play_on_any_port(
    sqlite_url: str, tmp_path: Path
) -> None:
    if NGINX is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("nginx is not installed")
    (block,) = re.findall(r"^location / \{\n.*?^\}\n", DOCS.read_text(), re.DOTALL | re.MULTILINE)

    async def test() -> None:
        async with running(sqlite_url) as server:
            with bind("127.0.0.1", 0) as free:
                port = free.getsockname()[1]
            inside = block.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
            assert inside != block
            written = tmp_path / "nginx.conf"
            written.write_text(CONFIGURATION.format(folder=tmp_path, port=port, block=inside))
            with subprocess.Popen([NGINX, "-p", tmp_path, "-c", written, "-e", "stderr"]) as nginx:
                try:
                    origin = f"http://127.0.0.1:{port}"
                    for _ in range(200):
                        assert nginx.poll() is None
                        try:
                            await server.http.get(f"{origin}/healthz")
                            break
                        except httpx.TransportError:
                            await asyncio.sleep(0.05)
                    made = await server.http.post(
                        f"{origin}/api/games", json={"game": "strategy-stacks"}, headers={"Origin": origin}
                    )
                    assert made.status_code == 201, made.text
                    live = f"ws://127.0.0.1:{port}/api/games/{made.json()['id']}/live"
                    async with connect(live, origin=origin) as socket:  # type: ignore[arg-type]
                        await socket.send('{"type": "hello"}')
                        assert '"welcome"' in str(await socket.recv())
                finally:
                    nginx.terminate()

    play(test)
