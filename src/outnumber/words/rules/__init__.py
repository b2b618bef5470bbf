"""The rules of each game for players, as text in every language.

A file has its title in the first line, and sections with an empty line between. A line at the margin is the
heading of its section; each other line is a paragraph, however long, after two characters that say for whom:

    two spaces   everybody
    > and space  the command line: flags, and commands to start a game with
    | and space  everybody else, to whom nothing is said about flags

Further spaces set a paragraph in.
"""

from __future__ import annotations

from importlib.resources import files
from inspect import cleandoc

from outnumber.games.base import Rules
from outnumber.games.sentences import ENGLISH, Voice

WIDTH = 78


def rules_text(
    game: type[Rules], voice: Voice = ENGLISH, *, flags: bool = True, width: int | None = WIDTH
) -> str:
    """How a game is played, with a worked example, in lines of a width; without one, a paragraph a line.

    Without `flags` nothing is said about the command line. An added game has its docstring.
    """
    page = files("outnumber.words.rules") / voice.language / f"{game.name}.txt"
    if not page.is_file():
        return f"{voice.word(game.title)}\n\n{cleandoc(game.__doc__ or game.summary)}\n"
    lines: list[str] = []
    for line in page.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|" if flags else ">"):
            lines += _laid_out(f"  {line[2:]}" if line[:1] in (">", "|") else line, width)
    return "\n".join(lines) + "\n"


def _laid_out(line: str, width: int | None) -> list[str]:
    if width is None or len(line) <= width:
        return [line]
    import textwrap

    margin = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, width, subsequent_indent=margin, break_on_hyphens=False)
