"""The pages as an application: manifest, icons, service worker, and link previews."""

import re
import struct
from pathlib import Path

from outnumber.games.registry import BUILT_IN
from outnumber.server.http.bundles import STATIC
from tests.server.running import play, running


def size_of(picture: bytes) -> tuple[int, int]:
    """The size of a PNG."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_the_application_can_be_installed(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            page = (await server.http.get("/")).text
            assert '<link rel="manifest" href="/manifest.webmanifest">' in page
            told = await server.http.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
            assert told.headers["content-type"] == "application/manifest+json"
            manifest = told.json()
            assert (manifest["lang"], manifest["scope"], manifest["display"]) == ("de", "/", "standalone")
            assert {each["purpose"] for each in manifest["icons"]} == {"any", "maskable"}
            for each in manifest["icons"]:
                width, height = size_of((await server.http.get(each["src"])).content)
                assert f"{width}x{height}" == each["sizes"]
            # The worker changes with its files, and browsers check for a new one each time.
            worker = await server.http.get("/sw.js")
            version = re.search(r'"/static/(\w+)/', page)
            assert version
            assert worker.text.startswith(f'const VERSION = "{version[1]}";')
            assert worker.headers["cache-control"] == "no-cache"
            for path in ("/offline", "/shell/game"):
                assert (await server.http.get(path)).status_code == 200

    play(check)


def test_every_game_has_a_preview() -> None:
    for name in ("preview", *(f"preview-{game}" for game in BUILT_IN)):
        picture = (STATIC / "pictures" / f"{name}.png").read_bytes()
        assert size_of(picture) == (1200, 630)
        assert len(picture) < 40_000  # messengers ignore larger ones


def test_an_invitation_has_a_preview_and_viewing_it_takes_no_seat(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(f"sqlite:///{tmp_path}/server.db") as server:
            made = await server.create("number-duel", name='"><b>Ada')
            for _ in range(2):
                page = (await server.http.get(f"/g/{made['id']}")).text
            told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
            assert told["title"] == "Number Duel (1 to 100)"
            assert told["description"].startswith("&#34;&gt;&lt;b&gt;Ada invites you")
            assert re.fullmatch(
                r"http://127\.0\.0\.1:\d+/static/\w+/pictures/preview-number-duel\.png", told["image"]
            )
            for secret in (made["token"], made["invite"]):
                assert secret not in page
            assert (await server.get(made["id"])).json()["state"] == "open"
            headers = {"Authorization": f"Bearer {made['invite']}"}
            taken = await server.http.post(f"/api/games/{made['id']}/seat", json={}, headers=headers)
            assert taken.status_code == 201
            # There is no such game, but a page that says so.
            assert "Number Duel" not in (await server.http.get("/g/000000000000")).text

    play(check)
