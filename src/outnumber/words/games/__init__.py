"""What the prompt says in each game, one file a rule book; an added game brings its own, or has none."""

from __future__ import annotations

from importlib import import_module

from outnumber.games.registry import BUILT_IN
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.session.match import Match
from outnumber.words.games.base import Words


def words_for(match: Match, voice: Voice = ENGLISH, *, watching: bool = False) -> Words:
    """What to say at the current point of a match; who only watches is not spoken to as a player."""
    words = _words(match, voice)
    if watching:
        words.address(None)
    return words


def _words(match: Match, voice: Voice) -> Words:
    name = match.rules.name
    if name in BUILT_IN:
        words: Words = import_module(f"outnumber.words.games.{name.replace('-', '_')}").Words(match, voice)
        return words
    own: type[Words] = match.rules.words or Words
    return own(match, voice)
