"""Games online from inside the app: host one on this computer, or join one with its link."""

import re
from pathlib import Path

import pytest
from textual.widgets import Input

from outnumber.local.app.screens.new_game import NewGameScreen
from outnumber.local.join import host
from outnumber.local.join.client import RemoteGame
from tests.local.app.screens import Screen, drive
from tests.local.app.tmux import Terminal, needs_tmux

LINK = "http://localhost:1/g/abc#invite=" + "0" * 32


def test_an_invalid_link_is_refused_before_the_app_closes() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("o", "2")
        await screen.type("hello")
        await screen.until("URL 'hello' is not valid: a link looks like http://HOST/g/ID#invite=TOKEN.")

    assert drive(script).return_value is None


def test_joining_ends_the_app_with_a_command_and_the_name_of_the_last_game() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("n")
        form = screen.app.screen
        assert isinstance(form, NewGameScreen)
        form.rows["name1"].take_focus()
        await screen.press(*"Ada", "enter")
        await screen.until("Welcome!")
        await screen.press("q", "o", "down", "enter")
        screen.app.screen.query_one(Input).value = LINK
        await screen.press("enter")

    assert drive(script).return_value == ["join", LINK, "--name=Ada"]


def test_without_a_server_the_form_says_how_to_find_out_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "PORTS", ("none",))

    async def script(screen: Screen) -> None:
        await screen.press("o", "1", "enter")
        await screen.until("! The server cannot start. To see why, type: outnumber serve")

    assert drive(script).return_value is None


@needs_tmux
def test_a_hosted_game_is_played_by_two_apps(tmp_path: Path) -> None:
    (tmp_path / "guest").mkdir()
    with (
        Terminal(tmp_path, width=120, height=50) as mine,
        Terminal(tmp_path / "guest", width=120, height=50) as theirs,
    ):
        mine.run()
        mine.wait_for("O U T N U M B E R")
        mine.press("o")
        mine.wait_for("Host a game")
        mine.press("1")
        mine.wait_for("The players")
        mine.press("5", "Enter")
        mine.wait_for("it runs the server.")
        found = re.search(r"http://\S+#invite=[0-9a-f]{32}", mine.screen("-J"))
        assert found
        assert RemoteGame(found[0]).state().game == "strategy-stacks"
        theirs.run()
        theirs.wait_for("O U T N U M B E R")
        theirs.press("o")
        theirs.wait_for("Join a game")
        theirs.press("2")
        theirs.wait_for("Link:")
        theirs.press("-l", found[0])
        theirs.press("Enter")
        theirs.wait_for("You are Player 2")
        mine.wait_for("Select a number")
        mine.press("6", "Enter")
        theirs.wait_for("Player 1 played 6.")
        for terminal in (theirs, mine):
            terminal.press("-l", "quit")
            terminal.press("Enter")
            terminal.wait_for("Press Enter to return to the app.")
            terminal.press("Enter")
            terminal.wait_for("O U T N U M B E R")
            terminal.press("q")
            terminal.wait_for("EXIT 0")
