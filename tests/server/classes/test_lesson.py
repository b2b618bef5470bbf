"""The simulated lesson of the benchmark: tablets sleep, the server is killed, one child comes late, one has
no Wi-Fi; no data is lost, and the teacher sees what is true.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("children", [5, pytest.param(40, marks=pytest.mark.slow)])
def test_a_lesson_loses_no_data_and_lets_no_stranger_in(children: int) -> None:
    # A busy machine may be slower than two seconds, the limit of the benchmark; this finds a state that stays
    # untrue.
    usual = ["--steps", "2", "--rounds", "1", "--drop", "4", "--within", "20"]
    command = [sys.executable, "benchmarks/classroom.py", "--children", str(children), *usual]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing lost, nobody let in" in done.stdout
    assert "elsewhere 404" in done.stdout


def test_a_lesson_by_its_plan_shows_the_teacher_what_is_true() -> None:
    usual = ["--children", "6", "--minutes", "0.4", "--drop", "4", "--within", "20"]
    command = [sys.executable, "benchmarks/classroom.py", *usual]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "station 6: summary" in done.stdout
    assert "nothing lost, nobody let in" in done.stdout
