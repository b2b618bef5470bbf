"""Outnumber-Bench for lm-evaluation-harness; needs `pip install outnumber`.

The questions come from the package, and never change. Whole games against opponents need `outnumber bench`.
"""

from typing import Any

from datasets import Dataset

from outnumber.study.bench.grades import grade, headline
from outnumber.study.bench.questions import PLAY, question
from outnumber.study.bench.suites import suite


def dataset(suite_name: str = "outnumber-bench", **_: Any) -> dict[str, Dataset]:
    """The questions of a suite."""
    rows = [
        {"id": each.id, "prompt": each.prompt, "target": str(each.answer or each.winning)}
        for each in suite(suite_name).questions()
        if each.track != PLAY
    ]
    return {"test": Dataset.from_list(rows)}


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, Any]:
    """Whether the answer is right, the luck of a random one, and both for the score."""
    asked = question(doc["id"])
    right, luck = float(grade(asked, results[0]).is_right), asked.by_luck
    return {"right": right, "luck": luck, "score": (f"{asked.track} {asked.rules.name}", right, luck)}


def score(answers: list[tuple[str, float, float]]) -> float:
    """(score - luck) / (1 - luck), the mean over games and tracks."""
    return headline(answers)
