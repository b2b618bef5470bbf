"""Paths over HTTP. The server stores no progress: clients store the stars that they have earned."""

from __future__ import annotations

from functools import cache, partial

from outnumber.api.errors import Refused
from outnumber.api.paths import PathModel, Paths, StageResult
from outnumber.games.registry import find
from outnumber.language.voice import voice
from outnumber.server.http.endpoints import Api, Call
from outnumber.server.play.live_game import OVER
from outnumber.study.paths.path import path, paths
from outnumber.workers import study_jobs
from outnumber.workers.pool import effort_of

api = Api()


@cache
def path_in(game: str, language: str) -> PathModel:
    """The path of a game in a language, without stars."""
    return PathModel.of(path(game), None, None, voice(language))


@api.at("/api/paths", "paths", "The paths of all games.")
async def listed(call: Call) -> Paths:
    return Paths([path_in(each.game, call.voice.language) for each in paths()])


@api.at("/api/paths/{game}", "path", "The path of a game.", Paths, errors=(422,))
async def one(call: Call) -> Paths:
    return Paths([path_in(find(call.request.path_params["game"]).name, call.voice.language)])


@api.at(
    "/api/games/{id}/stars", "stars", "The stars of a finished game of a path.", StageResult,
    errors=(409, 422),
)  # fmt: skip
async def stars(call: Call) -> bytes:
    game = await call.game()
    if game.state != OVER:
        raise Refused("not-over")
    if not game.setup.stage:
        raise Refused("no-stage")
    job = partial(study_jobs.stars, game.match, bool(game.helped), call.voice)
    return await call.solved(job, effort_of(game.match, *game.match.rounds))
