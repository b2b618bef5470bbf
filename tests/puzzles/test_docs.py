"""`docs/puzzles.md` leaves nothing out: every word of the prompt, every theme, every step of difficulty."""

import re
from itertools import pairwise

from outnumber.puzzles.difficulty import STEPS
from outnumber.puzzles.themes import THEMES
from outnumber.words.puzzles import HELP
from tests.doc_pages import ROOT, section

PAGE = ROOT / "docs" / "puzzles.md"


def rows(heading: str) -> list[str]:
    return re.findall(r"^\| `?([\w-]+)`? \|", section(PAGE, heading), re.M)


def test_every_word_of_the_prompt_is_told() -> None:
    assert {row for row in rows("At the prompt") if row != "word"} == {word for word, _ in HELP}


def test_every_theme_is_told() -> None:
    assert [row for row in rows("What a puzzle teaches") if row != "theme"] == list(THEMES)


def test_the_steps_of_difficulty_are_told() -> None:
    told = section(PAGE, "How hard it is")
    assert [int(row) for row in rows("How hard it is") if row.isdigit()] == [1, 2, 3, 4, 5]
    assert f"{STEPS[0]}% or more" in told
    assert f"less than {STEPS[-1]}%" in told
    for high, low in pairwise(STEPS):
        assert f"{low}% to {high - 1}%" in told
