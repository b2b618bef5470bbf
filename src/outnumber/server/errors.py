"""Storage errors, and refusals as JSON in the client's language."""

from __future__ import annotations

import sqlite3
from typing import ClassVar
from urllib.parse import parse_qs

from outnumber.api import Error, ErrorModel
from outnumber.api.errors import Refused
from outnumber.api.frames import encode
from outnumber.games.errors import GameError
from outnumber.games.languages import LANGUAGES
from outnumber.games.sentences import ENGLISH, Phrase, Voice
from outnumber.language.voice import voice


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

    TEMPLATES: ClassVar = {
        "newer-database": (
            "This database was created by a newer Outnumber (table version {found}; this program "
            "supports version {known}): install the newest Outnumber."
        ),
        "old-database": (
            "This database was created by an older Outnumber, and the disk is too full to upgrade it: "
            "free some space, and start again."
        ),
        "database-in-use": "Another server uses {file}: stop it, or choose another database with {option}.",
        "not-empty": "{file} is not empty: choose another database with {option}, or move this one away.",
        "damaged-backup": (
            "{games:game} in {file} can no longer be read: take an older backup, or restore it as it is with"
            " {option}."
        ),
        "migrate-first": "{file} is from an older Outnumber: start a server of this version with it first.",
        "nothing-left": "Nothing in {file} can be read: restore a backup.",
        "no-such-game": "There is no game {id} in {file}.",
        "intact": "The game {id} in {file} is intact: erase it first if you want the older one back.",
        "class-ended": "The game {id} belongs to a class that has ended, so it stays deleted.",
        "in-class": "The game {id} belongs to a class: it is deleted with the class. End the lesson.",
        "bad-database": "{what} cannot be used: {why}",
    }


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
