"""Server settings, from the command line and from variables such as OUTNUMBER_WEB_SOCKETS=1000."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from outnumber.games import Phrase, bad_option

PREFIX = "OUTNUMBER_WEB_"
SQLITE = "sqlite"
# Maximum size of a message or request body in bytes.
LARGEST_MESSAGE = 4096
DAY = 86_400
_ROOT = re.compile(r"(/[\w.~-]+)*", re.ASCII)
# Minimum values on a server for a school, and days until games are deleted unless they are set.
SCHOOL = {"school": 1, "sockets": 1000, "connections": 3000}
SCHOOL_DAYS = {"finished_days": 30.0, "idle_days": 30.0}


class Rate(NamedTuple):
    """A rate limit: actions per second, and the burst size; `school` has the minimum for a school."""

    per_second: float
    burst: float
    school: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server process."""

    database: str = ""  # a URL; empty: SQLite in the user's data directory
    database_seconds: float = 5.0  # timeout of a query
    # Public host name or address for links created on the server's own machine; may be empty.
    address: str = ""
    # The prefix of all pages, such as /games; empty at the top of a site.
    root_path: str = ""
    # Files for HTTPS; the certificate's file may include the key.
    certificate: str = ""
    certificate_key: str = ""
    # Maximum range or target, and maximum number of rounds.
    range: int = 1000
    rounds: int = 99
    limits: float = 1.0  # multiplies every rate limit
    sockets: int = 100  # per address
    connections: int = 300  # per address, WebSockets excluded
    request_seconds: float = 10.0  # timeout for receiving a whole request
    # Maximum number of classes, and how long a class may last.
    classes: int = 100
    class_hours: float = 12.0
    # 1: log no addresses, accept no free text, delete old games, and allow a whole school behind one address.
    school: int = 0
    # Days until games are deleted, 0 for never: open games without an opponent, finished games, and games
    # without an event.
    open_days: float = 7.0
    finished_days: float = 0.0
    idle_days: float = 0.0
    archive: str = ""  # a folder for the records of deleted finished games
    claim_seconds: float = 60.0  # waiting time before a claimed win, while the opponent is away
    # The secret key for pseudonyms of addresses; random at each start if empty.
    key: str = ""
    # Maximum number of cached games without open sockets.
    kept: int = 5000
    # Processes for verdicts and computer moves; if there are several, one is reserved for quick computer
    # moves.
    solvers: int = 2
    solver_seconds: float = 5.0

    @classmethod
    def from_environment(cls) -> ServerSettings:
        """The defaults, overridden by environment variables."""
        chosen: dict[str, str | int | float] = {}
        for field in fields(cls):
            name = PREFIX + field.name.upper()
            if (text := os.environ.get(name)) is not None:
                try:
                    kind: Callable[[str], str | int | float] = type(getattr(cls(), field.name))
                    chosen[field.name] = kind(text)
                except ValueError:
                    raise bad_option(name, text, "give a number.") from None
        settings = cls(**chosen)  # type: ignore[arg-type]
        return settings.for_school() if settings.school else settings

    def for_school(self) -> ServerSettings:
        """These settings with the minimum values for a school."""
        days = {name: most for name, most in SCHOOL_DAYS.items() if PREFIX + name.upper() not in os.environ}
        least = {name: max(getattr(self, name), least) for name, least in SCHOOL.items()}
        return replace(self, **least, **days)  # type: ignore[arg-type]

    def rate(self, usual: Rate) -> tuple[float, float]:
        """The rate limit on this server: actions per second, and the burst size."""
        least = usual.school if self.school else (0.0, 0.0)
        return self.limits * max(usual.per_second, least[0]), self.limits * max(usual.burst, least[1])

    def oldest_open(self, now: float) -> float:
        """The creation time before which open games have expired."""
        return now - self.open_days * DAY if self.open_days else 0.0

    def to_environment(self) -> dict[str, str]:
        """Environment variables that give other processes the same settings."""
        return {PREFIX + field.name.upper(): str(getattr(self, field.name)) for field in fields(self)}


def checked_root(text: str) -> str:
    """The prefix of all pages without its last slash; raises `OptionError` for one that browsers misread.

    >>> checked_root("/games/"), checked_root("/")
    ('/games', '')
    """
    path = text.removesuffix("/")
    if len(path) <= 200 and not {".", ".."} & {*path.split("/")} and _ROOT.fullmatch(path):
        return path
    raise bad_option(
        "root-path", text, "a prefix looks like /games: letters, digits and . _ ~ - between single slashes."
    )


def unknown_variables() -> list[str]:
    """Variables with our prefix that are not settings; earlier versions had more settings."""
    return sorted(
        {name for name in os.environ if name.startswith(PREFIX)} - {*ServerSettings().to_environment()}
    )


def database_url(text: str) -> str:
    """The URL without the name of a driver; by default a file in the user's data directory.

    Raises `OptionError` for an invalid URL, and for a database in memory, which connections cannot share.
    """
    if not text:
        from outnumber.store.files import data_directory

        directory = data_directory()
        directory.mkdir(parents=True, exist_ok=True)
        return f"{SQLITE}:///{directory / 'server.db'}"
    kind, _, rest = text.partition("://")
    if kind.partition("+")[0] in ("postgresql", "postgres"):
        return f"postgresql://{rest}"
    remedy = Phrase("it begins with sqlite:/// or postgresql://")
    if kind.partition("+")[0] == SQLITE:
        file, _, query = rest.removeprefix("/").partition("?")
        in_memory = file.startswith((":memory:", "file:")) or "memory" in query
        if rest.startswith("/") and file and not in_memory:
            return f"{SQLITE}://{rest}"
        remedy = Phrase("name a file, as in sqlite:///games.db")
    raise bad_option("database", without_password(text), remedy)


def file_of(url: str) -> str:
    """The file of an SQLite database; empty for other databases."""
    return url.removeprefix(f"{SQLITE}:///").partition("?")[0] if url.startswith(SQLITE) else ""


def without_password(url: str) -> str:
    """A URL as it may be printed.

    >>> without_password("postgresql://ada:s3cret@db.example/games?password=x&sslmode=require")
    'postgresql://ada@db.example/games?sslmode=require'
    """
    # The scheme or its slashes may have been forgotten.
    scheme, rest = re.findall(r"(?s)^(\w[\w+.-]*://|postgres(?:ql)?:/?|)(.*)", url)[0]
    rest = re.sub(r"^([^:/@?]*):.*@", r"\1@", rest)
    rest = re.sub(r"(?i)(?<![^?&\s])(password|passfile|sslpassword)\s*=\s*[^&\s]*&?", "", rest)
    return f"{scheme}{rest}".rstrip("?&")
