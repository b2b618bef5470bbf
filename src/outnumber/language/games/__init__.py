"""The texts of each game, one folder per game, found by the name of the game.

A folder's `__init__.py` has the text of the prompt, in a class such as `NumberDuelWords`. Each language has
the rules (`rules.en.txt`) and a guide for teachers (`guide.en.txt`). `art.html` is the drawing for the
server's pages. An added game may bring its own texts.
"""

from __future__ import annotations

from outnumber.games import BUILT_IN, Rules, Voice, part
from outnumber.match.match import Match

from .base import Words


def words_for(match: Match, voice: Voice) -> Words:
    """The words for the current point of a match."""
    return words_of(match.rules)(match, voice)


def words_of(rules: Rules) -> type[Words]:
    """The words of a game."""
    module = part("language.games", rules.name)
    own: type[Words] = getattr(module, f"{BUILT_IN[rules.name]}Words") if module else rules.words or Words
    return own


def text_of(game: type[Rules], kind: str, voice: Voice) -> str | None:
    """The `rules` or the `guide` of a game in a language; None if it has none."""
    from importlib.resources import files  # slow to import, and a prompt needs no pages

    module = part("language.games", game.name)
    page = module and files(module) / f"{kind}.{voice.language}.txt"
    return page.read_text(encoding="utf-8") if page and page.is_file() else None
