"""The page is self-contained, well-formed and accessible."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from outnumber.agents.arena.report import report
from outnumber.agents.arena.report.page import page
from outnumber.games.sentences import ENGLISH
from tests.agents.arena.lines import SIX, arena, plan, round_robin
from tests.agents.arena.report.test_report import HOSTILE, LEVELS, SIZES

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Reader(HTMLParser):
    """Checks that all elements are closed, and collects what a browser would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.tags if "id" in attributes]


def plots(text: str) -> Iterator[ElementTree.Element]:
    for svg in re.findall(r'<svg class="plot".*?</svg>', text, re.DOTALL):
        yield ElementTree.fromstring(svg)  # noqa: S314  # our own text


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> str:
    return sample_in(tmp_path_factory.mktemp("sample"))


def sample_in(directory: Path) -> str:
    """The page of an arena with every section, written to a directory."""
    lines = round_robin(LEVELS, SIZES, rounds=2)
    return page(report(arena(directory, lines, (), plan(LEVELS, SIZES, rounds=2)), voice=ENGLISH))


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    swap = {"A": HOSTILE, "B": "llm:\"><img src=x onerror='alert(1)'>", "C": "C"}
    lines = [{**each, "players": [swap[name] for name in each["players"]]} for each in SIX]
    return page(report(arena(tmp_path, lines), voice=ENGLISH))


def test_the_page_is_well_formed_and_its_ids_are_unique(sample: str, hostile: str) -> None:
    for text in (sample, hostile):
        ids = Reader(text).ids()
        assert len(ids) == len(set(ids))


def test_the_page_loads_nothing(sample: str, hostile: str) -> None:
    assert not re.search(r"https?:", sample)
    for text in (sample, hostile):
        for tag, attributes in Reader(text).tags:
            assert tag not in ("script", "link", "img", "iframe", "object", "image", "use")
            assert not [name for name in attributes if name.startswith("on") or name in ("src", "srcdoc")]
            assert (attributes.get("href") or "#").startswith("#")
        assert not re.search(r"url\(|@import|@font-face", text)


def test_player_names_remain_text(hostile: str) -> None:
    assert "&lt;script&gt;" in hostile
    assert "<img" not in hostile
    assert hostile.encode()  # no half of a character


def test_each_plot_has_a_name_and_a_description_and_stays_inside_its_frame(sample: str) -> None:
    found = list(plots(sample))
    # Wins, ratings, head to head, blunders, and two small ones for each player.
    assert len(found) == 4 + 2 * len(LEVELS)
    for svg in found:
        texts = {each.get("id"): each.text for each in svg}
        named = (svg.get("aria-labelledby") or "").split()
        assert svg.get("role") == "img"
        assert len(named) == 2
        assert all(texts[name] for name in named)
        _, _, width, height = map(float, (svg.get("viewBox") or "").split())
        for each in svg.iter():
            for name, most in (("x", width), ("cx", width), ("x2", width), ("y", height), ("cy", height)):
                assert -1 <= float(each.get(name) or 0) <= most + 1


def test_plots_show_the_figures_of_the_tables(tmp_path: Path) -> None:
    wins, ratings, pairs, *panels = plots(page(report(arena(tmp_path, SIX), voice=ENGLISH)))
    tips = [each.text for each in wins.iter("title")]
    assert "A as Player 1: won 1 of 2" in tips
    assert "A as Player 2: won 2 of 2" in tips
    # Round for Player 1, square for Player 2: distinguishable without colour.
    assert len(wins.findall(".//circle")) == len(wins.findall(".//rect")) == 3
    assert len(ratings.findall(".//circle")) == 3
    assert "A won 2 of 2 against B" in [each.text for each in pairs.iter("title")]
    tips = [each.text for panel in panels for each in panel.iter("title")]
    assert "A, under 1/16: 1 of 1 chances thrown away, 95.0% by luck" in tips


def test_an_empty_arena_has_a_page(tmp_path: Path) -> None:
    Reader(page(report(arena(tmp_path, [], planned=plan("AB")), voice=ENGLISH)))
