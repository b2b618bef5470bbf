"""Questions to the theory, answered in the background: the screen never freezes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from textual.widget import Widget

from outnumber.app.voices import voice_of
from outnumber.games.errors import GameError

T = TypeVar("T")


def think(
    widget: Widget, question: Callable[[], T], answer: Callable[[T], object], refused: Callable[[str], object]
) -> None:
    """Work out `question` in a thread, then call `answer` with it, or `refused` with why not, on the screen.

    A thread that ends with the program, and no worker: leaving the app does not wait for a hard question.
    """
    voice = voice_of(widget)

    def work() -> None:
        try:
            found = question()
        except GameError as error:
            hear(widget, refused, voice.tell(error))
        else:
            hear(widget, answer, found)

    threading.Thread(target=work, name="theory", daemon=True).start()


def hear(widget: Widget, tell: Callable[[T], object], what: T) -> None:
    """Tell the screen something from another thread, which does not wait for it."""
    # The app may be closing; then nobody listens any more.
    with suppress(RuntimeError):
        widget.call_later(tell, what)
