"""The example of a harness in the documentation, run where the harness is installed."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from tests.doc_pages import ROOT, blocks

PAGE = ROOT / "docs" / "harnesses.md"


def check_example(name: str, directory: Path) -> None:
    """Raises `AssertionError` unless the file prints what the block below it says."""
    (expected,) = (after.body for block, after in pairwise(blocks(PAGE)) if block.file == name)
    (program,) = (block.body for block in blocks(PAGE) if block.file == name)
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout, done.returncode) == (expected, 0), done.stdout + done.stderr
