"""Databases and browsers for the tests of `deploy/`."""

from tests.server.browser.conftest import browser
from tests.server.conftest import postgres, postgres_url, sqlite_url

__all__ = ["browser", "postgres", "postgres_url", "sqlite_url"]
