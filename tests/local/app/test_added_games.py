"""Games from other packages look right in the app, which knows only what they declare."""

import sys
from pathlib import Path

import pytest
from textual.widgets import OptionList

import tests.added
from outnumber.games.registry import game, names
from outnumber.games.scene import Join, Row
from outnumber.games.sentences import ENGLISH
from outnumber.language.voice import voice
from outnumber.local.app.screens.new_game import NewGameScreen
from outnumber.local.app.widgets.board import tableau
from outnumber.local.app.widgets.fields import Choice, TextField, Ticks
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.match.match import Match, Participant
from outnumber.match.round import Round
from tests.local.app.screens import Screen, drive, kept, people

ELSEWHERE = '''
"""Games of somebody else."""
from typing import NamedTuple

from outnumber.plugin import (
    Join, Option, Outcome, Position, Reason, Row, Rules, Seat, choice_option, mask_of, number_option)


class Climb(Rules):
    """Go up; whoever is first at the summit wins."""
    name, title, summary = "climb", "Climb", "Be first at the top."
    OPTIONS = (
        choice_option("target", ("summit", "hut"), "Where to."),
        number_option("link", 2, "How many steps at most.", high=9),
        Option("tokens", ("rope",), "What you carry.", read=lambda option, given, most: tuple(
            given.split(",") if isinstance(given, str) else given), text=",".join, plain=list,
            choices=("rope", "axe", "map"), several=True),
        Option("range", "far", "How far you see.", read=lambda option, given, most: str(given), plain=str,
            choices=("near", "far")),
    )
    def prepare(self, *, target, link, tokens, range): self.link, self.top = link, 6
    def start(self): return ClimbPosition(self, Seat.ONE, mask_of([1, 2]), 0, 0)

class ClimbState(NamedTuple):
    rules: Climb
    turn: Seat
    legal: int
    own: int
    theirs: int

class ClimbPosition(Position, ClimbState):
    __slots__ = ()
    def after(self, move):
        # The further up, the longer the steps; numbers come up that were not there before.
        moves = mask_of(range(1, self.rules.link + move + 1))
        return ClimbPosition(self.rules, self.turn.other, moves, self.theirs, self.own + move)
    def outcome(self):
        return Outcome(self.turn.other, Reason.TARGET) if self.theirs >= self.rules.top else None
    def rows(self, played):
        rows = []
        for seat in Seat:
            steps = tuple(number for who, number in played if who is seat)
            total = self.own if seat is self.turn else self.theirs
            rows.append(Row("Steps", seat, steps, (Join("plus"),) * (len(steps) - 1), total))
            rows.append(Row("Height", seat, (), (), total, self.rules.top))
        return tuple(rows)


class Last(Rules):
    """Take one of three numbers; whoever finds none left has won."""
    name, title, summary, OPTIONS = "last", "Last One", "Leave nothing, and lose.", ()
    def start(self): return LastPosition(self, Seat.ONE, mask_of([1, 2, 3]))

class LastState(NamedTuple):
    rules: Last
    turn: Seat
    legal: int

class LastPosition(Position, LastState):
    __slots__ = ()
    def after(self, move): return LastPosition(self.rules, self.turn.other, self.legal & ~(1 << move))
    def outcome(self): return None if self.legal else Outcome(self.turn, Reason.NO_MOVE)
'''
GAMES = {"climb": "Climb", "last": "Last"}


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the example packages and one with these games on Python's path."""
    monkeypatch.syspath_prepend(str(Path(tests.added.__file__).parent))
    folder = tmp_path / "elsewhere"
    about = folder / "elsewhere-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "played_elsewhere.py").write_text(ELSEWHERE, encoding="utf-8")
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n", encoding="utf-8"
    )
    entries = "\n".join(f"{name} = played_elsewhere:{kind}" for name, kind in GAMES.items())
    (about / "entry_points.txt").write_text(f"[outnumber.games]\n{entries}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "played_elsewhere", raising=False)


async def choose(screen: Screen, name: str) -> NewGameScreen:
    """Select a game in the form of a new game."""
    await screen.press("n")
    screen.app.screen.query_one("#game", OptionList).highlighted = names().index(name)
    await screen.pilot.pause()
    form = screen.app.screen
    assert isinstance(form, NewGameScreen)
    return form


def test_the_form_of_a_game_is_generated_from_its_options() -> None:
    async def script(screen: Screen) -> None:
        form = await choose(screen, "climb")
        await screen.until("Be first at the top.")
        rows = form.options[form.kind]
        kinds = {name: type(row.field) for name, row in rows.items()}
        assert kinds == {"target": Choice, "link": TextField, "tokens": Ticks, "range": Choice}
        values = {name: row.field.value for name, row in rows.items()}
        assert values == {"target": "summit", "link": "2", "tokens": "rope", "range": "far"}
        assert "[x] rope" in screen.text()
        await screen.click("[ ] map")
        await screen.press("shift+tab", "space")
        await screen.until("[x] axe")
        assert rows["tokens"].field.value == "rope,axe,map"
        await screen.press("enter")
        await screen.until("Welcome!")
        assert " Climb  tokens rope, axe, map\n" in screen.text()

    drive(script)


def test_an_empty_multiple_choice_is_refused_at_its_field() -> None:
    async def script(screen: Screen) -> None:
        form = await choose(screen, "climb")
        await screen.click("[x] rope")
        screen.app.screen.query_one("#game").focus()
        await screen.press("enter")
        await screen.until("! Choose at least one.")
        assert form.focused is not None
        assert form.options[form.kind]["tokens"] in form.focused.ancestors

    drive(script)


def test_a_game_without_options_has_a_form_too() -> None:
    async def script(screen: Screen) -> None:
        form = await choose(screen, "climb")
        form.options[form.kind]["link"].take_focus()
        await screen.pilot.pause()
        screen.app.screen.query_one("#game", OptionList).highlighted = names().index("last")
        await screen.until("Leave nothing")
        assert "The game" not in screen.text()
        assert form.focused is form.rows["plays1"].field
        await screen.press("enter")
        await screen.until("Welcome!")

    drive(script)


def test_heaps_are_on_the_board_and_can_be_played() -> None:
    async def script(screen: Screen) -> None:
        kept(Match(game("heaps", tokens=[2, 3]), people("Ada", "Ben")))
        await screen.press("c")
        await screen.until("Choose a heap and how many stones you take. ›")
        text = screen.text()
        assert " Heaps  tokens 2-3 " in text
        assert "─ Numbers 11 to 12, 21 to 23 ─" in text
        assert "Heaps  2  3" in text
        await screen.type("23")
        await screen.until("Heaps  2  0")
        await screen.type("21")
        await screen.until("21 is not allowed here. You can play 11 or 12.")
        await screen.press("w")
        await screen.until("11 wins by the rule of Nim.")
        await screen.press("escape")
        await screen.type("12")
        # The player who took the last stone has lost, and the opponent cannot move.
        await screen.until("Ada wins the game!")
        assert "cannot move" not in screen.text()

    drive(script)


def test_steps_have_their_own_criterion_with_its_phrase() -> None:
    async def script(screen: Screen) -> None:
        kept(Match(game("steps", range=4), people("Ada", "Ben")), 1)
        await screen.press("c")
        await screen.until("is at most 2 away from 1")
        await screen.type("3")
        await screen.until("Chain  1 – 3")
        await screen.type("4")
        await screen.type("2")
        await screen.until("Ada cannot move. Ben wins the game!")

    drive(script)


def test_custom_rows_have_totals_and_targets_with_any_option_names() -> None:
    async def script(screen: Screen) -> None:
        kept(Match(game("climb"), people("Ada", "Ben")), 2, 1, 1)
        await screen.press("c")
        await screen.until("Picking up where you left off.")
        text = screen.text()
        assert "Ada, Steps   2 + 1 = 3" in text
        assert "Ben, Steps   1 = 1" in text
        assert "░ 3 of 6" in text
        await screen.type("3")
        await screen.until("Ben, Steps   1 + 3 = 4")
        # Longer steps have become available, and have a place on the board.
        grid = screen.app.screen.query_one(NumberGrid)
        assert list(grid.numbers) == [1, 2, 3, 4, 5]
        assert "─ Numbers 1 to 5 ─" in screen.text()
        await screen.type("5")
        await screen.until("Ada reaches 6 and wins the game!")

    drive(script)


def test_a_player_who_cannot_move_may_have_won() -> None:
    async def script(screen: Screen) -> None:
        kept(Match(game("last"), people("Ada", "Ben")), 2)
        await screen.press("c")
        await screen.until("Played  2")
        await screen.type("3")
        await screen.until("Choose 1: it is the only one that fits.")
        await screen.type("1")
        await screen.until("Ada had to play last. Ben wins the game!")
        assert "★ Ben" in screen.text()

    drive(script)


@pytest.mark.parametrize(
    ("name", "language"), [("heaps", "en"), ("steps", "de"), ("climb", "de"), ("last", "de")]
)
def test_every_screen_supports_an_added_game(name: str, language: str) -> None:
    rules = game(name)
    first = rules.start().legal_moves()[0]
    kept(Match(rules, (Participant(), Participant("perfect"))))

    async def script(screen: Screen) -> None:
        await screen.press("c")
        await screen.until("▶")
        await screen.press("v")
        await screen.until(lambda: screen.app.screen.query_one(NumberGrid).winning is not None)
        for key in ("h", "h", "h"):
            await screen.press(key)
        await screen.until("3")
        for key in ("w", "question_mark", "i"):
            await screen.press(key)
            await screen.until("Esc")
            await screen.press("escape")
        await screen.type(str(first))
        await screen.until(lambda: len(kept_moves()) >= 2)
        await screen.press("r")
        # After a mistake, the better move is not revealed at once.
        await screen.until(lambda: "█" in screen.text() or "Enter" in screen.text())
        await screen.press("enter")
        await screen.until("█")
        await screen.press("left", "left", "t", "escape", "escape")
        await screen.until("O U T N U M B E R")
        await screen.press("g")
        await screen.until(rules.title)
        await screen.press("escape", "t")
        await screen.until(lambda: "1" in screen.text())
        await screen.press("right")
        await screen.until(f"‹ {screen.app.voice.word(rules.title)} ›")
        await screen.press("escape", "p", "end")
        await screen.until(rules.title)

    drive(script, (100, 30), voice(language))


def kept_moves() -> tuple[int, ...]:
    from outnumber.store.games import GameStore

    return GameStore().load(1).current.moves


# Rows, drawn


def drawn(*rows: Row, width: int = 40) -> list[str]:
    scene = game("last").start().scene()._replace(rows=rows)
    return tableau(scene, lambda seat: f"Player {seat.value}", width, ENGLISH).plain.splitlines()


def test_joins_stand_between_the_numbers() -> None:
    chain = Round.begin(game("number-duel"), [28, 14, 7, 72, 9]).scene.rows
    assert drawn(*chain, width=60) == ["Chain  28 ÷2 14 ÷2 7 (shared 7) 72 ÷8 9"]
    stack = Round.begin(game("number-stack-duel"), [5, 7, 4]).scene.rows
    assert drawn(*stack) == ["Stack  5 < 7 > 4"]


def test_a_long_row_shows_its_end() -> None:
    numbers = tuple(range(100, 200))
    (line,) = drawn(Row("Chain", None, numbers, tuple(Join("up", 1) for _ in numbers[1:])))
    assert line == "Chain  … +1 196 +1 197 +1 198 +1 199"
    assert len(line) <= 40


@pytest.mark.parametrize("width", range(30, 60))
def test_a_long_row_fits_with_words_between_its_numbers(width: int) -> None:
    numbers = tuple(range(10, 99))
    (line,) = drawn(Row("Chain", None, numbers, tuple(Join("digit", 1) for _ in numbers[1:])), width=width)
    assert line.startswith("Chain  … (shared 1)")
    assert line.endswith(" 98")
    assert len(line) <= width < len(line) + len(" (shared 1) 90")


def test_a_total_beyond_its_target_fills_the_bar_exactly() -> None:
    (line,) = drawn(Row("Sum", None, (), (), 30, 21))
    assert line == f"Sum  {'█' * 25} 30 of 21"


def test_a_table_without_rows_is_empty() -> None:
    assert drawn() == []
    assert drawn(Row("Stack", None, ())) == ["Stack  empty"]
