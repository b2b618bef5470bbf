"""The man page and the completion scripts in the wheel."""

import os
import subprocess
import tomllib
from pathlib import Path

from tests.make_man import PAGE, man_page
from tests.program import PROGRAM, environment

SHARE = PAGE.parent


def test_man_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == man_page(), "run: python -m tests.make_man"


def test_bash_script_in_the_wheel_registers_completion() -> None:
    project = tomllib.loads((SHARE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert sorted(shared) == sorted(f"share/{file.name}" for file in SHARE.iterdir())


def test_bash_script_in_the_wheel_registers_the_completion(tmp_path: Path) -> None:
    program = tmp_path / "outnumber"
    program.write_text(f'#!/bin/sh\nexec {" ".join(map(repr, PROGRAM))} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    env = {**environment(), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    script = f". {SHARE / 'outnumber.bash'}; complete -p outnumber"
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, env=env, check=False
    )
    assert "-F _outnumber_completion outnumber" in done.stdout
