"""Finds English on pages that speak another language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser

from tests.make_catalogue import read

# What people read or hear of an element besides its text.
ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
_VALUE = re.compile(r"\{\w+(?::\w+)?\}|%\(\w+\)s")


class English:
    """The English strings of a catalogue, to be looked for where their translations belong."""

    def __init__(self, language: str) -> None:
        self._patterns = []
        for message in read(language):
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            translated = message.string if isinstance(message.string, tuple) else (message.string,)
            for text in ids:
                # A few letters around a value could be anything; some words are the same in both languages.
                if len(re.sub(r"\W", "", _VALUE.sub("", text))) >= 3 and text not in translated:
                    self._patterns.append("[^.]+".join(map(re.escape, _VALUE.split(text))))
        self._whole = re.compile("|".join(f"(?:{pattern})" for pattern in self._patterns))

    def among(self, texts: Iterable[str]) -> set[str]:
        """The texts that are English."""
        return {text for text in texts if self._whole.fullmatch(" ".join(text.split()))}


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.found += [value for name, value in attrs if name in ATTRIBUTES and value]

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.found.append(data.strip())


def texts_in(markup: str) -> list[str]:
    """Every piece of text in HTML or SVG, and what its attributes say."""
    parser = _Texts()
    parser.feed(markup)
    return parser.found
