"""Names of players and games as a report shows them: on one line, short, and no two the same.

Specifications of players are text from anywhere, with any length and any characters.
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
from outnumber.players.registry import COMPUTERS

SHORT = 20
LONG = 300


def printable(text: str) -> str:
    """Without anything that does not print, such as control characters, and the spaces put in order."""
    return strip_control_characters(" ".join(text.split()), "\ufffd").strip(JOINERS)


def cut(text: str, most: int) -> str:
    """The text cut to `most` characters in the middle, because command lines differ at their ends.

    >>> cut("cmd:python3 -m bots.greedy --seed 12", 20)
    'cmd:python3…-seed 12'
    """
    if len(text) <= most:
        return text
    tail = most * 2 // 5
    return f"{text[: most - tail - 1]}…{text[len(text) - tail :]}"


def display_name(spec: str, voice: Voice = ENGLISH) -> str:
    """What a player is called: our own in the language of the report, others as they were typed."""
    return printable(voice.word(spec) if spec in COMPUTERS else spec) or "?"


def labels(specs: Iterable[str], voice: Voice = ENGLISH) -> dict[str, str]:
    """A short name for each, all different.

    >>> list(labels(["perfect", "llm:" + "x" * 20 + "a" * 9, "llm:" + "x" * 21 + "a" * 9]).values())
    ['perfect', 'llm:xxxxxxx…aaaaaaaa', 'llm:xxxxxx…aaaaaa #2']
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
def game_title(name: str, voice: Voice = ENGLISH) -> str:
    """What a game is display_name, by its name in the results; the game may not be installed here."""
    return cut(printable(voice.word(title_of(name))), 2 * SHORT)


@lru_cache
def size_title(size: str, voice: Voice = ENGLISH) -> str:
    """A game with its options for people; where it cannot be made here, as the results have them.

    >>> size_title("strategy-stacks range=9 opening=any"), size_title("somebody-elses range=9")
    ('Strategy Stacks, 1 to 9', 'somebody-elses, range=9')
    """
    name, _, options = size.partition(" ")
    with suppress(OptionError):
        options = chosen(read_game(size), voice) if options else ""
    title = game_title(name, voice)
    return f"{title}, {cut(printable(options), 60)}" if options else title
