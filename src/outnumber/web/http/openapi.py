"""The OpenAPI 3.1 document of the HTTP API; a test compares it with what the server does."""

from __future__ import annotations

from typing import Any

import outnumber
from outnumber.games.registry import BUILT_IN
from outnumber.web.languages import LANGUAGES
from outnumber.web.limits import computer_players
from outnumber.web.play.create import LONGEST_NAME
from outnumber.web.settings import Settings

Schema = dict[str, Any]

INTEGER: Schema = {"type": "integer"}
STRING: Schema = {"type": "string"}
BOOLEAN: Schema = {"type": "boolean"}
SEAT: Schema = {"type": "integer", "enum": [1, 2]}
TOKEN: Schema = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
REQUEST: Schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
NAME: Schema = {"type": "string", "maxLength": LONGEST_NAME}
STATE_NAME: Schema = {"type": "string", "enum": ["open", "playing", "over"]}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _object(
    required: dict[str, Schema], optional: dict[str, Schema] | None = None, closed: bool = False
) -> Schema:
    schema: Schema = {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }
    return {**schema, "additionalProperties": False} if closed else schema


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


OPTIONAL_ID = _or_null(REQUEST)
OUTCOME = _object(
    {
        "winner": SEAT,
        "participant": SEAT,
        "reason": {"enum": ["no-move", "target", "stand-off", "time", "resignation"]},
    }
)
REASON = _object({"code": STRING, "numbers": {"type": "object"}, "text": STRING})
SCHEMAS: dict[str, Schema] = {
    "Error": _object(
        {"error": _object({"code": STRING, "message": STRING}, {"numbers": {"type": "object"}})}
    ),
    "Outcome": OUTCOME,
    "State": _object(
        {
            "id": STRING,
            "seq": INTEGER,
            "game": STRING,
            "title": STRING,
            "options": {"type": "object"},
            "state": STATE_NAME,
            "created": STRING,
            "rounds": INTEGER,
            "clock": _or_null({"type": "number"}),
            "help": BOOLEAN,
            "takebacks": BOOLEAN,
            "opponent": STRING,
            "participants": _list(
                _object({"participant": SEAT, "name": STRING, "plays": STRING, "seat": SEAT, "here": BOOLEAN})
            ),
            "you": _or_null(_object({"participant": SEAT, "seat": SEAT})),
            "round": INTEGER,
            "turn": _or_null(_object({"seat": SEAT, "participant": SEAT})),
            "legal": _list(INTEGER),
            "board": {"type": "object"},
            "history": _list(
                _object(
                    {
                        "round": INTEGER,
                        "first": SEAT,
                        "moves": _list(INTEGER),
                        "seats": _list(SEAT),
                        "outcome": _or_null(_ref("Outcome")),
                    }
                )
            ),
            "score": _list(INTEGER),
            "champion": _or_null(SEAT),
            "left": _or_null({"type": "number"}),
            "offer": _or_null(_object({"kind": STRING, "participant": SEAT, "plies": INTEGER})),
            "next": _or_null(STRING),
            "watching": INTEGER,
        }
    ),
    "Event": _object(
        {"seq": INTEGER, "kind": STRING, "participant": SEAT, "at": {"type": "number"}},
        {
            "round": INTEGER,
            "seat": SEAT,
            "number": INTEGER,
            "turn": _or_null(SEAT),
            "passed": _list(SEAT),
            "outcome": _ref("Outcome"),
            "match": STRING,
            "name": STRING,
            "plies": INTEGER,
            "game": STRING,
        },
    ),
    "Done": _object({"seq": INTEGER, "event": _ref("Event")}),
    "Seated": _object(
        {
            "id": STRING,
            "token": TOKEN,
            "invite": _or_null(TOKEN),
            "links": _object({"watch": STRING, "seat": STRING, "invite": _or_null(STRING)}),
            "state": _ref("State"),
        }
    ),
    "Listed": _object(
        {
            "id": STRING,
            "game": STRING,
            "title": STRING,
            "options": {"type": "object"},
            "name": STRING,
            "rounds": INTEGER,
            "clock": _or_null({"type": "number"}),
            "help": BOOLEAN,
            "state": STATE_NAME,
            "created": STRING,
        }
    ),
    "Verdict": _object(
        {
            "game": STRING,
            "options": {"type": "object"},
            "moves": _list(INTEGER),
            "to_move": _or_null(SEAT),
            "over": BOOLEAN,
            "winner": SEAT,
            "legal": _list(INTEGER),
            "winning": _list(INTEGER),
            "length": _or_null(INTEGER),
            "reason": STRING,
            "because": _object({"code": STRING, "numbers": {"type": "object"}, "text": STRING}),
        },
        {"certificate": {"type": "object"}},
    ),
    "Hint": _object({"level": INTEGER, "code": STRING, "numbers": {"type": "object"}, "text": STRING}),
    "Review": _object(
        {
            "round": INTEGER,
            "first": SEAT,
            "outcome": _or_null(_ref("Outcome")),
            "ahead": SEAT,
            "winners": _list(SEAT),
            "accuracy": _list(_or_null({"type": "number"})),
            "turning_point": _or_null(INTEGER),
            "reason": _or_null(REASON),
            "refutation": _list(_object({"seat": SEAT, "move": INTEGER})),
            "ending": _or_null(REASON),
            "moves": _list(
                _object(
                    {
                        "seat": SEAT,
                        "move": INTEGER,
                        "grade": {"enum": ["kept", "threw-away", "forced", "no-chance"]},
                        "winner_before": SEAT,
                        "winning": _list(INTEGER),
                        "regret": INTEGER,
                        "weight": {"type": "number"},
                    }
                )
            ),
        }
    ),
    "Catalogue": _object(
        {
            "games": _list(
                _object(
                    {
                        "game": STRING,
                        "title": STRING,
                        "summary": STRING,
                        "options": _list(
                            _object(
                                {
                                    "name": STRING,
                                    "default": {},
                                    "choices": _or_null(_list(STRING)),
                                    "help": STRING,
                                }
                            )
                        ),
                    }
                )
            ),
            "players": _list(_object({"name": STRING, "help": STRING})),
            "limits": {"type": "object", "additionalProperties": INTEGER},
        }
    ),
    "Health": _object({"status": {"enum": ["ok", "stopping", "storage"]}, "version": STRING}),
}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _answers(good: int, what: str, content: Schema, *errors: int) -> Schema:
    told: Schema = {str(good): {"description": what, "content": content}}
    for status in (*errors, 429, 503):
        told[str(status)] = {"$ref": f"#/components/responses/{status}"}
    return told


ERRORS = {
    400: "The request cannot be read.",
    401: "The token is missing, or belongs to no seat of this game.",
    403: "Switched off in this game, or asked by a page of another site.",
    404: "There is no such game.",
    409: "Not now: the code says why.",
    413: "More than 4096 bytes.",
    415: "The body is not application/json.",
    422: "The rules do not allow it.",
    429: "Too many requests.",
    503: "The server or its database is busy or stopping.",
}
ID: Schema = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[0-9a-z]{1,32}$"},
}
POSTED = (400, 403, 413, 415)
PLAYER: list[Schema] = [{"seat": []}]
ANYBODY: list[Schema] = [{}, {"seat": []}]


def _query(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "schema": schema}


def _post(
    id: str, summary: str, body: Schema, answers: Schema, security: list[Schema] | None = None
) -> Schema:
    told: Schema = {
        "operationId": id,
        "summary": summary,
        "requestBody": {"required": True, "content": _json(body)},
        "responses": answers,
    }
    return {"post": {**told, "security": security} if security is not None else told}


def _get(
    id: str, summary: str, answers: Schema, *query: Schema, security: list[Schema] | None = None
) -> Schema:
    told: Schema = {"operationId": id, "summary": summary, "parameters": list(query), "responses": answers}
    return {"get": {**told, "security": security} if security is not None else told}


def _of_game(item: Schema) -> Schema:
    return {"parameters": [ID], **item}


def document(settings: Settings) -> Schema:
    """The document for a server with these settings."""
    # It builds on the words above, and the routes whose limits it tells build on those of the games.
    from outnumber.web.http import openapi_puzzles

    action = _object({"action": {"enum": ["offer", "accept", "decline"]}}, {"id": OPTIONAL_ID}, closed=True)
    create = _object(
        {"game": {"enum": list(BUILT_IN)}},
        {
            "options": {"type": "object"},
            "opponent": {"enum": ["open", "invite", *computer_players()]},
            "name": NAME,
            "first": {"enum": ["me", "them", "toss"]},
            "rounds": {"type": "integer", "minimum": 1, "maximum": settings.rounds},
            "clock": _or_null({"type": "number", "minimum": 1, "maximum": 86400}),
            "help": BOOLEAN,
            "takebacks": BOOLEAN,
            "token": _or_null(TOKEN),
        },
        closed=True,
    )
    place = (
        _query("round", {"type": "integer", "minimum": 1}),
        _query("ply", {"type": "integer", "minimum": 0}),
    )
    done = _answers(200, "It is on disk.", _json(_ref("Done")), *POSTED, 401, 404, 409, 422)
    helped = (400, 403, 404, 409, 422)
    svg: Schema = {"image/svg+xml": {"schema": STRING}}
    text: Schema = {"text/plain": {"schema": STRING}}
    paths: Schema = {
        "/api/openapi.json": _get("openapi", "This.", _answers(200, "It.", _json({"type": "object"}))),
        "/api/catalogue": _get(
            "catalogue", "Games, players and limits.", _answers(200, "All.", _json(_ref("Catalogue")))
        ),
        "/api/games": {
            **_get(
                "list",
                "Games that anybody may join or watch.",
                _answers(200, "The newest.", _json(_object({"games": _list(_ref("Listed"))})), 400),
                _query("state", STATE_NAME),
            ),
            **_post(
                "create",
                "Make a game.",
                create,
                _answers(201, "The game and your seat token.", _json(_ref("Seated")), *POSTED, 422),
            ),
        },
        "/api/games/{id}": _of_game(
            _get("read", "A game.", _answers(200, "It.", _json(_ref("State")), 401, 404), security=ANYBODY)
        ),
        "/api/games/{id}/events": _of_game(
            _get(
                "events",
                "What happened after an event.",
                _answers(
                    200,
                    "Up to 1000 events.",
                    _json(_object({"seq": INTEGER, "events": _list(_ref("Event"))})),
                    400,
                    404,
                ),
                _query("after", {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}),
            )
        ),
        "/api/games/{id}/seat": _of_game(
            _post(
                "seat",
                "Take the second seat; with the invite token unless the game is open.",
                _object({}, {"id": OPTIONAL_ID, "name": NAME, "token": _or_null(TOKEN)}, closed=True),
                _answers(201, "Your seat token.", _json(_ref("Seated")), *POSTED, 401, 404, 409, 422),
                ANYBODY,
            )
        ),
        "/api/games/{id}/moves": _of_game(
            _post(
                "move",
                "Play a number.",
                _object({"number": INTEGER}, {"id": OPTIONAL_ID, "after": _or_null(INTEGER)}, closed=True),
                done,
                PLAYER,
            )
        ),
        "/api/games/{id}/resign": _of_game(
            _post("resign", "Give up the round.", _object({}, {"id": OPTIONAL_ID}, closed=True), done, PLAYER)
        ),
        "/api/games/{id}/takeback": _of_game(
            _post("takeback", "Offer or answer a takeback.", action, done, PLAYER)
        ),
        "/api/games/{id}/rematch": _of_game(
            _post("rematch", "Offer or answer a rematch.", action, done, PLAYER)
        ),
        "/api/games/{id}/verdict": _of_game(
            _get(
                "verdict",
                "Who wins under perfect play.",
                _answers(200, "Proven.", _json(_ref("Verdict")), *helped),
                *place,
                _query("certificate", BOOLEAN),
            )
        ),
        "/api/games/{id}/hint": _of_game(
            _get(
                "hint",
                "One of three steps of help.",
                _answers(200, "A hint.", _json(_ref("Hint")), *helped),
                _query("level", {"type": "integer", "minimum": 1, "maximum": 3}),
            )
        ),
        "/api/games/{id}/review": _of_game(
            _get(
                "review",
                "A finished round looked at again.",
                _answers(200, "The review.", _json(_ref("Review")), *helped),
                place[0],
            )
        ),
        "/api/games/{id}/picture": _of_game(
            _get(
                "picture",
                "A position, or who was winning when.",
                _answers(200, "The picture.", svg, *helped),
                _query("kind", {"enum": ["position", "history"]}),
                _query("lang", {"enum": list(LANGUAGES)}),
                *place,
            )
        ),
        "/api/games/{id}/record": _of_game(
            _get("record", "The record of a game.", _answers(200, "As outnumber replay reads it.", text, 404))
        ),
        "/api/qr": _post(
            "qr",
            "A QR code.",
            _object({"text": {"type": "string", "minLength": 1, "maxLength": 500}}, closed=True),
            _answers(200, "The picture.", svg, *POSTED),
        ),
        "/healthz": _get("health", "Whether the server is well.", {
            "200": {"description": "It is.", "content": _json(_ref("Health"))},
            "503": {"description": "It is not.", "content": _json(_ref("Health"))},
        }),
        "/metrics": _get(
            "metrics", "For Prometheus.", {"200": {"description": "Numbers.", "content": text}}
        ),
    }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Outnumber",
            "version": outnumber.__version__,
            "description": "Five number duels for two. Live play is at the WebSocket /api/games/{id}/live.",
        },
        "paths": {**paths, **openapi_puzzles.paths()},
        "components": {
            "schemas": {**SCHEMAS, **openapi_puzzles.SCHEMAS},
            "responses": {
                str(status): {"description": text, "content": _json(_ref("Error"))}
                for status, text in ERRORS.items()
            },
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "A seat or invite token."}
            },
        },
    }
