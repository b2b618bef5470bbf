"""Paths over HTTP. The server stores no progress: clients store the stars that they have earned."""

from __future__ import annotations

from functools import cache

from outnumber.api.errors import Refused
from outnumber.api.paths import PathModel, Paths, StageResult
from outnumber.games import find
from outnumber.language.voice import voice
from outnumber.server.play.live_game import OVER
from outnumber.study.paths.path import path, paths
from outnumber.workers import study_jobs
from outnumber.workers.pool import effort_of

from .endpoints import Api, Call

api = Api()


@cache
def path_in(game: str, language: str) -> PathModel:
    """The path of a game in a language, without stars."""
    return PathModel.of(path(game), None, None, voice(language))


@api.at("/api/paths", "paths")
async def listed(call: Call) -> Paths:
    """The paths of all games."""
    return Paths([path_in(each.game, call.voice.language) for each in paths()])


@api.at("/api/paths/{game}", "path", Paths, errors=(422,))
async def one(call: Call) -> Paths:
    """The path of a game."""
    return Paths([path_in(find(call.request.path_params["game"]).name, call.voice.language)])


@api.at("/api/games/{id}/stars", "stars", StageResult, errors=(409, 422))
async def stars(call: Call) -> bytes:
    """The stars of a finished game of a path."""
    game = await call.game()
    if game.state != OVER:
        raise Refused("not-over")
    if not game.setup.stage:
        raise Refused("no-stage")
    effort = effort_of(game.match, *game.match.rounds)
    return await call.solved(study_jobs.stars, game.match, bool(game.helped), effort=effort)
