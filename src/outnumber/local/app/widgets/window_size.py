"""What is shown instead of everything else while the window is too small for it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from outnumber.local.app.voices import voice_of

LEAST = Size(60, 16)


def too_small(size: Size) -> bool:
    """Whether nothing could be read in a window of this size."""
    return size.width < LEAST.width or size.height < LEAST.height


class WindowTooSmall(Screen[None]):
    """Asks for a larger window, and goes by itself once there is one; q leaves the app."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "app.quit")]

    def compose(self) -> ComposeResult:
        yield Static(id="larger", markup=False)

    def on_resize(self) -> None:
        say, size = voice_of(self).say, self.app.size
        needed = say(
            "Please make the window larger: at least {width} by {height}.",
            width=LEAST.width,
            height=LEAST.height,
        )
        now = say("Now it is {width} by {height}.", width=size.width, height=size.height)
        # The last line must not be lost in the smallest window.
        self.query_one("#larger", Static).update(f"{needed} {now}\n{say('q quits')}")
        self._go()

    def on_screen_resume(self) -> None:
        # Something may have been opened, and closed again, over this.
        self._go()

    def _go(self) -> None:
        if self.is_current and not too_small(self.app.size):
            self.app.pop_screen()
