"""The program that is extracted from the proofs, and the questions about positions and certificates for it.

`proofs/README.md` has its questions and answers. It is built with `make -C proofs spec` where Coq, OCaml and
make are installed; elsewhere the tests that need it are skipped, except in `.ci/run`, which sets
`OUTNUMBER_PROOFS=required`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from outnumber.games.base import Position, Rules
from outnumber.theory.solve import solve

PROOFS = Path(__file__).parents[2] / "proofs"
PROGRAM = PROOFS / "build" / "outnumber-spec"
TOOLS = ("coqc", "ocamlopt", "make")


@cache
def built() -> Path:
    """The program, up to date; where it cannot be built, the test is skipped, or fails if it is required."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        why = f"{', '.join(missing)} not found; Debian's coq, ocaml-nox and make compare with the proofs"
        if os.environ.get("OUTNUMBER_PROOFS") == "required":
            pytest.fail(why)
        pytest.skip(why)
    import fcntl  # not on Windows, where there is no make either

    with (PROOFS / "Makefile").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers test at the same time
        done = subprocess.run(["make", "-C", PROOFS, "spec"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return PROGRAM


def ask(questions: Sequence[str]) -> list[str]:
    """The answer to each question."""
    text = "".join(f"{question}\n" for question in questions)
    done = subprocess.run([built()], input=text, capture_output=True, text=True, check=True, timeout=300)
    answers = done.stdout.splitlines()
    assert len(answers) == len(questions)
    return answers


def named(rules: Rules) -> str:
    """A game with its options, as the program reads it."""
    options = rules.options
    joined = {name: ",".join(map(str, value)) for name, value in options.items() if isinstance(value, list)}
    match rules.name:
        case "number-stack-duel":
            return f"number-stack-duel {options['range']} {options['first_pattern']}"
        case "order-challenge":
            return f"order-challenge {options['range']}"
        case "number-stack-attack":
            return f"number-stack-attack {options['target']} {options['tie']} {joined['tokens']}"
        case "strategy-stacks":
            return f"walk {options['range']} {options['opening']} multiple"
        case _:
            return f"walk {options['range']} any {joined['link']}"


def numbers(found: Iterable[int]) -> str:
    return "".join(f" {number}" for number in found)


def answer(position: Position, *, timed: bool = True) -> str:
    """Python's answer about a position, in the program's format; `?` for a length that was not computed."""
    outcome = position.outcome()
    if outcome:
        return f"legal ; winner {int(outcome.winner)} ; winning ; length {0 if timed else '-'}"
    verdict = solve(position)
    length: Any = ("?" if verdict.length is None else verdict.length) if timed else "-"
    legal, winning = numbers(position.legal_moves()), numbers(verdict.winning)
    return f"legal{legal} ; winner {int(verdict.winner)} ; winning{winning} ; length {length}"


def same(one: str, other: str) -> bool:
    """Whether two answers agree; a length that was not computed agrees with every one."""
    if one.endswith("?"):
        return one.rpartition(" ")[0] == other.rpartition(" ")[0]
    return one == other
