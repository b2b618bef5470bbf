"""The pictures in the documentation are up to date."""

from pathlib import Path

import outnumber
from outnumber.games.registry import find
from outnumber.match.review import review
from outnumber.match.round import Round
from outnumber.study.pictures import atlas as atlas_picture
from outnumber.study.pictures import history, position
from outnumber.theory.atlas import atlas

DOCS = Path(__file__).parents[3] / "docs" / "pictures"
RULES = outnumber.game("strategy-stacks", range=20)


def in_docs(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_review_picture_is_up_to_date() -> None:
    found = review(Round.begin(RULES, [8, 4, 1, 16, 2, 10, 5, 15, 3, 18, 9]))
    drawn = history.draw(found, "Strategy Stacks (1 to 20)", [("Ada", "Ben")])
    assert in_docs("review.svg") == drawn


def test_the_position_picture_is_up_to_date() -> None:
    after = RULES.start().play(8).play(4)
    assert in_docs("position.svg") == position.draw(after, [8, 4], outnumber.solve(after))


def test_the_atlas_picture_is_up_to_date() -> None:
    drawn = atlas_picture.draw(atlas(find("strategy-stacks"), {}, 60), "Strategy Stacks", "range")
    assert in_docs("atlas.svg") == drawn
