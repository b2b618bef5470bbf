"""The rules of each game for players, as text in every language.

A file has its title in the first line, and sections with an empty line between. A line at the margin is the
heading of its section; each other line is a paragraph, however long, after two characters that say for whom:

    two spaces   everybody
    > and space  the command line: flags, and commands to start a game with
    | and space  everybody else, to whom nothing is said about flags

Further spaces set a paragraph in.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import NamedTuple

from outnumber.games.base import Rules
from outnumber.games.sentences import ENGLISH, Voice, mark
from outnumber.language.games import text_of, words_of

WIDTH = 78


def rules_text(
    game: type[Rules], voice: Voice = ENGLISH, *, flags: bool = True, width: int | None = WIDTH
) -> str:
    """How a game is played, with a worked example, in lines of a width; without one, a paragraph a line.

    Without `flags` nothing is said about the command line. An added game has its docstring.
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
    """How a game is played, won and lost, for somebody who has nothing else to read; also how it starts."""
    words = words_of(rules)
    told = [words.in_short(rules, voice)]
    if start:
        told.append(voice.word(words.begins(rules)))
    # Where a 1 can be played it always fits, so that nobody has to pass.
    told.append(voice.word(words.lost(rules, passing=not (start and rules.start().legal & 1 << 1))))
    return " ".join(filter(None, told))


class Line(NamedTuple):
    """A paragraph of the rules."""

    text: str
    # One of a list, in which it is set in.
    listed: bool = False
    # Where it tells a move of a game that is played through, whose and which.
    seat: int = 0
    number: int = 0


class RulesSection(NamedTuple):
    """A part of the rules under its heading."""

    heading: str
    lines: list[Line]


def sections(game: type[Rules], voice: Voice) -> list[RulesSection]:
    """How a game is played, for whoever lays it out in another way than in lines.

    An added game has one section without a heading.
    """
    _, _, text = rules_text(game, voice, flags=False, width=None).partition("\n\n")
    if text_of(game, "rules", voice) is None:
        return [RulesSection("", [Line(" ".join(part.split())) for part in text.split("\n\n")])]
    played = voice.word(mark("Player {seat} plays {number}"))
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
