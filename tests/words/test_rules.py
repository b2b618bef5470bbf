"""The rules as text: the same for the command line and for everybody else, in every language."""

import re

import pytest

import outnumber
from outnumber.words.rules import rules_text
from outnumber.words.voice import LANGUAGES, voice
from tests.english import english_in
from tests.naive import GAMES

EVERY = [(game, language) for game in GAMES for language in LANGUAGES]


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_whoever_has_no_flags_reads_of_none(game: str, language: str) -> None:
    kind = type(outnumber.game(game))
    with_flags = rules_text(kind, voice(language))
    assert "--range" in with_flags or "--target" in with_flags
    assert f"outnumber play {game}" in with_flags
    without = rules_text(kind, voice(language), flags=False)
    assert not re.search(r"--|outnumber|[>|]", without)
    # Each still has its goal, a turn, the end, the options and an example.
    assert len(re.findall(r"^\S.*$", without, re.MULTILINE)) >= 6


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_the_text_is_laid_out_for_a_width(game: str, language: str) -> None:
    kind = type(outnumber.game(game))
    paragraphs = rules_text(kind, voice(language), width=None)
    for width in (40, 78):
        laid_out = rules_text(kind, voice(language), width=width)
        assert max(map(len, laid_out.splitlines())) <= width
        assert laid_out.split() == paragraphs.split()


@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_the_same_sections_and_numbers(game: str) -> None:
    kind = type(outnumber.game(game))
    for flags in (True, False):
        english, german = (rules_text(kind, voice(each), flags=flags, width=None) for each in ("en", "de"))
        assert english_in(german) == []
        for one, other in zip(english.splitlines(), german.splitlines(), strict=True):
            assert len(one) - len(one.lstrip()) == len(other) - len(other.lstrip())
            numbers = [
                sorted(re.findall(r"\d+", re.sub(r"[,\u202f](?=\d{3})", "", line))) for line in (one, other)
            ]
            assert set(numbers[0]) <= {*numbers[1], "1"}, (one, other)
