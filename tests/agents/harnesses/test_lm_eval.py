"""lm-evaluation-harness runs the listing, with models that answer from a script."""

import json
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("lm_eval", reason="lm-eval is not installed: pip install 'outnumber[lm-eval]'")

import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from outnumber.study.bench.questions import PLAY, Question
from outnumber.study.bench.suites import suite
from tests.doc_pages import ROOT

ASKED = {each.prompt: each for each in suite("mini").questions() if each.track != PLAY}


class Scripted(LM):
    """Answers each prompt by a function of its question."""

    def __init__(self, answer: Callable[[Question], str]) -> None:
        super().__init__()
        self._answer = answer

    def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:  # noqa: ARG002
        return [self._answer(ASKED[each.args[0]]) for each in requests]

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError


def evaluated(answer: Callable[[Question], str]) -> dict[str, float]:
    manager = TaskManager(include_path=str(ROOT / "listings" / "lm-eval-harness"))
    found = lm_eval.simple_evaluate(
        Scripted(answer), tasks=["outnumber_bench_mini"], task_manager=manager, bootstrap_iters=0
    )
    return {name.partition(",")[0]: value for name, value in found["results"]["outnumber_bench_mini"].items()}


def perfect(asked: Question) -> str:
    if asked.claim:
        return f"Thus {json.dumps(asked.claim)}"
    return f"winner: {asked.answer}" if asked.answer else f"move: {asked.winning[0]}"


def test_perfect_answers_score_1_and_silence_less_than_0() -> None:
    found = evaluated(perfect)
    assert found["score"] == found["right"] == 1
    silent = evaluated(lambda _: "")
    assert silent["right"] == 0 > silent["score"]
    assert silent["luck"] == found["luck"] == pytest.approx(sum(each.by_luck for each in ASKED.values()) / 90)
