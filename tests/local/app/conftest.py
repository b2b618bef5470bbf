"""Common fixtures for the tests of the app."""

import os

import pytest

from outnumber.local.app import runner
from outnumber.local.app.screens import new_game
from outnumber.match.match import BOOK


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the computers' pause."""
    monkeypatch.setattr(runner, "PAUSE", 0)


@pytest.fixture(autouse=True)
def _book(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start from the rule book's position by default; `test_new_game.py` tests the drawn start."""
    monkeypatch.setattr(new_game, "FIRST_START", BOOK)


@pytest.fixture(autouse=True)
def _without_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: a match waits for every save, and a busy disk can outlast a test."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
