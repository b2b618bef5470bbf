"""The commands that can be typed at a prompt: in English, and also in the language of the player.

A catalogue has the translation of each command; a command without one keeps its English name.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from outnumber.games import ENGLISH, Voice
from outnumber.games.sentences import Explained

# Other spellings of some commands; yes and no can also be typed as their first letters in a language.
_SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "y": "yes", "n": "no"}
# For keyboards without umlauts.
_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def for_shell(arguments: str) -> str:
    """A command for the shell. If the shell does not find `outnumber`, the command starts with the path that
    was typed to start this program.

    >>> for_shell("resume 1")
    'outnumber resume 1'
    """
    typed = sys.argv[0]
    if Path(typed).stem != "outnumber" or shutil.which("outnumber"):
        typed = "outnumber"
    return f"{typed if os.name == 'nt' else shlex.quote(typed)} {arguments}"


@cache
def columns_of(section: str) -> list[list[str]]:
    """The lines of a section of `help.txt`.

    A line is a sentence; a key or command with its effect; or a key with its label in the footer, its action
    and its effect. A dash stands for an empty column.
    """
    with open(f"{os.path.dirname(__file__)}/help.txt", encoding="utf-8") as file:
        part = file.read().partition(f"# {section}\n")[2].partition("\n\n")[0]
    return [line.split(" | ") for line in part.splitlines()]


def help_for(section: str) -> tuple[Explained, ...]:
    """What the keys of a screen or the commands of a prompt do; a sentence has an empty key."""
    return tuple(
        (columns[0] if len(columns) > 1 else "", columns[-1])
        for columns in columns_of(section)
        if columns[-1] != "-"
    )


# All words that can be typed at a prompt.
COMMANDS = tuple(word for _, word in help_for("commands"))


def footer_of(section: str) -> list[list[str]]:
    """The keys in the footer of a screen: name, label and action."""
    return [columns[:3] for columns in columns_of(section) if len(columns) == 4]


def meant(typed: str, voice: Voice = ENGLISH) -> str:
    """The English command for the input; other input is returned in lower case.

    Every prompt uses this function, so that `?`, `h`, `q`, `exit`, `y` and `n` are the same at all of them.

    >>> meant(" Hint "), meant("?"), meant("q")
    ('hint', 'help', 'quit')
    """
    word = typed.strip().lower()
    if voice is not ENGLISH and word not in COMMANDS:
        initials = {voice.word(each)[0]: each for each in ("yes", "no")}
        word = initials.get(word) or understood(word, {each: voice.word(each) for each in COMMANDS}) or word
    return _SHORT.get(word, word)


def understood(typed: str, called: Mapping[str, str]) -> str | None:
    """The name that the input means, in its command-line form or as shown.

    >>> understood("Groesser", {"greater": "größer", "less": "kleiner"})
    'greater'
    """
    wanted = _plain(typed)
    by_name = (name for name in called if _plain(name) == wanted)
    return next(by_name, None) or next(
        (name for name, word in called.items() if _plain(word) == wanted), None
    )


def _plain(text: str) -> str:
    return "-".join(text.lower().translate(_PLAIN).replace("_", " ").replace("-", " ").split())
