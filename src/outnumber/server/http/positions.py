"""Any position over HTTP: each request contains the game, options and moves, as for `outnumber solve`."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response

from outnumber.api import bodies
from outnumber.api.scenes import PositionModel
from outnumber.api.verdicts import VerdictModel
from outnumber.language.ends import how
from outnumber.match.match import Begun, Match
from outnumber.server.http.endpoints import SVG, Api, Call
from outnumber.server.play.create import rules_of
from outnumber.workers import jobs
from outnumber.workers.pool import effort_of

api = Api(422)


@api.at("/api/position", "position", "What a person sees after some moves of any game.")
async def position(call: Call, asked: bodies.AnyPosition) -> PositionModel:
    match, says = _match(call, asked), call.voice
    return PositionModel.of(match, how(match, says), says)


@api.at("/api/position/verdict", "position-verdict", "Who wins it under perfect play.", VerdictModel)
async def verdict(call: Call, asked: bodies.AnyPosition) -> bytes:
    match = _match(call, asked)
    return await call.solved(partial(jobs.verdict, match.current, call.voice), effort_of(match))


@api.at(
    "/api/position/picture", "position-picture", "It, with the moves that win and why.", SVG,
    what="The picture.",
)  # fmt: skip
async def picture(call: Call, asked: bodies.AnyPosition) -> Response:
    match = _match(call, asked)
    drawn = await call.solved(partial(jobs.picture, match.current, call.voice), effort_of(match))
    return Response(drawn, media_type=SVG)


def _match(call: Call, asked: bodies.AnyPosition) -> Match:
    """The moves as a round of a match; raises the error of the rules."""
    rules = rules_of(asked.game, asked.options, call.service.settings.range)
    return Match(rules).after(Begun(moves=tuple(asked.moves)))
