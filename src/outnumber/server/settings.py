"""What can be set: by the command line, and by variables such as OUTNUMBER_WEB_SOCKETS=1000."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from outnumber.games.errors import OptionError, shown
from outnumber.games.sentences import Phrase

PREFIX = "OUTNUMBER_WEB_"
SQLITE = "sqlite"
# Nothing that a client sends may be larger.
LARGEST_MESSAGE = 4096
DAY = 86_400


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server process."""

    database: str = ""  # a URL; empty: SQLite in the user's data directory
    database_seconds: float = 5.0  # for whatever is asked of the database
    # How others reach the server, for links that are made on its own machine; empty where they cannot.
    address: str = ""
    # Files for HTTPS; a key may be in the file of its certificate.
    certificate: str = ""
    certificate_key: str = ""
    # What visitors may ask for.
    range: int = 1000
    rounds: int = 99
    events: int = 20_000  # of one game
    # How fast: a second, and in one go.
    messages: float = 20.0
    messages_burst: float = 40.0
    requests: float = 50.0
    requests_burst: float = 200.0
    creations: float = 5.0
    creations_burst: float = 50.0
    codes: float = 2.0  # for links, to be read by a camera
    codes_burst: float = 20.0
    checks: float = 10.0  # of /healthz and /metrics
    checks_burst: float = 50.0
    frames: float = 1000.0  # over all sockets of one address: messages, pings and whatever else there is
    frames_burst: float = 1000.0
    openings: float = 50.0  # of connections and sockets, by one address
    openings_burst: float = 400.0
    sockets: int = 100  # of one address
    connections: int = 300  # of one address, besides sockets
    request_seconds: float = 10.0  # for a request to come, from its first byte to its last
    # Classes: how many at once, for how long, and how often an address may open one or enter a wrong code.
    classes: int = 100
    class_share: int = 20  # of one address
    class_hours: float = 12.0
    class_makes: float = 0.02
    class_makes_burst: float = 10.0
    guesses: float = 0.2
    guesses_burst: float = 60.0
    # What one class may ask for, beside what its address may.
    class_requests: float = 100.0
    class_requests_burst: float = 1000.0
    class_sockets: int = 200
    # 1: log no addresses, take no names from players, and allow a whole school behind one address.
    school: int = 0
    # How many days games are kept, 0 for ever: open ones that nobody came to, and finished ones.
    open_days: float = 7.0
    finished_days: float = 0.0
    archive: str = ""  # a folder for the records of finished ones that go
    # Seconds until an open game is listed no more whose maker is away, and until a win can be had of a player
    # who is.
    away_seconds: float = 60.0
    claim_seconds: float = 60.0
    # Makers of games are known again by what this makes of their addresses; made up at each start where it is
    # empty.
    key: str = ""
    # Games kept in memory while nobody looks at them.
    kept: int = 5000
    # Verdicts and computer players.
    solvers: int = 2  # of several, one has nothing but computers' moves that are quickly found
    solver_seconds: float = 5.0
    solver_queue: int = 64
    # How many of these one address may have waiting.
    solver_share: int = 8

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
        least = {
            "school": 1, "requests": 500.0, "requests_burst": 5000.0, "openings": 500.0, "frames": 10_000.0,
            "openings_burst": 5000.0, "connections": 3000, "sockets": 1000, "creations_burst": 500.0,
            "codes_burst": 100.0, "class_makes_burst": 50.0, "guesses_burst": 200.0, "solver_share": 64,
            "class_share": self.classes,
        }  # fmt: skip
        return replace(self, **{name: max(getattr(self, name), value) for name, value in least.items()})

    def oldest_open(self, now: float) -> float:
        """When the oldest open game that somebody can still come to was made."""
        return now - self.open_days * DAY if self.open_days else 0.0

    def end_of_open(self, created: float) -> float | None:
        """Until when somebody can come to an open game; None for ever."""
        return created + self.open_days * DAY if self.open_days else None

    def to_environment(self) -> dict[str, str]:
        """Variables from which other processes get the same settings."""
        return {PREFIX + field.name.upper(): str(getattr(self, field.name)) for field in fields(self)}


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
