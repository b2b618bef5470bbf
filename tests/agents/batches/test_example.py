"""Short runs of the training example in the documentation."""

import runpy
from pathlib import Path
from statistics import mean

import pytest

from tests.doc_pages import ROOT

pytest.importorskip("jax", reason="JAX is not installed: pip install 'outnumber[jax]'")


def test_training_reduces_the_exact_regret() -> None:
    from outnumber.agents.batches.pgx import make

    example = runpy.run_path(str(ROOT / "examples" / "train_batch.py"))
    env = make("strategy-stacks", openings=[(), (6,), (4, 8), (2,), (9, 3)])
    points = list(example["train"](env, size=128, updates=60))
    assert points[-1][0] == 60 * 128 * example["STEPS"]
    early, late = (mean(regret for _, regret in part) for part in (points[:5], points[-5:]))
    assert late < 0.6 * early


def test_the_plot_is_saved(tmp_path: Path) -> None:
    pytest.importorskip(
        "matplotlib", reason="matplotlib is not installed: pip install 'outnumber[benchmark]'"
    )
    example = runpy.run_path(str(ROOT / "examples" / "train_batch.py"))
    example["plot"]([(10, 0.5), (20, 0.2)], "A game", tmp_path / "regret.svg")
    assert "moves played" in (tmp_path / "regret.svg").read_text(encoding="utf-8")
