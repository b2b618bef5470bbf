"""The HTTP side of the API, one function an address; `docs/api.md` tells what each is for."""

from __future__ import annotations

import asyncio
import io
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial

from starlette.responses import Response

import outnumber
from outnumber.api import Body, answers, bodies, queries
from outnumber.api.answers import Done, Event, Events, Links, ListedGames, Seated, State
from outnumber.api.bodies import Deed
from outnumber.api.frames import encode
from outnumber.api.games import Games, PlayerModel
from outnumber.api.reader import must_be
from outnumber.api.refusals import Refused
from outnumber.api.reviews import PageReview
from outnumber.api.scenes import SceneModel
from outnumber.api.verdicts import HintModel, VerdictModel
from outnumber.games.errors import GameError
from outnumber.games.sentences import Phrase
from outnumber.language.voice import voice
from outnumber.match.match import FAIR, HELPED, HUMAN, LONGEST_CLOCK, LONGEST_NAME
from outnumber.match.record import write
from outnumber.players.registry import COMPUTERS, NAMES
from outnumber.server.http import endpoints
from outnumber.server.http.endpoints import JSON, SVG, TEXT, Api, Call, H
from outnumber.server.play import views
from outnumber.server.play.create import made_from, name_from, wanted
from outnumber.server.play.live_game import OPEN, OVER, PLAYING, LiveGame
from outnumber.server.play.requests import Request
from outnumber.server.play.service import Hub
from outnumber.server.play.tokens import digest, is_digest_of, new_token
from outnumber.server.settings import ServerSettings
from outnumber.workers import jobs
from outnumber.workers.pool import effort_of

api = Api()

# Statuses of what needs a seat, and of what helps.
ACTED = (401, 404, 409, 422)
OF_HELP = (403, 404, 409, 422)


# Games


@api.at("/api/catalogue", "catalogue", "Games, players and limits.", answers.Catalogue, what="All.")
async def catalogue(call: Call) -> bytes:
    return _catalogue(call.hub.settings, call.voice.language)


@cache
def _catalogue(settings: ServerSettings, language: str) -> bytes:
    says = voice(language)
    players = [PlayerModel(name, says.word(NAMES[name])) for name in COMPUTERS]
    limits = answers.Limits(settings.range, settings.range, settings.rounds, LONGEST_CLOCK, LONGEST_NAME)
    return encode(answers.Catalogue(Games.all(says).games, players, limits))


@api.at(
    "/api/games", "list", "Games that anybody may join or watch.", ListedGames,
    what="The newest.", query=queries.InState,
)  # fmt: skip
async def games(call: Call) -> ListedGames:
    now, settings = time.time(), call.hub.settings
    since = settings.oldest_open(now) if call.query.state == OPEN else 0.0
    found = await call.hub.log.listed(call.query.state, since=since, seen=now - settings.away_seconds)
    return ListedGames([views.listed(game, call.voice) for game in found])


@api.at(
    "/api/games", "create", "Make a game.", Seated, what="The game and your seat token.",
    body=bodies.Create, status=201, errors=(422,),
)  # fmt: skip
async def create(call: Call) -> Response:
    hub = call.hub
    asked: bodies.Create = call.body
    seed, openings = secrets.randbits(32), []
    if asked.start == FAIR:
        rules = wanted(asked, hub.settings)
        openings = await hub.solvers.openings(rules, seed, asked.rounds, call.address, call.voice)
    made = made_from(asked, hub.settings, hub.maker(call.address), seed, openings)
    if made.unsure:
        await hub.solvers.check(made.rules, call.address, call.voice)
    if hub.stopping:
        raise Refused("server-stopping")
    table = await hub.create(made.game, call.address)
    return _seated(call, table, 1, made.token, made.invite)


def _seated(call: Call, table: LiveGame, you: int, token: str, invite: str | None) -> Response:
    page = f"/g/{table.id}"
    links = Links(page, f"{page}#seat={token}", f"{page}#invite={invite}" if invite else None)
    told = Seated(table.id, token, invite, links, call.hub.state(table, you, call.voice))
    headers = {"Cache-Control": "no-store", "Location": f"/api/games/{table.id}"}
    return Response(encode(told), 201, headers, JSON)


@api.at("/api/games/{id}", "read", "A game.", State, errors=(401, 404), seat="perhaps")
async def read(call: Call) -> State:
    table = await call.table()
    return call.hub.state(table, call.participant(table), call.voice)


@api.at(
    "/api/games/{id}/events", "events", "What happened after an event.", Events,
    what="Up to 1000 events.", query=queries.After, errors=(404,),
)  # fmt: skip
async def events(call: Call) -> Events:
    table = await call.table()
    told = await call.hub.told(table, call.query.after)
    return Events(table.seq, told)


@api.at(
    "/api/games/{id}/seat", "seat", "Take the second seat; with the invite token unless the game is open.",
    Seated, what="Your seat token.", body=bodies.Sit, status=201, errors=ACTED, seat="perhaps",
)  # fmt: skip
async def take_seat(call: Call) -> Response:
    asked: bodies.Sit = call.body
    token, name = asked.token or new_token(), name_from(asked.name, call.hub.settings)
    table = await call.table()
    invite = call.token
    if table.match.participants[1].plays != HUMAN:
        raise Refused("seat-taken")
    if table.invite is not None:
        if invite is None:
            raise Refused("no-token")
        if not is_digest_of(table.invite, invite):
            raise Refused("bad-token")
    request = _Request(call.hub, table, "seat", 2, asked.id)
    request.data = encode({"name": name, "hash": digest(token)}).decode()
    await request.answered()
    return _seated(call, table, 2, token, None)


# What players do


class _Request(Request):
    """A request whose answer can be awaited."""

    __slots__ = ("_answer", "_hub")

    def __init__(self, hub: Hub, table: LiveGame, kind: str, participant: int, id: str | None) -> None:
        self._hub = hub
        self._answer: asyncio.Future[Event | GameError] = asyncio.get_running_loop().create_future()
        super().__init__(table, kind, participant, self._settle, request=id)

    def _settle(self, told: Event | GameError) -> None:
        if not self._answer.done():
            self._answer.set_result(told)

    async def answered(self) -> Event:
        """The event that it made; raises why it was refused."""
        self._hub.submit(self)
        told = await self._answer
        if isinstance(told, GameError):
            raise told
        return told


def _deed(path: str, summary: str, body: type[Body]) -> Callable[[H], H]:
    return api.at(
        f"/api/games/{{id}}/{path}", body.__name__.lower(), summary, Done, body=body,
        what="It is on disk.", errors=ACTED, seat="needed",
    )  # fmt: skip


@_deed("claim", "Claim the win of a player who has left.", bodies.Claim)
@_deed("rematch", "Offer or answer a rematch.", bodies.Rematch)
@_deed("takeback", "Offer or answer a takeback.", bodies.Takeback)
@_deed("pick", "Pick a seat of a drawn start.", bodies.Pick)
@_deed("resign", "Give up the round.", bodies.Resign)
@_deed("moves", "Play a number.", bodies.Move)
async def act(call: Call) -> Done:
    asked: Deed = call.body
    table, participant = await call.player()
    table.who = call.address
    request = _Request(call.hub, table, asked.kind, table.acting(asked.kind, participant), asked.id)
    request.key = table.hashes[participant - 1]
    request.at = call.at
    request.heed(asked)
    event = await request.answered()
    return Done(event.seq, event)


@api.at(
    "/api/games/{id}/token", "token", "Change the seat token: the one it comes with is worth nothing then.",
    Seated, what="Your new seat token.", body=bodies.Renew, status=201, errors=ACTED, seat="needed",
)  # fmt: skip
async def renew(call: Call) -> Response:
    asked: bodies.Renew = call.body
    table, participant = await call.player()
    token = asked.token or new_token()
    request = _Request(call.hub, table, "token", participant, asked.id)
    request.key = table.hashes[participant - 1]
    request.data = encode({"hash": digest(token)}).decode()
    await request.answered()
    return _seated(call, table, participant, token, None)


# Help


def _must_allow_help(table: LiveGame) -> None:
    if table.state != OVER and not table.help:
        raise Refused("switched-off", what=Phrase("Help is switched off in this game."))


async def _note_help(call: Call, table: LiveGame) -> None:
    """Between two people, a game in which one of them asked for help says so for both to see.

    At one device it is whoever is to move. Who asks without a seat is not known, and is not noted.
    """
    seat = call.participant(table)
    asks = seat and table.acting("help", seat)
    people = all(each.plays == HUMAN for each in table.match.participants)
    if asks and people and table.state == PLAYING and asks not in table.helped:
        with suppress(GameError):  # it was noted just now, or the game is too long for remarks
            await _Request(call.hub, table, "help", asks, None).answered()


def _within(name: str, asked: int | None, usual: int, low: int, high: int) -> int:
    """A number of the query that depends on the game."""
    if asked is None:
        return usual
    if not low <= asked <= high:
        raise must_be(name, Phrase("a whole number from {low} to {high:,}", low=low, high=high))
    return asked


def _place(query: queries.Ply, table: LiveGame) -> tuple[int, int]:
    """The round and the number of its moves that a request asks about."""
    rounds = len(table.match.rounds)
    number = _within("round", query.round, rounds, 1, rounds)
    moves = len(table.match.rounds[number - 1].moves)
    return number, _within("ply", query.ply, moves, 0, moves)


@api.at(
    "/api/games/{id}/verdict", "verdict", "Who wins under perfect play.", VerdictModel,
    what="Proven.", query=queries.Proof, errors=(401, *OF_HELP), seat="perhaps",
)  # fmt: skip
async def verdict(call: Call) -> bytes:
    table = await call.table()
    number, ply = _place(call.query, table)
    _must_allow_help(table)
    if number == len(table.match.rounds):
        await _note_help(call, table)
    record = jobs.record_of(table.match, number)
    job = jobs.VerdictJob(record=record, ply=ply, certificate=call.query.certificate)
    return await call.solved(job, effort_of(table.match))


@api.at(
    "/api/games/{id}/hint", "hint", "One of three steps of help.", HintModel,
    what="A hint.", query=queries.HintQuery, errors=(401, *OF_HELP), seat="perhaps",
)  # fmt: skip
async def hint(call: Call) -> bytes:
    table = await call.table()
    _must_allow_help(table)
    if table.state == OVER:
        raise table.match.current.position.refusal(0)
    await _note_help(call, table)
    record = jobs.record_of(table.match, len(table.match.rounds))
    return await call.solved(jobs.Hint(record=record, level=call.query.level), effort_of(table.match))


@api.at(
    "/api/games/{id}/review", "review", "A finished round looked at again.", PageReview,
    what="The review.", query=queries.RoundQuery, errors=OF_HELP,
)  # fmt: skip
async def review(call: Call) -> bytes:
    table = await call.table()
    rounds = table.match.rounds
    finished = len(rounds) - (rounds[-1].outcome is None)
    number = _within("round", call.query.round, max(finished, 1), 1, len(rounds))
    if number > finished:
        raise Refused("not-over")
    _must_allow_help(table)
    job = jobs.ReviewJob(record=jobs.record_of(views.named(table, call.voice), number), number=number)
    return await call.solved(job, effort_of(table.match, rounds[number - 1]))


@api.at(
    "/api/games/{id}/picture", "picture", "A position, or who was winning when.", SVG,
    what="The picture.", query=queries.Drawing, errors=OF_HELP,
)  # fmt: skip
async def picture(call: Call) -> Response:
    table = await call.table()
    history = call.query.kind == "history"
    number, ply = _place(call.query, table)
    if history and table.state != OVER:
        raise Refused("not-over")
    _must_allow_help(table)
    job: jobs.Job
    if history:
        job = jobs.HistoryPicture(record=partial(write, views.named(table, call.voice)))
        effort = effort_of(table.match, *table.match.rounds)
    else:
        job = jobs.PositionPicture(record=jobs.record_of(table.match, number), ply=ply)
        effort = effort_of(table.match)
    return endpoints.picture(await call.solved(job, effort))


@api.at(
    "/api/games/{id}/scene", "scene", "What a person sees, now or after some moves.", SceneModel,
    what="The scene.", query=queries.Ply, errors=(404,),
)  # fmt: skip
async def scene(call: Call) -> SceneModel:
    table = await call.table()
    number, ply = _place(call.query, table)
    current = table.match.rounds[number - 1]
    return SceneModel.of(current.at(ply).scene, call.voice)


@api.at(
    "/api/games/{id}/record", "record", "The record of a game.", TEXT,
    what="As outnumber replay reads it.", errors=(404,),
)  # fmt: skip
async def record(call: Call) -> Response:
    table = await call.table()
    headers = {"Content-Disposition": f'attachment; filename="outnumber-{table.id}.txt"'}
    match = table.match
    if table.helped:
        match = match._replace(tags=(*match.tags, (HELPED, "yes")))
    return Response(write(match), media_type="text/plain; charset=utf-8", headers=headers)


@api.at("/api/qr", "qr", "A QR code.", SVG, what="The picture.", body=bodies.Code)
async def qr(call: Call) -> Response:
    import segno

    if len(call.body.text.encode("utf-8", "replace")) > LONGEST_CODE:
        raise Refused("bad-request", what=Phrase("text does not fit into a QR code"))
    try:
        # A long text takes long enough to keep others waiting.
        svg = await asyncio.get_running_loop().run_in_executor(_drawer, _code, call.body.text)
    except (segno.DataOverflowError, UnicodeError):
        raise Refused("bad-request", what=Phrase("text does not fit into a QR code")) from None
    return Response(svg, media_type=SVG, headers={"Cache-Control": "no-store"})


# In bytes: no link of ours is half as long, and it takes 30 ms.
LONGEST_CODE = 500
# One thread only: several would have the interpreter in turn, and the server hardly ever.
_drawer = ThreadPoolExecutor(1, "qr")


def _code(text: str) -> bytes:
    import segno

    svg = io.BytesIO()
    # Light modules too: on a dark page a code without them cannot be read.
    segno.make(text, error="m", micro=False).save(
        svg, kind="svg", scale=8, border=4, xmldecl=False, light="white"
    )
    return svg.getvalue()


# Operation


@api.at("/healthz", "health", "Whether the server is well.", answers.Health, what="It is.")
async def health(call: Call) -> Response:
    hub = call.hub
    told = answers.Health("ok", outnumber.__version__, hub.log.damages)
    if hub.stopping or not hub.log.well:
        told.status = "stopping" if hub.stopping else "storage"
    return Response(encode(told), 200 if told.status == "ok" else 503, media_type=JSON)


@api.at("/metrics", "metrics", "For Prometheus.", TEXT, what="Numbers.")
async def metrics(call: Call) -> Response:
    hub = call.hub
    hub.metrics.update(hub)
    return Response(hub.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
