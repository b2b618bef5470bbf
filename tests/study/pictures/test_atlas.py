"""The plot of the atlas."""

import re

import pytest

from outnumber.games.registry import find
from outnumber.study.pictures.atlas import HEIGHT, draw
from outnumber.theory.atlas import atlas
from tests.study.pictures.reading import Seen


def test_every_size_is_described_as_in_the_atlas() -> None:
    entries = atlas(find("strategy-stacks"), {"opening": "even"}, 30)
    picture = Seen(draw(entries, "Strategy Stacks", "range"))
    picture.check()
    for entry in entries[1:]:
        how = f"with {entry.winning_openings} of {entry.openings} opening{'' if entry.openings == 1 else 's'}"
        assert entry.winner
        told = how if entry.winning_openings else "against every opening"
        assert f"range {entry.size}: Player {entry.winner.value} wins {told}" in picture.tips
    assert "range 1: the options do not fit" in picture.tips


def test_bars_are_proportional_to_the_share_of_winning_openings() -> None:
    entries = atlas(find("number-stack-duel"), {}, 12)
    picture = draw(entries, "Number Stack Duel", "range")
    bars = re.findall(r'wins with (\d+) of (\d+) openings?</title>\n<rect [^>]*height="([\d.]+)"', picture)
    assert [int(count) for count, _, _ in bars] == [entry.winning_openings for entry in entries]
    # The same scale for all: if every opening wins, the bar is as high as the axis.
    wholes = [float(height) / int(count) * int(of) for count, of, height in bars]
    assert wholes == pytest.approx([HEIGHT] * len(entries), rel=0.01)


def test_the_winners_strip_merges_equal_neighbouring_sizes() -> None:
    picture = Seen(draw(atlas(find("order-challenge"), {}, 6), "Order Challenge", "range"))
    winners = [tip for tip in picture.tips if re.fullmatch(r"range \d+: Player \d wins", tip)]
    assert winners == [f"range {size}: Player {2 - size % 2} wins" for size in range(1, 7)]


def test_many_sizes_and_no_winning_openings_can_be_plotted() -> None:
    Seen(draw(atlas(find("number-stack-duel"), {}, 1500), "Number Stack Duel", "range")).check()
    none = atlas(find("strategy-stacks"), {"opening": "even"}, 2)
    assert not any(entry.winning for entry in none)
    Seen(draw(none, "Strategy Stacks", "range")).check()
