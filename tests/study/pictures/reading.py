"""Reads pictures: what a browser, a printer and a screen reader would find in them."""

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


class Seen:
    """A well-formed picture, with its texts and tips; raises otherwise."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        self.root = ElementTree.fromstring(svg)  # noqa: S314  # our own text
        assert self.root.tag == f"{SVG}svg"

    @property
    def words(self) -> list[str]:
        return [each.text or "" for each in self.root.iter(f"{SVG}text")]

    @property
    def tips(self) -> list[str]:
        """The tips of groups: the claims of the picture."""
        return [
            each.text or "" for group in self.root.iter(f"{SVG}g") for each in group.findall(f"{SVG}title")
        ]

    def numbers_that(self, claim: str) -> list[int]:
        """The numbers for which the picture makes a claim, such as `wins`."""
        return [int(tip.split()[0]) for tip in self.tips if re.fullmatch(rf"\d+ {claim}", tip)]

    def check(self) -> None:
        """The properties of every picture: a name, a description, a light background, no external
        resources.
        """
        assert self.root.get("role") == "img"
        named = (self.root.get("aria-labelledby") or "").split()
        texts = {each.get("id"): each.text for each in self.root if each.get("id")}
        assert len(named) == 2
        assert all(texts[name] for name in named)
        background = self.root.find(f"{SVG}rect")
        assert background is not None
        assert background.get("fill") == "#ffffff"
        assert not re.search(r"href|@import|<script|<image|url\((?!#)", self.svg)
        self._everything_is_inside()

    def _everything_is_inside(self) -> None:
        width, height = float(self.root.get("width") or 0), float(self.root.get("height") or 0)
        for each in self.root.iter(f"{SVG}text"):
            assert 0 <= float(each.get("x") or 0) <= width
            # Letters are about half as wide as high; rotated words extend upwards.
            wide = (
                0.0
                if each.get("transform")
                else 0.5 * float(each.get("font-size") or 0) * len(each.text or "")
            )
            left = {"middle": wide / 2, "end": wide}.get(each.get("text-anchor") or "", 0.0)
            assert left <= float(each.get("x") or 0) <= width - wide + left, each.text
            assert 0 <= float(each.get("y") or 0) <= height
        for each in self.root.iter(f"{SVG}circle"):
            x, y, r = (float(each.get(name) or 0) for name in ("cx", "cy", "r"))
            assert r <= x <= width - r
            assert r <= y <= height - r
