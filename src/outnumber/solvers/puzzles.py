"""Puzzles, made and proven in a solver process. Nothing is kept: the puzzle itself travels."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, get_args

import msgspec

from outnumber.games.errors import GameError
from outnumber.games.sentences import Voice
from outnumber.puzzles.puzzle import Puzzle, from_json
from outnumber.solvers.jobs import Job
from outnumber.wire import Model, Options
from outnumber.wire.puzzles import (
    AnswerName,
    Card,
    DailyPuzzle,
    PuzzleAnswer,
    PuzzleModel,
    PuzzlesModel,
    PuzzleTry,
    RefutedTry,
    Scheduled,
)
from outnumber.wire.refusals import Refused
from outnumber.wire.verdicts import HintModel
from outnumber.words.options import chosen

MIXED = "mixed"
# Puzzles of a day that a process remembers: everybody asks for the same one.
DAYS = 64


def _told(puzzle: Puzzle, voice: Voice) -> PuzzleModel:
    return PuzzleModel.of(puzzle, chosen(puzzle.rules, voice), voice)


class SomePuzzles(Job, tag="puzzles"):
    """The first puzzles of a seed, of one game or of all by turns."""

    game: str
    seed: int
    count: int

    def answer(self, voice: Voice) -> PuzzlesModel:
        from outnumber.puzzles.generate import generate, mixed

        found = mixed(self.seed) if self.game == MIXED else generate(self.game, self.seed)
        puzzles = [_told(each, voice) for each in islice(found, self.count)]
        return PuzzlesModel(self.game, self.seed, puzzles)


class PuzzleOfDay(Job, tag="puzzle-daily"):
    """The puzzle of a day."""

    date: str
    game: str | None

    def answer(self, voice: Voice) -> DailyPuzzle:
        return DailyPuzzle(self.date, _told(_of_day(self.date, self.game), voice))


@lru_cache(DAYS)
def _of_day(day: str, game: str | None) -> Puzzle:
    from outnumber.puzzles.daily import daily

    return daily(date.fromisoformat(day), game)


class OfPuzzle(Job):
    """A job about a puzzle, which is its position: proven again each time."""

    game: str
    options: Options
    moves: list[int]

    @property
    def puzzle(self) -> Puzzle:
        try:
            return from_json({"game": self.game, "options": self.options, "moves": self.moves})
        except GameError:
            raise
        except ValueError:
            raise Refused("no-puzzle") from None


class Try(OfPuzzle, tag="puzzle-try"):
    """Whether a move solves a puzzle; if not, how it is refuted."""

    move: int

    def answer(self, voice: Voice) -> PuzzleTry:
        from outnumber.puzzles.attempt import Attempt

        puzzle = self.puzzle
        refuted = Attempt(puzzle).play(self.move)
        if refuted is None:
            return PuzzleTry(True, self.move, None, PuzzleAnswer.of(puzzle, voice))
        return PuzzleTry(False, self.move, RefutedTry.of(puzzle, refuted, voice), None)


class PuzzleHint(OfPuzzle, tag="puzzle-hint"):
    """One of three steps of help; only the last names the move."""

    level: int

    def answer(self, voice: Voice) -> HintModel:
        from outnumber.puzzles.explain import hints

        return HintModel.of(self.level, hints(self.puzzle)[self.level - 1], voice)


class Solution(OfPuzzle, tag="puzzle-answer"):
    """The solution, for somebody who would rather be told."""

    def answer(self, voice: Voice) -> PuzzleAnswer:
        return PuzzleAnswer.of(self.puzzle, voice)


class Schedule(Job, tag="puzzle-schedule"):
    """The card of a missed puzzle after one more answer: it says when the puzzle is to come again."""

    card: dict[str, Any] | None
    how: AnswerName

    def answer(self, voice: Voice) -> Model:  # noqa: ARG002
        from outnumber.puzzles.schedule import Answer, scheduled

        now, rating = datetime.now(UTC), Answer(get_args(AnswerName).index(self.how) + 1)
        try:
            return Scheduled(msgspec.convert(scheduled(self.card, rating, now), Card))
        except msgspec.ValidationError:  # somebody has written nonsense into it
            return Scheduled(msgspec.convert(scheduled(None, rating, now), Card))
