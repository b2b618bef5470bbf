"""Finds English text on pages in another language."""

from __future__ import annotations

from html.parser import HTMLParser

from tests.english import English

__all__ = ["English", "texts_in"]

# Visible or spoken attributes of an element.
ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")


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
    """Every piece of text in HTML or SVG, including attributes."""
    parser = _Texts()
    parser.feed(markup)
    return parser.found
