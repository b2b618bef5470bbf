"""Names of players and games for reports: one line, short, unique.

Player specifications are untrusted text of any length, with any characters.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

from outnumber.games.errors import JOINERS, OptionError, strip_control_characters
from outnumber.games.options import chosen
from outnumber.games.registry import title as title_of
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.match.record import read_game
from outnumber.players.registry import COMPUTERS, named

SHORT = 20
LONG = 300


def printable(text: str) -> str:
    """Replace control characters and collapse white space."""
    return strip_control_characters(" ".join(text.split()), "\ufffd").strip(JOINERS)


def cut(text: str, most: int) -> str:
    """Shorten text to `most` characters by cutting the middle: command lines differ at their ends.

    >>> cut("cmd:python3 -m bots.greedy --seed 12", 20)
    'cmd:python3…-seed 12'
    """
    if len(text) <= most:
        return text
    tail = most * 2 // 5
    return f"{text[: most - tail - 1]}…{text[len(text) - tail :]}"


def display_name(spec: str, voice: Voice) -> str:
    """The name of a player: translated for built-in players, chosen or as typed for all others."""
    return printable(voice.word(spec) if spec in COMPUTERS else named(spec)[0] or spec) or "?"


def labels(specs: Iterable[str], voice: Voice = ENGLISH) -> dict[str, str]:
    """A short, unique name for each player.

    >>> list(labels(["my=llm:x", "llm:" + "x" * 20 + "a" * 9, "llm:" + "x" * 21 + "a" * 9]).values())
    ['my', 'llm:xxxxxxx…aaaaaaaa', 'llm:xxxxxx…aaaaaa #2']
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for spec in specs:
        plain = display_name(spec, voice)
        label, number = cut(plain, SHORT), 1
        while label in taken:
            number += 1
            mark = f" #{number}"
            label = cut(plain, SHORT - len(mark)) + mark
        taken.add(label)
        found[spec] = label
    return found


@lru_cache
def game_title(name: str, voice: Voice) -> str:
    """The title of a game, given its name in the results; the game need not be installed."""
    return cut(printable(voice.word(title_of(name))), 2 * SHORT)


@lru_cache
def size_title(size: str, voice: Voice = ENGLISH) -> str:
    """A game with its options, in words; the raw text of the results if the game is not installed.

    >>> size_title("strategy-stacks range=9 opening=any"), size_title("unknown-game range=9")
    ('Strategy Stacks, 1 to 9', 'unknown-game, range=9')
    """
    name, _, options = size.partition(" ")
    with suppress(OptionError):
        options = chosen(read_game(size), voice) if options else ""
    title = game_title(name, voice)
    return f"{title}, {cut(printable(options), 60)}" if options else title
