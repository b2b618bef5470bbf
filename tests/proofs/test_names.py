"""Links both ways: every theorem that the code or the documentation names is in the proofs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import outnumber

SOURCE = Path(outnumber.__file__).parent
ROOT = Path(__file__).parents[2]
PROOFS, KNOW = ROOT / "proofs", ROOT / "docs" / "explanation" / "how-do-we-know.md"
THEORY = ROOT / "docs" / "explanation" / "theory.md"
MODULES = [path for part in ("theory", "check") for path in sorted((SOURCE / part).glob("*.py"))]
# Modules that choose, limit, store or describe results that other modules prove.
WITHOUT_A_THEOREM = {
    *(f"theory/{name}.py" for name in ("__init__", "advice", "atlas", "best", "bounded", "growth")),
    *(f"theory/{name}.py" for name in ("human_model", "reasons", "sentences", "solve", "verdict")),
    *(f"check/{name}.py" for name in ("__init__", "document")),
}


def named(text: str) -> Iterator[tuple[str, str]]:
    """The theorems that a text names, each with its file: `a`, `b` and `c` in proofs/File.v."""
    for names, file in re.findall(r"((?:`\w+`(?:,| and)?\s+)+)in\s+`?proofs/(\w+)\.v", text):
        yield from ((name, file) for name in re.findall(r"\w+", names.replace(" and", "")))


def proven(file: str) -> set[str]:
    """What a file of the proofs states and proves."""
    text = (PROOFS / f"{file}.v").read_text(encoding="utf-8")
    return {*re.findall(r"^\s*(?:Theorem|Lemma|Corollary)\s+(\w+)", text, re.MULTILINE)}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_module_names_its_theorem(module: Path) -> None:
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    found = list(named(text))
    assert bool(found) == (f"{module.parent.name}/{module.name}" not in WITHOUT_A_THEOREM)
    assert ("Machine-checked:" in text) == bool(found)
    for name, file in found:
        assert name in proven(file), (name, file)


def rows(page: Path) -> list[str]:
    """The rows of the tables of theorems: those below a header that names a proof."""
    text = page.read_text(encoding="utf-8")
    return [
        row
        for table in re.findall(r"^\| statement \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
        for row in table.splitlines()
    ]


def test_every_statement_of_the_documentation_has_a_theorem() -> None:
    found = rows(KNOW)
    assert len(found) >= 15
    for row in found:
        theorems = list(named(row))
        assert theorems, row
        for name, file in theorems:
            assert name in proven(file), row


def test_every_stated_theorem_of_the_theory_names_its_proof() -> None:
    text = THEORY.read_text(encoding="utf-8")
    stated = re.findall(r"^\*\*.*?\*\* \*.*?\n\nProof\..*?(?=\n\n\*\*|\n## )", text, re.MULTILINE | re.DOTALL)
    assert len(stated) == text.count("\nProof.") == 2
    for statement in stated:
        theorems = list(named(statement))
        assert theorems
        assert all(name in proven(file) for name, file in theorems)


def test_a_name_that_is_not_proven_is_noticed() -> None:
    assert list(named("`two_sides`, `wish` and\n`b_c` in proofs/TwoSides.v.")) == [
        ("two_sides", "TwoSides"), ("wish", "TwoSides"), ("b_c", "TwoSides")
    ]  # fmt: skip
    assert "wish" not in proven("TwoSides")
    assert "two_sides" in proven("TwoSides")


@pytest.mark.parametrize("file", sorted(PROOFS.glob("*.v")), ids=lambda path: path.name)
def test_the_header_of_a_proof_names_what_is_below(file: Path) -> None:
    header, _, below = file.read_text(encoding="utf-8").partition("*)")
    named = {*re.findall(r"\[(\w{2,})\]", header)}
    assert named <= {*re.findall(r"\b(?:Theorem|Lemma|Corollary|Definition|Fixpoint) (\w+)", below)}
    assert named or file.name in ("Counting.v", "Extract.v")
