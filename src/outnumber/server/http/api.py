"""The HTTP API, with one function per URL; `docs/reference/api.md` describes them."""

from __future__ import annotations

import asyncio
import io
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from inspect import getdoc

from starlette.responses import Response

import outnumber
from outnumber.api import Body, answers, bodies, queries
from outnumber.api.answers import Done, Events, Links, ListedGames, Seated, State
from outnumber.api.bodies import Deed
from outnumber.api.errors import Refused, bad_request, must_be
from outnumber.api.events import HelpAsked, SeatTaken, TokenRenewed
from outnumber.api.frames import encode
from outnumber.api.games import Games, PlayerModel
from outnumber.api.reviews import PageReview
from outnumber.api.scenes import SceneModel
from outnumber.api.verdicts import HintModel, VerdictModel
from outnumber.games import GameError, Phrase
from outnumber.language.voice import voice
from outnumber.match import HELPED, HUMAN, LONGEST_CLOCK, LONGEST_NAME, Match, Participant
from outnumber.match.record import write
from outnumber.players.registry import COMPUTERS, NAMES
from outnumber.server.play import views
from outnumber.server.play.create import made_from, name_from, of_stage, wanted
from outnumber.server.play.live_game import OPEN, OVER, PLAYING, LiveGame
from outnumber.server.play.requests import Request
from outnumber.server.play.tokens import digest, is_digest_of, new_token
from outnumber.server.settings import ServerSettings
from outnumber.workers import jobs
from outnumber.workers.pool import effort_of

from .endpoints import JSON, SVG, TEXT, Api, Call, H

api = Api()

# The error statuses of requests that need a seat, and of requests for help.
ACTED = (409, 422)
OF_HELP = (403, 409, 422)


# Games


@api.at("/api/catalogue", "catalogue", answers.Catalogue)
async def catalogue(call: Call) -> bytes:
    """Games, players and limits."""
    return _catalogue(call.service.settings, call.voice.language)


@cache
def _catalogue(settings: ServerSettings, language: str) -> bytes:
    says = voice(language)
    players = [PlayerModel(name, says.word(NAMES[name])) for name in COMPUTERS]
    limits = answers.Limits(settings.range, settings.range, settings.rounds, LONGEST_CLOCK, LONGEST_NAME)
    return encode(answers.Catalogue(Games.all(says).games, players, limits))


@api.at("/api/games", "list")
async def games(call: Call, asked: queries.InState) -> ListedGames:
    """Games that anybody may join or watch."""
    now, settings = time.time(), call.service.settings
    since = settings.oldest_open(now) if asked.state == OPEN else 0.0
    found = await call.service.log.listed(asked.state, since=since, seen=now - call.service.lobby.away)
    return ListedGames([views.listed(game, call.voice) for game in found])


@api.at("/api/games", "create", Seated, status=201, errors=(422,))
async def create(call: Call, asked: bodies.Create) -> Response:
    """Make a game."""
    service = call.service
    seed, asked = secrets.randbits(32), of_stage(asked)
    opponents = Participant(), Participant(asked.opponent)
    match = Match(wanted(asked, service.settings), opponents, length=asked.rounds, start=asked.start)
    chosen = seed if asked.seed is None else asked.seed
    openings = await service.openings(match, chosen, asked.stage, call.address)
    made = made_from(asked, service.settings, service.maker(call.address), seed, openings)
    if made.unsure:
        await service.solvers.check(made.rules, call.address)
    if service.stopping:
        raise Refused("server-stopping")
    game = await service.create(made.game, call.address)
    return _seated(call, game, 1, made.token, made.invite)


def _seated(call: Call, game: LiveGame, you: int, token: str, invite: str | None) -> Response:
    page = call.link(f"/g/{game.id}")
    links = Links(page, f"{page}#seat={token}", f"{page}#invite={invite}" if invite else None)
    told = Seated(game.id, token, invite, links, call.service.state(game, you, call.voice))
    headers = {"Location": call.link(f"/api/games/{game.id}")}
    return Response(encode(told), 201, headers, JSON)


@api.at("/api/games/{id}", "read", seat="perhaps")
async def read(call: Call) -> State:
    """A game."""
    game = await call.game()
    return call.service.state(game, call.participant(game), call.voice)


@api.at("/api/games/{id}/events", "events")
async def events(call: Call, asked: queries.After) -> Events:
    """What happened after an event."""
    game = await call.game()
    told = await call.service.told(game, asked.after)
    return Events(game.seq, told)


@api.at("/api/games/{id}/seat", "seat", Seated, status=201, errors=ACTED, seat="perhaps")
async def take_seat(call: Call, asked: bodies.Sit) -> Response:
    """Take the second seat; with the invite token unless the game is open."""
    token, name = asked.token or new_token(), name_from(asked.name, call.service.settings)
    game = await call.game()
    invite = call.token
    if game.match.participants[1].plays != HUMAN:
        raise Refused("seat-taken")
    if game.setup.invite is not None:
        if invite is None:
            raise Refused("no-token")
        if not is_digest_of(game.setup.invite, invite):
            raise Refused("bad-token")
    await call.service.ask(Request(game, SeatTaken(2, name, digest(token)), asked.id))
    return _seated(call, game, 2, token, None)


# Actions of players


def _deed(path: str, body: type[Body]) -> Callable[[H], H]:
    path, id, summary = f"/api/games/{{id}}/{path}", body.__name__.lower(), getdoc(body)
    return api.at(path, id, summary=summary, body=body, errors=ACTED, seat="needed")


@_deed("claim", bodies.Claim)
@_deed("rematch", bodies.Rematch)
@_deed("takeback", bodies.Takeback)
@_deed("pick", bodies.Pick)
@_deed("resign", bodies.Resign)
@_deed("moves", bodies.Move)
async def act(call: Call, asked: Deed) -> Done:
    game, participant = await call.player()
    game.who = call.address
    request = Request.of(game, participant, asked)
    request.at = call.at
    event = await call.service.ask(request)
    return Done(event.seq, event)


@api.at("/api/games/{id}/token", "token", Seated, status=201, errors=ACTED, seat="needed")
async def renew(call: Call, asked: bodies.Renew) -> Response:
    """Change the seat token: the one it comes with is worth nothing then."""
    game, participant = await call.player()
    token = asked.token or new_token()
    request = Request(game, TokenRenewed(participant, digest(token)), asked.id)
    request.key = game.hashes[participant - 1]
    await call.service.ask(request)
    return _seated(call, game, participant, token, None)


# Help


def _must_allow_help(game: LiveGame) -> None:
    if game.state != OVER and not game.setup.help:
        raise Refused("switched-off", what=Phrase("Help is switched off in this game."))


async def _note_help(call: Call, game: LiveGame) -> None:
    """Between two people, record which of them asked for help, so that both can see it; and in a stage.

    On a shared device, that is the player to move. Requests without a seat are anonymous and not recorded.
    """
    seat = call.participant(game)
    asks = seat and game.acting(seat)
    noted = game.setup.stage or all(each.plays == HUMAN for each in game.match.participants)
    if asks and noted and game.state == PLAYING and asks not in game.helped:
        with suppress(GameError):  # it has just been recorded, or the game is too long for remarks
            await call.service.ask(Request(game, HelpAsked(asks)))


def _within(name: str, asked: int | None, usual: int, low: int, high: int) -> int:
    """Check a number in the query against a limit that depends on the game."""
    if asked is None:
        return usual
    if not low <= asked <= high:
        raise must_be(name, "a whole number from {low} to {high:,}", low=low, high=high)
    return asked


def _place(query: queries.Ply, game: LiveGame) -> tuple[int, int]:
    """The round, and the number of its moves, that a request refers to."""
    rounds = len(game.match.rounds)
    number = _within("round", query.round, rounds, 1, rounds)
    moves = len(game.match.rounds[number - 1].moves)
    return number, _within("ply", query.ply, moves, 0, moves)


@api.at("/api/games/{id}/verdict", "verdict", VerdictModel, errors=OF_HELP, seat="perhaps")
async def verdict(call: Call, asked: queries.Proof) -> bytes:
    """Who wins under perfect play."""
    game = await call.game()
    number, ply = _place(asked, game)
    _must_allow_help(game)
    if number == len(game.match.rounds):
        await _note_help(call, game)
    current = game.match.rounds[number - 1].at(ply)
    job = partial(jobs.verdict, certificate=asked.certificate)
    return await call.solved(job, current, effort=effort_of(game.match))


@api.at("/api/games/{id}/hint", "hint", HintModel, errors=OF_HELP, seat="perhaps")
async def hint(call: Call, asked: queries.HintQuery) -> bytes:
    """One of three steps of help."""
    game = await call.game()
    _must_allow_help(game)
    if game.state == OVER:
        raise game.match.current.position.refusal(0)
    await _note_help(call, game)
    return await call.solved(jobs.hint, game.match.current, asked.level, effort=effort_of(game.match))


@api.at("/api/games/{id}/review", "review", PageReview, errors=OF_HELP)
async def review(call: Call, asked: queries.RoundQuery) -> bytes:
    """A finished round looked at again."""
    game = await call.game()
    rounds = game.match.rounds
    finished = len(rounds) - (rounds[-1].outcome is None)
    number = _within("round", asked.round, max(finished, 1), 1, len(rounds))
    if number > finished:
        raise Refused("not-over")
    _must_allow_help(game)
    match = jobs.only_round(views.named(game, call.voice), number)
    return await call.solved(jobs.review, match, number, effort=effort_of(game.match, rounds[number - 1]))


@api.at("/api/games/{id}/picture", "picture", SVG, errors=OF_HELP)
async def picture(call: Call, asked: queries.Drawing) -> str:
    """A position, or who was winning when."""
    game = await call.game()
    history = asked.kind == "history"
    number, ply = _place(asked, game)
    if history and game.state != OVER:
        raise Refused("not-over")
    _must_allow_help(game)
    shown = views.named(game, call.voice) if history else game.match.rounds[number - 1].at(ply)
    effort = effort_of(game.match, *(game.match.rounds if history else ()))
    return await call.solved(jobs.picture, shown, effort=effort)


@api.at("/api/games/{id}/scene", "scene")
async def scene(call: Call, asked: queries.Ply) -> SceneModel:
    """What a person sees, now or after some moves."""
    game = await call.game()
    number, ply = _place(asked, game)
    current = game.match.rounds[number - 1]
    return SceneModel.of(current.at(ply).scene, call.voice)


@api.at("/api/games/{id}/record", "record", TEXT)
async def record(call: Call) -> Response:
    """The record of a game, as outnumber replay reads it."""
    game = await call.game()
    headers = {"Content-Disposition": f'attachment; filename="outnumber-{game.id}.txt"'}
    match = game.match
    if game.helped:
        match = match._replace(tags=(*match.tags, (HELPED, "yes")))
    return Response(write(match), media_type="text/plain; charset=utf-8", headers=headers)


@api.at("/api/qr", "qr", SVG)
async def qr(_: Call, asked: bodies.Code) -> bytes:
    """A QR code."""
    import segno

    try:
        # A long text takes so long that other requests would wait.
        return await asyncio.get_running_loop().run_in_executor(_drawer, _code, asked.text)
    except (segno.DataOverflowError, UnicodeError):
        raise bad_request("text does not fit into a QR code") from None


# In bytes: twice the longest URL that the program generates; rendering takes 30 ms.
LONGEST_CODE = 500
# Only one thread: several would hold the interpreter lock in turn and starve the server.
_drawer = ThreadPoolExecutor(1, "qr")


def _code(text: str) -> bytes:
    import segno

    if len(text.encode()) > LONGEST_CODE:
        raise segno.DataOverflowError
    svg = io.BytesIO()
    # Light modules too, because a code without them is unreadable on a dark page.
    segno.make(text, error="m", micro=False).save(
        svg, kind="svg", scale=8, border=4, xmldecl=False, light="white"
    )
    return svg.getvalue()


# Operation


@api.at("/livez", "live")
async def live(call: Call) -> answers.Health:
    """Whether the process runs; says nothing of the database."""
    return answers.Health("ok", outnumber.__version__, call.service.log.damages)


@api.at("/readyz", "ready", answers.Health, summary="Whether the server can take moves.")
@api.at("/healthz", "health", answers.Health)
async def health(call: Call) -> Response:
    """Whether the server is well."""
    service = call.service
    told = answers.Health("ok", outnumber.__version__, service.log.damages)
    if service.stopping or not service.log.well:
        told.status = "stopping" if service.stopping else "storage"
    return Response(encode(told), 200 if told.status == "ok" else 503, media_type=JSON)


@api.at("/metrics", "metrics", TEXT)
async def metrics(call: Call) -> Response:
    """Metrics for Prometheus."""
    service = call.service
    service.metrics.update(service, call.classes)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
