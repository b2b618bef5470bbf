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
from outnumber.study.statistics.intervals import Share


class QuestionModel(Model):
    """A question of an exam with its proven answer."""

    id: Annotated[str, Meta(description="The position itself: game, options and moves.")]
    game: str
    options: Options
    moves: list[int]
    to_move: SeatNumber
    prompt: Annotated[str, Meta(description="The rules, the position and the question, in words.")]
    legal: list[int]
    winning: list[int]
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
        return cls(
            id=question.id,
            game=question.rules.name,
            options=question.rules.options,
            moves=list(question.current.moves),
            to_move=int(question.current.turn),
            prompt=question.prompt(legal=legal),
            legal=question.current.position.legal_moves().tolist(),
            winning=list(question.winning),
            luck=question.luck,
            by_luck=question.luck,
            difficulty=question.difficulty,
            briefing=VERSION,
            line=question.line,
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

    @classmethod
    def of_share(cls, share: Share) -> ShareModel:
        return cls(share.hits, share.of, share.rate, share.interval)


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
        return cls(
            questions=mark.questions,
            right=ShareModel.of_share(mark.right),
            blunder=mark.kinds["blunder"],
            illegal=mark.kinds["illegal"],
            garbled=mark.kinds["garbled"],
            luck=mark.luck,
            difficulty={str(hard): ShareModel.of_share(each) for hard, each in mark.by_difficulty.items()},
        )
