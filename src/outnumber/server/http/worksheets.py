"""The printable pages for teachers: a form, and worksheets, cards, boards and guides on paper."""

from __future__ import annotations

from functools import partial
from typing import Annotated
from urllib.parse import quote, urlencode

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from outnumber.api.fields import LARGEST_SEED, Seed
from outnumber.api.queries import Query
from outnumber.api.reader import from_query
from outnumber.games import GameError, Voice, all_games, find
from outnumber.language.voice import voice
from outnumber.server.play.create import rules_of
from outnumber.server.transport.addresses import at
from outnumber.server.transport.limits import network_of
from outnumber.study.puzzles.kinds import TITLES
from outnumber.study.worksheets import (
    MOST,
    MOST_NUMBERS,
    USUAL,
    PaperName,
    SheetName,
    TextName,
    WorksheetOrder,
    kind_of,
)
from outnumber.theory.atlas import size_name
from outnumber.workers.study_jobs import worksheet

from .endpoints import seeded
from .pages import HEADERS, READY, language_of, render, static

# The expected seconds for a puzzle with its reason.
EFFORT = 0.05


class WorksheetQuery(Query):
    """The sheet to print; options of the game are separate parameters."""

    sheet: SheetName = "puzzles"
    seed: Seed | None = None
    count: Annotated[int, Meta(ge=1, le=MOST)] = USUAL
    kind: str = ""
    difficulty: Annotated[int, Meta(ge=0, le=5)] = 0
    paper: PaperName = "a4"
    text: TextName = "normal"
    # The positions to begin with: the mistakes of a class.
    given: Annotated[str, Meta(max_length=2000)] = ""
    # The largest number or the target, depending on the game.
    size: Annotated[int, Meta(ge=1, le=MOST_NUMBERS)] | None = None


async def form(request: Request) -> Response:
    """The form for choosing what to print."""
    # A form without scripts can name the game of an option only in the field's name.
    if game := request.query_params.get("game", ""):
        named = {name: text for name, text in request.query_params.items() if name != "game" and text}
        named.setdefault("seed", str(seeded(None)))
        return RedirectResponse(
            at(request.scope, f"/worksheet/{quote(game, safe='')}?{urlencode(named)}"), 303
        )
    return _form(request)


def _form(request: Request, problem: str = "", status: int = 200) -> Response:
    return render(
        request, "worksheet.html", status=status, problem=problem, titles=TITLES, most=MOST, usual=USUAL,
        printed=all_games(), largest=MOST_NUMBERS, seeds=LARGEST_SEED, ready=READY,
    )  # fmt: skip


async def sheet(request: Request) -> Response:
    """The printable sheet as a complete page."""
    language = request.query_params.get("lang") or language_of(request)
    says = voice(language if language == "de" else "en")
    try:
        return await _printed(request, says)
    except GameError as error:
        return _form(request, says.tell(error), 422)


async def _printed(request: Request, says: Voice) -> Response:
    game = find(request.path_params["game"])
    names = {option.name for option in game.OPTIONS}
    query = {name: text for name, text in request.query_params.items() if text}
    asked = from_query({name: text for name, text in query.items() if name not in names}, WorksheetQuery)
    given = {name: text for name, text in query.items() if name in names}
    if asked.size is not None:
        given[size_name(game)] = str(asked.size)
    if asked.kind:
        kind_of(game, asked.kind)
    rules = rules_of(game.name, given, MOST_NUMBERS)
    options = {name: value for name, value in rules.options.items() if name in given}
    order = WorksheetOrder(
        game, seeded(asked.seed), asked.count, asked.kind or None, asked.difficulty or None, options,
        asked.sheet, asked.paper, asked.text, asked.given,
    )  # fmt: skip
    job = partial(worksheet, order, at(request.scope), f"{static(request)}/styles/worksheet.css", says)
    made = await request.app.state.service.solvers.ask(job, network_of(request.scope), EFFORT * asked.count)
    return Response(made, headers=HEADERS, media_type="text/html")


routes: list[BaseRoute] = [Route("/worksheet", form), Route("/worksheet/{game}", sheet)]
