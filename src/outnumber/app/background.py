"""Questions to the theory, answered in the background: the screen never freezes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from textual.widget import Widget

from outnumber.app.table import THEORY
from outnumber.games.errors import GameError

T = TypeVar("T")


def think(
    widget: Widget, question: Callable[[], T], answer: Callable[[T], object], refused: Callable[[str], object]
) -> None:
    """Work out `question` in a thread, then call `answer` with it, or `refused` with why not, on the screen.

    A thread that ends with the program, and no worker: leaving the app does not wait for a hard question.
    """

    def work() -> None:
        try:
            with THEORY:
                found = question()
        except GameError as error:
            _tell(widget, refused, str(error))
        else:
            _tell(widget, answer, found)

    threading.Thread(target=work, name="theory", daemon=True).start()


def _tell(widget: Widget, hear: Callable[[T], object], what: T) -> None:
    # The app may be closing; then nobody listens any more.
    with suppress(RuntimeError):
        widget.call_later(hear, what)
