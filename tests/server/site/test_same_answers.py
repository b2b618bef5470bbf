"""Python in the browser answers like Python here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outnumber.server.site.bridge import Device
from tests.server.site.asked import Asked, hashed, headers, requests
from tests.server.site.conftest import ROOT, SiteWindow

pytestmark = pytest.mark.slow

COUNT = 2000


async def _native(asked: list[Asked], database: Path) -> list[str]:
    device = Device(str(database), ROOT)
    await device.application.start()
    told = []
    for each in asked:
        method, address, body = each
        status, _, text = await device.answer(method, ROOT + address, [*headers(each, "en")], body.encode())
        told.append(hashed(each, status, text))
    await device.application.stop()
    return told


def test_answers_in_the_browser_equal_those_of_native_python(
    window: Callable[..., SiteWindow], tmp_path: Path
) -> None:
    asked = requests(COUNT)
    here = window()
    here.open("/")
    there = []
    for each in asked:
        status, text = here.ask(
            *each, headers=[pair for pair in headers(each, "en") if pair[0] not in ("host", "content-type")]
        )
        there.append(hashed(each, status, text.encode()))
    # The browser has an event loop in this thread.
    with ThreadPoolExecutor(1) as thread:
        native = thread.submit(lambda: asyncio.run(_native(asked, tmp_path / "native.db"))).result()
    different = [each for each, one, two in zip(asked, there, native, strict=True) if one != two]
    assert not different
