"""The HTTP side of the API, one function an address; `docs/api.md` tells what each is for."""

from __future__ import annotations

import asyncio
import io
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any

from starlette.requests import Request as HTTPRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import outnumber
from outnumber.games.errors import GameError, either
from outnumber.games.registry import all_games, described
from outnumber.session.match import HUMAN, LONGEST_CLOCK
from outnumber.session.record import write
from outnumber.solvers.pool import USUAL, effort_of, record_of
from outnumber.web.errors import Refused
from outnumber.web.http.openapi import document
from outnumber.web.languages import ENGLISH, LANGUAGES
from outnumber.web.limits import computer_players
from outnumber.web.play import views
from outnumber.web.play.create import (
    LONGEST_NAME,
    chosen_token,
    made_from,
    name_from,
    rematch_of,
)
from outnumber.web.play.game import OPEN, OVER, PLAYING, Table
from outnumber.web.play.hub import Hub
from outnumber.web.play.live import KINDS, REQUEST_ID
from outnumber.web.play.requests import Request
from outnumber.web.play.tokens import digest, is_digest_of, well_formed
from outnumber.web.settings import Settings
from outnumber.web.transport.guards import network

JSON = "application/json"
SVG = "image/svg+xml"


def hub_of(request: HTTPRequest) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


# What a request says


async def body_of(request: HTTPRequest, *fields: str) -> dict[str, Any]:
    """The JSON object of a request, with no field but those named, if any are."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("not-json")
    body = await request.body()
    try:
        asked = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise Refused("bad-request", what="the body is not JSON") from None
    if not isinstance(asked, dict):
        raise Refused("bad-request", what="the body is no JSON object")
    for name in asked:
        if fields and name not in fields:
            raise Refused("bad-request", what="there is a field that does not belong here")
    id = asked.get("id")
    if id is not None and not (isinstance(id, str) and REQUEST_ID.fullmatch(id)):
        raise Refused("bad-request", what="id must be 1 to 64 letters, digits, - or _")
    return asked


def token_of(request: HTTPRequest) -> str | None:
    """The bearer token of a request, if there is one."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not well_formed(token.strip()):
        raise Refused("bad-token")
    return token.strip()


def address_of(request: HTTPRequest) -> str:
    """The address that asks, as far as limits go."""
    return network(request.client.host if request.client else "")


async def table_of(request: HTTPRequest) -> Table:
    return await hub_of(request).table(request.path_params["id"], fresh=True, who=address_of(request))


def participant_of(request: HTTPRequest, table: Table) -> int:
    """The participant who asks, or 0 for somebody who watches."""
    token = token_of(request)
    return table.participant_of(token) if token else 0


def number_in(request: HTTPRequest, name: str, default: int, low: int, high: int) -> int:
    """A whole number of the query."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise Refused("bad-request", what=f"{name} must be a whole number from {low} to {high}")
    return int(text)


# Games


async def catalogue(request: HTTPRequest) -> Response:
    return Response(_catalogue(hub_of(request).settings), media_type=JSON)


@cache
def _catalogue(settings: Settings) -> bytes:
    limits = {
        "range": settings.range,
        "target": settings.range,
        "rounds": settings.rounds,
        "clock": LONGEST_CLOCK,
        "name": LONGEST_NAME,
    }
    games = [described(kind) for kind in all_games()]
    players = [{"name": name, "help": help} for name, help in computer_players().items()]
    return bytes(JSONResponse({"games": games, "players": players, "limits": limits}).body)


async def all_games_or_new(request: HTTPRequest) -> Response:
    """One address for two: so that a third method is told of both."""
    return await (create(request) if request.method == "POST" else games(request))


async def games(request: HTTPRequest) -> Response:
    state = request.query_params.get("state", OPEN)
    if state not in (OPEN, PLAYING, OVER):
        raise Refused("bad-request", what="state must be open, playing or over")
    found = await hub_of(request).log.listed(state)
    return JSONResponse({"games": [views.listed(game) for game in found]})


async def create(request: HTTPRequest) -> Response:
    hub = hub_of(request)
    made = made_from(await body_of(request), hub.settings)
    if made.unsure:
        await hub.workers.check(made.rules, address_of(request))
    if hub.stopping:
        raise Refused("server-stopping")
    table = await hub.create(made.game, address_of(request))
    told = {"id": table.id, "token": made.token, "invite": made.invite}
    return _seated(hub, table, 1, told, made.token, made.invite)


def _seated(
    hub: Hub, table: Table, you: int, told: dict[str, Any], token: str, invite: str | None
) -> Response:
    told["links"] = {
        "watch": f"/g/{table.id}",
        "seat": f"/g/{table.id}#seat={token}",
        "invite": f"/g/{table.id}#invite={invite}" if invite else None,
    }
    text = f'{json.dumps(told)[:-1]}, "state": {views.state(table, you, hub.left(table))}}}'
    headers = {"Cache-Control": "no-store", "Location": f"/api/games/{table.id}"}
    return Response(text, 201, headers, JSON)


async def read(request: HTTPRequest) -> Response:
    table = await table_of(request)
    you = participant_of(request, table)
    return Response(views.state(table, you, hub_of(request).left(table)), media_type=JSON)


async def events(request: HTTPRequest) -> Response:
    hub = hub_of(request)
    after = number_in(request, "after", 0, 0, 2**31 - 1)
    table = await table_of(request)
    told = await hub.told(table, after)
    return Response(f'{{"seq": {table.seq}, "events": [{", ".join(told)}]}}', media_type=JSON)


async def take_seat(request: HTTPRequest) -> Response:
    hub = hub_of(request)
    asked = await body_of(request, "id", "name", "token")
    token, name = chosen_token(asked), name_from(asked)
    table = await table_of(request)
    invite = token_of(request)
    if table.match.participants[1].plays != HUMAN:
        raise Refused("seat-taken")
    if table.invite is not None:
        if invite is None:
            raise Refused("no-token")
        if not is_digest_of(table.invite, invite):
            raise Refused("bad-token")
    data = json.dumps({"name": name, "hash": digest(token)})
    await answered(hub, table, "seat", 2, request=asked.get("id"), data=data)
    return _seated(hub, table, 2, {"id": table.id, "token": token, "invite": None}, token, None)


# What players do


async def answered(hub: Hub, table: Table, kind: str, participant: int, **more: Any) -> str:
    """What became of a request, as JSON; raises why it was refused."""
    result: asyncio.Future[str | GameError] = asyncio.get_running_loop().create_future()

    def reply(told: str | GameError) -> None:
        if not result.done():
            result.set_result(told)

    hub.submit(Request(table, kind, participant, reply, **more))
    told = await result
    if isinstance(told, GameError):
        raise told
    return told


async def act(request: HTTPRequest) -> Response:
    hub = hub_of(request)
    what = request.url.path.rpartition("/")[2]
    fields = {"moves": ("number", "after"), "resign": ()}.get(what, ("action",))
    asked = await body_of(request, "id", *fields)
    kind = {"moves": "move", "resign": "resign"}.get(what) or f"{what}-{asked.get('action')}"
    if kind not in KINDS:
        raise Refused("bad-request", what="action must be offer, accept or decline")
    number, after = asked.get("number"), asked.get("after")
    if kind == "move" and type(number) is not int:
        raise Refused("bad-request", what="number must be a whole number")
    if after is not None and type(after) is not int:
        raise Refused("bad-request", what="after must be the number of an event")
    table = await table_of(request)
    participant = participant_of(request, table)
    if not participant:
        raise Refused("no-token")
    table.who = address_of(request)
    more: dict[str, Any] = {}
    if kind == "rematch-accept":
        more["new"], more["data"] = rematch_of(table)
    told = await answered(
        hub, table, kind, participant, number=number, request=asked.get("id"), after=after, **more
    )
    event = json.loads(told)
    return JSONResponse({"seq": event["seq"], "event": event})


# Help


def _must_allow_help(table: Table) -> None:
    if table.state != OVER and not table.setup["help"]:
        raise Refused("switched-off", what="help")


def _place(request: HTTPRequest, table: Table) -> tuple[int, int]:
    """The round and the number of its moves that a request asks about."""
    rounds = len(table.match.rounds)
    number = number_in(request, "round", rounds, 1, rounds)
    moves = len(table.match.rounds[number - 1].moves)
    return number, number_in(request, "ply", moves, 0, moves)


def _flag(request: HTTPRequest, name: str) -> bool:
    text = request.query_params.get(name, "false")
    if text not in ("true", "false"):
        raise Refused("bad-request", what=f"{name} must be true or false")
    return text == "true"


async def solved(request: HTTPRequest, question: dict[str, Any], effort: float = USUAL) -> dict[str, Any]:
    """The answer of a solver, for whoever asks, to something that takes about so many seconds."""
    return await hub_of(request).workers.ask(question, address_of(request), effort)


async def verdict(request: HTTPRequest) -> Response:
    table = await table_of(request)
    number, ply = _place(request, table)
    certificate = _flag(request, "certificate")
    _must_allow_help(table)
    question: dict[str, Any] = {"job": "verdict", "record": record_of(table.match, number), "ply": ply}
    question["certificate"] = certificate
    return JSONResponse(await solved(request, question, effort_of(table.match)))


async def hint(request: HTTPRequest) -> Response:
    table = await table_of(request)
    level = number_in(request, "level", 1, 1, 3)
    _must_allow_help(table)
    if table.state == OVER:
        raise table.match.current.position.refusal(0)
    question = {"job": "hint", "record": record_of(table.match, len(table.match.rounds)), "level": level}
    return JSONResponse(await solved(request, question, effort_of(table.match)))


async def review(request: HTTPRequest) -> Response:
    table = await table_of(request)
    finished = len(table.match.rounds) - (table.match.current.outcome is None)
    number = number_in(request, "round", max(finished, 1), 1, len(table.match.rounds))
    if number > finished:
        raise Refused("not-over")
    _must_allow_help(table)
    question = {"job": "review", "record": record_of(table.match, number)}
    answer = await solved(request, question, effort_of(table.match, table.match.rounds[number - 1]))
    return JSONResponse({**answer, "round": number})


async def picture(request: HTTPRequest) -> Response:
    table = await table_of(request)
    kind = request.query_params.get("kind", "position")
    if kind not in ("position", "history"):
        raise Refused("bad-request", what="kind must be position or history")
    number, ply = _place(request, table)
    if kind == "history" and table.state != OVER:
        raise Refused("not-over")
    _must_allow_help(table)
    language = request.query_params.get("lang", ENGLISH)
    if language not in LANGUAGES:
        raise Refused("bad-request", what=f"lang must be {either(LANGUAGES)}")
    question = {"job": "picture", "kind": kind, "ply": ply, "language": language}
    if kind == "history":
        question["record"] = partial(write, table.match)
        effort = effort_of(table.match, *table.match.rounds)
    else:
        question["record"] = record_of(table.match, number)
        effort = effort_of(table.match)
    answer = await solved(request, question, effort)
    return Response(answer["svg"], media_type=SVG)


async def record(request: HTTPRequest) -> Response:
    table = await table_of(request)
    headers = {"Content-Disposition": f'attachment; filename="outnumber-{table.id}.txt"'}
    return Response(write(table.match), media_type="text/plain; charset=utf-8", headers=headers)


async def qr(request: HTTPRequest) -> Response:
    import segno

    asked = await body_of(request, "text")
    text = asked.get("text")
    if not isinstance(text, str) or not 1 <= len(text) <= 500:
        raise Refused("bad-request", what="text must be 1 to 500 characters")
    try:
        # A long text takes long enough to keep others waiting.
        svg = await asyncio.get_running_loop().run_in_executor(_drawer, _code, text)
    except (segno.DataOverflowError, UnicodeError):
        raise Refused("bad-request", what="text does not fit into a QR code") from None
    return Response(svg, media_type=SVG, headers={"Cache-Control": "no-store"})


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


async def health(request: HTTPRequest) -> Response:
    hub = hub_of(request)
    status = "stopping" if hub.stopping else "ok" if hub.log.well else "storage"
    told = {"status": status, "version": outnumber.__version__}
    return JSONResponse(told, 200 if status == "ok" else 503)


async def metrics(request: HTTPRequest) -> Response:
    hub = hub_of(request)
    hub.metrics.tables.set(len(hub.tables))
    hub.metrics.waiting.set(hub.log.waiting)
    hub.metrics.events.set(hub.events)
    hub.metrics.groups.set(hub.log.groups)
    return Response(hub.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def openapi(request: HTTPRequest) -> Response:
    return Response(_openapi(hub_of(request).settings), media_type=JSON)


@cache
def _openapi(settings: Settings) -> bytes:
    return bytes(JSONResponse(document(settings)).body)


routes = [
    Route("/api/openapi.json", openapi),
    Route("/api/catalogue", catalogue),
    Route("/api/games", all_games_or_new, methods=["GET", "POST"]),
    Route("/api/games/{id}", read),
    Route("/api/games/{id}/events", events),
    Route("/api/games/{id}/seat", take_seat, methods=["POST"]),
    *(
        Route(f"/api/games/{{id}}/{what}", act, methods=["POST"])
        for what in ("moves", "resign", "takeback", "rematch")
    ),
    Route("/api/games/{id}/verdict", verdict),
    Route("/api/games/{id}/hint", hint),
    Route("/api/games/{id}/review", review),
    Route("/api/games/{id}/picture", picture),
    Route("/api/games/{id}/record", record),
    Route("/api/qr", qr, methods=["POST"]),
    Route("/healthz", health),
    Route("/metrics", metrics),
]
