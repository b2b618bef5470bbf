"""Settings are saved, and an invalid file cannot break the app."""

from pathlib import Path

import pytest

from outnumber.local.app.settings import (
    THEMES,
    AppSettings,
    colour_refused,
    load_settings,
    save_settings,
    settings_path,
    theme_for,
)
from tests.local.app.screens import Screen, drive


def test_settings_come_back_as_they_were_saved(data: Path) -> None:
    wanted = AppSettings("nord", high_contrast=True, colour=False)
    save_settings(wanted)
    assert settings_path().parent == data
    assert load_settings() == wanted


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"theme": 7, "colour": "no"}', '{"theme": "no such"}', "\x00"]
)
def test_a_broken_file_gives_the_defaults(data: Path, text: str) -> None:
    data.mkdir()
    settings_path().write_text(text, encoding="utf-8")
    assert load_settings() == AppSettings()


def test_high_contrast_follows_the_brightness_of_the_theme() -> None:
    assert theme_for(AppSettings("outnumber-light", high_contrast=True), colour=True) == "contrast-light"
    assert theme_for(AppSettings("dracula", high_contrast=True), colour=True) == "contrast-dark"


def test_no_color_counts_only_if_it_is_not_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert not colour_refused()
    monkeypatch.setenv("NO_COLOR", "1")
    assert colour_refused()


def test_every_theme_of_the_list_can_be_shown() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("s")
        for name in THEMES:
            assert screen.app.settings.theme == name
            assert screen.app.theme == name
            await screen.press("right")

    drive(script)


def test_a_change_takes_effect_at_once_and_is_saved() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("s", "right", "down", "right", "down", "right", "escape")

    app = drive(script)
    assert load_settings() == AppSettings("outnumber-light", high_contrast=True, colour=False)
    assert not app.colourful


def test_unsavable_settings_are_reported_and_still_applied(data: Path) -> None:
    data.write_text("a file where the directory should be", encoding="utf-8")

    async def script(screen: Screen) -> None:
        await screen.press("s", "right")
        await screen.until("could not be saved")
        assert screen.app.theme == "outnumber-light"

    drive(script)
