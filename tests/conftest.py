"""What every test gets: a data directory of its own, no preferences, and children that heed signals."""

import gc
import os
import signal
import sys
from itertools import count
from pathlib import Path

import pytest


def pytest_configure() -> None:
    """Stay deaf to signals that are ignored, as under nohup, but do not make the programs of the tests so.

    A program inherits what is ignored, but never a handler.
    """
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


# What one process has compiled, the hundreds of programs that the tests start need not compile again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

gc.disable()  # until everything is imported, none of which is ever garbage


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Look for garbage from here on, but never among what the tests themselves are made of."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that mostly wait, so that others have something to do meanwhile.

    At the end they would have nothing.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(("tests/web/", "tests/terminal/")))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """What `-n auto` means: four workers for two processors, because tests wait half of their time."""
    return (os.cpu_count() or 1) * 2


_count = count()


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of this test, for programs that it starts too; it does not exist yet."""
    directory = tmp_path_factory.getbasetemp() / f"outnumber-of-test-{next(_count)}"
    monkeypatch.setenv("OUTNUMBER_DATA", str(directory))
    ours = ("OUTNUMBER_LANGUAGE", "_OUTNUMBER_COMPLETE")
    for preference in ("NO_COLOR", "FORCE_COLOR", "PYTHONWARNINGS", *ours):
        monkeypatch.delenv(preference, raising=False)
    return directory
