"""The URLs of the API: each is declared once, with its input and output, and its route and its part of the
OpenAPI document are generated from that.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from inspect import getdoc
from typing import Any, NamedTuple, TypeVar, get_type_hints

from starlette.endpoints import HTTPEndpoint
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from outnumber.api import Body, Model
from outnumber.api.errors import Refused
from outnumber.api.fields import LARGEST_SEED
from outnumber.api.frames import encode
from outnumber.api.queries import Query
from outnumber.api.reader import Reader, from_query
from outnumber.games import Voice
from outnumber.language.voice import voice
from outnumber.server.classes.classes import Classes
from outnumber.server.play.live_game import LiveGame
from outnumber.server.play.service import GameService
from outnumber.server.play.tokens import well_formed
from outnumber.server.transport.addresses import at
from outnumber.server.transport.limits import network_of
from outnumber.workers.pool import USUAL

JSON = "application/json"
SVG = "image/svg+xml"
TEXT = "text/plain"
T = TypeVar("T")


class Call:
    """A parsed request, with its client and language."""

    def __init__(self, request: Request, language: str = "en") -> None:
        self.request = request
        self.service: GameService = request.app.state.service
        self.classes: Classes = request.app.state.classes
        self.voice: Voice = voice(language)
        self.at = self.service.log.uptime.now()  # the arrival time by server uptime

    @property
    def address(self) -> str:
        """The address for rate limits; or a child, because many children share one address."""
        return str(self.request.state.who)

    @property
    def network(self) -> str:
        """The address itself: a child's own limits do not apply to opening classes or guessing codes."""
        return network_of(self.request.scope)

    def link(self, path: str) -> str:
        """The address of a page for the client."""
        return at(self.request.scope, path)

    @property
    def token(self) -> str | None:
        """The bearer token, if there is one."""
        header = self.request.headers.get("authorization")
        if header is None:
            return None
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not well_formed(token.strip()):
            raise Refused("bad-token")
        return token.strip()

    async def game(self) -> LiveGame:
        """The game in the URL."""
        return await self.service.games.find(self.request.path_params["id"], fresh=True, who=self.address)

    def participant(self, game: LiveGame) -> int:
        """The participant who sent the request, or 0 for a spectator."""
        token = self.token
        participant = game.participant_of(token) if token else 0
        if participant:
            self.service.arrived(game, participant)
        return participant

    async def player(self) -> tuple[LiveGame, int]:
        """The game in the URL, and the participant who sent the request; raises an error for spectators."""
        game = await self.game()
        participant = self.participant(game)
        if not participant:
            raise Refused("no-token")
        return game, participant

    async def solved(self, job: Callable[..., T], *given: Any, effort: float = USUAL) -> T:
        """The solver's result, in the client's language, for a job that takes about `effort` seconds."""
        ready = partial(job, *given, voice=self.voice)
        return await self.service.solvers.ask(ready, self.address, effort)


def seeded(seed: int | None) -> int:
    """The requested seed, or a random one."""
    return secrets.randbelow(LARGEST_SEED) if seed is None else seed


# Takes a call, and the body or query if needed. Returns a model, its JSON if that is already known, or
# another text.
Handler = Callable[..., Awaitable[Model | bytes | str | Response]]
H = TypeVar("H", bound=Handler)


class Endpoint(NamedTuple):
    """One URL with one method."""

    path: str
    id: str
    summary: str
    # A model, or the media type of something other than JSON; empty for the document itself.
    answer: type[Model] | str | None
    body: type[Body] | None = None
    query: type[Query] = Query
    status: int = 200
    # Error statuses in addition to the common ones: 401 if there are seats, and 404 for an id.
    errors: tuple[int, ...] = ()
    # Who has access; empty if everyone has.
    seat: str = ""

    @property
    def method(self) -> str:
        return "POST" if self.body else "GET"

    @property
    def description(self) -> str:
        """What a successful answer contains."""
        return (isinstance(self.answer, type) and getdoc(self.answer)) or self.summary


class Api:
    """A part of the API, with the error statuses that most of its URLs share."""

    def __init__(self, *errors: int) -> None:
        self._errors = errors
        self.endpoints: list[Endpoint] = []
        self._answers: dict[str, dict[str, object]] = {}

    def at(
        self, path: str, id: str, answer: type[Model] | str | None = None, **more: Any
    ) -> Callable[[H], H]:
        """Declare the function for a URL: see `Endpoint`. Its docstring is the summary, and its annotations
        declare the input.
        """

        def declared(handler: H) -> H:
            hints = get_type_hints(handler)
            given: dict[str, Any] = {"summary": getdoc(handler), "errors": self._errors}
            given["answer"] = answer or _model(hints.pop("return"), Model)
            for name, kind in (("body", Body), ("query", Query)):
                if found := next(filter(None, (_model(hint, kind) for hint in hints.values())), None):
                    given[name] = found
            endpoint = Endpoint(path, id, **(given | more))
            self.endpoints.append(endpoint)
            methods = self._answers.setdefault(path, {})
            methods[endpoint.method.lower()] = staticmethod(_answering(endpoint, handler))
            return handler

        return declared

    @property
    def routes(self) -> list[Route]:
        """One route per URL, so that the refusal of a wrong method lists all allowed ones."""
        return [
            Route(path, type("Methods", (HTTPEndpoint,), methods)) for path, methods in self._answers.items()
        ]


def _model(hint: Any, kind: type[Model]) -> type[Any] | None:
    """The model in an annotation, if it is of a given kind."""
    return hint if isinstance(hint, type) and issubclass(hint, kind) else None


def _answering(endpoint: Endpoint, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    reader: Reader[Any] | None = Reader(endpoint.body) if endpoint.body else None

    async def answer(request: Request) -> Response:
        query = from_query(request.query_params, endpoint.query)
        given: list[Any] = [query] if endpoint.query is not Query else []
        if reader:
            given.append(reader.read(await _body_of(request)))
        told = await handler(Call(request, query.lang), *given)
        if not isinstance(told, Response):
            media = endpoint.answer if isinstance(endpoint.answer, str) else JSON
            text = encode(told) if isinstance(told, Model) else told
            told = Response(text, endpoint.status, media_type=media)
        # A user who goes back to a page must see the current state.
        told.headers.setdefault("Cache-Control", "no-store")
        return told

    return answer


async def _body_of(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refused("not-json")
    return await request.body() or b"{}"
