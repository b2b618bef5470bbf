"""The screen that starts a game: which one, its options, who plays, and how."""

from __future__ import annotations

from math import isfinite
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as Line

from outnumber.app.matches import begin
from outnumber.app.screens.board import Main as Board
from outnumber.app.table import Table
from outnumber.app.widgets.fields import Choice, Entry, Form, Row
from outnumber.app.widgets.keys import Keys
from outnumber.games.base import Rules
from outnumber.games.errors import GameError, OptionError
from outnumber.games.options import Option, whole
from outnumber.games.registry import all_games
from outnumber.players.registry import NAMES
from outnumber.session.match import HUMAN, LONGEST_CLOCK, LONGEST_MATCH, Match, Participant

LONGEST_NAME = 40
# The first of these that there is: an opponent that is fun to beat.
OPPONENTS = ("casual", "random")
KEYS = (
    ("⏎", "Play", "play"),
    ("Tab", "Options", ""),
    ("↑↓", "Choose", ""),
    ("←→", "Change", ""),
    ("F1", "Rules", "rules"),
    ("Esc", "Back", "app.pop_screen"),
)


def opponents() -> dict[str, str]:
    """Who can sit at the board, by what they are called in a record."""
    # A name with a colon needs more than a name: those are for the command line.
    return {name: "a person" if name == HUMAN else name for name in NAMES if ":" not in name}


class Main(Screen[None]):
    """New game: Enter plays what is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play"),
        Binding("f1", "rules", "Rules"),
        Binding("escape", "app.pop_screen", "Back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games = {kind.name: kind for kind in all_games()}
        self._kind: type[Rules] = next(iter(self._games.values()))

    def compose(self) -> ComposeResult:
        yield Static(Text.assemble((" New game ", "bold")), id="bar")
        with Horizontal(id="choosing"):
            with Vertical(id="games"):
                titles = (Line(f" {kind.title} ", id=kind.name) for kind in self._games.values())
                yield OptionList(*titles, id="game", compact=True)
                yield Static(id="summary", markup=False)
            with Form(id="form"):
                yield Static("The game", classes="heading")
                # Those of all games, of which one is shown: changing what is shown takes no time at all.
                for kind in self._games.values():
                    with Vertical(id=f"options-{kind.name}", classes="options"):
                        for option in kind.OPTIONS:
                            yield self._row(kind, option)
                yield Static("The players", classes="heading")
                yield from self._players()
                yield Static("The match", classes="heading")
                yield Row("Rounds", Entry("1", id="rounds", width=10), "Seats are swapped after each round.")
                clock = Entry("", "no limit", id="clock", width=10)
                yield Row("Clock", clock, "Seconds for each turn; running out loses the round.")
        yield Static(id="about", markup=False)
        yield Keys(KEYS)

    def _players(self) -> ComposeResult:
        who = opponents()
        rival = next(name for name in OPPONENTS if name in who)
        help = "A person at this screen, or a computer."
        for number, title, plays in (("1", "First", HUMAN), ("2", "Second", rival)):
            yield Row(title, Choice(who, plays, id=f"plays{number}"), help)
            yield Row("  name", Entry("", f"Player {number}", id=f"name{number}"), "A name, if you like.")
        first = {"1": "the first", "2": "the second", "toss": "a coin decides"}
        yield Row("Goes first", Choice(first, id="first"), "Who is Player 1.")

    def on_mount(self) -> None:
        self.query_one("#game", OptionList).highlighted = 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._kind = self._games[event.option_id or next(iter(self._games))]
        self.query_one("#summary", Static).update(self._kind.summary)
        self.query_one("#about", Static).update("")
        shown = self.query_one(f"#options-{self._kind.name}")
        shown.display = True
        if self.focused is not None and any(each.has_class("options") for each in self.focused.ancestors):
            # Somebody was at the options of the game before, which are about to be hidden.
            self.set_focus(self.query_one(f"#{_id(self._kind, self._kind.OPTIONS[0])}"))
        for other in self.query(".options"):
            other.display = other is shown

    def _row(self, kind: type[Rules], option: Option[Any]) -> Row:
        field: Widget
        if option.choices:
            field = Choice({choice: choice for choice in option.choices}, id=_id(kind, option))
        else:
            text = option.text(option.default)
            field = Entry(text, id=_id(kind, option), width=10 if option.metavar == "N" else 24)
        return Row(option.name.replace("_", " ").capitalize(), field, option.help)

    def on_option_list_option_selected(self) -> None:
        self.action_play()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_play()

    def action_rules(self) -> None:
        from outnumber.app.widgets.dialogs import Reading
        from outnumber.words.rules import rules_text

        self.app.push_screen(Reading(self._kind.title, rules_text(self._kind).splitlines()))

    def action_play(self) -> None:
        try:
            match = self._match()
        except GameError as error:
            self._problem(str(error))
        except Unfit as problem:
            field = self.query_one(f"#{problem.field}")
            self._problem(str(problem))
            if not field.has_focus and isinstance(field.parent, Row):
                # The news of the focus comes later, and must not put the help over the problem.
                field.parent.problem = _marked(str(problem))
                field.focus()
        else:
            self.app.switch_screen(Board(Table(match)))

    def _problem(self, text: str) -> None:
        self.query_one("#about", Static).update(_marked(text))

    def _match(self) -> Match:
        chosen: dict[str, object] = {}
        for option in self._kind.OPTIONS:
            chosen[option.name] = self._value(_id(self._kind, option))
            try:
                option.read(chosen[option.name])
            except OptionError as error:
                raise Unfit(_id(self._kind, option), str(error).removeprefix("--")) from None
        rules = self._kind(**chosen)
        names = [self._value(f"name{number}").strip() for number in "12"]
        for number, name in zip("12", names, strict=True):
            if not name.isprintable() or len(name) > LONGEST_NAME:
                raise Unfit(f"name{number}", f"A name has up to {LONGEST_NAME} letters.")
        if names[0] and names[0] == names[1]:
            raise Unfit("name2", "The two players need different names.")
        rounds = whole(self._value("rounds"))
        if rounds is None or not 1 <= rounds <= LONGEST_MATCH:
            raise Unfit("rounds", f"Rounds: choose a whole number from 1 to {LONGEST_MATCH:,}.")
        one, two = (Participant(self._value(f"plays{n}"), name) for n, name in zip("12", names, strict=True))
        return begin(rules, (one, two), first=self._value("first"), rounds=rounds, clock=self._clock())

    def _value(self, id: str) -> str:
        field = self.query_one(f"#{id}")
        return field.value if isinstance(field, (Choice, Input)) else ""

    def _clock(self) -> float | None:
        text = self._value("clock").strip()
        if not text:
            return None
        try:
            seconds = float(text)
        except ValueError:
            seconds = 0
        if not isfinite(seconds) or not 0 < seconds <= LONGEST_CLOCK:
            raise Unfit("clock", f"Clock: give seconds up to {LONGEST_CLOCK:,}, or leave it empty.")
        return seconds


def _id(kind: type[Rules], option: Option[Any]) -> str:
    """What the field of an option is called."""
    return f"{kind.name}--{option.name}"


def _marked(text: str) -> Text:
    return Text(f"! {text}", "bold")


class Unfit(Exception):
    """A field that cannot be used as it is."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field
