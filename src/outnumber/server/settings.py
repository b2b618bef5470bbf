"""What an operator can set: by the command line, and by variables such as OUTNUMBER_WEB_SOCKETS=1000."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from outnumber.games.errors import OptionError, shown
from outnumber.games.sentences import Phrase

PREFIX = "OUTNUMBER_WEB_"
SQLITE = "sqlite"
# Nothing that a client sends may be larger.
LARGEST_MESSAGE = 4096
DAY = 86_400
# The least that a server for a school allows of these.
SCHOOL = {"school": 1, "sockets": 1000, "connections": 3000}


class Rate(NamedTuple):
    """A rate limit: a number of actions per second, and how many at once; at least `school` for a school."""

    per_second: float
    burst: float
    school: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server process."""

    database: str = ""  # a URL; empty: SQLite in the user's data directory
    database_seconds: float = 5.0  # timeout of a query
    # How others reach the server, for links that are made on its own machine; empty where they cannot.
    address: str = ""
    # Files for HTTPS; a key may be in the file of its certificate.
    certificate: str = ""
    certificate_key: str = ""
    # The largest range or target and the most rounds that visitors may choose.
    range: int = 1000
    rounds: int = 99
    limits: float = 1.0  # a factor for every rate limit
    sockets: int = 100  # of one address
    connections: int = 300  # of one address, besides sockets
    request_seconds: float = 10.0  # for a request to come, from its first byte to its last
    # Classes: how many at once, and for how long.
    classes: int = 100
    class_hours: float = 12.0
    # 1: log no addresses, take no names from players, and allow a whole school behind one address.
    school: int = 0
    # How many days games are kept, 0 for ever: open ones that nobody came to, and finished ones.
    open_days: float = 7.0
    finished_days: float = 0.0
    archive: str = ""  # a folder for the records of finished games that are deleted
    claim_seconds: float = 60.0  # until a player can claim the win if the opponent is away
    # Makers of games are known again by what this makes of their addresses; made up at each start where it is
    # empty.
    key: str = ""
    # Games kept in memory while nobody looks at them.
    kept: int = 5000
    # Processes for verdicts and computer players: of several, one only finds computers' moves that take
    # little time.
    solvers: int = 2
    solver_seconds: float = 5.0

    @classmethod
    def from_environment(cls) -> ServerSettings:
        """The defaults, changed by what the environment says."""
        chosen: dict[str, str | int | float] = {}
        for field in fields(cls):
            name = PREFIX + field.name.upper()
            if (text := os.environ.get(name)) is not None:
                try:
                    kind: Callable[[str], str | int | float] = type(getattr(cls(), field.name))
                    chosen[field.name] = kind(text)
                except ValueError:
                    remedy = Phrase("give a number.")
                    raise OptionError("bad-option", option=name, text=shown(text), remedy=remedy) from None
        settings = cls(**chosen)  # type: ignore[arg-type]
        return settings.for_school() if settings.school else settings

    def for_school(self) -> ServerSettings:
        """The same for a whole school behind one address, whose addresses nobody writes down."""
        return replace(self, **{name: max(getattr(self, name), least) for name, least in SCHOOL.items()})

    def rate(self, usual: Rate) -> tuple[float, float]:
        """The rate limit on this server: per second, and at once."""
        least = usual.school if self.school else (0.0, 0.0)
        return self.limits * max(usual.per_second, least[0]), self.limits * max(usual.burst, least[1])

    def oldest_open(self, now: float) -> float:
        """When the oldest open game that somebody can still come to was made."""
        return now - self.open_days * DAY if self.open_days else 0.0

    def end_of_open(self, created: float) -> float | None:
        """Until when somebody can come to an open game; None for ever."""
        return created + self.open_days * DAY if self.open_days else None

    def to_environment(self) -> dict[str, str]:
        """Variables from which other processes get the same settings."""
        return {PREFIX + field.name.upper(): str(getattr(self, field.name)) for field in fields(self)}


def unknown_variables() -> list[str]:
    """Variables that look like settings, but are none: earlier versions had more."""
    return sorted(
        {name for name in os.environ if name.startswith(PREFIX)} - {*ServerSettings().to_environment()}
    )


def database_url(text: str) -> str:
    """The URL without the name of a driver; by default a file in the user's data directory.

    Raises `OptionError` for one that names no database, or one in memory, where each connection has its own.
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
    raise OptionError("bad-option", option="database", text=shown(text), remedy=remedy)


def file_of(url: str) -> str:
    """The file of an SQLite database; nothing for a database of another kind."""
    return url.removeprefix(f"{SQLITE}:///").partition("?")[0] if url.startswith(SQLITE) else ""
