"""What the prompt says in each game, one file a rule book; an added game brings its own, or has none."""

from __future__ import annotations

from importlib import import_module

from outnumber.games.base import Rules
from outnumber.games.registry import BUILT_IN
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.language.games.base import Words
from outnumber.match.match import Match


def words_for(match: Match, voice: Voice = ENGLISH) -> Words:
    """What to say at the current point of a match."""
    return words_of(match.rules)(match, voice)


def words_of(rules: Rules) -> type[Words]:
    """The words of a game."""
    own: type[Words] = rules.words or Words
    if rules.name in BUILT_IN:
        module = import_module(f"outnumber.language.games.{rules.name.replace('-', '_')}")
        own = getattr(module, f"{rules.name.title().replace('-', '')}Words")
    return own
