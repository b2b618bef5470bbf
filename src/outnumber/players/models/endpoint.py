"""An OpenAI-compatible endpoint: sends a question, and returns an answer within limits of time and size, or
none.

Every outcome, including a failure, is returned as a value. The key is sent in a header, and is removed from
everything that comes back. All callers with the same endpoint and key share its connections and rate limiter
(`pace.py`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import threading
from base64 import b64encode
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import cache, partial
from html import escape
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar
from urllib.parse import unquote, urlsplit, urlunsplit

from outnumber.games import Phrase

from .answers import Json, read_completion, sound, tokens
from .pace import Pace, RateLimits

if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx

T = TypeVar("T")

DEFAULT_BASE = "https://api.openai.com/v1"
# Maximum size of an answer in bytes.
LARGEST = 1_000_000
# Maximum number of characters of a failed answer to keep.
LONGEST_ERROR = 2_000
# Estimated number of characters per token.
LETTERS = 4
# Timeout for connecting in seconds; a running server answers sooner.
CONNECT = 10.0
# A shorter secret, such as a local server's key "1", cannot be told apart from ordinary text.
SHORTEST_SECRET = 4
# A shorter part of an encoded secret could be any text.
SHORTEST_CODED = 8
# Their log records contain addresses and headers.
_LOGGERS = ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.proxy")

_FILTER = re.compile(r"content.?(filter|policy)|moderation|flagged|safety", re.IGNORECASE)
_KEY = re.compile(r"api.?key", re.IGNORECASE)


class Unusable(Exception):
    """Why the endpoint cannot be called at all, with a remedy; never contains the key."""

    def __init__(self, remedy: Phrase) -> None:
        super().__init__(str(remedy))
        self.remedy = remedy


class EndpointReply(NamedTuple):
    """The outcome of one request: a status, or none and the error."""

    status: int | None
    body: str = ""
    problem: str = ""
    late: bool = False  # the request timed out
    retry_after: float | None = None  # retry delay requested by the endpoint, in seconds
    waited: float = 0.0  # seconds spent waiting for the rate limiter

    @property
    def busy(self) -> bool:
        """Whether the endpoint was overloaded."""
        return self.status in (429, 503, 529)

    @property
    def passing(self) -> bool:
        """Whether the same request may well succeed later."""
        return not self.late and (self.status in (None, 200, 408, 425, 429) or (self.status or 0) >= 500)

    @property
    def refused(self) -> bool:
        """Whether this request was refused and always will be: its length, its content, a parameter."""
        if self.status == 403:
            return _FILTER.search(self.body) is not None
        # Some services answer an unknown key like this.
        return self.status in (400, 413, 414, 422, 451) and _KEY.search(self.body) is None

    @property
    def rejects_key(self) -> bool:
        """Whether the endpoint wants another key."""
        return self.status in (401, 403) and not self.refused


class Names(NamedTuple):
    """Where the address and key were configured, for error messages."""

    base: str = "OPENAI_BASE_URL"
    key: str = "OPENAI_API_KEY"


ENVIRONMENT = Names()


class ModelEndpoint:
    """One endpoint with one key; `close` it at the end. `shared` returns the same one to all callers."""

    # By address and key.
    in_use: ClassVar[dict[tuple[str, str], ModelEndpoint]] = {}
    _opening: ClassVar[Lock] = Lock()

    _users = 0
    _stopped = False
    _loop: asyncio.AbstractEventLoop | None = None
    _client: httpx.AsyncClient | None = None

    def __init__(self, base: str = "", key: str = "", *, names: Names = ENVIRONMENT) -> None:
        self._key = key.strip()
        if not (self._key.isascii() and self._key.isprintable() and " " not in self._key):
            raise Unusable(
                Phrase("{name} contains characters that no key has; copy it again.", name=names.key)
            )
        base = base.strip() or DEFAULT_BASE
        try:
            parts = urlsplit(base)
            fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            fine = False
        if not fine or not base.isprintable() or " " in base:
            raise Unusable(
                Phrase("{name} is not an address such as http://localhost:8080/v1.", name=names.base)
            )
        if base == DEFAULT_BASE and not self._key:
            raise Unusable(
                Phrase("set OPENAI_API_KEY, or OPENAI_BASE_URL if the model is on your own server.")
            )
        where, _, self._host = parts.netloc.rpartition("@")
        name, _, password = where.partition(":")
        self._basic = (unquote(name), unquote(password)) if where else None
        path = f"{parts.path.rstrip('/')}/chat/completions"
        self._url = urlunsplit((parts.scheme, self._host, path, parts.query, ""))
        # The URL of requests, without secrets.
        self.shown = urlunsplit((parts.scheme, self._host, parts.path.rstrip("/"), "", ""))
        self._spellings = [_spellings(each) for each in _secrets(self._key, where, parts.query)]
        self.names = names
        self._pace = Pace()
        self._asked: set[Future[Any]] = set()

    @classmethod
    def shared(cls, base: str, key: str, limits: RateLimits) -> ModelEndpoint:
        """The endpoint at an address, with the key in the variable `key`; by default, that of the
        environment.

        The environment's key is sent only to the environment's address.
        """
        names = Names("base_url", key or "key") if base else ENVIRONMENT._replace(key=key or ENVIRONMENT.key)
        kept = os.environ.get(key if base else names.key, "")
        if key and not kept:
            raise Unusable(Phrase("set {name} to the key.", name=key))
        where = base or os.environ.get(names.base, ""), kept
        with cls._opening:
            found = cls.in_use.get(where) or cls(*where, names=names)
            cls.in_use[where] = found
            found._users += 1
            found._pace.limits = found._pace.limits.within(limits)
        return found

    @classmethod
    def all_within(cls, limits: RateLimits) -> None:
        """Limit the rate of all endpoints that are in use."""
        with cls._opening:
            for each in cls.in_use.values():
                each._pace.limits = each._pace.limits.within(limits)

    @classmethod
    def stop_all(cls) -> None:
        """Cancel all requests; current and later callers get `CancelledError`."""
        with cls._opening:
            for each in cls.in_use.values():
                each._stopped = True
                # A separate client, so that each request ends only what it started.
                for future in list(each._asked):
                    future.cancel()

    @property
    def has_key(self) -> bool:
        return bool(self._key or self._basic)

    def __repr__(self) -> str:
        return f"<ModelEndpoint {self.shown}>"

    def hide(self, value: Any) -> Any:
        """A JSON value with every occurrence of the key removed, safe to write to a file."""
        match value:
            case str():
                value = sound(value)
                for spelling in self._spellings:
                    value = spelling.sub("[key]", value)
            case dict():
                return {self.hide(name): self.hide(each) for name, each in value.items()}
            case list():
                return [self.hide(each) for each in value]
        return value

    def post(self, body: Json, seconds: float) -> EndpointReply:
        """Send one request; there is a reply within some seconds, whatever the server does."""
        # A loop in a separate thread, because the caller may have a loop already.
        return self._run(self._paced(body, seconds))

    def rest(self, seconds: float) -> None:
        """Wait before the next attempt."""
        self._run(asyncio.sleep(seconds))

    async def _paced(self, body: Json, seconds: float) -> EndpointReply:
        asked = monotonic()
        letters = sum(len(str(each.get("content"))) for each in body["messages"])
        async with self._pace.go(letters / LETTERS) as going:
            waited = monotonic() - asked
            try:
                # One timeout covers name resolution, connection, header and body.
                async with asyncio.timeout(seconds):
                    reply = await self._post(body)
            except TimeoutError:
                reply = EndpointReply(None, problem="the time ran out", late=True)
            if reply.busy:
                going.busy = reply.retry_after or 0.0
            elif reply.status == 200:
                going.tokens = _tokens(reply.body)
        return reply._replace(waited=waited)

    async def _post(self, body: Json) -> EndpointReply:
        import httpx

        try:
            if self._client is None:
                self._client = self._connected()
            async with self._client.stream("POST", self._url, json=body) as response:
                data = bytearray()
                # Raw, so that a small answer cannot be decompressed into a huge one.
                async for chunk in response.aiter_raw():
                    data += chunk
                    if len(data) > LARGEST:
                        break
        # The last three: the environment sets invalid certificates or an invalid proxy, or a kind of proxy
        # that needs another package.
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, ImportError) as error:
            said = " ".join(str(error).split()) or type(error).__name__
            return EndpointReply(None, problem=self.hide(said)[:LONGEST_ERROR])
        text = data.decode("utf-8", "replace")
        if len(data) > LARGEST:
            problem = f"its answer has more than {LARGEST:,} bytes"
            return EndpointReply(None, self.hide(text)[:LONGEST_ERROR], problem)
        return EndpointReply(response.status_code, text, retry_after=_wait(response.headers))

    def _connected(self) -> httpx.AsyncClient:
        import httpx

        for name in _LOGGERS:
            logging.getLogger(name).addFilter(self._unlogged)
        headers = {"Accept-Encoding": "identity", "User-Agent": "outnumber"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        return httpx.AsyncClient(
            headers=headers,
            verify=_trusted(),
            auth=self._basic if self._basic and not self._key else None,
            timeout=httpx.Timeout(None, connect=CONNECT),
            follow_redirects=False,
            # The rate limiter makes all callers wait in one queue.
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=None),
        )

    def _unlogged(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self.hide(record.getMessage()), ()
        return True

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        with self._opening:
            if self._stopped:
                work.close()
                raise CancelledError
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=_forever, args=(self._loop,), name="endpoint", daemon=True
                )
                self._thread.start()
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
            self._asked.add(future)
        future.add_done_callback(self._asked.discard)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # Ctrl-C cancels the request too
            raise

    def close(self) -> None:
        """Close the connections unless another caller uses them."""
        with self._opening:
            self._users -= 1
            if self._users > 0:
                return
            for where in [where for where, each in self.in_use.items() if each is self]:
                del self.in_use[where]
            loop, self._loop = self._loop, None
        for name in _LOGGERS:
            logging.getLogger(name).removeFilter(self._unlogged)
        if loop:
            with suppress(TimeoutError, CancelledError):
                asyncio.run_coroutine_threadsafe(self._disconnected(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            self._thread.join(1)

    async def _disconnected(self) -> None:
        if self._client:
            client, self._client = self._client, None
            async with asyncio.timeout(1):
                await client.aclose()


def _tokens(body: str) -> int | None:
    """The tokens of a question and its answer, as reported by the endpoint."""
    usage = read_completion(body).usage
    told = [tokens(usage, name) for name in ("prompt_tokens", "completion_tokens")]
    return sum(filter(None, told)) if any(told) else None


def _forever(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


def _secrets(key: str, where: str, query: str) -> list[str]:
    """The secrets to hide, longest first."""
    values = [unquote(part.partition("=")[2] or part) for part in query.split("&")]
    password = where.partition(":")[2]
    basic = b64encode(unquote(where).encode()).decode() if where else ""
    found = {key, where, password, query, basic, *values, unquote(where), unquote(password)}
    return sorted((each for each in found if len(each) >= SHORTEST_SECRET), key=len, reverse=True)


def _spellings(secret: str) -> re.Pattern[str]:
    """Patterns for a secret in every usual encoding: JSON, URL, HTML, hexadecimal and base64.

    >>> _spellings("sk-a/b").sub("[key]", "SK-A/B sk-a%2fb %73k-a&#47;b 73:6b:2D:61:2f:62")
    '[key] [key] [key] [key]'
    """
    data = secret.encode()
    found = ["".join(map(_character, secret)), r"(?:\\x|[:\s-])?".join(f"{byte:02x}" for byte in data)]
    if len(secret) >= SHORTEST_CODED:
        found += [re.escape(secret[::-1]), *map(partial(_in_base64, data), range(3))]
    return re.compile("|".join(found), re.IGNORECASE)


def _character(each: str) -> str:
    """A pattern for one character of a secret, plain or escaped in one of the usual ways."""
    code = ord(each)
    octets = "".join(rf"%(?:25)?{byte:02x}" for byte in each.encode())
    in_page = rf"{re.escape(escape(each))}|&#0{{0,4}}{code};|&#x0{{0,4}}{code:x};"
    return rf"(?:{in_page}|{octets}|\\u{code:04x}|\\x{code:02x}|\\?{re.escape(each)})"


def _in_base64(data: bytes, before: int) -> str:
    """A pattern for bytes inside base64 text, after a given number of other bytes."""
    coded = b64encode(bytes(before) + data).decode()
    # Only the characters that depend on these bytes alone; the neighbouring characters contain other bits
    # too.
    sure = coded[(0, 2, 3)[before] : (before + len(data)) * 8 // 6]
    letters = "".join({"+": "[+-]", "/": "[/_]"}.get(each, each) for each in sure)
    return rf"[\w+/-]{{0,2}}{letters}[\w+/-]{{0,2}}=*" if before else rf"{letters}[\w+/-]{{0,2}}=*"


@cache
def _trusted() -> SSLContext:
    """The trusted certificates, loaded once for all endpoints, because loading takes longer than many
    answers.
    """
    import httpx

    return httpx.create_ssl_context()


def _wait(headers: httpx.Headers) -> float | None:
    """The retry delay of a reply in seconds, given as a number or a date."""
    said = headers.get("retry-after", "")
    try:
        if said[:1].isdigit():
            return float(said)
        # By the server's clock: ours may differ.
        until, now = (parsedate_to_datetime(date) for date in (said, headers["date"]))
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError, LookupError, OverflowError):
        return None
