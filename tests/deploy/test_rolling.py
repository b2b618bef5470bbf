"""A rolling restart under load, and two releases that share a database."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.load import LONG, Player, Visitor
from tests.deploy.programs import DEPLOY, Process, caddy, get, needed, nginx, post, servers

ROOT = DEPLOY.parent
# The last release, and the first of its major version: both must share a database with the code of today, see
# docs/how-to/deploy.md.
RELEASES = {"1.3.0": "5f3323db", "1.0.0": "965543ea"}


def begin(url: str) -> list[Player]:
    """A long game through a proxy, with both seats taken."""
    made = post(f"{url}/api/games", LONG)
    seat = post(f"{url}/api/games/{made['id']}/seat", {})
    return [Player(url, made["id"], token) for token in (made["token"], seat["token"])]


async def restart_under_load(
    url: str, running: list[Process], folder: Path, games: int, pause: float
) -> tuple[list[Player], list[Visitor]]:
    """Play while the shipped script restarts each server once."""
    players = [player for _ in range(games) for player in await asyncio.to_thread(begin, url)]
    # Not /healthz: a server that stops answers it with 503 on the connections that it still has.
    visitors = [Visitor(f"{url}{path}") for path in ("/", f"/api/games/{players[0].game}", "/livez")]
    stop = asyncio.Event()
    playing = [asyncio.create_task(each.play(stop, pause)) for each in players]
    visiting = [asyncio.create_task(each.visit(stop, 0.05)) for each in visitors]
    await asyncio.sleep(2)
    wanted = folder / "restart"
    wanted.write_text(
        f'#!/bin/sh\ntouch "{folder}/$1.wanted"; while [ -e "{folder}/$1.wanted" ]; do sleep 0.02; done\n'
    )
    wanted.chmod(0o755)
    script = await asyncio.create_subprocess_exec(
        str(DEPLOY / "rolling-restart"),
        *(str(each.port) for each in running),
        env={**os.environ, "OUTNUMBER_RESTART": f"{wanted} "},
    )
    ended = asyncio.create_task(script.wait())
    while not ended.done():
        for each in running:
            if (asked := folder / f"{each.port}.wanted").exists():
                assert await asyncio.to_thread(each.stop) in (0, -15)
                each.start()
                asked.unlink()
        await asyncio.sleep(0.02)
    assert ended.result() == 0
    stop.set()
    await asyncio.wait_for(asyncio.gather(*playing, *visiting), 30)
    return players, visitors


def lost_moves(url: str, players: list[Player]) -> list[tuple[str, int]]:
    """The acknowledged moves that a game does not have; raises for an event of any other kind."""
    lost: list[tuple[str, int]] = []
    for game in {each.game for each in players}:
        events: dict[int, dict[str, Any]] = {}
        while True:
            found = json.loads(get(f"{url}/api/games/{game}/events?after={len(events)}")[1])["events"]
            if not found:
                break
            events |= {event["seq"]: event for event in found}
        assert {event["kind"] for event in events.values()} <= {"seat", "move"}, "somebody lost on time"
        assert sorted(events) == list(range(1, len(events) + 1))
        for player in (each for each in players if each.game == game):
            lost += [
                (game, seq)
                for seq, number in player.acknowledged.items()
                if seq not in events or events[seq].get("number") != number
            ]
    return lost


def summary(players: list[Player], visitors: list[Visitor]) -> str:
    moves = sum(len(each.acknowledged) for each in players)
    gap = max(each.longest_gap for each in players)
    answer = max(each.longest_answer for each in players)
    page = max(each.longest for each in visitors)
    asked = sum(each.answers for each in visitors)
    again = sum(each.reconnects for each in players)
    return (
        f"{moves} moves, {again} reconnects, longest gap {1000 * gap:.0f} ms, "
        f"slowest move {1000 * answer:.0f} ms; {asked} pages, slowest {1000 * page:.0f} ms"
    )


@pytest.mark.slow
@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_a_rolling_restart_loses_no_move_and_no_game(proxy: str, postgres_url: str, tmp_path: Path) -> None:
    needed("curl")
    games = int(os.environ.get("OUTNUMBER_LOAD_GAMES", "8"))
    pause = float(os.environ.get("OUTNUMBER_LOAD_PAUSE", "0.05"))
    with servers(2, postgres_url) as running, ExitStack() as stack:
        ports = [each.port for each in running]
        folder = tmp_path / proxy
        url = (
            stack.enter_context(nginx(folder, ports))[0]
            if proxy == "nginx"
            else stack.enter_context(caddy(folder, ports))
        )
        players, visitors = asyncio.run(restart_under_load(url, running, tmp_path, games, pause))
        # The figures of docs/how-to/deploy.md.
        print(f"{proxy}: {summary(players, visitors)}")  # noqa: T201
        assert not [problem for each in players for problem in each.problems]
        assert not [problem for each in visitors for problem in each.problems]
        assert all(len(each.acknowledged) > 1 for each in players)
        assert all(each.reconnects for each in players)  # each server stopped once
        assert not lost_moves(url, players)


def test_the_last_release_is_tested_beside_the_code_of_today() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text()
    versions = re.findall(r"^## \[(\d.*?)\]", changes, re.MULTILINE)
    # While a release is made, nothing is unreleased, and its own commit does not exist yet.
    empty = re.search(r"^## \[Unreleased\]\s*^## ", changes, re.MULTILINE)
    assert next(iter(RELEASES)) in versions[: 2 if empty else 1]


def source_of(version: str, folder: Path) -> str:
    """The source of a release, from the history of the repository."""
    found = subprocess.run(["git", "-C", ROOT, "archive", RELEASES[version], "src"], capture_output=True)
    if found.returncode:
        pytest.skip(f"the history lacks the commit of {version}: a shallow clone or a source archive")
    subprocess.run(["tar", "-x", "-C", folder], input=found.stdout, check=True)
    return str(folder / "src")


@pytest.mark.slow
@pytest.mark.parametrize("version", RELEASES)
def test_an_earlier_release_shares_a_database_and_can_come_back(
    version: str, postgres_url: str, tmp_path: Path
) -> None:
    source = source_of(version, tmp_path)
    with ExitStack() as stack:
        environment = {"OUTNUMBER_WEB_KEY": "one key for all"}
        old = Process(postgres_url, environment={**environment, "PYTHONPATH": source})
        stack.callback(lambda: old.stop())
        old.ready()
        assert json.loads(get(f"http://127.0.0.1:{old.port}/healthz")[1])["version"] == version
        urls = [f"http://127.0.0.1:{old.port}", ""]
        before = begin(urls[0])
        # The new release starts beside the old one; each player of a game is at another server.
        new = Process(postgres_url, environment=environment)
        stack.callback(new.stop)
        urls[1] = f"http://127.0.0.1:{new.ready().port}"
        made = begin(urls[1])
        for players in (before, made):
            for player, url in zip(players, urls, strict=True):
                player.url = url
        players = [*before, *made]
        asyncio.run(play(players, 3))
        assert not [each.problems for each in players if each.problems]
        for url in urls:
            assert not lost_moves(url, players)
        # The downgrade: the new release stops, and the old one starts again and continues its games.
        assert new.stop() in (0, -15)
        assert old.stop() in (0, -15)
        old.start()
        old.ready()
        counts = [len(each.acknowledged) for each in players]
        for player in players:
            player.url = urls[0]
        asyncio.run(play(players, 2))
        assert all(len(each.acknowledged) > count for each, count in zip(players, counts, strict=True))
        assert not lost_moves(urls[0], players)
        new.start()  # and forward again
        assert json.loads(get(f"{urls[1]}/healthz")[1])["status"] == "ok" if new.ready() else False


async def play(players: list[Player], seconds: float) -> None:
    """Let players play for some seconds."""
    stop = asyncio.Event()
    playing = [asyncio.create_task(each.play(stop, 0.02)) for each in players]
    await asyncio.sleep(seconds)
    stop.set()
    await asyncio.wait_for(asyncio.gather(*playing), 30)
