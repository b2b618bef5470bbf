"""The line at the bottom: which keys do what here; each can be clicked too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.widgets import Static

# What the key is called, what it does, and the action of the screen it stands for, if it can be clicked.
Key = tuple[str, str, str]


class Keys(Static):
    """One line for all keys: Textual's own footer is a widget for each, and comes late."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key"}

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__(id="keys", markup=False)
        self._keys = keys

    def show(self, keys: Sequence[Key]) -> None:
        """Offer other keys from now on."""
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def render(self) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        accent = self.get_component_rich_style("keys--key", partial=True)
        for name, does, _ in self._keys:
            text.append(f" {name}", accent).append(f" {does} ")
        return text

    async def on_click(self, event: events.Click) -> None:
        end = 0
        for name, does, action in self._keys:
            end += len(f" {name} {does} ")
            if event.x < end:
                if action:
                    await self.run_action(action if "." in action else f"screen.{action}")
                return
