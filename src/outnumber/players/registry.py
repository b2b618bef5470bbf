"""Players by the names used with --p1 and --p2."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from outnumber.games import OptionError, Phrase, Text, closest, read_sentences, shown
from outnumber.match import HUMAN, UNTIMED, Clock, Match
from outnumber.match.loop import Player

if TYPE_CHECKING:
    from .random import BuiltInPlayer

# The default opponent of a new player.
DEFAULT_OPPONENT = "casual"
NAMES = read_sentences(__file__)
COMPUTERS = tuple(name for name in NAMES if name != HUMAN)

# Prefixes of external players; a command line or the name of a model follows.
OUTSIDE: dict[str, Text] = {
    "cmd:": "a program of yours that speaks the line protocol",
    "llm:": "a language model behind an OpenAI-compatible endpoint",
}


def named(spec: str) -> tuple[str, str]:
    """The name that the user chose for a program or a model, or "", and the player without it.

    >>> named("greedy=cmd:python3 bot.py"), named("perfect")
    (('greedy', 'cmd:python3 bot.py'), ('', 'perfect'))
    """
    name, _, plain = spec.partition("=")
    is_name = re.fullmatch(r"[\w.+-]{1,40}", name) and plain.startswith(tuple(OUTSIDE))
    return (name, plain) if is_name else ("", spec)


def outside(spec: str) -> bool:
    """Whether the player is a program or a model. Only the user of this machine may start those."""
    return named(spec)[1].startswith(tuple(OUTSIDE))


def unknown(spec: str, names: Iterable[str]) -> OptionError:
    """The error for an unknown player."""
    return OptionError("unknown-player", text=shown(spec), remedy=closest(spec, list(names)))


def check(spec: str) -> str:
    """The name of a player if it can play; otherwise raises `OptionError` with the remedy."""
    if outside(spec):
        computer(spec).close()
    elif spec not in NAMES:
        raise unknown(spec, [*NAMES, *OUTSIDE])
    return spec


def trusted(match: Match, id: int) -> Match:
    """The match, if continuing it runs only built-in players; otherwise raises `OptionError`.

    A record may come from another person, and a line in it must not start a program here.
    """
    for each in match.participants:
        if outside(each.plays):
            remedy = Phrase("to start it, if you trust it, run outnumber resume {id} --trust.", id=id)
            raise OptionError("untrusted-player", id=id, player=shown(each.plays, 200), remedy=remedy)
    return match


class Computer(Player, Protocol):
    """A player that always returns a number."""

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int: ...


def computer(spec: str) -> Computer:
    """The player with that name, which must not be human; `close` it at the end.

    >>> from outnumber.games.registry import game
    >>> computer("perfect").choose(Match(game("strategy-stacks")).begin().play(6))
    2
    """
    spec = named(str(spec))[1]  # a value that is not text names no player
    # Each is imported when it first plays: the first prompt between two people does not wait for the theory.
    if spec.startswith("cmd:"):
        from .programs.program import ProgramPlayer

        return ProgramPlayer(spec.removeprefix("cmd:"))
    if spec.startswith("llm:"):
        from .models.model import LanguageModel

        return LanguageModel(spec.removeprefix("llm:"))
    if spec not in COMPUTERS:
        raise unknown(spec, [*COMPUTERS, *OUTSIDE])
    return built_in(spec)


def built_in(name: str) -> BuiltInPlayer:
    """One of `COMPUTERS`."""
    if name == "random":
        from .random import RandomPlayer

        return RandomPlayer()
    from outnumber.theory.human_model import LEVELS

    from .levels import LevelPlayer, PerfectPlayer

    return PerfectPlayer() if name == "perfect" else LevelPlayer(LEVELS[name])
