"""The choice of a language."""

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outnumber.games.sentences import ENGLISH
from outnumber.language.voice import accepted, voice
from outnumber.languages import LANGUAGES, LanguageName

SOURCE = Path(__file__).parents[2] / "src" / "outnumber"


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("de-CH, en;q=0.9", "de"),
        ("en, de;q=0.9", "en"),
        ("en;q=0.8, de;q=0.9", "de"),
        ("fr, it;q=0.9, de; q=0.2, en;q=0.1", "de"),
        ("en;q=0.5,de;q=0.5", "en"),
        ("de;q=0.5,en;q=0.5", "de"),
        ("de;q=0, en;q=0.1", "en"),
        ("de;q=0", "en"),
        ("de;q=nan, fr", "en"),
        ("de;q=2", "en"),
        ("*", "en"),
        ("x," * 30 + "de", "en"),
    ],
)
def test_a_browser_gets_its_preferred_language(wishes: str, language: str) -> None:
    assert accepted(wishes) == language


@given(st.text(max_size=200))
def test_any_browser_header_gives_a_voice(wishes: str) -> None:
    assert accepted(wishes) in LANGUAGES


def test_every_language_has_its_own_cached_voice() -> None:
    assert voice("en") is ENGLISH
    for language in LANGUAGES:
        assert voice(language).language == language
        assert voice(language) is voice(language)
    assert voice("de").word("") == ""


def test_languages_are_declared_in_one_place() -> None:
    """To add a language, name it in `languages.py` and translate the catalogue."""
    named = re.compile(r"[\"'|]en[\"', |]+de[\"'|]|OUTNUMBER_LANGUAGE\"")
    files = [path for path in SOURCE.rglob("*.py") if named.search(path.read_text(encoding="utf-8"))]
    assert [path.name for path in files] == ["languages.py"]
    assert tuple(LANGUAGES) == get_args(LanguageName)
