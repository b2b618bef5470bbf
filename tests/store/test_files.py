"""Files are replaced atomically, and a lock has one holder, even if its file is deleted."""

import os
from pathlib import Path

import pytest

from outnumber.store import files
from outnumber.store.files import StoreError, file_lock, save_text


def busy() -> StoreError:
    return StoreError("busy", text=1, remedy="wait.")


def test_lock_has_one_holder(tmp_path: Path) -> None:
    lock = tmp_path / "deep" / ".lock"
    with file_lock(lock, busy()):
        with pytest.raises(StoreError, match="wait"), file_lock(lock, busy()):
            pass
        with file_lock(tmp_path / ".other", busy()):
            pass
    with file_lock(lock, busy()):
        pass


def test_lock_file_deleted_by_its_last_holder_is_created_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, lock_file = tmp_path / ".lock", files.lock_file
    taken: list[int] = []

    def late(handle: int) -> None:
        # The holder deletes it between our open and our lock.
        if not taken:
            lock.unlink()
        taken.append(handle)
        lock_file(handle)

    monkeypatch.setattr(files, "lock_file", late)
    with file_lock(lock, busy()):
        assert len(taken) == 2
        # A deleted file protects nothing, because others cannot find it under this name.
        with pytest.raises(StoreError), file_lock(lock, busy()):
            pass


@pytest.mark.skipif(os.name == "nt", reason="Windows needs a right to make links")
def test_draft_does_not_follow_a_link(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    (tmp_path / f".kept.{os.getpid()}.new").symlink_to(elsewhere)
    save_text(tmp_path / "kept", "text")
    assert elsewhere.read_text() == "precious"
    assert (tmp_path / "kept").read_text() == "text"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["elsewhere", "kept"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_device_or_pipe_is_never_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with pytest.raises(StoreError, match="It is a device or a pipe"):
        save_text(pipe, "text")
    assert pipe.is_fifo()
    save_text(link, "text")
    assert link.read_text() == "text"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link", "pipe"]


def test_drafts_of_killed_programs_are_deleted(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in (".kept.1.new", ".kept.2.new", ".kept too.1.new"))
    for each in (old, new, other):
        each.write_text("half")
    for each in (old, other):
        os.utime(each, (0, 0))
    save_text(tmp_path / "kept", "text")
    assert not old.exists()
    assert new.exists(), "somebody may be writing it"
    assert other.exists(), "the draft of another file"
