"""Players by the name typed after --p1 and --p2."""

from __future__ import annotations

from outnumber.games.errors import OptionError, closest, shown
from outnumber.session.loop import Player

HUMAN = "human"
NAMES = {
    HUMAN: "somebody at this terminal",
    "random": "any legal number, each as likely as the next",
}


def check(spec: str) -> str:
    """The name of a player if there is one; raises `OptionError` with the remedy otherwise."""
    if spec not in NAMES:
        raise OptionError("unknown-player", text=shown(spec), remedy=closest(spec, list(NAMES)))
    return spec


def computer(spec: str) -> Player:
    """The player with that name, which must not be human."""
    check(spec)
    from outnumber.players.random import RandomPlayer  # random numbers are not free to load

    return RandomPlayer()
