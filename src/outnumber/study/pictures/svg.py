"""Builds a picture: shapes in, SVG text out.

Colours and shapes are those of the web pages: blue and round for Player 1, orange and square for Player 2.
No picture depends on colours: everything also differs by shape, line or label, so a black-and-white print has
the same information.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partialmethod
from math import cos, pi, sin
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from outnumber.games import Voice, strip_control_characters

INK = "#1c2230"
PAPER = "#ffffff"
SOFT = "#565c6b"
FAINT = "#d5ccba"
SHADE = "#efe9dc"
GREEN = "#0b6b4d"
BLUE = "#1f5fa8"
ORANGE = "#b4540a"
VERMILLION = "#d55e00"
WASH = "#dff2e9"
RED = "#a8281f"
STRONG = "#7d7460"
EDGE = "#bfb49d"
BLUE_EDGE = "#143f71"
ORANGE_EDGE = "#7a3805"
# The same colours in the style sheet of the pages, which has others for dark mode.
_ON_PAGES = {
    INK: "ink", PAPER: "card", SOFT: "soft", FAINT: "line", SHADE: "sunk", GREEN: "win", WASH: "win-wash",
    RED: "lose", STRONG: "strong", EDGE: "edge", BLUE: "one", BLUE_EDGE: "one-edge", ORANGE: "two",
    ORANGE_EDGE: "two-edge",
}  # fmt: skip

_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_TITLE_FONT = "Georgia, 'DejaVu Serif', serif"


def for_page(svg: str) -> str:
    """A picture in the colours of the page that contains it; elsewhere it looks the same as before.

    >>> for_page('<rect fill="#ffffff"/>')
    '<rect fill="var(--card, #ffffff)"/>'
    """
    return re.sub('"(#[0-9a-f]{6})"', _for_page, svg)


def _for_page(found: re.Match[str]) -> str:
    name = _ON_PAGES.get(found[1])
    return f'"var(--{name}, {found[1]})"' if name else found[0]


def plain(value: object) -> str:
    """A number in its shortest form, anything else as text."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


class Picture:
    """A drawing surface with a light background; set `height` at any time before `svg`."""

    height = 0.0

    def __init__(self, width: float, title: str, description: str, voice: Voice) -> None:
        self.voice, self.say = voice, voice.say
        self.width = width
        self.title = title
        self.description = description
        self._definitions: dict[str, str] = {}
        self._parts: list[str] = []

    def add(self, tag: str, words: str | None = None, /, **attributes: object) -> None:
        """Add an element; an underscore in an attribute name stands for a dash."""
        self._parts.append(_element(tag, words, attributes))

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"stroke": INK, **style})

    def rect(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, **{"fill": "none", "stroke": INK, **style})

    def circle(self, x: float, y: float, r: float, **style: object) -> None:
        self.add("circle", cx=x, cy=y, r=r, **{"fill": PAPER, "stroke": INK, **style})

    def path(self, d: str, **style: object) -> None:
        self.add("path", d=d, **{"fill": "none", "stroke": INK, **style})

    def polygon(self, points: Sequence[tuple[float, float]], **style: object) -> None:
        pairs = " ".join(f"{plain(float(x))},{plain(float(y))}" for x, y in points)
        self.add("polygon", points=pairs, **{"fill": INK, **style})

    def star(self, x: float, y: float, r: float, **style: object) -> None:
        """A five-pointed star: the mark of a winning move."""
        tips = [(r if tip % 2 == 0 else r * 0.42, pi * tip / 5) for tip in range(10)]
        self.polygon([(x + far * sin(angle), y - far * cos(angle)) for far, angle in tips], **style)

    def cross(self, x: float, y: float, r: float, **style: object) -> None:
        """An x: the mark of a mistake."""
        style = {"stroke": INK, "stroke_width": 3, "stroke_linecap": "round", **style}
        self.path(
            f"M{plain(x - r)} {plain(y - r)}l{plain(2 * r)} {plain(2 * r)}m0 {plain(-2 * r)}"
            f"l{plain(-2 * r)} {plain(2 * r)}",
            **style,
        )

    def text(
        self,
        x: float,
        y: float,
        words: object,
        size: float = 14,
        *,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
        halo: bool = False,
    ) -> None:
        style: dict[str, object] = {"font_size": size, "fill": fill}
        if halo:
            # A background behind the letters, so that lines behind them do not interfere.
            style |= {"stroke": PAPER, "stroke_width": 4, "paint_order": "stroke"}
        if anchor != "start":
            style["text_anchor"] = anchor
        if bold:
            style["font_weight"] = "bold"
        self.add("text", str(words), x=x, y=y, **style)

    def heading(self, words: str) -> None:
        """The title of the picture."""
        style = {"font_size": 22, "font_weight": "bold", "font_family": _TITLE_FONT, "fill": INK}
        self.add("text", words, x=16, y=40, **style, **{"class": "title"})

    centred = partialmethod(text, anchor="middle")

    def paragraph(
        self,
        x: float,
        y: float,
        words: str,
        width: float,
        size: float = 14,
        *,
        bold: bool = False,
        **style: Any,
    ) -> float:
        """Draw text over as many lines as it needs, and return the position of the next line."""
        # Bold letters are wider.
        for line in wrapped(words, width / 1.2 if bold else width, size):
            self.text(x, y, line, size, bold=bold, **style)
            y += size * 1.4
        return y

    @contextmanager
    def group(self, tip: str = "", **attributes: object) -> Iterator[None]:
        """Group everything drawn inside the block; `tip` is the tooltip in browsers."""
        self._parts.append(_opening("g", attributes) + ">")
        if tip:
            self.add("title", tip)
        yield
        self._parts.append("</g>")

    def hatch(self, name: str, colour: str, angle: int, gap: float = 6) -> str:
        """A fill of slanted lines."""
        stripe = _element(
            "line", None, {"x1": 0, "y1": 0, "x2": 0, "y2": gap, "stroke": colour, "stroke-width": 1.6}
        )
        self._definitions[name] = (
            f'<pattern id="{name}" width="{plain(gap)}" height="{plain(gap)}" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate({angle})">{stripe}</pattern>'
        )
        return f"url(#{name})"

    def svg(self) -> str:
        """The whole picture, ready for a file."""
        width, height = plain(float(self.width)), plain(float(self.height))
        definitions = f"<defs>{''.join(self._definitions.values())}</defs>" if self._definitions else ""
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" role="img" aria-labelledby="title description" '
                f"font-family={quoteattr(_FONT)}>",
                f'<title id="title">{escape(_clean(self.title))}</title>',
                f'<desc id="description">{escape(_clean(self.description))}</desc>',
                definitions + f'<rect width="100%" height="100%" fill="{PAPER}"/>',
                *self._parts,
                "</svg>\n",
            ]
        )


def _opening(tag: str, attributes: dict[str, object]) -> str:
    return f"<{tag}" + "".join(
        f" {name.replace('_', '-')}={_quoted(value)}" for name, value in attributes.items()
    )


def _quoted(value: object) -> str:
    if isinstance(value, int | float):
        return f'"{plain(value)}"'
    return quoteattr(_clean(str(value)))


def _clean(words: str) -> str:
    """The text without control characters, which XML does not allow: a name may contain some."""
    return strip_control_characters(words, "\ufffd")


def _element(tag: str, words: str | None, attributes: dict[str, object]) -> str:
    opening = _opening(tag, attributes)
    return f"{opening}/>" if words is None else f"{opening}>{escape(_clean(words))}</{tag}>"


def wrapped(words: str, width: float, size: float) -> list[str]:
    """Text wrapped to a width, with a reserve for wide letters."""
    return textwrap.wrap(words, max(10, int(width / (size * 0.53)))) or [""]


def round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50, … that is at least this: the distance between the marks of a
    scale.
    """
    steps = (base * 10**power for power in range(8) for base in (1, 2, 5))
    return next(int(step) for step in steps if step >= least)
