"""Databases for the tests of `deploy/`."""

from tests.server.conftest import postgres, postgres_url, sqlite_url

__all__ = ["postgres", "postgres_url", "sqlite_url"]
