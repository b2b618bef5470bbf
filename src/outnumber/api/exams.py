"""The JSON that `outnumber exam` writes, reads and answers."""

from __future__ import annotations

from outnumber.players.models.briefing import VERSION
from outnumber.study.puzzles.exam import Question
from outnumber.study.statistics.exams import Mark
from outnumber.study.statistics.intervals import Share

from . import Json, Model


def question_json(question: Question, *, legal: bool = True) -> Json:
    """A question of an exam with its proven answer."""
    current = question.current
    return {
        # The position itself: game, options and moves.
        "id": question.id,
        "game": question.rules.name,
        "options": question.rules.options,
        "moves": list(current.moves),
        "to_move": int(current.turn),
        # The rules, the position and the question, in words.
        "prompt": question.prompt(legal=legal),
        "legal": current.position.legal_moves().tolist(),
        "winning": list(question.winning),
        # The chance that a random legal move wins.
        "luck": question.luck,
        "by_luck": question.luck,
        "difficulty": question.difficulty,
        # The version of the words in the prompt.
        "briefing": VERSION,
        # The random game it was drawn from: positions from one game are not independent.
        "line": question.line,
    }


class ExamAnswer(Model):
    """An answer to a question: a number or text; null if there was no answer."""

    id: str
    answer: int | str | None


def mark_json(mark: Mark) -> Json:
    """The result of an exam as JSON."""
    return {
        "questions": mark.questions,
        "right": _share(mark.right),
        **{kind: mark.kinds[kind] for kind in ("blunder", "illegal", "garbled")},
        "luck": mark.luck,
        "difficulty": {str(hard): _share(each) for hard, each in mark.by_difficulty.items()},
    }


def _share(share: Share) -> Json:
    """A count out of a total, with the 95 % confidence interval of the true rate."""
    return {"hits": share.hits, "of": share.of, "rate": share.rate, "interval": share.interval}
