"""The language of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.dom import DOMNode

from outnumber.games.sentences import Voice

if TYPE_CHECKING:
    from outnumber.local.app.main import OutnumberApp


def voice_of(node: DOMNode) -> Voice:
    """The voice of the app that a widget belongs to."""
    return cast("OutnumberApp", node.app).voice
