"""The help for keys explains those in the footers."""

import pytest

from outnumber.language.commands import help_for
from outnumber.local.app.screens.board import BoardScreen
from outnumber.local.app.screens.chain import ChainScreen
from outnumber.local.app.screens.lesson import LessonScreen
from outnumber.local.app.screens.puzzle import PuzzleScreen
from outnumber.local.app.screens.retry import RetryScreen

# Explained by the sentences about choosing a number, or in the footer alone.
ELSEWHERE = {"⏎", "Space", "Esc", "?"}


@pytest.mark.parametrize("screen", [BoardScreen, LessonScreen, PuzzleScreen, RetryScreen, ChainScreen])
def test_every_key_in_the_footer_is_explained(screen: type[BoardScreen]) -> None:
    found = {key for keys, _ in help_for(screen.EXPLAINED) for key in keys.split(", ")}
    assert {key.name for key in screen.KEYS} - ELSEWHERE <= found
