"""The simulated lesson of the benchmark with few children: tablets sleep, the server is killed, and no data
is lost.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_small_lesson_loses_no_data_and_lets_no_stranger_in() -> None:
    command = [sys.executable, "benchmarks/classroom.py", "--children", "5", "--steps", "2", "--rounds", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing lost, nobody let in" in done.stdout
    assert "elsewhere 404" in done.stdout
