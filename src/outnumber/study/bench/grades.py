"""The grade of an answer to a question of a suite."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from math import fsum
from typing import Any, NamedTuple

from outnumber.check import NotConfirmed, check_claim
from outnumber.players.models.answers import read_answer, spoken

from .questions import EXPLAIN, JUDGE, Question

# An answer that counts; a winning move whose reason proves nothing; a losing move or the wrong winner; a
# number that is not a choice; no number, or more than one.
KINDS = RIGHT, UNPROVEN, WRONG, ILLEGAL, GARBLED = "right", "unproven", "wrong", "illegal", "garbled"

_WINNER = re.compile(r"\bwinner(?=[*_`\"'\s]*[:=：])", re.IGNORECASE)
# Maximum number of braces in an answer at which a JSON object is looked for.
_MOST_BRACES = 200


class Grade(NamedTuple):
    """The grade of an answer."""

    # One of `KINDS`.
    kind: str
    # The move, or on track `judge` the seat, that was read.
    answer: int | None = None
    # On track `explain`: why the reason proves nothing; None if it proves the move.
    objection: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether the answer counts: on track `explain`, whether the move is proven."""
        return self.kind == RIGHT

    @property
    def wins(self) -> bool:
        """Whether the move wins or the winner is right, regardless of the reason."""
        return self.kind in (RIGHT, UNPROVEN)


def grade(question: Question, answer: object) -> Grade:
    """The grade of an answer: a text, a number or, on track `explain`, an object; on track `play`, of one
    move.

    It depends only on these two, so everyone who has the answers gets the same grades.

    >>> from outnumber.study.bench.questions import question
    >>> asked = question("choose | strategy-stacks range=9 opening=any | to_move=2 top=6 pool=1-3,7,9")
    >>> grade(asked, "Move: 2"), grade(asked, "3"), grade(asked, "7 or 9").kind
    (Grade(kind='right', answer=2, objection=None), Grade(kind='wrong', answer=3, objection=None), 'garbled')
    """
    claim = _claim(answer) if question.track == EXPLAIN else None
    number: object = claim["move"] if claim else answer
    if isinstance(number, str):
        # "winner: 1" is read like a move.
        number = read_answer(_WINNER.sub("move", number) if question.track == JUDGE else number)
    if type(number) is not int:
        return Grade(GARBLED)
    if question.track == JUDGE:
        return Grade((WRONG, RIGHT)[number == question.answer] if number in (1, 2) else ILLEGAL, number)
    if number not in question.legal:
        return Grade(ILLEGAL, number)
    if question.track != EXPLAIN:
        return Grade(RIGHT if number in question.winning else WRONG, number)
    try:
        check_claim(question.position, claim)
    except NotConfirmed as objection:
        return Grade(UNPROVEN if number in question.winning else WRONG, number, str(objection))
    return Grade(RIGHT, number)


def headline(answers: Iterable[tuple[Hashable, float, float]]) -> float:
    """(score - luck) / (1 - luck), the mean over cells; each answer has a cell, points and luck.

    >>> headline([("a", 1, 0.5), ("a", 0, 0.5), ("b", 1, 0.2)])
    0.5
    """
    cells: dict[Hashable, list[tuple[float, float]]] = defaultdict(list)
    for cell, points, luck in answers:
        cells[cell].append((points, luck))
    scores = [
        (fsum(points) - fsum(luck)) / (len(luck) - fsum(luck))
        for points, luck in (zip(*held, strict=True) for held in cells.values())
    ]
    return fsum(scores) / len(scores)


def _claim(answer: object) -> dict[str, Any] | None:
    """The last JSON object with a move in an answer."""
    if isinstance(answer, dict):
        return answer if "move" in answer else None
    text = (spoken(answer) or "") if isinstance(answer, str) else ""
    found, begin, decoder = None, 0, json.JSONDecoder()
    for _ in range(_MOST_BRACES):
        if (begin := text.find("{", begin)) < 0:
            break
        try:
            value, begin = decoder.raw_decode(text, begin)
            found = value if "move" in value else found
        except (ValueError, RecursionError):
            begin += 1
    return found
