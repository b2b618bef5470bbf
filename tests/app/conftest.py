"""What all tests of the app have in common."""

import pytest

from outnumber.app import table


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers do not seem to think."""
    monkeypatch.setattr(table, "PAUSE", 0)
