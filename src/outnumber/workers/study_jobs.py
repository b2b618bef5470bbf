"""Jobs about puzzles, lessons, worksheets and chains.

No state is stored: each job contains the puzzle, or the place of a learner.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, get_args

import msgspec
from msgspec.json import encode

from outnumber.api import plain
from outnumber.api.bodies import LessonStepDone, PuzzlePosition
from outnumber.api.chains import ChainHintModel
from outnumber.api.errors import Refused
from outnumber.api.lessons import Learning, LessonView
from outnumber.api.paths import StageResult
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
from outnumber.games import GameError, Voice
from outnumber.match import Match
from outnumber.study.lessons import engine
from outnumber.study.lessons.lesson import Step
from outnumber.study.paths.path import Stage
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.puzzle import Puzzle, from_json
from outnumber.study.worksheets import WorksheetOrder

MIXED = "mixed"
# Number of daily puzzles cached per process: all clients ask for the same one.
DAYS = 64


def puzzles(
    game: str, seed: int, count: int, kinds: tuple[str, ...], difficulty: int | None, voice: Voice
) -> bytes:
    """The first puzzles of a seed, for one game or for all in rotation.

    Several kinds alternate; without any, each game uses its usual ones.
    """
    from outnumber.study.puzzles.generate import mixed

    games = () if game == MIXED else (game,)
    found = islice(mixed(seed, games=games, kinds=kinds, difficulty=difficulty), count)
    return encode(PuzzlesModel(game, seed, [PuzzleModel.of_puzzle(each, voice) for each in found]))


def daily_puzzle(day: str, game: str | None, kind: str | None, voice: Voice) -> bytes:
    """The daily puzzle of one day."""
    return encode(DailyPuzzle(day, PuzzleModel.of_puzzle(_of_day(day, game, kind), voice)))


@lru_cache(DAYS)
def _of_day(day: str, game: str | None, kind: str | None) -> Puzzle:
    from outnumber.study.puzzles.daily import daily

    return daily(date.fromisoformat(day), game, kind)


def _proven(asked: PuzzlePosition) -> Puzzle:
    """A puzzle, which is identified by its position and proven again each time."""
    try:
        return from_json(plain(asked))
    except GameError:
        raise
    except ValueError:
        raise Refused("no-puzzle") from None


def tried(asked: PuzzlePosition, given: Sequence[int], voice: Voice) -> bytes:
    """Whether an answer solves a puzzle, and its refutation if not.

    It is moves or a seat; for `seat`, the seat followed by the moves played from there.
    """
    attempt, refuted = Attempt(_proven(asked)), None
    for part in [[each] for each in given or [0]] if attempt.puzzle.kind == "seat" else [given]:
        refuted = refuted or attempt.answer(part)
    return encode(PuzzleTry.of(attempt, refuted, voice))


def puzzle_hint(asked: PuzzlePosition, level: int, given: Sequence[int], voice: Voice) -> bytes:
    """One of the help steps; only the last one contains the answer.

    For `seat`, `given` has the seat and the moves played from there; after correct moves, the help is for the
    next one.
    """
    attempt = Attempt(_proven(asked))
    for number in given if attempt.puzzle.kind == "seat" else ():
        attempt.answer([number])
    steps = attempt.hints
    level = min(level, len(steps))
    return encode(HintModel.of(level, steps[level - 1], voice))


def solution(asked: PuzzlePosition, voice: Voice) -> bytes:
    """The solution, for a player who gives up."""
    return encode(PuzzleAnswer.of(_proven(asked), voice))


def ahead(asked: PuzzlePosition, given: Sequence[int], voice: Voice) -> bytes:
    """The solution and the result of every answer, for a client that may soon be offline.

    For `seat`, `given` has the correct answers so far.
    """
    return encode(PuzzleAhead.of(_proven(asked), given if asked.kind == "seat" else (), voice))


def schedule(card: dict[str, Any] | None, how: AnswerName) -> bytes:
    """The card of a missed puzzle after another answer, with the date of its next repetition."""
    from outnumber.study.puzzles.schedule import Answer, scheduled

    now, rating = datetime.now(UTC), Answer(get_args(AnswerName).index(how) + 1)
    try:
        after = msgspec.convert(scheduled(card, rating, now), Card)
    except msgspec.ValidationError:  # the client sent an invalid card
        after = msgspec.convert(scheduled(None, rating, now), Card)
    return encode(Scheduled(after))


def drawn_start(stage: Stage, seed: int) -> tuple[int, ...]:
    """The moves to a drawn start that is won for the player to move."""
    from outnumber.study.paths.start import draw

    return draw(stage, seed)


def stars(match: Match, helped: bool, voice: Voice) -> bytes:
    """The stars of a finished game of a path, and its turning point."""
    from outnumber.language.paths import turning_point
    from outnumber.study.paths.stars import result

    if (found := result(match, helped=helped)) is None:
        raise Refused("no-stage")
    return encode(StageResult.of(found, turning_point(found, voice)))


def learn(asked: LessonStepDone, voice: Voice) -> bytes:
    """The content of a place in a lesson, or the result of an action there."""
    try:
        place = engine.validated(asked.place)
    except ValueError:
        raise Refused("no-step") from None
    place = _done(place, asked)
    return encode(Learning(place, LessonView.of(engine.look(place), place, voice)))


def _done(place: engine.Place, asked: LessonStepDone) -> engine.Place:
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


def step_of(lesson: str, step: str) -> Step:
    """A step of a lesson; raises `Refused` if there is none."""
    from outnumber.study.lessons.lesson import LESSONS

    try:
        return LESSONS[lesson].step(step)
    except KeyError:
        raise Refused("no-step") from None


def worksheet(order: WorksheetOrder, root: str, style: str, voice: Voice) -> str:
    """A worksheet, cards, a board or a guide as an HTML page; `root` is the path of the server, `style` the
    address of the style sheet.
    """
    from outnumber.language.worksheets import page

    return page(order, voice, link=f"{root}{order.path}&lang={voice.language}", style=style)


def chain_hint(range: int, link: Sequence[str], chain: Sequence[int], voice: Voice) -> bytes:
    """A way to make a chain longer."""
    from outnumber.language.chains import hint
    from outnumber.study.chains.chain import Chain
    from outnumber.study.chains.play import Play

    play = Play.begin(range, link)
    return encode(ChainHintModel(hint(play.after(Chain.of(range, link, chain)), voice)))
