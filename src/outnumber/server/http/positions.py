"""Any position over HTTP: each request contains the game, options and moves, as for `outnumber solve`."""

from __future__ import annotations

from outnumber.api import bodies
from outnumber.api.scenes import PositionModel
from outnumber.api.verdicts import VerdictModel
from outnumber.language.ends import how
from outnumber.match import Begun, Match
from outnumber.server.play.create import rules_of
from outnumber.workers import jobs
from outnumber.workers.pool import effort_of

from .endpoints import SVG, Api, Call

api = Api(422)


@api.at("/api/position", "position")
async def position(call: Call, asked: bodies.AnyPosition) -> PositionModel:
    """What a person sees after some moves of any game."""
    match, says = _match(call, asked), call.voice
    return PositionModel.of(match, how(match, says), says)


@api.at("/api/position/verdict", "position-verdict", VerdictModel)
async def verdict(call: Call, asked: bodies.AnyPosition) -> bytes:
    """Who wins it under perfect play."""
    match = _match(call, asked)
    return await call.solved(jobs.verdict, match.current, effort=effort_of(match))


@api.at("/api/position/picture", "position-picture", SVG)
async def picture(call: Call, asked: bodies.AnyPosition) -> str:
    """A position, with the moves that win and why."""
    match = _match(call, asked)
    return await call.solved(jobs.picture, match.current, effort=effort_of(match))


def _match(call: Call, asked: bodies.AnyPosition) -> Match:
    """The moves as a round of a match; raises the error of the rules."""
    rules = rules_of(asked.game, asked.options, call.service.settings.range)
    return Match(rules).after(Begun(moves=tuple(asked.moves)))
