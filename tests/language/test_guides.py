"""The guides for teachers: the same in every language, and every position in them proven."""

import pytest

from outnumber.games.base import Position
from outnumber.games.errors import OptionError
from outnumber.games.registry import BUILT_IN, find
from outnumber.games.sentences import ENGLISH
from outnumber.language.guides import examples, guide
from outnumber.language.voice import voice
from outnumber.languages import LANGUAGES
from outnumber.theory.exhaustive import solve as searched
from tests.added.steps import Steps

SECTIONS = 6


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_position_in_a_guide_is_correct(name: str) -> None:
    game = find(name)
    found = examples(game, voice=ENGLISH)
    assert len(found) >= 4
    assert any(not each.winning for each in found)
    for each in found:
        position: Position = game(**each.options).start()
        for move in each.moves:
            position = position.play(move)
        assert tuple(searched(position).winning) == each.winning, each


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_language_has_the_same_guide(name: str) -> None:
    game = find(name)
    for language in LANGUAGES:
        assert examples(game, voice(language)) == examples(game, voice=ENGLISH)
        told = guide(game, voice(language))
        assert len(told) == SECTIONS
        assert [len(each.lines) for each in told] == [len(each.lines) for each in guide(game, voice=ENGLISH)]
        assert [each.listed for each in told] == [False, True, True, True, True, True]


def test_an_example_is_rendered_as_a_sentence() -> None:
    lines = guide(find("strategy-stacks"), voice=ENGLISH)[2].lines
    assert lines[0] == "1 to 6, after 6: only 3 wins."
    assert lines[2] == "1 to 9, at the start: 5 and 7 win."
    assert lines[4] == "1 to 12, after 12: nothing wins."
    assert guide(find("strategy-stacks"), voice("de"))[2].lines[0] == "1 bis 6, nach 6: Nur die 3 gewinnt."


def test_an_added_game_has_no_guide() -> None:
    with pytest.raises(OptionError):
        guide(Steps, voice=ENGLISH)
