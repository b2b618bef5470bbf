"""Every sentence that explains a position, by its code: the lines of `sentences.txt`."""

from __future__ import annotations

from outnumber.games import read_sentences

SENTENCES = read_sentences(__file__)
