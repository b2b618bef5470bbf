"""An OpenAI-compatible endpoint: a question goes out, and within a time and a size an answer comes, or none.

Whatever happens, a reply is a value that says so. The key goes out in a header, and is hidden in everything
that comes back. All who ask one endpoint with one key share its connections and its pace (`pace.py`).
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

from outnumber.games.sentences import Phrase
from outnumber.players.models.answers import read_completion, sound, tokens
from outnumber.players.models.pace import UNLIMITED, Pace, RateLimits

if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx

T = TypeVar("T")

DEFAULT_BASE = "https://api.openai.com/v1"
# The largest answer that is read, in bytes.
LARGEST = 1_000_000
# The longest part of a failing answer that is kept, in characters.
LONGEST_ERROR = 2_000
# So many letters of a question are taken for a token.
LETTERS = 4
# Seconds to wait for a connection; a server that is there answers sooner.
CONNECT = 10.0
# A shorter secret cannot be told from ordinary text, such as a local server's key "1".
SHORTEST_SECRET = 4
# A part of a code that has fewer letters may be anything.
SHORTEST_CODED = 8
# Their records name addresses and headers.
_LOGGERS = ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.proxy")

_FILTER = re.compile(r"content.?(filter|policy)|moderation|flagged|safety", re.IGNORECASE)
_KEY = re.compile(r"api.?key", re.IGNORECASE)


class Unusable(Exception):
    """Why the endpoint cannot be asked at all, with a remedy; never with the key in it."""

    def __init__(self, remedy: Phrase) -> None:
        super().__init__(str(remedy))
        self.remedy = remedy


class EndpointReply(NamedTuple):
    """What came of one request: a status, or none and what went wrong instead."""

    status: int | None
    body: str = ""
    problem: str = ""
    late: bool = False  # the time ran out
    retry_after: float | None = None  # seconds that the endpoint asks to wait
    waited: float = 0.0  # seconds before the request went out, for the sake of the pace

    @property
    def busy(self) -> bool:
        """Whether it was too much for the endpoint."""
        return self.status in (429, 503, 529)

    @property
    def passing(self) -> bool:
        """Whether the same request may well succeed a little later."""
        return not self.late and (self.status in (None, 200, 408, 425, 429) or (self.status or 0) >= 500)

    @property
    def refused(self) -> bool:
        """Whether this very request was refused, and will be again: its length, its words, a parameter."""
        if self.status == 403:
            return _FILTER.search(self.body) is not None
        # Some services say so of a key that they do not know.
        return self.status in (400, 413, 414, 422, 451) and _KEY.search(self.body) is None


class Names(NamedTuple):
    """Where address and key were given, for whoever has to correct them."""

    base: str = "OPENAI_BASE_URL"
    key: str = "OPENAI_API_KEY"


ENVIRONMENT = Names()


class ModelEndpoint:
    """One endpoint with one key; `close` it in the end. `shared` gives everybody the same."""

    # By address and key.
    in_use: ClassVar[dict[tuple[str, str], ModelEndpoint]] = {}
    _opening: ClassVar[Lock] = Lock()

    def __init__(self, base: str = "", key: str = "", *, names: Names = ENVIRONMENT) -> None:
        self._key = key.strip()
        if not (self._key.isascii() and self._key.isprintable() and " " not in self._key):
            raise Unusable(Phrase("{name} has characters that no key has; copy it again.", name=names.key))
        base = base.strip() or DEFAULT_BASE
        try:
            parts = urlsplit(base)
            fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            fine = False
        if not fine or not base.isprintable() or " " in base:
            raise Unusable(Phrase("{name} is no address such as http://localhost:8080/v1.", name=names.base))
        if base == DEFAULT_BASE and not self._key:
            raise Unusable(
                Phrase("set OPENAI_API_KEY, or OPENAI_BASE_URL if the model is on a server of your own.")
            )
        where, _, self._host = parts.netloc.rpartition("@")
        name, _, password = where.partition(":")
        self._basic = (unquote(name), unquote(password)) if where else None
        path = f"{parts.path.rstrip('/')}/chat/completions"
        self._url = urlunsplit((parts.scheme, self._host, path, parts.query, ""))
        # Where the requests go, fit to be shown.
        self.shown = urlunsplit((parts.scheme, self._host, parts.path.rstrip("/"), "", ""))
        self._spellings = [_spellings(each) for each in _secrets(self._key, where, parts.query)]
        self.names = names
        self._pace = Pace()
        self._users = 0
        self._stopped = False
        self._asked: set[Future[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: httpx.AsyncClient | None = None

    @classmethod
    def shared(cls, base: str = "", key: str = "", limits: RateLimits = UNLIMITED) -> ModelEndpoint:
        """The endpoint at an address, with the key in the variable `key`; else that of the environment.

        The key of the environment goes to the address of the environment only.
        """
        names = Names("base_url", key or "key") if base else ENVIRONMENT._replace(key=key or ENVIRONMENT.key)
        kept = os.environ.get(key if base else names.key, "")
        if key and not kept:
            raise Unusable(Phrase("set {name}, which is to have the key.", name=key))
        where = base or os.environ.get(names.base, ""), kept
        with cls._opening:
            found = cls.in_use.get(where) or cls(*where, names=names)
            cls.in_use[where] = found
            found._users += 1
            found._pace.limits = found._pace.limits.within(limits)
        return found

    @classmethod
    def all_within(cls, limits: RateLimits) -> None:
        """Nobody who is asked just now is asked faster than this."""
        with cls._opening:
            for each in cls.in_use.values():
                each._pace.limits = each._pace.limits.within(limits)

    @classmethod
    def stop_all(cls) -> None:
        """End all requests; whoever waits for one, or asks later, gets `CancelledError`."""
        with cls._opening:
            for each in cls.in_use.values():
                each._stopped = True
                # Ours alone: what a request has begun it ends itself.
                for future in list(each._asked):
                    future.cancel()

    @property
    def has_key(self) -> bool:
        return bool(self._key or self._basic)

    def __repr__(self) -> str:
        return f"<ModelEndpoint {self.shown}>"

    def hide(self, value: Any) -> Any:
        """A value as JSON has them, without the key wherever it may be in it, and fit for a file."""
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

    def post(self, body: dict[str, Any], seconds: float) -> EndpointReply:
        """One request; so many seconds after it went out there is a reply, whatever the server does."""
        # A loop in a thread of its own: whoever calls may have a loop already.
        return self._run(self._paced(body, seconds))

    def rest(self, seconds: float) -> None:
        """Wait before the next try."""
        self._run(asyncio.sleep(seconds))

    async def _paced(self, body: dict[str, Any], seconds: float) -> EndpointReply:
        asked = monotonic()
        letters = sum(len(str(each.get("content"))) for each in body["messages"])
        async with self._pace.go(letters / LETTERS) as going:
            waited = monotonic() - asked
            try:
                # One wait covers names, connection, header and body.
                async with asyncio.timeout(seconds):
                    reply = await self._post(body)
            except TimeoutError:
                reply = EndpointReply(None, problem="the time ran out", late=True)
            if reply.busy:
                going.busy = reply.retry_after or 0.0
            elif reply.status == 200:
                going.tokens = _tokens(reply.body)
        return reply._replace(waited=waited)

    async def _post(self, body: dict[str, Any]) -> EndpointReply:
        import httpx

        try:
            if self._client is None:
                self._client = self._connected()
            async with self._client.stream("POST", self._url, json=body) as response:
                data = bytearray()
                # Raw, so that nothing small can be unpacked into something huge.
                async for chunk in response.aiter_raw():
                    data += chunk
                    if len(data) > LARGEST:
                        break
        # The last three: the environment names certificates or a proxy that are none, or a kind of proxy
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
            # Whoever waits does so in the row of the pace.
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
            future.cancel()  # Ctrl-C ends the request too
            raise

    def close(self) -> None:
        """Let go of the connections, if nobody else needs them."""
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
    """What a question and its answer took, as far as the endpoint tells."""
    usage = read_completion(body).usage
    told = [tokens(usage, name) for name in ("prompt_tokens", "completion_tokens")]
    return sum(filter(None, told)) if any(told) else None


def _forever(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


def _secrets(key: str, where: str, query: str) -> list[str]:
    """What must not be shown, longest first."""
    values = [unquote(part.partition("=")[2] or part) for part in query.split("&")]
    password = where.partition(":")[2]
    basic = b64encode(unquote(where).encode()).decode() if where else ""
    found = {key, where, password, query, basic, *values, unquote(where), unquote(password)}
    return sorted((each for each in found if len(each) >= SHORTEST_SECRET), key=len, reverse=True)


def _spellings(secret: str) -> re.Pattern[str]:
    """A secret however a server may write it: in JSON, in an address, on a page, in hexadecimal or base64.

    >>> _spellings("sk-a/b").sub("[key]", "SK-A/B sk-a%2fb %73k-a&#47;b 73:6b:2D:61:2f:62")
    '[key] [key] [key] [key]'
    """
    data = secret.encode()
    found = ["".join(map(_character, secret)), r"(?:\\x|[:\s-])?".join(f"{byte:02x}" for byte in data)]
    if len(secret) >= SHORTEST_CODED:
        found += [re.escape(secret[::-1]), *map(partial(_in_base64, data), range(3))]
    return re.compile("|".join(found), re.IGNORECASE)


def _character(each: str) -> str:
    """A pattern for one character of a secret, as it is or escaped in one of the usual ways."""
    code = ord(each)
    octets = "".join(rf"%(?:25)?{byte:02x}" for byte in each.encode())
    in_page = rf"{re.escape(escape(each))}|&#0{{0,4}}{code};|&#x0{{0,4}}{code:x};"
    return rf"(?:{in_page}|{octets}|\\u{code:04x}|\\x{code:02x}|\\?{re.escape(each)})"


def _in_base64(data: bytes, before: int) -> str:
    """A pattern for bytes inside of something in base64 that has so many others before them."""
    coded = b64encode(bytes(before) + data).decode()
    # What depends on those bytes alone; the few letters beside it have only a part of one.
    sure = coded[(0, 2, 3)[before] : (before + len(data)) * 8 // 6]
    letters = "".join({"+": "[+-]", "/": "[/_]"}.get(each, each) for each in sure)
    return rf"[\w+/-]{{0,2}}{letters}[\w+/-]{{0,2}}=*" if before else rf"{letters}[\w+/-]{{0,2}}=*"


@cache
def _trusted() -> SSLContext:
    """Whom to believe, read once for all endpoints: it takes longer than many an answer."""
    import httpx

    return httpx.create_ssl_context()


def _wait(headers: httpx.Headers) -> float | None:
    """The seconds that a reply asks to wait, given as a number or as a date."""
    said = headers.get("retry-after", "")
    try:
        if said[:1].isdigit():
            return float(said)
        # Counted on the server's own clock: ours may differ.
        until, now = (parsedate_to_datetime(date) for date in (said, headers["date"]))
        return max(0.0, (until - now).total_seconds())
    except (ValueError, TypeError, LookupError, OverflowError):
        return None
