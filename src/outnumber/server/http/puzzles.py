"""Puzzles over HTTP. The server stores nothing: each request contains the game, options and moves of a
puzzle, which a solver process proves again each time.
"""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, date, datetime, timedelta
from functools import partial

from outnumber.api import bodies, plain, queries
from outnumber.api.errors import must_be
from outnumber.api.puzzles import DailyPuzzle, PuzzleAhead, PuzzleAnswer, PuzzlesModel, PuzzleTry, Scheduled
from outnumber.api.verdicts import HintModel
from outnumber.games import GameError, Voice, all_games, find
from outnumber.language.voice import voice
from outnumber.languages import LANGUAGES
from outnumber.server.play.create import rules_of
from outnumber.server.transport.limits import CLASS
from outnumber.study.puzzles.daily import FROM, past
from outnumber.study.puzzles.kinds import KINDS, checked
from outnumber.workers import study_jobs as jobs
from outnumber.workers.pool import Pool

from .endpoints import Api, Call, seeded

api = Api(422)

# Seconds after the start of the server, when the first games have begun, and the interval after that.
AHEAD_AFTER, AHEAD_EVERY = 10, 3600
# The expected seconds for the puzzles of a class: hard ones take much longer, and quick computer moves must
# not wait for them.
MAKING = 0.5


@api.at("/api/puzzles/daily", "puzzle-of-the-day", DailyPuzzle)
async def daily(call: Call, asked: queries.Daily) -> bytes:
    """The puzzle of a day, the same for everybody."""
    today = datetime.now(UTC).date()
    day = asked.date or today
    rules, kind = find(asked.game) if asked.game else None, asked.kind
    if rules and kind and day >= FROM:
        checked(rules, kind)
    past(day.isoformat(), today)
    job = _of_day(day, rules.name if rules else None, kind, call.voice)
    # All clients ask for the same few.
    if today - day <= timedelta(days=1):
        return await call.service.solvers.common(job)
    return await call.service.solvers.ask(job, call.address)


def _of_day(day: date, game: str | None, kind: str | None, voice: Voice) -> partial[bytes]:
    return partial(jobs.daily_puzzle, day.isoformat(), game, kind, voice)


async def make_ahead(solvers: Pool) -> None:
    """Compute the daily puzzles of today and tomorrow in advance."""
    await asyncio.sleep(AHEAD_AFTER)
    today = datetime.now(UTC).date()
    for day in (today, today + timedelta(days=1)):
        for game in (None, *(kind.name for kind in all_games())):
            for language in LANGUAGES:
                with contextlib.suppress(GameError):
                    await solvers.common(_of_day(day, game, None, voice(language)))


@api.at("/api/puzzles/try", "puzzle-try", PuzzleTry)
async def attempt(call: Call, tried: bodies.PuzzleMove) -> bytes:
    """Whether a move solves a puzzle, and how it is refuted if not."""
    given = [tried.move] if tried.move is not None else tried.answer
    if given is None:
        raise must_be("answer", "a list of numbers, if there is no move")
    return await call.solved(jobs.tried, _checked(call, tried), given)


@api.at("/api/puzzles/hint", "puzzle-hint", HintModel)
async def hint(call: Call, asked: bodies.PuzzleHelp) -> bytes:
    """One of three steps of help."""
    return await call.solved(jobs.puzzle_hint, _checked(call, asked), asked.level, asked.answer)


@api.at("/api/puzzles/answer", "puzzle-answer", PuzzleAnswer)
async def answer(call: Call, asked: bodies.AboutPuzzle) -> bytes:
    """The solution, and why it wins."""
    return await call.solved(jobs.solution, _checked(call, asked))


@api.at("/api/puzzles/ahead", "puzzle-ahead", PuzzleAhead)
async def ahead(call: Call, asked: bodies.PuzzleSoFar) -> bytes:
    """What becomes of every answer, to finish it without the server."""
    return await call.solved(jobs.ahead, _checked(call, asked), asked.answer, effort=MAKING)


def _checked(call: Call, asked: bodies.AboutPuzzle) -> bodies.PuzzlePosition:
    """The position of a puzzle, which no number above the limit makes too large."""
    rules_of(asked.puzzle.game, asked.puzzle.options, call.service.settings.range)
    return asked.puzzle


@api.at("/api/puzzles/schedule", "puzzle-schedule", Scheduled, errors=())
async def schedule(call: Call, asked: bodies.PuzzleOutcome) -> bytes:
    """When a missed puzzle is to come again."""
    job = partial(jobs.schedule, plain(asked.card), asked.answer)
    return await call.service.solvers.ask(job, call.address)


@api.at("/api/puzzles/{game}", "puzzles", PuzzlesModel)
async def some(call: Call, asked: queries.Some) -> bytes:
    """Proven puzzles, the same for the same seed."""
    game = call.request.path_params["game"]
    job = job_for(call, game, asked)
    # A whole class asks for the same ones.
    if call.address.startswith(CLASS):
        return await call.service.solvers.common(job, call.address, MAKING)
    return await call.service.solvers.ask(job, call.address)


def job_for(call: Call, game: str, asked: queries.Some) -> partial[bytes]:
    """The job that creates the requested puzzles."""
    name = game if game == jobs.MIXED else find(game).name
    kinds: tuple[str, ...] = ()
    if asked.kind == "turns":
        kinds = KINDS
    elif asked.kind:
        kinds = (asked.kind if game == jobs.MIXED else checked(find(game), asked.kind),)
    return partial(jobs.puzzles, name, seeded(asked.seed), asked.count, kinds, asked.difficulty, call.voice)
