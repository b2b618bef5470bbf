"""The promises of docs/how-to/postgresql.md hold."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from outnumber.server.storage.postgres import READERS
from tests.deploy.load import Visitor
from tests.deploy.programs import DEPLOY, Process, get, servers
from tests.deploy.test_rolling import begin, play
from tests.server.proxy import proxied

PAGE = DEPLOY.parent / "docs" / "how-to" / "postgresql.md"


@pytest.mark.slow
def test_a_process_uses_no_more_connections_than_the_page_says(postgres_url: str) -> None:
    (said,) = re.findall(r"at most (\d+) connections", PAGE.read_text())
    assert int(said) == READERS + 2

    async def most(url: str) -> int:
        stop = asyncio.Event()
        visitors = [Visitor(f"{url}/api/games?state=open") for _ in range(30)]
        visiting = [asyncio.create_task(each.visit(stop, 0.0)) for each in visitors]
        players = [player for _ in range(5) for player in await asyncio.to_thread(begin, url)]
        playing = asyncio.create_task(play(players, 3))
        connection = await asyncpg.connect(postgres_url)
        seen = 0
        while not playing.done():
            # Not those of autovacuum, which the server does not open.
            question = (
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND backend_type = 'client backend'"
            )
            seen = max(seen, await connection.fetchval(question) - 1)
            await asyncio.sleep(0.02)
        stop.set()
        await asyncio.gather(playing, *visiting)
        await connection.close()
        return seen

    with servers(1, postgres_url) as (server,):
        seen = asyncio.run(most(f"http://127.0.0.1:{server.port}"))
    assert 2 < seen <= READERS + 2


def test_a_move_waits_for_the_disk_where_the_database_does_not(postgres_url: str) -> None:
    async def check() -> None:
        name = urlsplit(postgres_url).path.lstrip("/")
        owner = await asyncpg.connect(postgres_url)
        await owner.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        await owner.close()
        from outnumber.server.storage.postgres import Connections

        connections = Connections(postgres_url, 5.0)
        assert await connections.run("SELECT current_setting('synchronous_commit')") == [("on",)]
        await connections.close()

    asyncio.run(check())


def test_the_password_comes_from_a_private_file(postgres_url: str, tmp_path: Path) -> None:
    async def check() -> None:
        name = urlsplit(postgres_url).path.lstrip("/")
        owner = await asyncpg.connect(postgres_url)
        role = f"r{os.getpid()}"
        await owner.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'secret'")
        await owner.execute(f"ALTER DATABASE {name} OWNER TO {role}; GRANT ALL ON SCHEMA public TO {role}")
        async with proxied(postgres_url) as proxy:
            (tmp_path / "pgpass").write_text(f"127.0.0.1:{proxy.port}:*:{role}:secret\n")
            (tmp_path / "pgpass").chmod(0o600)
            url = f"postgresql://{role}@127.0.0.1:{proxy.port}/{name}"
            server = Process(url, environment={"PGPASSFILE": str(tmp_path / "pgpass")})
            try:
                await asyncio.to_thread(server.ready)
                status, _ = await asyncio.to_thread(get, f"http://127.0.0.1:{server.port}/healthz")
                assert status == 200
            finally:
                await asyncio.to_thread(server.stop)
        await owner.close()

    assert parse_qs(urlsplit(postgres_url).query)
    asyncio.run(check())


@pytest.mark.slow
def test_servers_come_back_by_themselves_after_a_failover(postgres_url: str) -> None:
    async def check() -> None:
        async with proxied(postgres_url) as proxy:
            server = Process(proxy.url, environment={})
            url = f"http://127.0.0.1:{server.port}"
            try:
                await asyncio.to_thread(server.ready)
                players = await asyncio.to_thread(begin, url)
                playing = asyncio.create_task(play(players, 8))
                await asyncio.sleep(2)
                before = sum(len(each.acknowledged) for each in players)
                proxy.gone = True  # the old primary is away, and its address refuses connections
                proxy.cut()
                await asyncio.sleep(2)
                proxy.back()  # the new primary has the address
                await playing
                assert sum(len(each.acknowledged) for each in players) > before
                assert not [each.problems for each in players if each.problems]
                assert server.process.poll() is None
            finally:
                await asyncio.to_thread(server.stop)

    asyncio.run(check())
