"""The rules of each game for players, as text in every language."""

from __future__ import annotations

from importlib.resources import files
from inspect import cleandoc

from outnumber.games.base import Rules
from outnumber.games.sentences import ENGLISH, Voice


def rules_text(game: type[Rules], voice: Voice = ENGLISH) -> str:
    """How a game is played, with a worked example; an added game has its docstring."""
    page = files("outnumber.words.rules") / voice.language / f"{game.name}.txt"
    if page.is_file():
        return page.read_text(encoding="utf-8")
    return f"{voice.word(game.title)}\n\n{cleandoc(game.__doc__ or game.summary)}\n"
