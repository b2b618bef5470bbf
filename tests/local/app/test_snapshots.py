"""Every screen equals its reviewed snapshot, and has the same text without colour.

After an intended change: python -m tests.local.app.scenes
"""

import pytest
from rich.style import Style

from tests import make_pictures
from tests.local.app.scenes import SCENES, SCREENS, SIZES, path, shown


@pytest.mark.parametrize("name", SCENES)
def test_each_screen_equals_its_snapshot_at_each_size_and_without_colour(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They were recorded with colour.
    monkeypatch.setenv("NO_COLOR", "1")
    for size, seen in shown(name).items():
        assert seen.text == path(name, size).read_text(encoding="utf-8")
        assert seen.cut_off == []
        for row in seen.styles:
            for style in row:
                assert style is None or isinstance(style, Style)
                for colour in (style.color, style.bgcolor) if style else ():
                    assert colour is None or colour.is_default


def test_no_screen_is_wider_or_higher_than_its_terminal() -> None:
    for size, (width, height) in SIZES.items():
        for name in SCENES:
            lines = path(name, size).read_text(encoding="utf-8").splitlines()
            assert len(lines) <= height
            assert max(map(len, lines)) <= width


def test_no_snapshot_is_left_over_from_a_removed_screen() -> None:
    assert {file.name for file in SCREENS.iterdir()} == {path(n, s).name for n in SCENES for s in SIZES}


def test_the_picture_in_the_readme_equals_the_app() -> None:
    assert make_pictures.app() == make_pictures.APP.read_text(encoding="utf-8"), (
        "run python -m tests.make_pictures"
    )
