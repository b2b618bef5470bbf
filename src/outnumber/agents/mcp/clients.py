"""Client identity in the MCP server, for fair queueing and for limits on the number of games.

On standard input and output there is one client. Over HTTP, a client is an address and, if known, a name,
because clients can share an address: in a household, behind a proxy, or on this machine. Newer versions of
the protocol have no sessions, so the server assigns a name in a cookie and, for older versions, as the
session id. A client that returns neither is identified by the game in its request. Names are not used for
authentication.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from mcp.server.mcpserver import Context
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import Message

from outnumber.workers.fair_queue import network

from .games import ClientGame

COOKIE = "outnumber"
SESSION = "Mcp-Session-Id"
# Sent with every request of a session except the first.
VERSION = "Mcp-Protocol-Version"
_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
# No quoted values: Python's cookie parser takes quadratic time for them.
_KEPT = re.compile(rf"(?:^|;)\s*{COOKIE}=([^;\s]*)")

ToolContext = Context[Any, Any]


def client_of(context: ToolContext, game: ClientGame | None = None) -> str:
    """The client that sent a request; empty on standard input and output."""
    request = context.request_context.request
    return "" if request is None else caller(request, game.id if game else "")


def caller(request: HTTPConnection, known_by: str = "") -> str:
    """The client that sent a request: its address and, if known, its name."""
    if not request.client:
        return ""
    return f"{network(request.client.host)} {name_in(request.headers) or known_by}".rstrip()


def name_in(headers: Headers) -> str:
    """The name that the server assigned to a client; empty if the headers contain none."""
    found = headers.get(SESSION, "")
    if not found and (kept := _KEPT.search(headers.get("cookie", ""))):
        found = kept[1]
    return found if _NAME.fullmatch(found) else ""


def give_name(message: Message, asked: Headers) -> None:
    """Assign a new name to a client, in the headers of a response."""
    name = secrets.token_urlsafe(16)
    told = MutableHeaders(scope=message)
    told.append("Set-Cookie", f"{COOKIE}={name}; HttpOnly; SameSite=Strict")
    if VERSION not in asked:
        told[SESSION] = name
