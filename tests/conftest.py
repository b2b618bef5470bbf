"""Shared test setup: a separate data directory, no user preferences, and signals for child processes."""

import gc
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# The time an example takes depends on the load of the machine.
settings.register_profile("outnumber", deadline=None)
settings.load_profile("outnumber")


def pytest_configure(config: pytest.Config) -> None:
    """Leave out slow tests unless paths or a marker select the tests, and prepare signals."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    if not (named or config.option.markexpr):
        config.option.markexpr = "not slow"
    # Replace ignored signals with empty handlers, so that programs started by the tests still receive them:
    # under nohup, for example, SIGHUP is ignored. Child processes inherit ignored signals, but not handlers.
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


# Write bytecode, so that the hundreds of programs started by the tests need not compile the package again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

gc.disable()  # until all imports are done, because they leave no garbage


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Enable garbage collection, but exclude everything that exists after collection."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests first, and spread files whose tests mostly wait among CPU-bound files.

    Each worker gets an equal share of the list: the first starts with the browser tests, the others get the
    waiting files early in their shares. CPU-bound tests fill the waiting time, and no worker waits at the
    end.
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


_deselected = 0  # slow tests


def pytest_deselected(items: list[pytest.Item]) -> None:
    global _deselected
    _deselected += sum(item.get_closest_marker("slow") is not None for item in items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report the number of slow tests left out to the process that prints the summary."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["deselected"] = _deselected


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Read the number of slow tests left out, which is the same in each worker."""
    global _deselected
    _deselected = getattr(node, "workeroutput", {}).get("deselected", _deselected)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.option.markexpr == "not slow":
        terminalreporter.write_line(
            f"NOT RUN: {_deselected} slow tests; pytest -n auto -m slow runs them, and .ci/run runs all tests"
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """The number of workers for `-n auto`: two per processor, because tests spend half their time waiting."""
    return (os.cpu_count() or 1) * 2


@pytest.hookimpl(trylast=True)  # after pytest-cov has begun to count, which must see every import
def pytest_sessionstart() -> None:
    """Import test modules in a different order in each worker, so that no two workers compile the same file.

    Import only files without bytecode. Otherwise pytest would make all workers start with the same file.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if not worker:
        return
    here = Path(__file__).parent
    files = sorted(here.rglob("test_*.py"))
    first = len(files) * int(worker.removeprefix("gw")) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for file in files[first:] + files[:first]:
        if not any((file.parent / "__pycache__").glob(f"{file.stem}.*.pyc")):
            # Collection reports import errors and missing packages later.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(here.parent).with_suffix("").parts))


_count = count()


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of this test and the programs it starts; not created yet."""
    directory = tmp_path_factory.getbasetemp() / f"outnumber-of-test-{next(_count)}"
    monkeypatch.setenv("OUTNUMBER_DATA", str(directory))
    ours = ("OUTNUMBER_LANGUAGE", "_OUTNUMBER_COMPLETE")
    for preference in ("NO_COLOR", "FORCE_COLOR", "PYTHONWARNINGS", *ours):
        monkeypatch.delenv(preference, raising=False)
    return directory
