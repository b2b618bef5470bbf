"""The ratings of the named players, as measured by an arena; `benchmarks/levels.py` writes the file."""

from __future__ import annotations

from importlib.resources import files

import msgspec

FILE = "ratings.json"


class Measured(msgspec.Struct):
    """An arena's results for a player in one game."""

    # As in an arena's report: the average of all is 25, and a lead of 6.5 means 3 wins in 4 games.
    rating: float
    # Its standard error.
    sigma: float
    # The share of games won, and the share of winning chances thrown away.
    won: float
    thrown: float


class Published(msgspec.Struct):
    """The measuring run, and its results by game and player."""

    command: str
    date: str
    # Total number of games.
    played: int
    games: dict[str, dict[str, Measured]]


def published() -> Published:
    """The results included in this version."""
    return msgspec.json.decode(files("outnumber.players").joinpath(FILE).read_bytes(), type=Published)
