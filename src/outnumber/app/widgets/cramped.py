"""What is shown instead of everything else while the window is too small for it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from outnumber.app.voices import voice_of

LEAST = Size(60, 16)


def too_small(size: Size) -> bool:
    """Whether nothing could be read in a window of this size."""
    return size.width < LEAST.width or size.height < LEAST.height


class Cramped(Screen[None]):
    """Asks for a larger window, and goes by itself once there is one."""

    def compose(self) -> ComposeResult:
        yield Static(voice_of(self).say("Please make the window larger."), id="larger", markup=False)

    def on_resize(self) -> None:
        self._go()

    def on_screen_resume(self) -> None:
        # Something may have been opened, and closed again, over this.
        self._go()

    def _go(self) -> None:
        if self.is_current and not too_small(self.app.size):
            self.app.pop_screen()
