"""A page for teachers about each game, in every language.

A file has sections separated by empty lines: a heading, and then one paragraph per line. Lines that begin
with `- ` are a list. A line such as `= range=9: 4 5 > 3` is an example: options, a colon, the moves so far,
and after `>` the winning moves, or `none`. It is shown as a sentence, and the tests prove it.
"""

from __future__ import annotations

from typing import NamedTuple

from outnumber.games import BUILT_IN, OptionError, Phrase, Rules, Voice, chosen, closest, find

from .games import text_of

EXAMPLE = "= "


class Example(NamedTuple):
    """A position, and its winning moves."""

    options: dict[str, str]
    moves: tuple[int, ...]
    winning: tuple[int, ...]


class GuideSection(NamedTuple):
    """A part of a guide under its heading."""

    heading: str
    lines: list[str]
    listed: bool


def guide(game: type[Rules], voice: Voice) -> list[GuideSection]:
    """The guide of a game; raises `OptionError` if it has none."""
    found = []
    for part in _text(game, voice).strip().split("\n\n"):
        heading, *lines = part.splitlines()
        listed = all(line.startswith(("- ", EXAMPLE)) for line in lines)
        found.append(GuideSection(heading, [_told(game, line, voice) for line in lines], listed))
    return found


def examples(game: type[Rules], voice: Voice) -> list[Example]:
    """The positions in the guide of a game."""
    return [read(line) for line in _text(game, voice).splitlines() if line.startswith(EXAMPLE)]


def _text(game: type[Rules], voice: Voice) -> str:
    text = text_of(game, "guide", voice)
    if text is None:
        remedy = closest("", [name for name in BUILT_IN if text_of(find(name), "guide", voice)])
        raise OptionError("bad-option", option=Phrase("guide"), text=repr(game.name), remedy=remedy)
    return text


def read(line: str) -> Example:
    """Parse an example line of a guide.

    >>> read("= range=9: 4 8 > 5 6 7")
    Example(options={'range': '9'}, moves=(4, 8), winning=(5, 6, 7))
    """
    options, _, rest = line.removeprefix(EXAMPLE).partition(":")
    moves, _, winning = rest.partition(">")
    return Example(
        {name: value for name, _, value in (each.partition("=") for each in options.split())},
        tuple(map(int, moves.split())),
        tuple(int(each) for each in winning.split() if each != "none"),
    )


def _told(game: type[Rules], line: str, voice: Voice) -> str:
    if not line.startswith(EXAMPLE):
        return line.removeprefix("- ")
    example = read(line)
    board = chosen(game(**example.options), voice)
    if not example.moves:
        before = voice.say("{board}, at the start", board=board)
    else:
        before = voice.say("{board}, after {moves}", board=board, moves=", ".join(map(str, example.moves)))
    if not example.winning:
        return voice.say("{before}: nothing wins.", before=before)
    if len(example.winning) == 1:
        return voice.say("{before}: only {move} wins.", before=before, move=example.winning[0])
    return voice.say("{before}: {moves:and} win.", before=before, moves=example.winning)
