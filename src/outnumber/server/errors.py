"""Storage errors, and refusals as JSON in the client's language."""

from __future__ import annotations

import sqlite3
from typing import ClassVar
from urllib.parse import parse_qs

from outnumber.api import Error, ErrorModel
from outnumber.api.errors import Refused
from outnumber.api.frames import encode
from outnumber.games import ENGLISH, GameError, Phrase, Voice, read_sentences
from outnumber.language.voice import voice
from outnumber.languages import LANGUAGES


class StorageError(OSError):
    """The database failed or did not answer in time.

    A pending write may or may not be on disk.
    """

    code = "storage"  # the error code for clients


class Damaged(StorageError):
    """The stored data of one game is damaged; other games are unaffected."""

    code = "damaged"


class Gone(Damaged):
    """The game has been deleted, perhaps by another process."""

    code = "no-such-game"


def shows_damage(error: BaseException | None) -> bool:
    """Whether a database reports corrupt data."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_TOOBIG) or "decode to UTF-8" in str(error)
    # data_corrupted and index_corrupted
    return getattr(error, "sqlstate", "") in ("XX001", "XX002")


def reason(error: Exception) -> str:
    """A database's error message, without the statement and its values."""
    return f"{type(error).__name__}: {error}"


class DatabaseError(GameError):
    """A database that a server or a backup cannot use."""

    TEMPLATES: ClassVar = read_sentences(__file__)


def unusable(what: object, why: Phrase | str) -> DatabaseError:
    """The error for a file or database that cannot be used."""
    return DatabaseError("bad-database", what=what, why=why)


def told(error: GameError, voice: Voice) -> ErrorModel:
    """The model of an error; only refusals by the rules include their numbers."""
    return ErrorModel.of(error, voice, numbers=not isinstance(error, Refused))


def as_json(error: GameError, voice: Voice = ENGLISH) -> bytes:
    """The JSON body of a refusal."""
    return encode(Error(told(error, voice)))


def asked_voice(query: bytes) -> Voice:
    """The voice for the `lang` field of a query; English by default."""
    if b"lang=" not in query:
        return ENGLISH
    language = parse_qs(query.decode("latin-1")).get("lang", [""])[-1]
    return voice(language) if language in LANGUAGES else ENGLISH
