"""The rules of each game for players, as text in every language.

A file has its title in the first line, and sections separated by empty lines. A line without indentation is
the heading of its section; every other line is a paragraph of any length, after two characters that select
its readers:

    two spaces   all readers
    > and space  the command line: flags, and commands that start a game
    | and space  all other readers, for whom flags have no meaning

Further spaces indent a paragraph.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import NamedTuple

from outnumber.games import ENGLISH, Rules, Voice

from .games import text_of, words_of

WIDTH = 78


def rules_text(
    game: type[Rules], voice: Voice = ENGLISH, *, flags: bool = True, width: int | None = WIDTH
) -> str:
    """How a game is played, with a worked example, wrapped to a width; without a width, one paragraph per
    line.

    Without `flags`, the command line is not mentioned. For an added game, the text is its docstring.
    """
    text = text_of(game, "rules", voice)
    if text is None:
        parts = [game.title, *cleandoc(game.__doc__ or game.summary).split("\n\n")]
        text = "\n\n".join(voice.word(" ".join(part.split())) for part in parts)
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("|" if flags else ">"):
            lines += _laid_out(f"  {line[2:]}" if line[:1] in (">", "|") else line, width)
    return "\n".join(lines) + "\n"


def in_short(rules: Rules, voice: Voice, *, start: bool = False) -> str:
    """How a game starts, is played, won and lost, for a reader who gets no other text."""
    words = words_of(rules)
    told = [words.in_short(rules, voice)]
    if start:
        told.append(voice.word(words.begins(rules)))
    # If token 1 is available, it always fits, so no player has to pass.
    told.append(voice.word(words.lost(rules, passing=not (start and rules.start().legal & 1 << 1))))
    return " ".join(filter(None, told))


class Line(NamedTuple):
    """A paragraph of the rules."""

    text: str
    # Whether it is an indented item of a list.
    listed: bool = False
    # If it describes a move of the worked example: the player and the move.
    seat: int = 0
    number: int = 0


class RulesSection(NamedTuple):
    """A section of the rules with its heading."""

    heading: str
    lines: list[Line]


def sections(game: type[Rules], voice: Voice) -> list[RulesSection]:
    """The rules as sections, for a caller with its own layout.

    An added game has one section without a heading.
    """
    _, _, text = rules_text(game, voice, flags=False, width=None).partition("\n\n")
    if text_of(game, "rules", voice) is None:
        return [RulesSection("", [Line(" ".join(part.split())) for part in text.split("\n\n")])]
    played = voice.word("Player {seat} plays {number}")
    move = re.compile(played.format(seat="([12])", number="([0-9]+)"))
    found: list[RulesSection] = []
    for each in filter(None, text.splitlines()):
        line = each.strip()
        if line == each:
            found.append(RulesSection(line, []))
        elif seen := move.match(line):
            found[-1].lines.append(Line(line, seat=int(seen[1]), number=int(seen[2])))
        else:
            found[-1].lines.append(Line(line, listed=each.startswith("   ")))
    return found


def _laid_out(line: str, width: int | None) -> list[str]:
    if width is None or len(line) <= width:
        return [line]
    import textwrap

    margin = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, width, subsequent_indent=margin, break_on_hyphens=False)
