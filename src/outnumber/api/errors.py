"""The refusals of a server, as values: a stable code, the HTTP status, and one sentence."""

from __future__ import annotations

from typing import Any, ClassVar

from outnumber.games import GameError, Phrase, Text, read_sentences
from outnumber.games.errors import MESSAGES

# code: (HTTP status, sentence)
REFUSALS = {
    code: (int(status), sentence)
    for key, sentence in read_sentences(__file__).items()
    for code, status in [key.split()]
} | {code: (409, MESSAGES[code]) for code in ("no-seat-picked", "nothing-to-take-back")}


MUST_BE: Text = "{field} must be {what}"


class Refused(GameError):
    """A refusal by the server."""

    TEMPLATES: ClassVar = {code: sentence for code, (_, sentence) in REFUSALS.items()}


def bad_request(what: Text, /, **numbers: Any) -> Refused:
    """The refusal of a request that cannot be read."""
    return Refused("bad-request", what=Phrase(what, **numbers))


def must_be(field: str, what: Text, **numbers: Any) -> Refused:
    """The refusal of a field that is not what it must be."""
    return bad_request(MUST_BE, field=field, what=Phrase(what, **numbers))


def too_many(wait: float) -> Refused:
    """The refusal of a request that may be retried after some seconds."""
    return Refused("too-many-requests", seconds=max(1, round(wait)))


def status_of(error: GameError) -> int:
    """The HTTP status of an error; 422 for a refusal by the rules of a game."""
    return REFUSALS[error.code][0] if error.code in REFUSALS else 422
