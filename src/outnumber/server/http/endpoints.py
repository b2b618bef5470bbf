"""The addresses of the API: each is declared once, with what it takes and what it answers, and both its route
and its part of the OpenAPI document follow from that.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from outnumber.api import Body, Model
from outnumber.api.errors import Refused
from outnumber.api.fields import LARGEST_SEED
from outnumber.api.frames import encode
from outnumber.api.queries import Query
from outnumber.api.reader import Reader, from_query
from outnumber.games.sentences import Voice
from outnumber.language.voice import voice
from outnumber.server.classes.classes import Classes
from outnumber.server.play.live_game import LiveGame
from outnumber.server.play.service import GameService
from outnumber.server.play.tokens import well_formed
from outnumber.server.transport.addresses import at
from outnumber.server.transport.limits import network_of
from outnumber.workers.jobs import Job
from outnumber.workers.pool import USUAL

JSON = "application/json"
SVG = "image/svg+xml"
TEXT = "text/plain"


class Call:
    """A request that has been read: who asks for what, and in which language they want to be told."""

    def __init__(self, request: Request, language: str = "en") -> None:
        self.request = request
        self.service: GameService = request.app.state.service
        self.classes: Classes = request.app.state.classes
        self.voice: Voice = voice(language)
        self.at = self.service.log.uptime.now()  # when it came, in the time that counts

    @property
    def address(self) -> str:
        """The address that asks, as far as limits go; or a child, of whom many have one address."""
        return str(self.request.state.who)

    @property
    def network(self) -> str:
        """The address itself: whoever makes classes or guesses codes gets no more by being in one."""
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
        """The game that the address names."""
        return await self.service.games.find(self.request.path_params["id"], fresh=True, who=self.address)

    def participant(self, game: LiveGame) -> int:
        """The participant who asks, or 0 for somebody who watches."""
        token = self.token
        participant = game.participant_of(token) if token else 0
        if participant:
            self.service.arrived(game, participant)
        return participant

    async def player(self) -> tuple[LiveGame, int]:
        """The game that the address names, and the participant who asks; raises where it is none."""
        game = await self.game()
        participant = self.participant(game)
        if not participant:
            raise Refused("no-token")
        return game, participant

    async def solved(self, job: Job, effort: float = USUAL) -> bytes:
        """What a solver answers to a job that takes about so many seconds."""
        job.language = self.voice.language
        return await self.service.solvers.ask(job, self.address, effort)


def picture(drawn: bytes) -> Response:
    """The answer with a picture that a solver drew."""
    return Response(msgspec.json.decode(drawn, type=str), media_type=SVG)


def seeded(seed: int | None) -> int:
    """A seed that was asked for, or any."""
    return secrets.randbelow(LARGEST_SEED) if seed is None else seed


# Takes a call, and the body or the query if it needs one. Returns a model, or its JSON where that is known.
Handler = Callable[..., Awaitable[Model | bytes | Response]]
H = TypeVar("H", bound=Handler)


class Endpoint(NamedTuple):
    """One address with one method."""

    path: str
    id: str
    summary: str
    # A model, or the type of something that is no JSON; none for the document itself.
    answer: type[Model] | str | None
    what: str = "It."
    body: type[Body] | None = None
    query: type[Query] = Query
    status: int = 200
    # Statuses of refusals besides those that every address has.
    errors: tuple[int, ...] = ()
    # Who may: nothing is said where everybody may.
    seat: str = ""

    @property
    def method(self) -> str:
        return "POST" if self.body else "GET"


class Api:
    """A part of the API, with the statuses that most of its addresses may refuse with."""

    def __init__(self, *errors: int) -> None:
        self._errors = errors
        self.endpoints: list[Endpoint] = []
        self._answer: dict[str, dict[str, Callable[[Request], Awaitable[Response]]]] = {}

    def at(
        self, path: str, id: str, summary: str, answer: type[Model] | str | None = None, **more: Any
    ) -> Callable[[H], H]:
        """Declare what a function answers: see `Endpoint`. Its annotations say what it takes."""

        def declared(handler: H) -> H:
            hints = get_type_hints(handler)
            given = {"errors": self._errors, "answer": answer or _model(hints.pop("return"), Model)}
            for name, kind in (("body", Body), ("query", Query)):
                if found := next(filter(None, (_model(hint, kind) for hint in hints.values())), None):
                    given[name] = found
            endpoint = Endpoint(path, id, summary, **(given | more))
            self.endpoints.append(endpoint)
            self._answer.setdefault(path, {})[endpoint.method] = _answering(endpoint, handler)
            return handler

        return declared

    @property
    def routes(self) -> list[Route]:
        """One for each address, so that whoever tries another method is told of all that it takes."""
        return [
            Route(path, _by_method(methods), methods=[*methods]) for path, methods in self._answer.items()
        ]


def _model(hint: Any, kind: type[Model]) -> type[Any] | None:
    """The model that an annotation names, if it is one of a kind."""
    return hint if isinstance(hint, type) and issubclass(hint, kind) else None


def _by_method(methods: dict[str, Callable[[Request], Awaitable[Response]]]) -> Any:
    async def answer(request: Request) -> Response:
        return await methods["POST" if request.method == "POST" else "GET"](request)

    return answer


def _answering(endpoint: Endpoint, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    reader: Reader[Any] | None = Reader(endpoint.body) if endpoint.body else None

    async def answer(request: Request) -> Response:
        query = from_query(request.query_params, endpoint.query)
        given: list[Any] = [query] if endpoint.query is not Query else []
        if reader:
            given.append(reader.read(await _body_of(request)))
        told = await handler(Call(request, query.lang), *given)
        if not isinstance(told, Response):
            text = told if isinstance(told, bytes) else encode(told)
            told = Response(text, endpoint.status, media_type=JSON)
        # Who goes back to a page is to see how things are now.
        told.headers.setdefault("Cache-Control", "no-store")
        return told

    return answer


async def _body_of(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refused("not-json")
    return await request.body() or b"{}"
