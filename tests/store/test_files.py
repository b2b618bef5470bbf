"""A lock is held by one program at a time, whatever happens to its file."""

from pathlib import Path

import pytest

from outnumber.store import files
from outnumber.store.files import StoreError, held


def busy() -> StoreError:
    return StoreError("busy", text=1, remedy="wait.")


def test_a_lock_has_one_holder(tmp_path: Path) -> None:
    lock = tmp_path / "deep" / ".lock"
    with held(lock, busy()):
        with pytest.raises(StoreError, match="wait"), held(lock, busy()):
            pass
        with held(tmp_path / ".other", busy()):
            pass
    with held(lock, busy()):
        pass


def test_a_lock_deleted_by_its_last_holder_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, take = tmp_path / ".lock", files.take
    taken: list[int] = []

    def late(handle: int) -> None:
        # Who held it deletes it, between our opening and our locking.
        if not taken:
            lock.unlink()
        taken.append(handle)
        take(handle)

    monkeypatch.setattr(files, "take", late)
    with held(lock, busy()):
        assert len(taken) == 2
        # A file that nobody else finds under this name would protect nothing.
        with pytest.raises(StoreError), held(lock, busy()):
            pass
