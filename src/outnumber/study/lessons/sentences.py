"""The sentences of the lessons, by code; those used in only one lesson are in its `lesson.json`."""

from __future__ import annotations

from outnumber.games import BUILT_IN, Told, read_sentences

from .lesson import content

SENTENCES = read_sentences(__file__)
for _game in BUILT_IN:
    SENTENCES |= content(_game).get("sentences", {})


class Teaching(Told):
    """A sentence of a lesson.

    >>> print(Teaching("again"))
    A move wins here. Look again.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
