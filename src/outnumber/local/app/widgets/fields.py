"""The parts of a form, and small windows over a screen that show a text or ask a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Grid, Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from outnumber.local.app.page import voice_of


class Choice(Widget, can_focus=True):
    """One of a few values, changed with left and right or by a click: `‹ casual ›`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"choice--arrow"}
    BINDINGS: ClassVar[list[BindingType]] = [("right,space", "turn(1)"), ("left", "turn(-1)")]

    index: reactive[int] = reactive(0, init=False)

    class Changed(Message):
        """The value has changed."""

        def __init__(self, choice: Choice | Tick) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, values: Mapping[str, str], value: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self._values = dict(values)
        self.set_reactive(Choice.index, list(values).index(value) if value in values else 0)

    @property
    def value(self) -> str:
        return list(self._values)[self.index]

    def render(self) -> Text:
        arrow = self.get_component_rich_style("choice--arrow", partial=True)
        value = Text(self._values[self.value])
        value.truncate(max(1, self.size.width - 4), overflow="ellipsis")
        return Text.assemble(("‹ ", arrow), value, (" ›", arrow))

    def action_turn(self, by: int) -> None:
        self.index = (self.index + by) % len(self._values)

    def watch_index(self) -> None:
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if event.x < 2 else 1)


class Tick(Widget, can_focus=True):
    """A word that is on or off: `[x] digit`."""

    BINDINGS: ClassVar[list[BindingType]] = [("left,right,space", "turn")]

    ticked: reactive[bool] = reactive(False, init=False)

    def __init__(self, value: str, text: str, ticked: bool) -> None:
        super().__init__()
        self.value, self._text = value, text
        self.set_reactive(Tick.ticked, ticked)

    def render(self) -> Text:
        return Text(f"[{'x' if self.ticked else ' '}] {self._text}", no_wrap=True, overflow="ellipsis")

    def action_turn(self) -> None:
        self.ticked = not self.ticked

    def watch_ticked(self) -> None:
        self.post_message(Choice.Changed(self))

    def on_click(self) -> None:
        self.action_turn()


class Ticks(Grid):
    """Several values that are each on or off; together they form a text with commas."""

    def __init__(self, values: Mapping[str, str], ticked: Iterable[str]) -> None:
        chosen = set(ticked)
        super().__init__(*(Tick(value, text, value in chosen) for value, text in values.items()))

    @property
    def value(self) -> str:
        return ",".join(tick.value for tick in self.query(Tick) if tick.ticked)


class TextField(Input):
    """A text field: for numbers, where `?` is not input but shows help as elsewhere, or for any text with
    `letters`.
    """

    def __init__(
        self,
        value: str = "",
        placeholder: str = "",
        id: str | None = None,
        width: int = 24,
        *,
        letters: bool = False,
    ) -> None:
        self.letters = letters
        super().__init__(value, placeholder=placeholder, id=id, compact=True, select_on_focus=True)
        # With padding on both sides, and room for the cursor.
        self.styles.max_width = max(width, len(placeholder) + 3)

    async def on_key(self, event: events.Key) -> None:
        if event.character == "?" and not self.letters:
            event.stop()
            event.prevent_default()
            await self.run_action("screen.help")


Field = Choice | Ticks | TextField


class FieldRow(Horizontal):
    """A field with its label before or `above` it; `help` describes it, or each of its values."""

    def __init__(
        self, name: str, field: Field, help: str | Mapping[str, str] = "", *, above: bool = False
    ) -> None:
        super().__init__(classes="above" if above else "")
        self.label, self.field, self._help = name, field, help
        # The error of the field, shown once instead of the help.
        self.problem: Text | None = None

    def compose(self) -> ComposeResult:
        yield Static(self.label, classes="label", markup=False)
        yield self.field

    @property
    def value(self) -> str:
        return self.field.value.strip()

    def help(self, value: str) -> str:
        """The help for the field or its current value."""
        return self._help if isinstance(self._help, str) else self._help[value]

    def take_focus(self) -> None:
        """Put the focus on the field, or on the first of its parts."""
        parts = self.field.walk_children(Widget, with_self=True)
        next(each for each in parts if each.can_focus).focus()


class Form(VerticalScroll, can_focus=False):
    """Rows of fields; up and down move between fields, and a line `#about` describes the current one."""

    BINDINGS: ClassVar[list[BindingType]] = [("down", "app.focus_next"), ("up", "app.focus_previous")]

    def on_mount(self) -> None:
        # One column for all labels, wide enough for the longest in any language.
        rows = self.query(FieldRow).exclude(".above")
        wide = max(len(row.label) for row in rows) + 2
        for row in rows:
            row.query_one(".label").styles.width = max(wide, 15)

    def on_choice_changed(self, event: Choice.Changed) -> None:
        if event.choice.has_focus:
            self._tell(event.choice)

    def on_input_changed(self, event: Input.Changed) -> None:
        # The help of the field replaces the error about its earlier text.
        if event.input.has_focus:
            self._tell(event.input)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._tell(event.widget)

    def _tell(self, field: Widget) -> None:
        row = next((each for each in field.ancestors if isinstance(each, FieldRow)), None)
        about: Text | str = ""
        if row and isinstance(field, Choice | Tick | TextField):
            about, row.problem = row.problem or row.help(field.value), None
        self.screen.query_one("#about", Static).update(about)


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
