"""What every test gets: a data directory of its own, no preferences, and children that heed signals."""

import gc
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes depends on what else the machine does.
settings.register_profile("outnumber", deadline=None)
settings.load_profile("outnumber")


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
    """Begin with the browser, and spread files whose tests mostly wait among those that have much to do.

    Each worker gets an equal part of the list: the first has the browser to begin with, the others have files
    that wait early in their parts. So there is something to do while one waits, and at the end nobody does.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    kinds: dict[str, list[str]] = {"browser": [], "waits": [], "works": []}
    for item in items:
        file = item.location[0]
        waits = file.startswith(
            ("tests/local/app/", "tests/players/", "tests/local/terminal/", "tests/server/")
        )
        kind = "browser" if file.startswith("tests/server/browser/") else "waits" if waits else "works"
        kinds[kind].append(file)
    places = dict.fromkeys(kinds["browser"], 0.0)
    for n, file in enumerate(kinds["waits"]):
        part, within = divmod(1 + n / len(kinds["waits"]) * (workers - 1), 1)
        places.setdefault(file, (part + 0.6 * within) / workers)
    for n, file in enumerate(kinds["works"], start=1):
        places.setdefault(file, n / len(kinds["works"]))
    items.sort(key=lambda item: (places[item.location[0]], item.location[0]))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """What `-n auto` means: four workers for two processors, because tests wait half of their time."""
    return (os.cpu_count() or 1) * 2


def pytest_sessionstart() -> None:
    """Of several workers, each begins with other files, so that none compiles what another has.

    Only what was never compiled is imported here: pytest would have all of them begin with the same.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if not worker:
        return
    here = Path(__file__).parent
    files = sorted(here.rglob("test_*.py"))
    first = len(files) * int(worker.removeprefix("gw")) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for file in files[first:] + files[:first]:
        if not any((file.parent / "__pycache__").glob(f"{file.stem}.*.pyc")):
            # Whatever is wrong with it, or missing here, is told when it is collected.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(here.parent).with_suffix("").parts))


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
