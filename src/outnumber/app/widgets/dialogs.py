"""Small windows over a screen: something to read, or a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from outnumber.app.widgets.fields import Entry


class Reading(ModalScreen[None]):
    """Lines to read; any of the usual keys closes it, the arrows scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,question_mark", "dismiss", "Close", show=False),
    ]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(id="window") as window:
            window.border_title = self._title
            window.border_subtitle = "Esc closes"
            with VerticalScroll(id="reading"):
                yield Static("\n".join(self._lines), markup=False)

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(result)


class Question(ModalScreen[bool]):
    """A question with two answers; Enter takes the one that is marked, Esc says no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n,escape,q", "answer(False)", "No", show=False),
        Binding("left,up", "app.focus_previous", "Previous", show=False),
        Binding("right,down", "app.focus_next", "Next", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str = "No", *, careful: bool = False) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no
        # Whether Enter alone says no.
        self._careful = careful

    def compose(self) -> ComposeResult:
        with Vertical(id="window", classes="-question"):
            yield Static(self._question, markup=False)
            with Horizontal(id="answers"):
                yield Button(f"{self._yes} (y)", id="yes", compact=True)
                yield Button(f"{self._no} (n)", id="no", compact=True)

    def on_mount(self) -> None:
        if self._careful:
            self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class Naming(ModalScreen[str]):
    """Asks for the name of a file; Enter takes it, Esc gives up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", "Give up", show=False),
    ]

    def __init__(self, title: str, name: str) -> None:
        super().__init__()
        self._title, self._file = title, name

    def compose(self) -> ComposeResult:
        with Vertical(id="window", classes="-question") as window:
            window.border_title = self._title
            window.border_subtitle = "⏎ saves, Esc gives up"
            yield Static("File:", markup=False)
            yield Entry(self._file, id="file", width=44)

    def on_input_submitted(self, event: Entry.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_give_up(self) -> None:
        self.dismiss("")
