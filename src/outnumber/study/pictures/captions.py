"""The texts in pictures of positions."""

from __future__ import annotations

from outnumber.games import Told, read_sentences

SENTENCES = read_sentences(__file__)


class Caption(Told):
    """A sentence in a picture about its position."""

    __slots__ = ()

    SENTENCES = SENTENCES
