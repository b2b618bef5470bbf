"""Short runs of the training example in the documentation."""

import runpy
from pathlib import Path
from statistics import mean

import pytest

import outnumber
from tests.doc_pages import ROOT

pytest.importorskip("jax", reason="JAX is not installed: pip install 'outnumber[jax]'")


@pytest.mark.slow
def test_training_reduces_the_exact_regret() -> None:
    from outnumber.agents.batches.pgx import make

    example = runpy.run_path(str(ROOT / "examples" / "train_batch.py"))
    env = make("strategy-stacks", openings=[(), (6,), (4, 8), (2,), (9, 3)])
    points = list(example["train"](env, size=128, updates=60))
    assert points[-1][0] == 60 * 128 * example["STEPS"]
    early, late = (mean(regret for _, regret, _ in part) for part in (points[:5], points[-5:]))
    assert late < 0.6 * early
    exam = outnumber.exam("strategy-stacks", 200)
    before, after = (example["graded"](env, weights, 200) for _, _, weights in (points[0], points[-1]))
    assert before[1:] == after[1:] == (pytest.approx(mean(each.luck for each in exam)), len(exam))
    assert after[0] > max(before[0], after[1])


def test_the_exam_counts_the_first_choices_that_win() -> None:
    import jax.numpy as jnp

    from outnumber.agents.batches.pgx import make

    graded = runpy.run_path(str(ROOT / "examples" / "train_batch.py"))["graded"]
    env = make("order-challenge", range=7)
    asked = outnumber.exam("order-challenge", 30, range=7)
    # One layer that prefers large numbers and ignores its input.
    weights = [(jnp.zeros((4 * 8, 9)), jnp.arange(9.0))]
    wins = [each.current.position.legal_moves()[-1] in each.winning for each in asked]
    assert graded(env, weights, 30)[0] == pytest.approx(mean(wins))


def test_the_plot_is_saved(tmp_path: Path) -> None:
    pytest.importorskip(
        "matplotlib", reason="matplotlib is not installed: pip install 'outnumber[benchmark]'"
    )
    example = runpy.run_path(str(ROOT / "examples" / "train_batch.py"))
    example["plot"]([(10, 0.5), (20, 0.2)], "A game", tmp_path / "regret.svg")
    assert "moves played" in (tmp_path / "regret.svg").read_text(encoding="utf-8")
