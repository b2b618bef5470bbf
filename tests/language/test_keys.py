"""The help for keys explains those in the footers."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

from outnumber.language.commands import help_for
from outnumber.local.app import screens
from outnumber.local.app.main import OutnumberApp
from outnumber.local.app.page import Page, footer
from outnumber.local.app.screens.board import BoardScreen
from outnumber.local.app.screens.chain import ChainScreen
from outnumber.local.app.screens.lessons import LessonScreen
from outnumber.local.app.screens.puzzle import PuzzleScreen
from outnumber.local.app.screens.retry import RetryScreen
from outnumber.local.app.screens.review import ReviewScreen

# Explained by the sentences about choosing a number, or in the footer alone.
ELSEWHERE = {"⏎", "Space", "Esc", "?"}


@pytest.mark.parametrize("screen", [BoardScreen, LessonScreen, PuzzleScreen, RetryScreen, ChainScreen])
def test_every_key_in_the_footer_is_explained(screen: type[BoardScreen]) -> None:
    found = {key for keys, _ in help_for(screen.EXPLAINED) for key in keys.split(", ")}
    assert {key.name for key in screen.KEYS} - ELSEWHERE <= found


def test_every_key_has_an_action_that_exists() -> None:
    pages = {
        kind
        for module in iter_modules(screens.__path__, f"{screens.__name__}.")
        for kind in vars(import_module(module.name)).values()
        if isinstance(kind, type) and issubclass(kind, Page) and kind.EXPLAINED
    }
    assert len(pages) > 12
    for page in pages:
        more = {BoardScreen: footer("pick"), ReviewScreen: footer("rounds")}.get(page, ())
        assert page.KEYS, page
        for key in (*page.KEYS, *more):
            owner, _, action = key.action.partition("(")[0].rpartition(".")
            kind = OutnumberApp if owner == "app" else page
            assert not action or hasattr(kind, f"action_{action}"), (page, key)
