"""Small windows over a screen: a text to read, or a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from outnumber.local.app.page import voice_of

from .fields import TextField


class TextDialog(ModalScreen[None]):
    """A text to read; any of the usual keys closes it, and the arrows scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter,space,question_mark", "dismiss(None)")]

    def __init__(self, title: str, lines: Sequence[str] | Callable[[int], Sequence[str]]) -> None:
        """Takes the lines, or a function that lays them out for a width."""
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        with Vertical(id="window") as window:
            window.border_title = self._title
            window.border_subtitle = voice_of(self).say("Esc closes")
            with VerticalScroll(id="reading"):
                yield Static(id="lines", markup=False)

    def on_resize(self) -> None:
        # One column is reserved for the scroll bar.
        width = max(20, self.query_one("#reading").size.width - 1)
        lines = self._lines(width) if callable(self._lines) else self._lines
        self.query_one("#lines", Static).update("\n".join(lines))


class ConfirmDialog(ModalScreen[bool]):
    """A question with two answers; Enter selects the marked one, Esc means no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # The first letter of yes in every language.
        ("y,j", "dismiss(True)"),
        ("n,escape,q", "dismiss(False)"),
        ("left,up", "app.focus_previous"),
        ("right,down", "app.focus_next"),
    ]

    def __init__(self, question: str, yes: str, no: str, *, careful: bool = False) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no
        # Whether Enter alone means no.
        self._careful = careful

    def compose(self) -> ComposeResult:
        with Vertical(id="window", classes="-question"):
            yield Static(self._question, markup=False)
            with Horizontal(id="answers"):
                yield Button(self._yes, id="yes", compact=True)
                yield Button(self._no, id="no", compact=True)

    def on_mount(self) -> None:
        if self._careful:
            self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class LineDialog(ModalScreen[str]):
    """Asks for a line, such as the name of a file; Enter accepts it, Esc cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss('')")]

    def __init__(self, title: str, label: str, hint: str, text: str = "") -> None:
        super().__init__()
        self._title, self._label, self._hint, self._text = title, label, hint, text

    def compose(self) -> ComposeResult:
        with Vertical(id="window", classes="-question") as window:
            window.border_title = self._title
            window.border_subtitle = self._hint
            yield Static(self._label, markup=False)
            yield TextField(self._text, id="line", width=44, letters=True)

    def on_input_submitted(self, event: TextField.Submitted) -> None:
        self.dismiss(event.value.strip())
