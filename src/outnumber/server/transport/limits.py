"""Rate limits and size limits for requests, the check of their origin, and security headers."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import Response

from outnumber.api.errors import Refused, bad_request, status_of, too_many
from outnumber.games import GameError
from outnumber.server.errors import as_json, asked_voice
from outnumber.server.metrics import Metrics
from outnumber.server.settings import LARGEST_MESSAGE, Rate, ServerSettings
from outnumber.workers.fair_queue import network
from outnumber.workers.rate_limits import AddressLimits, OpenConnections, Throttle

from .addresses import ROOT

Message = MutableMapping[str, Any]
Application = Callable[[Message, Any, Any], Awaitable[None]]

logger = logging.getLogger("outnumber.server.access")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
# Browsers honour it over HTTPS and on localhost; elsewhere they log a warning.
TRUSTED = (b"cross-origin-opener-policy", b"same-origin")
SAFE = ("GET", "HEAD", "OPTIONS")
# Monitoring endpoints have a separate rate limit, so that other clients cannot use it up.
WATCHED = ("/healthz", "/livez", "/readyz", "/metrics")
FILES = "/static/"
# A badly pasted link has its secret in the path. Keep anything that looks like a secret out of the log.
_SECRET = re.compile(r"(?<=seat=)[^&/]+|(?<=invite=)[^&/]+|[0-9a-f]{24,}", re.IGNORECASE)
LONGEST_PATH = 200
# The cookie with the pass of a class, and the prefix of a class's rate limits, which no address has.
COOKIE = "class"
_PASS = re.compile(r"[0-9a-z]{12}\.[0-9]{1,4}\.[0-9a-f]{32}")
CLASS = "class-"
# The key in a scope's extensions of `probing` for the request's connection.
PROBING = "outnumber.probing"
_BAD_PREFIX = bad_request("the proxy sent an invalid X-Forwarded-Prefix; it looks like /games")
# Rate limits of one address.
REQUESTS = Rate(50.0, 200.0, school=(500.0, 5000.0))
CREATIONS = Rate(5.0, 50.0, school=(0.0, 500.0))  # new games
CODES = Rate(2.0, 20.0, school=(0.0, 100.0))  # QR codes
CHECKS = Rate(10.0, 50.0)
FRAMES = Rate(1000.0, 1000.0, school=(10_000.0, 0.0))  # of all sockets together: messages, pings and so on
# Limits of one class, separate from those of its address.
CLASS_REQUESTS = Rate(150.0, 1000.0)
CLASS_SOCKETS = 200
# The key in a request's state for the seconds that a long poll has waited.
WAITED = "waited"
# Twice what any real request has. Parsing many fields costs as much as several requests.
MOST_FIELDS = 50
# Maximum number of requests and sockets started per turn of the event loop; a page takes 1 to 2 ms.
AT_ONCE = 4


class Guards:
    """Middleware that refuses requests over a limit or from another site."""

    def __init__(
        self,
        settings: ServerSettings,
        metrics: Metrics,
        budget: Callable[[str], tuple[str, str] | None] = lambda _: None,
    ) -> None:
        """`budget` maps the pass of a class to the names of its limits and its child's, or to None."""
        self._settings = settings
        self._metrics = metrics
        rate, burst = settings.rate(REQUESTS)
        # A page needs about ten files, which browsers cache.
        self._files = AddressLimits(rate, 10 * burst)
        # For opening sockets, each of which receives the full state.
        self.hellos = AddressLimits(rate, burst)
        # `frames` is the limit for messages of all sockets of an address.
        self._requests, creations, codes, self._checks, self.frames, self._class_requests = (
            AddressLimits(*settings.rate(each))
            for each in (REQUESTS, CREATIONS, CODES, CHECKS, FRAMES, CLASS_REQUESTS)
        )
        # Expensive endpoints with a lower rate limit.
        self._expensive = {"/api/games": creations, "/api/qr": codes}
        self.sockets = OpenConnections()
        self._budget = budget
        self.turnstile = Throttle(AT_ONCE)

    def who(self, scope: Message) -> tuple[str, str]:
        """The names of a client's limits and of the client: a class and a child, or the address twice."""
        shown = cookie(scope, COOKIE)
        found = self._budget(shown) if _PASS.fullmatch(shown) else None
        return found or (network_of(scope),) * 2

    # WebSockets

    def objection_to_socket(self, scope: Message, address: str) -> Refused | None:
        """The refusal of a WebSocket, or None."""
        wait = self.hellos.wait(address)
        if scope.get(ROOT, "") is None:
            return _BAD_PREFIX
        if is_foreign(scope["headers"]):
            return Refused("foreign-origin")
        most = CLASS_SOCKETS if address.startswith(CLASS) else self._settings.sockets
        if wait or self.sockets[address] >= most:
            return too_many(wait)
        return None

    # HTTP

    def objection(self, scope: Message, address: str) -> Refused | None:
        """The refusal of a request, or None."""
        path = scope["path"]
        usual = self._files if path.startswith(FILES) else self._requests_of(address)
        # Count every request, even one refused below.
        if wait := (self._checks if path in WATCHED else usual).wait(address):
            return too_many(wait)
        if scope.get(ROOT, "") is None:
            return _BAD_PREFIX
        if scope.get("query_string", b"").count(b"&") >= MOST_FIELDS:
            return bad_request("it has more than {most} fields", most=MOST_FIELDS)
        # Routes match a path that has one more line break; the limits below compare whole paths.
        if path.endswith("\n"):
            return Refused("not-found")
        if scope["method"] in SAFE:
            return None
        if is_foreign(scope["headers"]):
            return Refused("foreign-origin")
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > LARGEST_MESSAGE:
            return Refused("message-too-large", most=LARGEST_MESSAGE)
        wait = self._expensive[path].wait(address) if path in self._expensive else 0
        return too_many(wait) if wait else None

    def _requests_of(self, who: str) -> AddressLimits:
        return self._class_requests if who.startswith(CLASS) else self._requests

    def around(self, application: Application) -> Application:
        """Wrap an application: apply the limits, add security headers, and log each request."""

        async def guarded(scope: Message, receive: Any, send: Any) -> None:
            began = time.perf_counter()
            status = 500
            size = 0
            whole = scope["method"] in SAFE  # no body follows, so the client may disconnect

            async def limited() -> Message:
                nonlocal size, whole
                message: Message = await receive()
                if message["type"] == "http.disconnect" and not whole:
                    raise bad_request("it has no end")
                whole = not message.get("more_body", False)
                size += len(message.get("body", b""))
                if size > LARGEST_MESSAGE:
                    raise Refused("message-too-large", most=LARGEST_MESSAGE)
                return message

            async def headed(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                    present = {name for name, _ in message["headers"]}
                    extra = [header for header in HEADERS if header[0] not in present]
                    extra += [TRUSTED] if _trusted(scope) else []
                    message["headers"] = [*message["headers"], *extra]
                else:
                    self._requests_of(address).of(address).charge(len(message.get("body", b"")))
                await send(message)

            address, scope.setdefault("state", {})["who"] = self.who(scope)
            error: GameError | None = self.objection(scope, address)
            try:
                if error is None:
                    await self.turnstile.passed()
                    await application(scope, limited, headed)
            except GameError as raised:
                error = raised
            if error is not None:
                self._metrics.refused.labels(error.code).inc()
                # Also drop the requests that are already queued on this connection.
                ends = {"Connection": "close"} if "seconds" in error.numbers else None
                await refusal(scope, error, headers=ends)(scope, receive, headed)
            seconds = time.perf_counter() - began
            waited: float = scope["state"].get(WAITED, 0.0)
            self._metrics.requests.labels(str(status)).observe(seconds - waited)
            # Tokens are in headers and bodies, which are not logged; nor is the query.
            logger.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": loggable(scope["path"]),
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                }
                | ({} if self._settings.school else {"address": _client(scope)}),
            )

        return guarded


def loggable(path: str) -> str:
    """A path without secrets, for the log.

    >>> loggable("/g/0123456789ab#seat=0123456789ABCDEF0123456789abcdef")
    '/g/0123456789ab#seat=[token]'
    """
    return _SECRET.sub("[token]", path[:LONGEST_PATH])


def cookie(scope: Message, name: str) -> str:
    """The value of a cookie, the last if there are several; empty if missing. Quotes are not supported.

    The standard library takes quadratic time to parse quotes: seconds for a single header.
    """
    kept = ""
    for header, value in scope["headers"]:
        if header == b"cookie":
            for part in value.decode("latin-1").split(";"):
                found, _, text = part.partition("=")
                if found.strip() == name:
                    kept = text.strip()
    return kept


def _client(scope: Message) -> str:
    return scope["client"][0] if scope.get("client") else ""


def network_of(scope: Message) -> str:
    """The client's address or network, as rate limits count it."""
    return network(_client(scope))


def refusal(
    scope: Message, error: GameError, status: int = 0, headers: Mapping[str, str] | None = None
) -> Response:
    """The error response to a request, in the requested language."""
    headers = {"Cache-Control": "no-store"} | dict(headers or {})
    if "seconds" in error.numbers:
        headers["Retry-After"] = str(error.numbers["seconds"])
    body = as_json(error, asked_voice(scope["query_string"]))
    return Response(body, status or status_of(error), headers, "application/json")


def _trusted(scope: Message) -> bool:
    """Whether a browser considers the connection secure; behind a proxy only the browser can tell."""
    return scope["scheme"] == "https" or any(name == b"sec-fetch-mode" for name, _ in scope["headers"])


def is_foreign(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a page of another site sent a request. Programs other than browsers send no origin."""
    named = dict(headers)
    if named.get(b"sec-fetch-site") in (b"cross-site", b"same-site"):
        return True
    if not (origin := named.get(b"origin")):
        return False
    try:
        host = named.get(b"host", b"").decode("latin-1")
        return urlsplit(origin.decode("latin-1")).netloc.lower() != host.lower()
    except ValueError:
        return True
