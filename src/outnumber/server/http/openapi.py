"""The OpenAPI 3.1 document of the HTTP API, generated from the endpoints and their models."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from starlette.routing import Route

import outnumber
from outnumber.api import Error, Model
from outnumber.api.fields import GAME_ID
from outnumber.api.frames import encode
from outnumber.api.schemas import schemas_of
from outnumber.games import names
from outnumber.match import LONGEST_MATCH
from outnumber.server.settings import LARGEST_MESSAGE
from outnumber.workers.study_jobs import MIXED

from . import api, chains, classes, lessons, paths, positions, puzzles
from .endpoints import JSON, Api, Call, Endpoint

Schema = dict[str, Any]

own = Api()
PARTS = (own, api.api, positions.api, puzzles.api, lessons.api, paths.api, chains.api, classes.api)

ERRORS = {
    400: "The request cannot be read.",
    401: "The token is missing, or belongs to no seat of this game, or to no one in this class.",
    403: "Switched off in this game, or asked by a page of another site.",
    404: "There is no such game or class.",
    409: "Not now: the code says why.",
    413: f"More than {LARGEST_MESSAGE} bytes.",
    415: "The body is not application/json.",
    422: "The rules do not allow it.",
    429: "Too many requests.",
    503: "The server or its database is busy or stopping.",
}
ALWAYS, POSTED = (400, 429, 503), (403, 413, 415)
SECURITY: dict[str, list[Schema]] = {"needed": [{"seat": []}], "perhaps": [{}, {"seat": []}]}
# Addresses that need a server: monitoring, classes, and the server's own service worker.
SERVER_ONLY = re.compile(r"/(metrics|livez|healthz|readyz|sw\.js|offline|join|(api/)?class(es)?)(/|$)")
REFERENCE = "#/components/schemas/{name}"


@own.at("/api/openapi.json", "openapi")
async def openapi(call: Call) -> bytes:
    """This document."""
    return text(call.service.settings.rounds, call.request.app.state.elsewhere is None)


@cache
def text(rounds: int, server: bool) -> bytes:
    """The document; the first call takes 20 ms."""
    return encode(document(rounds, server))


def routes() -> list[Route]:
    """The routes of all addresses of the API."""
    return [route for part in PARTS for route in part.routes]


def document(rounds: int, server: bool = True) -> Schema:
    """The document for games of up to `rounds` rounds, on a server or on a device without one."""
    endpoints = [
        each for part in PARTS for each in part.endpoints if server or not SERVER_ONLY.match(each.path)
    ]
    models: list[Any] = [Error]
    for each in endpoints:
        models += [
            part for part in (each.body, each.query, each.answer) if part and not isinstance(part, str)
        ]
    schemas = schemas_of(models, REFERENCE)
    schemas["Create"]["properties"]["rounds"]["maximum"] = min(rounds, LONGEST_MATCH)
    paths: Schema = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, schemas)
        if "{" in each.path:
            paths[each.path]["parameters"] = [_in_path(each)]
    # Queries are described with their endpoints.
    for query in {each.query.__name__ for each in endpoints}:
        del schemas[query]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Outnumber",
            "version": outnumber.__version__,
            "description": "Number duels for two. Live play is at the WebSocket /api/games/{id}/live.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {
                str(status): {"description": text, "content": _json(Error)} for status, text in ERRORS.items()
            },
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A seat or invite token, or the token of a person in a class.",
                }
            },
        },
    }


def _operation(each: Endpoint, schemas: Schema) -> Schema:
    told: Schema = {"operationId": each.id, "summary": each.summary, "responses": _answers(each)}
    # All text for people is in JSON.
    told["parameters"] = [
        {"name": name, "in": "query", "schema": schema}
        for name, schema in schemas[each.query.__name__]["properties"].items()
        if each.path.startswith("/api/") or name != "lang"
    ]
    if each.body:
        told["requestBody"] = {"required": True, "content": _json(each.body)}
    if each.seat:
        told["security"] = SECURITY[each.seat]
    return told


def _answers(each: Endpoint) -> Schema:
    content = (
        {each.answer: {"schema": {"type": "string"}}} if isinstance(each.answer, str) else _json(each.answer)
    )
    told: Schema = {str(each.status): {"description": each.description, "content": content}}
    if each.path in ("/healthz", "/readyz"):
        told["503"] = {"description": "It is not.", "content": content}
    implied = {401: each.seat, 404: "{id}" in each.path} | dict.fromkeys(POSTED, each.body)
    for status in sorted({*ALWAYS, *each.errors, *filter(implied.get, implied)}):
        told.setdefault(str(status), {"$ref": f"#/components/responses/{status}"})
    return told


def _json(model: type[Model] | None) -> Schema:
    schema = {"$ref": REFERENCE.format(name=model.__name__)} if model else {"type": "object"}
    return {JSON: {"schema": schema}}


def _in_path(each: Endpoint) -> Schema:
    if "{game}" in each.path:
        return {"name": "game", "in": "path", "required": True, "schema": {"enum": [*names(), MIXED]}}
    pattern = {"type": "string", "pattern": f"^{GAME_ID}$"}
    return {"name": "id", "in": "path", "required": True, "schema": pattern}
