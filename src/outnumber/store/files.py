"""Files of the data directory: replaced atomically, and locked by one program at a time."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Any

from outnumber.games import GameError, Phrase, Text
from outnumber.games.errors import phrase
from outnumber.games.sentences import Said

_SPECIAL: Text = "It is a device or a pipe"


# Seconds after which a draft has no writer any more: its program was killed.
ABANDONED = 3600


class StoreError(GameError):
    """Something that cannot be found, read or saved; the remedy may be a template with values."""

    def __init__(self, code: str, *, remedy: str | Said, text: object, **values: Any) -> None:
        super().__init__(code, text=text, remedy=phrase(remedy, values))


def why(error: Exception) -> Phrase:
    """The message of the system about a failure, as a sentence."""
    said = getattr(error, "strerror", None)
    return Phrase("{why}.", why=Phrase(said) if said else str(error))


@contextmanager
def storage_errors(code: str, path: Path) -> Iterator[None]:
    """Raise errors of the system in this block as `StoreError`."""
    try:
        yield
    except (OSError, UnicodeError) as error:  # some names are not possible
        raise StoreError(code, text=path, remedy=why(error)) from None


def data_directory() -> Path:
    """The data directory: $OUTNUMBER_DATA, or the usual place of this system."""
    chosen = os.environ.get("OUTNUMBER_DATA")
    if chosen:
        return Path(chosen)
    # Costs as much as a bare Python start: not before it is needed.
    from platformdirs import user_data_path

    return user_data_path("outnumber", appauthor=False)


def save_text(file: Path | str, text: str) -> None:
    """Replace a file's text atomically; raises `StoreError` and leaves the old text when that fails."""
    path = Path(file)
    draft = path.parent / f".{path.name}.{os.getpid()}.new"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path)
        # Always a new file: a link of that name would lead elsewhere.
        draft.unlink(missing_ok=True)
        with open(draft, "x", encoding="utf-8", newline="\n") as draft_file:
            draft_file.write(text)
            draft_file.flush()
            os.fsync(draft_file.fileno())
        put_in_place(draft, path)
        _sync_directory(path.parent)
    except (OSError, ValueError) as error:  # a ValueError: a name or text that no file can have
        with suppress(OSError, ValueError):
            draft.unlink()
        raise StoreError("unsaved", text=path, remedy=why(error)) from None


def put_in_place(draft: Path, path: Path) -> None:
    """Rename a finished draft to a file; a device or a pipe of that name is not replaced."""
    with suppress(FileNotFoundError):
        kind = stat.S_IFMT(os.lstat(path).st_mode)
        if kind not in (stat.S_IFREG, stat.S_IFLNK, stat.S_IFDIR):  # for a directory the system objects
            raise OSError(errno.EINVAL, _SPECIAL, str(path))
    os.replace(draft, path)


def _sweep(path: Path) -> None:
    """Delete drafts of a file whose programs were killed."""
    for draft in path.parent.glob(f".{escape(path.name)}.*.new"):
        with suppress(OSError):
            if draft.lstat().st_mtime < time.time() - ABANDONED:
                draft.unlink()


def save_copy(file: str, text: str) -> str:
    """Write a new file under the name that the player typed, and return its path."""
    path = os.path.expanduser(file)
    if os.path.exists(path):
        raise StoreError("unsaved", text=path, remedy="that file exists; choose another name.")
    if not os.path.isdir(os.path.dirname(path) or "."):
        # A mistyped name must not create a directory.
        raise StoreError("unsaved", text=path, remedy="its directory does not exist; create it first.")
    save_text(path, text)
    return path


def _sync_directory(directory: Path) -> None:
    # The rename itself must survive a power cut. Windows cannot open a directory, and need not.
    if os.name != "nt":
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def file_lock(lock: Path, busy: GameError, patience: float = 0.0) -> Iterator[None]:
    """Hold a lock file, which may be deleted in the meantime; raises `busy` when another program holds it.

    The system releases the lock when a program ends, however it ends.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o644)
        except OSError:
            # Nothing can be written here: saving reports it, and there is nothing to protect.
            yield
            return
        try:
            lock_file(handle)
            if _is(handle, lock):
                break
            os.close(handle)
        except OSError:
            os.close(handle)
            if time.monotonic() >= deadline:
                raise busy from None
            time.sleep(0.02)
    try:
        yield
    finally:
        os.close(handle)


def _is(handle: int, lock: Path) -> bool:
    """Whether this is still the file of that name: its last holder may have deleted it."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(lock))
    except FileNotFoundError:
        return False


def lock_file(handle: int) -> None:
    """Lock an open file; raises `OSError` when another program has it."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
