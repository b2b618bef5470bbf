"""Documents are always complete, have one writer at a time, and survive damage."""

from pathlib import Path
from typing import Any

import pytest

from outnumber.store import documents
from outnumber.store.documents import DamagedDocument, Document
from outnumber.store.files import StoreError


@pytest.fixture
def document(data: Path) -> Document:
    return Document("notes")


def test_document_is_in_the_data_directory_by_default(data: Path, tmp_path: Path) -> None:
    assert Document("notes").path == data / "notes.json"
    assert Document("notes", tmp_path / "other").path == tmp_path / "other" / "notes.json"


def test_document_round_trips(document: Document) -> None:
    assert document.read() is None
    values: list[Any] = [{"a": [1, 2.5, None, "ü"]}, [], None]
    for value in values:
        document.write(value)
        assert document.read() == value
    assert [file.name for file in document.directory.iterdir()] == ["notes.json"]


@pytest.mark.parametrize("damage", [b"", b"nonsense", b'{"a": ', b"\xff\xfe\xfa", b"[" * 100_000])
def test_unreadable_content_is_damaged(document: Document, damage: bytes) -> None:
    document.write(1)
    document.path.write_bytes(damage)
    with pytest.raises(DamagedDocument):
        document.read()


def test_oversized_document_is_damaged(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LARGEST_FILE", 10)
    document.write("1234567")  # 10 bytes with quotes and newline
    assert document.read() == "1234567"
    document.write("12345678")
    with pytest.raises(DamagedDocument, match="too large"):
        document.read()


def test_path_that_is_not_a_file_cannot_be_read_or_written(document: Document) -> None:
    (document.path / "in the way").mkdir(parents=True)
    with pytest.raises(StoreError) as unread:
        document.read()
    assert unread.value.code == "unreadable"
    with pytest.raises(StoreError) as unwritten:
        document.write(1)
    assert unwritten.value.code == "unsaved"


def test_damaged_documents_are_set_aside_under_unique_names(document: Document) -> None:
    for number in (1, 2):
        document.write(f"damage {number}")
        kept = document.set_aside()
        assert kept.name == f"notes.damaged-{number}.json"
        assert f"damage {number}" in kept.read_text(encoding="utf-8")
        assert document.read() is None
    with pytest.raises(StoreError):
        document.set_aside()


def test_erasing_removes_copies_set_aside_and_nothing_else(document: Document) -> None:
    other = Document("others")
    other.write("mine")
    with document.held():
        document.write(1)
    document.set_aside()
    document.write(2)
    assert document.erase() == 2
    assert [file.name for file in document.directory.iterdir()] == ["others.json"]
    assert document.erase() == 0
    assert other.read() == "mine"


def test_document_has_one_holder_at_a_time(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "PATIENCE", 0)
    with document.held():
        with pytest.raises(StoreError) as refused, Document("notes").held():
            pass
        assert refused.value.code == "unsaved"
        with Document("others").held():
            pass
    # A holder that fails also releases it.
    with pytest.raises(ZeroDivisionError), document.held():
        raise ZeroDivisionError
    with document.held():
        document.write(1)
    assert document.read() == 1


def test_nothing_is_erased_while_another_program_holds_it(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "PATIENCE", 0)
    with document.held():
        document.write(1)
        with pytest.raises(StoreError, match="has it locked"):
            Document("notes").erase()
        assert document.read() == 1
    assert document.erase() == 1


def test_erasing_without_data_creates_no_directory(document: Document) -> None:
    assert document.erase() == 0
    assert not document.directory.exists()


def test_holding_an_unwritable_document_does_no_harm(document: Document, data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    with document.held(), pytest.raises(StoreError):
        document.write(1)
