"""Puzzles, made and proven in a solver process. Nothing is kept: the puzzle itself travels."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, get_args

import msgspec

from outnumber.api import Model
from outnumber.api.errors import Refused
from outnumber.api.puzzles import (
    AnswerName,
    Card,
    DailyPuzzle,
    PuzzleAhead,
    PuzzleAnswer,
    PuzzleModel,
    PuzzlesModel,
    PuzzleTry,
    Scheduled,
)
from outnumber.api.verdicts import HintModel
from outnumber.games.errors import GameError
from outnumber.games.options import chosen
from outnumber.games.sentences import Voice
from outnumber.study.puzzles.puzzle import Puzzle, from_json
from outnumber.workers.jobs import Job, RoundJob

MIXED = "mixed"
# Puzzles of a day that a process remembers: everybody asks for the same one.
DAYS = 64


def _told(puzzle: Puzzle, voice: Voice) -> PuzzleModel:
    return PuzzleModel.of_puzzle(puzzle, chosen(puzzle.rules, voice), voice)


class SomePuzzles(Job, tag="puzzles"):
    """The first puzzles of a seed, of one game or of all by turns."""

    game: str
    seed: int
    count: int
    # Those of several take turns; of none, each game has its usual one.
    kinds: tuple[str, ...] = ()
    difficulty: int | None = None

    def answer(self, voice: Voice) -> PuzzlesModel:
        from outnumber.study.puzzles.generate import mixed

        games = () if self.game == MIXED else (self.game,)
        found = mixed(self.seed, games=games, kinds=self.kinds, difficulty=self.difficulty)
        puzzles = [_told(each, voice) for each in islice(found, self.count)]
        return PuzzlesModel(self.game, self.seed, puzzles)


class PuzzleOfDay(Job, tag="puzzle-daily"):
    """The puzzle of a day."""

    date: str
    game: str | None
    kind: str | None = None

    def answer(self, voice: Voice) -> DailyPuzzle:
        return DailyPuzzle(self.date, _told(_of_day(self.date, self.game, self.kind), voice))


@lru_cache(DAYS)
def _of_day(day: str, game: str | None, kind: str | None) -> Puzzle:
    from outnumber.study.puzzles.daily import daily

    return daily(date.fromisoformat(day), game, kind)


class OfPuzzle(RoundJob):
    """A job about a puzzle, which is its position: proven again each time."""

    kind: str

    @property
    def puzzle(self) -> Puzzle:
        plain = {"game": self.game, "options": self.options, "moves": self.moves, "kind": self.kind}
        try:
            return from_json(plain)
        except GameError:
            raise
        except ValueError:
            raise Refused("no-puzzle") from None


class Try(OfPuzzle, tag="puzzle-try"):
    """Whether an answer solves a puzzle; if not, how it is refuted."""

    # Moves or a seat; for `seat` the seat, and then the moves that were played there, one after the other.
    given: list[int]

    def answer(self, voice: Voice) -> PuzzleTry:
        from outnumber.study.puzzles.attempt import Attempt

        attempt = Attempt(self.puzzle)
        if attempt.puzzle.kind != "seat":
            return PuzzleTry.of(attempt, attempt.answer(self.given), voice)
        for number in self.given or [0]:
            if refuted := attempt.answer([number]):
                return PuzzleTry.of(attempt, refuted, voice)
        return PuzzleTry.of(attempt, None, voice)


class PuzzleHint(OfPuzzle, tag="puzzle-hint"):
    """One of the steps of help; only the last gives the answer."""

    level: int
    # For `seat`: the seat, and the moves that were played there; whoever is right so far is helped to go on.
    given: tuple[int, ...] = ()

    def answer(self, voice: Voice) -> HintModel:
        from outnumber.study.puzzles.attempt import Attempt

        attempt = Attempt(self.puzzle)
        for number in self.given if attempt.puzzle.kind == "seat" else ():
            attempt.answer([number])
        steps = attempt.hints
        level = min(self.level, len(steps))
        return HintModel.of(level, steps[level - 1], voice)


class Solution(OfPuzzle, tag="puzzle-answer"):
    """The solution, for somebody who would rather be told."""

    def answer(self, voice: Voice) -> PuzzleAnswer:
        return PuzzleAnswer.of(self.puzzle, voice)


class Ahead(OfPuzzle, tag="puzzle-ahead"):
    """The solution and what becomes of every answer, for somebody who may soon be without a server."""

    # For `seat`, the right answers that were given already.
    given: list[int]

    def answer(self, voice: Voice) -> PuzzleAhead:
        return PuzzleAhead.of(self.puzzle, self.given if self.kind == "seat" else (), voice)


class Schedule(Job, tag="puzzle-schedule"):
    """The card of a missed puzzle after one more answer: it says when the puzzle is to come again."""

    card: dict[str, Any] | None
    how: AnswerName

    def answer(self, voice: Voice) -> Model:  # noqa: ARG002
        from outnumber.study.puzzles.schedule import Answer, scheduled

        now, rating = datetime.now(UTC), Answer(get_args(AnswerName).index(self.how) + 1)
        try:
            return Scheduled(msgspec.convert(scheduled(self.card, rating, now), Card))
        except msgspec.ValidationError:  # somebody has written nonsense into it
            return Scheduled(msgspec.convert(scheduled(None, rating, now), Card))
