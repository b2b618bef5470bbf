"""Jobs about puzzles, lessons, worksheets and chains.

No state is stored: each job contains the puzzle, or the place of a learner.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, get_args

import msgspec

from outnumber.api import Model
from outnumber.api.bodies import LessonStepDone
from outnumber.api.chains import ChainHintModel
from outnumber.api.errors import Refused
from outnumber.api.lessons import Learning, LessonView
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
from outnumber.games.registry import find
from outnumber.games.sentences import Voice
from outnumber.study.lessons import engine
from outnumber.study.lessons.lesson import Step
from outnumber.study.puzzles.puzzle import Puzzle, from_json
from outnumber.study.worksheets import PaperName, SheetName, WorksheetOrder
from outnumber.workers.jobs import GameJob, Job, RoundJob

MIXED = "mixed"
# Number of daily puzzles cached per process: all clients ask for the same one.
DAYS = 64


class SomePuzzles(Job, tag="puzzles"):
    """The first puzzles of a seed, for one game or for all in rotation."""

    game: str
    seed: int
    count: int
    # Several games alternate; without any, each game uses its usual options.
    kinds: tuple[str, ...] = ()
    difficulty: int | None = None

    def answer(self, voice: Voice) -> PuzzlesModel:
        from outnumber.study.puzzles.generate import mixed

        games = () if self.game == MIXED else (self.game,)
        found = mixed(self.seed, games=games, kinds=self.kinds, difficulty=self.difficulty)
        puzzles = [PuzzleModel.of_puzzle(each, voice) for each in islice(found, self.count)]
        return PuzzlesModel(self.game, self.seed, puzzles)


class PuzzleOfDay(Job, tag="puzzle-daily"):
    """The daily puzzle of one day."""

    date: str
    game: str | None
    kind: str | None = None

    def answer(self, voice: Voice) -> DailyPuzzle:
        puzzle = _of_day(self.date, self.game, self.kind)
        return DailyPuzzle(self.date, PuzzleModel.of_puzzle(puzzle, voice))


@lru_cache(DAYS)
def _of_day(day: str, game: str | None, kind: str | None) -> Puzzle:
    from outnumber.study.puzzles.daily import daily

    return daily(date.fromisoformat(day), game, kind)


class OfPuzzle(RoundJob):
    """A job about a puzzle, which is identified by its position and proven again each time."""

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
    """Checks whether an answer solves a puzzle, and refutes it if not."""

    # Moves or a seat; for `seat`, the seat followed by the moves played from there.
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
    """One of the help steps; only the last one contains the answer."""

    level: int
    # For `seat`: the seat and the moves played from there; after correct moves, the help is for the next one.
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
    """The solution, for a player who gives up."""

    def answer(self, voice: Voice) -> PuzzleAnswer:
        return PuzzleAnswer.of(self.puzzle, voice)


class Ahead(OfPuzzle, tag="puzzle-ahead"):
    """The solution and the result of every answer, for a client that may soon be offline."""

    # For `seat`: the correct answers so far.
    given: list[int]

    def answer(self, voice: Voice) -> PuzzleAhead:
        return PuzzleAhead.of(self.puzzle, self.given if self.kind == "seat" else (), voice)


class Schedule(Job, tag="puzzle-schedule"):
    """The card of a missed puzzle after another answer, with the date of its next repetition."""

    card: dict[str, Any] | None
    how: AnswerName

    def answer(self, voice: Voice) -> Model:  # noqa: ARG002
        from outnumber.study.puzzles.schedule import Answer, scheduled

        now, rating = datetime.now(UTC), Answer(get_args(AnswerName).index(self.how) + 1)
        try:
            return Scheduled(msgspec.convert(scheduled(self.card, rating, now), Card))
        except msgspec.ValidationError:  # the client sent an invalid card
            return Scheduled(msgspec.convert(scheduled(None, rating, now), Card))


class Learn(Job, tag="learn"):
    """The content of a place in a lesson, or the result of an action there."""

    asked: LessonStepDone

    def answer(self, voice: Voice) -> Learning:
        try:
            place = engine.validated(self.asked.place)
        except ValueError:
            raise Refused("no-step") from None
        place = self._done(place)
        view = engine.look(place)
        return Learning(place, LessonView.of(view, place, voice))

    def _done(self, place: engine.Place) -> engine.Place:
        asked = self.asked
        match asked.do:
            case "answer":
                return engine.answer(place, asked.number)
            case "hint":
                return engine.hint(place)
            case "onward":
                return engine.next_step(place)
            case "at":
                try:
                    return engine.at(place, asked.step)
                except KeyError:
                    raise Refused("no-step") from None
        return place


class LessonPicture(Job, tag="lesson-picture"):
    """The picture of a step's position, with the winning moves and the reason."""

    lesson: str
    step: str

    def found(self) -> Step:
        """The step; raises `Refused` if there is none."""
        from outnumber.study.lessons.catalogue import LESSONS

        try:
            return LESSONS[self.lesson].step(self.step)
        except KeyError:
            raise Refused("no-step") from None

    def answer(self, voice: Voice) -> str:
        from outnumber.study.pictures.draw import draw

        return draw(self.found().round, voice)


class Worksheet(GameJob, tag="worksheet"):
    """A worksheet, cards, a board or a guide as an HTML page."""

    sheet: SheetName
    seed: int
    count: int
    kind: str | None
    difficulty: int | None
    paper: PaperName
    # The URL of the server, and the URL of the style sheet.
    origin: str
    style: str

    def answer(self, voice: Voice) -> str:
        from outnumber.language.worksheets import page

        order = WorksheetOrder(
            find(self.game), self.seed, self.count, self.kind, self.difficulty, self.options, self.sheet,
            self.paper,
        )  # fmt: skip
        link = f"{self.origin}{order.path}&lang={voice.language}"
        return page(order, voice, link=link, style=self.style)


class ChainHint(Job, tag="chain-hint"):
    """A way to make a chain longer."""

    range: int
    link: list[str]
    chain: list[int]

    def answer(self, voice: Voice) -> ChainHintModel:
        from outnumber.language.chains import hint
        from outnumber.study.chains.chain import Chain
        from outnumber.study.chains.play import Play

        play = Play.begin(self.range, self.link)
        return ChainHintModel(hint(play.after(Chain.of(self.range, self.link, self.chain)), voice))
