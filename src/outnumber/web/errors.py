"""Refusals as answers: in the words of a language, with their HTTP status."""

from __future__ import annotations

from urllib.parse import parse_qs

from outnumber.games.errors import GameError
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.wire import ErrorModel
from outnumber.wire.api import Error, encode
from outnumber.wire.refusals import REFUSALS, Refused
from outnumber.words.voice import LANGUAGES, voice


class StorageError(OSError):
    """The database does not answer, or not in time, or does not do what it was asked.

    Whatever was being written, nobody knows whether it is on disk.
    """


def status_of(error: GameError) -> int:
    """The HTTP status for an error; what the rules of a game refuse is 422."""
    return REFUSALS[error.code][0] if error.code in REFUSALS else 422


def told(error: GameError, voice: Voice = ENGLISH) -> ErrorModel:
    """The error as clients get it; only what the rules refuse comes with its numbers."""
    return ErrorModel.of(error, voice, numbers=not isinstance(error, Refused))


def as_json(error: GameError, voice: Voice = ENGLISH) -> bytes:
    """The body of an answer that refuses."""
    return encode(Error(told(error, voice)))


def asked_voice(query: bytes) -> Voice:
    """The voice of the language that a query asks for by `lang`; English where it asks for none we have."""
    if b"lang=" not in query:
        return ENGLISH
    language = parse_qs(query.decode("latin-1")).get("lang", [""])[-1]
    return voice(language) if language in LANGUAGES else ENGLISH
