"""The machine-checked proofs. `.ci/run` also runs `make -C proofs check` itself, which nothing can skip."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

PROOFS = Path(__file__).parents[2] / "proofs"

needs_coq = pytest.mark.skipif(
    shutil.which("coqchk") is None, reason="Coq is not installed: apt-get install coq make"
)


def check(place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "-C", str(place), "check"], capture_output=True, text=True, timeout=600, check=False
    )


def with_makefile(place: Path, proof: str) -> Path:
    shutil.copy(PROOFS / "Makefile", place)
    (place / "Claim.v").write_text(proof, encoding="utf-8")
    return place


@pytest.mark.slow
@needs_coq
def test_every_proof_is_checked_and_assumes_nothing(tmp_path: Path) -> None:
    shutil.copytree(PROOFS, tmp_path / "proofs", ignore=shutil.ignore_patterns("build"))
    done = check(tmp_path / "proofs")
    assert done.returncode == 0, done.stdout + done.stderr
    names = sorted(path.stem for path in PROOFS.glob("*.v"))
    assert f"Proven without axioms: {' '.join(names)}" in done.stdout


@needs_coq
@pytest.mark.parametrize(
    ("proof", "why"),
    [
        ("Axiom wish : 1 = 2.\nLemma claim : 1 = 2.\nProof. exact wish. Qed.\n", "Axioms"),
        ("Lemma claim : 1 = 2.\nProof. Admitted.\n", "Axioms"),
        ("Parameter unknown : nat.\n", "Axioms"),
        ("Unset Guard Checking.\nFixpoint claim (n : nat) : 1 = 2 := claim n.\n", "unsafe (co)fixpoints"),
        ("Lemma claim : 1 = 2.\nProof. reflexivity. Qed.\n", "Error"),
    ],
    ids=["axiom", "admitted", "parameter", "endless", "wrong"],
)
def test_a_proof_that_assumes_something_fails(tmp_path: Path, proof: str, why: str) -> None:
    done = check(with_makefile(tmp_path, proof))
    assert done.returncode != 0
    assert why in done.stdout + done.stderr


@needs_coq
def test_a_sound_proof_passes(tmp_path: Path) -> None:
    done = check(with_makefile(tmp_path, "Lemma claim : 1 + 1 = 2.\nProof. reflexivity. Qed.\n"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_names_theorems_that_exist() -> None:
    tables = re.findall(r"^\| (`.*?) \|", (PROOFS / "README.md").read_text(encoding="utf-8"), re.M)
    named = {name.split(".")[-1] for cell in tables for name in re.findall(r"`([\w.]+)`", cell)}
    stated = {
        name
        for path in PROOFS.glob("*.v")
        for name in re.findall(r"^(?:Theorem|Corollary) (\w+)", path.read_text(encoding="utf-8"), re.M)
    }
    assert len(named) > 30
    assert named <= stated
