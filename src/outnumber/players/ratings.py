"""How strong the named players are, as an arena has measured it; `benchmarks/levels.py` writes the file."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import NamedTuple

FILE = "ratings.json"


class Measured(NamedTuple):
    """What an arena found of a player in one game."""

    # As in a report of the arena: the average of all is 25, and a lead of 6.5 means 3 games in 4.
    rating: float
    # One standard deviation of it.
    sigma: float
    # The share of its games that it won, and of the wins it held that it threw away.
    won: float
    thrown: float


class Published(NamedTuple):
    """The run that measured them, and its figures by game and by player."""

    command: str
    date: str
    # How many games were played in all.
    played: int
    games: dict[str, dict[str, Measured]]


def published() -> Published:
    """The figures that come with this version."""
    told = json.loads(files("outnumber.players").joinpath(FILE).read_text(encoding="utf-8"))
    games = {
        game: {player: Measured(**found) for player, found in players.items()}
        for game, players in told["games"].items()
    }
    return Published(told["command"], told["date"], told["played"], games)
