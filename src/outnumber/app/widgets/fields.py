"""The pieces of a form: a choice turned with the arrows, a line to type in, and rows that hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static


class Choice(Widget, can_focus=True):
    """One of a few values, turned with left and right or by a click: `‹ casual ›`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"choice--arrow"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "turn(1)", "Next", show=False),
        Binding("left", "turn(-1)", "Previous", show=False),
    ]

    index: reactive[int] = reactive(0)

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            return self.choice

    def __init__(self, values: Mapping[str, str], value: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self._values = dict(values)
        self.set_reactive(Choice.index, list(values).index(value) if value in values else 0)

    @property
    def value(self) -> str:
        return list(self._values)[self.index]

    def render(self) -> Text:
        arrow = self.get_component_rich_style("choice--arrow", partial=True)
        return Text.assemble(("‹ ", arrow), self._values[self.value], (" ›", arrow))

    def get_content_width(self, container: object, viewport: object) -> int:  # noqa: ARG002
        return max(map(len, self._values.values())) + 4

    def action_turn(self, by: int) -> None:
        self.index = (self.index + by) % len(self._values)

    def watch_index(self) -> None:
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if event.x < 2 else 1)


class Entry(Input):
    """A line to type in."""

    def __init__(
        self, value: str = "", placeholder: str = "", id: str | None = None, width: int = 24
    ) -> None:
        super().__init__(value, placeholder=placeholder, id=id, compact=True, select_on_focus=True)
        self.styles.width = width


class Row(Horizontal):
    """A field with its name before it; `help` is for whoever shows what the field in focus is about."""

    def __init__(self, name: str, field: Widget, help: str = "") -> None:
        super().__init__()
        self._label, self._field, self.help = name, field, help
        # What is wrong with the field, to be said once instead of the help.
        self.problem: Text | None = None

    def compose(self) -> ComposeResult:
        yield Static(self._label, classes="label", markup=False)
        yield self._field


class Form(VerticalScroll, can_focus=False):
    """Rows of fields; up and down go from field to field, and a line `#about` says what each is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next", show=False),
        Binding("up", "app.focus_previous", "Previous", show=False),
    ]

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        row = event.widget.parent
        about: Text | str = ""
        if isinstance(row, Row):
            about, row.problem = row.problem or row.help, None
        self.screen.query_one("#about", Static).update(about)
