"""`docs/how-to/puzzles.md` documents every prompt command, theme and difficulty level."""

import re
from itertools import pairwise

from outnumber.language.puzzles import HELP
from outnumber.study.puzzles.difficulty import STEPS
from outnumber.study.puzzles.kinds import KINDS
from outnumber.study.puzzles.themes import THEMES
from tests.doc_pages import ROOT, section

PAGE = ROOT / "docs" / "how-to" / "puzzles.md"


def rows(heading: str) -> list[str]:
    return re.findall(r"^\| `?([\w-]+)`? \|", section(PAGE, heading), re.M)


def test_every_prompt_command_is_documented() -> None:
    assert {row for row in rows("At the prompt") if row != "command"} == {word for word, _ in HELP}


def test_every_kind_is_documented() -> None:
    assert [row for row in rows("Kinds of puzzles") if row != "kind"] == list(KINDS)


def test_every_theme_is_documented() -> None:
    assert [row for row in rows("Themes") if row != "theme"] == list(THEMES)


def test_the_steps_of_difficulty_are_documented() -> None:
    told = section(PAGE, "Difficulty")
    for kind, steps in STEPS.items():
        row = next(line for line in told.splitlines() if line.startswith(f"| `{kind}`"))
        cells = [cell.strip() for cell in row.split("|")][2:-1]
        between = [f"{low}–{high - 1}%" for high, low in pairwise(steps)]
        assert cells == [f"{steps[0]}% or more", *between, f"less than {steps[-1]}%"]
