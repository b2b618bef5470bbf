"""Exams: what `outnumber exam` writes, reads and answers."""

from __future__ import annotations

from outnumber.api import Json, Model
from outnumber.players.models.briefing import VERSION
from outnumber.study.puzzles.exam import Question
from outnumber.study.statistics.exams import Mark
from outnumber.study.statistics.intervals import Share


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
        # The chance to win with any legal move, picked blindly.
        "luck": question.luck,
        "by_luck": question.luck,
        "difficulty": question.difficulty,
        # Of the words in the prompt.
        "briefing": VERSION,
        # The random game it was drawn from: answers of one line hang together.
        "line": question.line,
    }


class ExamAnswer(Model):
    """An answer to a question: a number, or what somebody said; null where nothing came."""

    id: str
    answer: int | str | None


def mark_json(mark: Mark) -> Json:
    """How somebody did in an exam."""
    return {
        "questions": mark.questions,
        "right": _share(mark.right),
        **{kind: mark.kinds[kind] for kind in ("blunder", "illegal", "garbled")},
        "luck": mark.luck,
        "difficulty": {str(hard): _share(each) for hard, each in mark.by_difficulty.items()},
    }


def _share(share: Share) -> Json:
    """A count of all, and where the true rate lies with 95 % confidence."""
    return {"hits": share.hits, "of": share.of, "rate": share.rate, "interval": share.interval}
