"""How the tests themselves are selected and repeated: slow tests, and tests that failed beside others."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.doc_pages import ROOT

TESTS = """
import os
import pytest

def test_fast():
    pass

@pytest.mark.slow
def test_slow():
    assert "RACE" not in os.environ
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a fast test and a slow one, and with the set-up of ours."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_two.py").write_text(TESTS)
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path / "tests")
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\nmarkers = slow\n")
    for name in [name for name in os.environ if name.startswith(("PYTEST_", "COV_"))]:
        monkeypatch.delenv(name)
    return tmp_path


def run(project: Path, *command: str) -> tuple[int, str]:
    given = [sys.executable, "-m", *command]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        given, cwd=project, env=environment, capture_output=True, text=True, check=False, timeout=180
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("workers", [("-n", "1"), ()], ids=["workers", "alone"])
def test_slow_tests_are_left_out_visibly_and_run_on_demand(project: Path, workers: tuple[str, ...]) -> None:
    command = ("pytest", "-p", "xdist", "-p", "hypothesispytest", *workers)
    status, output = run(project, *command)
    assert (status, *re.findall(r"\d passed", output)) == (0, "1 passed")
    assert "NOT RUN: 1 slow tests; pytest -n auto -m slow runs them" in output
    status, output = run(project, *command, "-m", "slow", "-v")
    assert (status, *re.findall(r"\d passed", output)) == (0, "1 passed")
    assert "test_slow PASSED" in output or "PASSED tests/test_two.py::test_slow" in output
    status, output = run(project, *command, "tests/test_two.py")
    assert (status, *re.findall(r"\d passed", output)) == (0, "2 passed")
    assert "NOT RUN" not in output


def failed_before(project: Path, *tests: str) -> tuple[int, str]:
    """Run failed tests again."""
    cache = project / ".pytest_cache" / "v" / "cache"
    cache.mkdir(parents=True)
    (cache / "lastfailed").write_text(json.dumps(dict.fromkeys(tests, True)))
    (project / "pytest.ini").write_text("[pytest]\naddopts = -p xdist -p hypothesispytest\nmarkers = slow\n")
    return run(project, "tests.run_failed_again")


def test_a_test_that_passes_alone_is_listed_as_a_fault_to_fix(project: Path) -> None:
    status, output = failed_before(project, "tests/test_two.py::test_slow")
    assert status == 0
    assert "1 passed" in output
    assert output.endswith("passed alone. Fix them:\n   tests/test_two.py::test_slow\n")


def test_a_test_that_fails_again_fails_the_run(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACE", "1")
    status, output = failed_before(project, "tests/test_two.py::test_slow", "tests/test_two.py::test_fast")
    assert status == 1
    assert "1 failed, 1 passed" in output
    assert "FLAKY" not in output


@pytest.mark.parametrize("count", [0, 6])
def test_no_failure_or_too_many_are_not_repeated(project: Path, count: int) -> None:
    status, output = failed_before(project, *[f"tests/test_two.py::test_{n}" for n in range(count)])
    assert (status, output) == (1, f"== {count} tests failed: at most 5 are run again\n")
