"""Exams: what `outnumber exam` writes, reads and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from outnumber.api import Model, Options, SeatNumber
from outnumber.api.fields import Difficulty
from outnumber.players.models.briefing import VERSION
from outnumber.study.puzzles.exam import Question
from outnumber.study.statistics.exams import Mark


class QuestionModel(Model):
    """A question of an exam with its proven answer."""

    id: Annotated[str, Meta(description="The position itself: game, options and moves.")]
    game: str
    options: Options
    moves: Sequence[int]
    to_move: SeatNumber
    prompt: Annotated[str, Meta(description="The rules, the position and the question, in words.")]
    legal: list[int]
    winning: Sequence[int]
    luck: Annotated[float, Meta(description="The chance to win with any legal move, picked blindly.")]
    by_luck: Annotated[float, Meta(description="The same as `luck`.")]
    difficulty: Difficulty
    # Of the words in the prompt.
    briefing: int
    line: Annotated[
        int | None, Meta(description="The random game it was drawn from; answers of one line hang together.")
    ]

    @classmethod
    def of(cls, question: Question, *, legal: bool = True) -> QuestionModel:
        return cls.filled(
            question,
            game=question.rules.name,
            options=question.rules.options,
            moves=question.current.moves,
            to_move=question.current.turn,
            prompt=question.prompt(legal=legal),
            legal=question.current.position.legal_moves().tolist(),
            by_luck=question.luck,
            briefing=VERSION,
        )


class ExamAnswer(Model):
    """An answer to a question: a number, or what somebody said; null where nothing came."""

    id: str
    answer: int | str | None


class ShareModel(Model):
    """So many of so many, and where the true rate lies with 95 % confidence."""

    hits: int
    of: int
    rate: float | None
    interval: Sequence[float] | None


class MarkModel(Model):
    """How somebody did in an exam."""

    questions: int
    right: ShareModel
    blunder: int
    illegal: int
    garbled: int
    luck: float | None
    difficulty: dict[str, ShareModel]

    @classmethod
    def of(cls, mark: Mark) -> MarkModel:
        by_difficulty = {str(hard): ShareModel.filled(each) for hard, each in mark.by_difficulty.items()}
        kinds = {**mark.kinds, "right": ShareModel.filled(mark.right)}
        return cls.filled(mark, **kinds, difficulty=by_difficulty)
