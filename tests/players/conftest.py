"""Fixtures for tests of programs that play: their process ids."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.players.bots import Pids, running


@pytest.fixture
def pids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pids]:
    file = tmp_path / "pids"
    monkeypatch.setenv("PIDS", str(file))
    noted = Pids(file)
    yield noted
    for pid in noted.all() if file.exists() else []:
        if running(pid):
            os.kill(pid, signal.SIGKILL)
