"""Who asks the MCP server: whose share of the solvers a question uses, and whose game a new one is.

On standard input and output there is one client. Over HTTP it is an address, and a name where there is one,
since many can share an address: that of a household, a proxy, or this machine. Newer versions of the protocol
have no sessions, so a client is given a name as a cookie, and in older versions also as the id of a session.
Whoever keeps neither is known by the game that it asks about. A name proves nothing and opens nothing.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from mcp.server.mcpserver import Context
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import Message

from outnumber.agents.mcp.games import ClientGame
from outnumber.workers.fair_queue import network

COOKIE = "outnumber"
SESSION = "Mcp-Session-Id"
# Sent with every request but the first one of a session.
VERSION = "Mcp-Protocol-Version"
_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
# Without quotes: Python reads those in a time that grows with the square of their length.
_KEPT = re.compile(rf"(?:^|;)\s*{COOKIE}=([^;\s]*)")

ToolContext = Context[Any, Any]


def client_of(context: ToolContext, game: ClientGame | None = None) -> str:
    """Whose share of the server a request is."""
    request = context.request_context.request
    return "" if request is None else caller(request, game.id if game else "")


def caller(request: HTTPConnection, known_by: str = "") -> str:
    """Who sends a request: an address, and a name where there is one."""
    if not request.client:
        return ""
    return f"{network(request.client.host)} {name_in(request.headers) or known_by}".rstrip()


def name_in(headers: Headers) -> str:
    """The name that a client was given; empty if it shows none."""
    found = headers.get(SESSION, "")
    if not found and (kept := _KEPT.search(headers.get("cookie", ""))):
        found = kept[1]
    return found if _NAME.fullmatch(found) else ""


def give_name(message: Message, asked: Headers) -> None:
    """Give a new name to the client that is answered."""
    name = secrets.token_urlsafe(16)
    told = MutableHeaders(scope=message)
    told.append("Set-Cookie", f"{COOKIE}={name}; HttpOnly; SameSite=Strict")
    if VERSION not in asked:
        told[SESSION] = name
