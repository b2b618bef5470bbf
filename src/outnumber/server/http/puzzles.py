"""Puzzles over HTTP. The server keeps nothing of them: a puzzle travels as game, options and moves, and is
proven again for every question, in a solver process like a verdict.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

from starlette.exceptions import HTTPException

from outnumber.api import bodies, plain, queries
from outnumber.api.puzzles import DailyPuzzle, PuzzleAhead, PuzzleAnswer, PuzzlesModel, PuzzleTry, Scheduled
from outnumber.api.reader import must_be
from outnumber.api.verdicts import HintModel
from outnumber.games.errors import GameError
from outnumber.games.languages import LANGUAGES
from outnumber.games.registry import all_games, find
from outnumber.games.sentences import Phrase
from outnumber.server.http.endpoints import Api, Call, seeded
from outnumber.server.play.create import rules_of
from outnumber.server.transport.limits import CLASS
from outnumber.study.puzzles.daily import FROM, past
from outnumber.study.puzzles.kinds import KINDS, checked
from outnumber.workers import study_jobs as jobs
from outnumber.workers.pool import Pool

api = Api()

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Seconds after the start, when the first games have begun, and from then on between two times.
AHEAD_AFTER, AHEAD_EVERY = 10, 3600
# About how many seconds the puzzles of a class take: hard ones take many more, and a computer's move that is
# quickly found must not wait for them.
MAKING = 0.5


@api.at(
    "/api/puzzles/daily", "puzzle-of-the-day", "The puzzle of a day, the same for everybody.", DailyPuzzle,
    what="The puzzle.", query=queries.Daily, errors=(422,),
)  # fmt: skip
async def daily(call: Call) -> bytes:
    today = datetime.now(UTC).date()
    text = call.query.date or today.isoformat()
    try:
        if not _DATE.fullmatch(text):
            raise ValueError(text)
        day = date.fromisoformat(text)
    except ValueError:
        raise must_be("date", Phrase("a day such as 2026-11-15")) from None
    rules, kind = find(call.query.game) if call.query.game else None, call.query.kind
    if rules and kind and day >= FROM:
        checked(rules, kind)
    past(day.isoformat(), today)
    job = _of_day(day, rules.name if rules else None, call.voice.language, kind)
    # Everybody asks for the same few.
    if today - day <= timedelta(days=1):
        return await call.service.solvers.common(job)
    return await call.solved(job)


def _of_day(day: date, game: str | None, language: str, kind: str | None = None) -> jobs.PuzzleOfDay:
    return jobs.PuzzleOfDay(date=day.isoformat(), game=game, language=language, kind=kind)


async def make_ahead(solvers: Pool) -> None:
    """Have the puzzles of today and tomorrow made before anybody asks for them."""
    await asyncio.sleep(AHEAD_AFTER)
    today = datetime.now(UTC).date()
    for day in (today, today + timedelta(days=1)):
        for game in (None, *(kind.name for kind in all_games())):
            for language in LANGUAGES:
                with contextlib.suppress(GameError):
                    await solvers.common(_of_day(day, game, language))


POSTED = ("try", "hint", "answer", "ahead", "schedule")


@api.at(
    "/api/puzzles/try", "puzzle-try", "Whether a move solves a puzzle, and how it is refuted if not.",
    PuzzleTry, what="What became of it.", body=bodies.PuzzleMove, errors=(422,),
)  # fmt: skip
async def attempt(call: Call) -> bytes:
    tried: bodies.PuzzleMove = call.body
    given = [tried.move] if tried.move is not None else tried.answer
    if given is None:
        raise must_be("answer", Phrase("a list of numbers, where there is no move"))
    return await call.solved(jobs.Try(**_position(call), given=given))


@api.at(
    "/api/puzzles/hint", "puzzle-hint", "One of three steps of help.", HintModel,
    what="A hint.", body=bodies.PuzzleHelp, errors=(422,),
)  # fmt: skip
async def hint(call: Call) -> bytes:
    asked: bodies.PuzzleHelp = call.body
    return await call.solved(jobs.PuzzleHint(**_position(call), level=asked.level, given=tuple(asked.answer)))


@api.at(
    "/api/puzzles/answer", "puzzle-answer", "The solution, and why it wins.", PuzzleAnswer,
    what="The answer.", body=bodies.AboutPuzzle, errors=(422,),
)  # fmt: skip
async def answer(call: Call) -> bytes:
    return await call.solved(jobs.Solution(**_position(call)))


@api.at(
    "/api/puzzles/ahead", "puzzle-ahead", "What becomes of every answer, to finish it without the server.",
    PuzzleAhead, what="All of it.", body=bodies.PuzzleSoFar, errors=(422,),
)  # fmt: skip
async def ahead(call: Call) -> bytes:
    return await call.solved(jobs.Ahead(**_position(call), given=call.body.answer), MAKING)


def _position(call: Call) -> dict[str, Any]:
    asked: bodies.PuzzlePosition = call.body.puzzle
    rules = rules_of(asked.game, asked.options, call.service.settings.range)
    return {"game": rules.name, "options": rules.options, "moves": asked.moves, "kind": asked.kind}


@api.at(
    "/api/puzzles/schedule", "puzzle-schedule", "When a missed puzzle is to come again.", Scheduled,
    what="The card to keep.", body=bodies.PuzzleOutcome,
)  # fmt: skip
async def schedule(call: Call) -> bytes:
    card = plain(call.body.card)
    return await call.solved(jobs.Schedule(card=card, how=call.body.answer))


@api.at(
    "/api/puzzles/{game}", "puzzles", "Proven puzzles, the same for the same seed.", PuzzlesModel,
    what="The puzzles.", query=queries.Some, errors=(422,),
)  # fmt: skip
async def some(call: Call) -> bytes:
    game = call.request.path_params["game"]
    if game in POSTED:
        raise HTTPException(405, headers={"Allow": "POST"})
    job = job_for(call, game, call.query)
    # A whole class asks for the same ones.
    if call.address.startswith(CLASS):
        return await call.service.solvers.common(job, call.address, MAKING)
    return await call.solved(job)


def job_for(call: Call, game: str, asked: queries.Some) -> jobs.SomePuzzles:
    """What makes the puzzles that somebody asks for."""
    name = game if game == jobs.MIXED else find(game).name
    kinds: tuple[str, ...] = ()
    if asked.kind == "turns":
        kinds = KINDS
    elif asked.kind:
        kinds = (asked.kind if game == jobs.MIXED else checked(find(game), asked.kind),)
    return jobs.SomePuzzles(
        game=name, seed=seeded(asked.seed), count=asked.count, kinds=kinds, difficulty=asked.difficulty,
        language=call.voice.language,
    )  # fmt: skip
