"""The OpenAPI document matches the server."""

import asyncio
import re
import threading
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from outnumber.api.bodies import Create
from outnumber.games.registry import BUILT_IN
from outnumber.match.match import LONGEST_MATCH
from outnumber.players.registry import COMPUTERS
from outnumber.server.app import Application
from outnumber.server.http.openapi import document
from outnumber.server.play.create import made_from
from outnumber.server.settings import ServerSettings
from tests.server.running import Running, running

CALLS_EACH = 3


class Serving:
    """A server with a few games, in a separate thread."""

    def __init__(self, database: str) -> None:
        self.ready = threading.Event()
        self.url = ""
        self.id = ""
        self.token = ""
        self._database = database
        self._stop: asyncio.Event
        self._loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with running(self._database, requests=1e6, creations=1e6) as server:
            await self._furnish(server)
            self.url = f"http://127.0.0.1:{server.port}"
            self.ready.set()
            await self._stop.wait()

    async def _furnish(self, server: Running) -> None:
        self.id, self.token, other = await server.begin(rounds=2)
        for token, number in ((self.token, 6), (other, 3)):
            await server.move(self.id, token, number)
        await server.post(f"{self.id}/resign", {}, other)

    def __enter__(self) -> "Serving":
        self._thread.start()
        assert self.ready.wait(120)
        return self

    def __exit__(self, *_: Any) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(f"sqlite:///{tmp_path_factory.mktemp('openapi')}/server.db") as server:
        yield server


CALLS = [
    (path, method, well)
    for path, item in document(ServerSettings().rounds)["paths"].items()
    for method, call in item.items()
    if method in ("get", "post")
    for well in ("well-formed", "ill-formed")
    # Without parameters there are no invalid parameters.
    if well == "well-formed" or call.get("parameters") or "requestBody" in call
]


@pytest.fixture(scope="module")
def schema() -> Any:
    # Not at the top: it takes a second to import, and every test process imports this file.
    schemathesis = pytest.importorskip("schemathesis")
    return schemathesis.openapi.from_dict(document(ServerSettings().rounds))


@pytest.mark.parametrize(("path", "method", "form"), CALLS)
@pytest.mark.filterwarnings("default")
def test_every_response_matches_the_document(
    serving: Serving, schema: Any, path: str, method: str, form: str
) -> None:
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi import checks

    well = form == "well-formed"

    @given(
        schema[path][method].as_strategy(
            generation_mode=GenerationMode.POSITIVE if well else GenerationMode.NEGATIVE
        )
    )
    @settings(
        max_examples=CALLS_EACH,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def call(case: Any) -> None:
        if "id" in (case.path_parameters or {}):
            # Random ids do not exist; most well-formed calls should reach a game.
            if well and crc32(f"{case.body}{case.query}".encode()) % 4:
                case.path_parameters["id"] = serving.id
            if "Authorization" not in (case.headers or {}):
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {serving.token}"}
        response = case.call(base_url=serving.url)
        case.validate_response(
            response,
            excluded_checks=[
                # Moves that the rules refuse are well-formed nevertheless.
                checks.positive_data_acceptance,
                # Reading needs no token, but a wrong one is refused.
                checks.ignored_auth,
                # Set above by this test; other tests omit it.
                checks.missing_required_header,
                # The server reads no body that is too large, so it does not matter what is wrong with it.
                *([checks.negative_data_rejection] if response.status_code == 413 else []),
            ],
        )

    call()


def test_every_route_is_in_the_document() -> None:
    from outnumber.server.http.openapi import routes

    told = {
        (path, method.upper())
        for path, item in document(ServerSettings().rounds)["paths"].items()
        for method in item
        if method in ("get", "post")
    }
    served = {
        (route.path, method.upper())
        for route in routes()
        for method in ("get", "head", "post", "put", "patch", "delete")
        if hasattr(route.endpoint, method)
    }
    assert told == served


def test_without_a_server_the_document_has_only_what_works_there() -> None:
    application = Application(ServerSettings(), elsewhere="")
    served = {
        path
        for route in application.starlette.routes
        if (path := getattr(route, "path", "")).startswith("/api/")
    }
    assert {*document(ServerSettings().rounds, server=False)["paths"]} == served
    assert not any(path.startswith("/api/classes") for path in served)


def test_opponents_are_documented_as_they_are_accepted() -> None:
    schemas = document(ServerSettings().rounds)["components"]["schemas"]
    told = schemas["Create"]["properties"]["opponent"]["enum"]
    assert told == ["open", "invite", "here", *COMPUTERS]
    for name in told:
        assert made_from(Create("strategy-stacks", opponent=name), ServerSettings())


def test_the_documented_number_of_rounds_equals_the_accepted_one() -> None:
    for rounds, told in ((5, 5), (LONGEST_MATCH + 1, LONGEST_MATCH)):
        rounds_told = document(rounds)["components"]["schemas"]["Create"]["properties"]["rounds"]
        assert rounds_told["maximum"] == told


def test_parameters_for_games_list_the_names() -> None:
    schemas = document(ServerSettings().rounds)["components"]["schemas"]
    for body in ("Create", "AnyPosition", "PuzzlePosition", "SetPuzzles", "SetPairs"):
        assert schemas[body]["properties"]["game"]["enum"] == list(BUILT_IN)


def test_every_server_error_code_is_documented() -> None:
    from pathlib import Path

    from outnumber.api.errors import REFUSALS

    page = (Path(__file__).parents[3] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    game = page.partition("\n## Errors\n")[2].partition("\n## ")[0]
    told = [
        code
        for row in game.splitlines()
        if row.startswith("| `")
        for code in re.findall("`([^`]+)`", row.split("|")[1])
    ]
    assert [code for code in REFUSALS if code not in told] == []
    assert [code for code in told if told.count(code) > 1] == []
