"""Players by the name typed after --p1 and --p2."""

from __future__ import annotations

from outnumber.games.errors import OptionError, closest, shown
from outnumber.session.loop import Player

HUMAN = "human"
# Whom a newcomer meets where nobody was named.
DEFAULT_OPPONENT = "casual"
NAMES = {
    HUMAN: "somebody at this terminal",
    "random": "any legal number, each as likely as the next",
    "beginner": "sees a win when it is near, and misses many",
    "casual": "sees easy wins",
    "skilled": "sees most wins that are not far away",
    "expert": "seldom misses a win",
    "master": "hardly ever misses a win",
    "perfect": "never misses a win, and resists best when there is none",
}


def check(spec: str) -> str:
    """The name of a player if there is one; raises `OptionError` with the remedy otherwise."""
    if spec not in NAMES:
        raise OptionError("unknown-player", text=shown(spec), remedy=closest(spec, list(NAMES)))
    return spec


def computer(spec: str) -> Player:
    """The player with that name, which must not be human."""
    check(spec)
    # Each is loaded when somebody plays against it: the first prompt of two people does not wait for theory.
    if spec == "random":
        from outnumber.players.random import RandomPlayer

        return RandomPlayer()
    if spec == "perfect":
        from outnumber.players.perfect import PerfectPlayer

        return PerfectPlayer()
    from outnumber.players.levels import LEVELS, LevelPlayer

    return LevelPlayer(LEVELS[spec])
