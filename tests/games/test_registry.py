"""Games of other packages are found by name, and a broken package does not affect the others."""

import importlib.metadata
import sys
from pathlib import Path

import pytest

import outnumber
from outnumber.games.registry import BUILT_IN, names, part, registered_temporarily
from outnumber.study.lessons.lesson import content
from tests.added.heaps import Heaps

COUNTDOWN = """
from outnumber.games.base import Rules
from outnumber.games.options import number_option
from outnumber.games.order_challenge import OrderChallenge

class Countdown(OrderChallenge):
    '''Like Order Challenge.'''
    name = "countdown"
    title = "Countdown"
    summary = "A game from elsewhere."
    OPTIONS = (number_option("range", 5, "How many."),)

class Plain(Countdown):
    title = "Plain Countdown"
    OPTIONS = ()
    def prepare(self):
        super().prepare(range=7)
"""


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, entry: str) -> None:
    """Create a package with one entry point on Python's search path."""
    (folder / "elsewhere_games.py").write_text(COUNTDOWN, encoding="utf-8")
    about = folder / "elsewhere-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(f"[outnumber.games]\n{entry}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "elsewhere_games", raising=False)


def test_game_of_another_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "countdown = elsewhere_games:Countdown")
    assert [game.name for game in outnumber.all_games()][-1] == "countdown"
    assert names() == [*BUILT_IN, "countdown"]
    assert outnumber.game("Countdown").start().legal_moves() == (1, 2, 3, 4, 5)
    with pytest.raises(outnumber.OptionError, match="did you mean countdown"):
        outnumber.game("count-down")


def test_unknown_names_do_not_scan_all_packages_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0
    entry_points = importlib.metadata.entry_points

    def counted(group: str) -> object:
        nonlocal looked
        looked += 1
        return entry_points(group=group)

    monkeypatch.setattr(importlib.metadata, "entry_points", counted)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("no", "none", "nothing"):
        with pytest.raises(outnumber.OptionError):
            outnumber.game(name)
    assert looked == 1
    # Packages installed in the meantime are found.
    install(tmp_path, monkeypatch, "countdown = elsewhere_games:Countdown")
    assert outnumber.game("countdown").title


def test_another_package_cannot_replace_a_built_in_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "number-duel = elsewhere_games:Countdown")
    assert outnumber.game("number-duel").title == "Number Duel"
    assert len(outnumber.all_games()) == len(BUILT_IN)


@pytest.mark.parametrize("entry", ["no = elsewhere_games:Nothing", "no = no_such_module:Game"])
def test_broken_game_is_reported_and_omitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    install(tmp_path, monkeypatch, entry)
    with pytest.warns(UserWarning, match="The game no cannot be loaded"):
        games = outnumber.all_games()
    assert len(games) == len(BUILT_IN)


def test_game_can_be_registered_temporarily() -> None:
    class Other(Heaps):
        title = "Other heaps"

    with registered_temporarily(Heaps):
        assert names() == [*BUILT_IN, "heaps"]
        assert outnumber.all_games()[-1] is Heaps
        with registered_temporarily(Other):
            assert outnumber.game("heaps").title == "Other heaps"
            assert names() == [*BUILT_IN, "heaps"]
        assert outnumber.game("Heaps", tokens="1,2").title == "Heaps"
    assert names() == list(BUILT_IN)
    with pytest.raises(outnumber.OptionError, match="There is no game called"):
        outnumber.game("heaps")


@pytest.mark.parametrize("name", BUILT_IN)
def test_parts_of_a_game_in_other_packages_are_found_by_its_name(name: str) -> None:
    kind = BUILT_IN[name]
    assert hasattr(part("language.games", name), f"{kind}Words")
    assert {"vary", "DAILY_FROM"} <= vars(part("study.games", name)).keys()
    assert content(name)["title"]
    pytest.importorskip("numpy")
    assert hasattr(part("agents.batches.games", name), f"{kind}Arrays")


def test_game_of_another_package_gets_none_of_our_parts() -> None:
    assert part("language.games", "base") is None
    assert part("study.games", "no-such-game") is None
