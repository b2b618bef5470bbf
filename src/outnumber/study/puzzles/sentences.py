"""Sentences for the solver of a puzzle."""

from __future__ import annotations

from outnumber.games import Told, read_sentences

SENTENCES = read_sentences(__file__)


class Remark(Told):
    """A sentence about a puzzle.

    >>> print(Remark("right", move=7))
    Right: 7 is the only move that wins.
    """

    __slots__ = ()

    SENTENCES = SENTENCES
