"""What people read about each game, one folder each, found by the name of the game.

`__init__.py` of a folder has what the prompt says, a class such as `NumberDuelWords`. For each language there
are the rules (`rules.en.txt`) and a guide for teachers (`guide.en.txt`). `art.html` is the drawing on pages
of a server. An added game brings words of its own, or has none.
"""

from __future__ import annotations

from outnumber.games.base import Rules
from outnumber.games.registry import BUILT_IN, part
from outnumber.games.sentences import Voice
from outnumber.language.games.base import Words
from outnumber.match.match import Match


def words_for(match: Match, voice: Voice) -> Words:
    """What to say at the current point of a match."""
    return words_of(match.rules)(match, voice)


def words_of(rules: Rules) -> type[Words]:
    """The words of a game."""
    module = part("language.games", rules.name)
    own: type[Words] = getattr(module, f"{BUILT_IN[rules.name]}Words") if module else rules.words or Words
    return own


def text_of(game: type[Rules], kind: str, voice: Voice) -> str | None:
    """The `rules` or the `guide` of a game in a language; None where it has none."""
    from importlib.resources import files  # slow, and a prompt needs no pages

    module = part("language.games", game.name)
    page = module and files(module) / f"{kind}.{voice.language}.txt"
    return page.read_text(encoding="utf-8") if page and page.is_file() else None
