"""The results of an exam."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from outnumber.players.models.answers import read_answer
from outnumber.study.puzzles.exam import Question

from .intervals import Grouped, grouped

# The kinds of answers: a win kept, a legal move that threw it away, an illegal number, no number.
KINDS = RIGHT, BLUNDER, ILLEGAL, GARBLED = "right", "blunder", "illegal", "garbled"


class Given(NamedTuple):
    """An answer to a question, with its grade."""

    question: Question
    move: int | None
    kind: str


def given(question: Question, answer: object) -> Given:
    """The grade of an answer: a number, or a text in which a number is found as in models' answers."""
    move = answer if type(answer) is int else read_answer(answer) if isinstance(answer, str) else None
    if move is None:
        kind = GARBLED
    elif move not in question.current.position.legal_moves():
        kind = ILLEGAL
    else:
        kind = RIGHT if move in question.winning else BLUNDER
    return Given(question, move, kind)


class Mark(NamedTuple):
    """The results of an exam; a question may be answered several times."""

    right: Grouped
    questions: int
    kinds: dict[str, int]
    luck: float | None
    by_difficulty: dict[int, Grouped]


def mark(answers: Iterable[Given]) -> Mark:
    """All answers together; the intervals resample questions, not answers."""
    every = list(answers)
    told = [(each.question.id, each.kind == RIGHT, each.question.difficulty) for each in every]
    counts = Counter(each.kind for each in every)
    return Mark(
        grouped((id, right) for id, right, _ in told),
        len({id for id, *_ in told}),
        {kind: counts[kind] for kind in KINDS},
        fmean(each.question.luck for each in every) if every else None,
        {
            hard: grouped((id, right) for id, right, each in told if each == hard)
            for hard in sorted({each for _, _, each in told})
        },
    )
