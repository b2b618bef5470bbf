"""All words of the plain terminal, one file a game; an added game brings its own or has the general ones."""

from __future__ import annotations

from importlib import import_module

from outnumber.games.registry import BUILT_IN
from outnumber.session.match import Match
from outnumber.terminal.words.base import Words


def words_for(match: Match) -> Words:
    """What to say at the current point of a match."""
    name = match.rules.name
    if name in BUILT_IN:
        words: Words = import_module(f"outnumber.terminal.words.{name.replace('-', '_')}").Words(match)
        return words
    own: type[Words] = getattr(match.rules, "words", Words)
    return own(match)
