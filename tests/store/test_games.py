"""Saved games are always complete, never lost, and shared by any number of programs."""

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber.match.match import Begun, Match, Participant
from outnumber.match.record import write
from outnumber.store import games
from outnumber.store.files import StoreError, data_directory, save_text
from outnumber.store.games import GameStore, load_match
from tests.program import run
from tests.strategies import matches

RULES = outnumber.game("strategy-stacks")


def played(*moves: int) -> Match:
    match = Match(RULES, date="2026-11-15T12:00:00Z").after(Begun())
    for move in moves:
        match = match.with_current(match.current.play(move))
    return match


@pytest.fixture
def store(data: Path) -> GameStore:
    return GameStore()


def test_environment_variable_sets_the_data_directory(data: Path, store: GameStore) -> None:
    assert data_directory() == data
    store.save(store.create(), played(6))
    assert (data / "games" / "1.txt").read_text(encoding="utf-8") == write(played(6))


def test_data_directory_defaults_to_the_usual_place_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTNUMBER_DATA")
    assert data_directory().is_absolute()
    assert "outnumber" in data_directory().parts


@settings(deadline=None, max_examples=30)
@given(match=matches())
def test_any_match_round_trips_through_the_disk(
    tmp_path_factory: pytest.TempPathFactory, match: Match
) -> None:
    store = GameStore(tmp_path_factory.mktemp("data"))
    id = store.create()
    store.save(id, match)
    assert store.load(id) == match


def test_saving_again_replaces_the_record_and_leaves_nothing_else(store: GameStore) -> None:
    id = store.create()
    for moves in ((6,), (6, 3), (6, 3, 9), (6,)):
        store.save(id, played(*moves))
        assert store.load(id) == played(*moves)
    assert os.listdir(store.directory) == ["1.txt"]


def failing(code: int) -> Any:
    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.parametrize("call", ["fsync", "replace", "open"])
def test_full_disk_preserves_the_previous_record(
    store: GameStore, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    id = store.create()
    store.save(id, played(6))
    with monkeypatch.context() as patched:
        if call == "open":
            patched.setattr("builtins.open", failing(errno.ENOSPC))
        else:
            patched.setattr(os, call, failing(errno.ENOSPC))
        with pytest.raises(StoreError, match="No space left on device") as refused:
            store.save(id, played(6, 3))
    assert refused.value.code == "unsaved"
    assert store.load(id) == played(6)
    assert os.listdir(store.directory) == ["1.txt"]


def test_disk_that_fills_during_a_write_preserves_the_previous_record(store: GameStore) -> None:
    id = store.create()
    store.save(id, played(6))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Limit the file size, so that the system refuses the write halfway.
    resource.setrlimit(resource.RLIMIT_FSIZE, (50, before[1]))
    try:
        with pytest.raises(StoreError, match=os.strerror(errno.EFBIG)):
            store.save(id, played(6, 3))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert store.load(id) == played(6)
    assert os.listdir(store.directory) == ["1.txt"]


@pytest.mark.parametrize("name", ["", ".", "/", "a\0b", "x" * 300, "\ud800"])
def test_saving_under_an_impossible_name_is_refused_with_a_message(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError) as refused:
        save_text(tmp_path / name if name.strip("./") else name, "text")
    assert refused.value.code == "unsaved"


def test_reading_an_impossible_name_finds_no_record() -> None:
    with pytest.raises(StoreError):
        load_match(Path("\ud800"))


def test_ids_count_up_from_the_last_game(store: GameStore) -> None:
    assert store.ids() == []
    assert [store.create() for _ in range(3)] == [1, 2, 3]
    store.save(2, played(6))
    (store.directory / "41.txt").write_text("x", encoding="utf-8")
    for other in ("notes.txt", "-7.txt", "٣.txt", "1.txt.bak", ".42.lock", "9" * 30 + ".txt"):
        (store.directory / other).write_text("x", encoding="utf-8")
    assert store.ids() == [1, 2, 3, 41]
    assert store.create() == 42


def test_reserved_id_is_not_a_game(store: GameStore) -> None:
    id = store.create()
    assert list(store.entries()) == []
    with pytest.raises(StoreError) as refused:
        store.load(id)
    assert refused.value.code == "no-such-game"


CREATE = """
import sys
from outnumber.store.games import GameStore
sys.stdin.readline()
store = GameStore()
print(*[store.create() for _ in range(60)])
"""


def test_concurrent_programs_get_different_ids() -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", CREATE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for program in programs:
        assert program.stdin
        program.stdin.write("go\n")
        program.stdin.flush()
    ids = [int(id) for program in programs for id in program.communicate()[0].split()]
    assert len(ids) == 180
    assert sorted(ids) == list(range(1, 181))


def test_game_has_one_holder_at_a_time(store: GameStore) -> None:
    id = store.create()
    store.save(id, played(6))
    with store.lock(id):
        again: Callable[[], object]
        for again in (lambda: store.lock(id).__enter__(), lambda: store.delete(id)):
            with pytest.raises(StoreError) as refused:
                again()
            assert refused.value.code == "busy"
        other = run("resume", str(id))
        assert (other.returncode, other.stdout) == (1, "")
        assert "Game 1 is being played by another program" in other.stderr
    with store.lock(id):
        pass
    assert store.load(id) == played(6)


DAMAGED = [b"", b"\x00" * 10, b"\xff\xfe", b"[Outnumber", b'[Outnumber "1"]\n[Game "chess"]\n', b"x" * 70_000]


def test_damaged_record_is_listed_and_other_records_are_read(store: GameStore) -> None:
    for text in DAMAGED:
        store.path(store.create()).write_bytes(text)
    store.save(store.create(), played(6))
    entries = list(store.entries())
    assert [entry.id for entry in entries] == [7, 6, 5, 4, 3, 2]  # newest first; 1 is empty
    assert entries[0].match == played(6)
    for entry in entries[1:]:
        assert entry.match is None
        assert str(entry.error).startswith(str(entry.path))
        with pytest.raises(StoreError) as refused:
            store.load(entry.id)
        assert refused.value.code == "unreadable"
    assert "line 2: There is no game called 'chess'" in str(entries[2].error)
    assert "not text in UTF-8" in str(entries[4].error)


def test_directory_in_place_of_a_record_is_listed_as_damaged(store: GameStore) -> None:
    store.save(store.create(), played(6))
    store.path(2).mkdir()
    assert [entry.match for entry in store.entries()] == [None, played(6)]


@settings(deadline=None)
@given(data=st.binary(max_size=200))
def test_reading_any_bytes_returns_a_match_or_raises_a_store_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("bytes") / "record"
    path.write_bytes(data)
    with pytest.raises(StoreError):
        load_match(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
def test_endless_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LARGEST_FILE", 1000)
    with pytest.raises(StoreError, match="larger than 1,000 bytes"):
        load_match(Path("/dev/zero"))


def test_names_with_any_characters_round_trip(store: GameStore) -> None:
    odd = played(6)._replace(participants=(Participant("human", "a\rb\n\x85\u2028c"), Participant()))
    store.save(1, odd)
    assert store.load(1) == odd


def test_deleted_game_leaves_no_files(store: GameStore) -> None:
    id = store.create()
    store.save(id, played(6))
    with store.lock(id):
        pass
    store.delete(id)
    assert os.listdir(store.directory) == []
    with pytest.raises(StoreError) as refused:
        store.delete(id)
    assert refused.value.code == "no-such-game"


def test_deleting_a_missing_game_leaves_no_files(data: Path, store: GameStore) -> None:
    with pytest.raises(StoreError):
        store.delete(77)
    assert not data.exists()


def test_data_directory_that_is_a_file_is_reported(data: Path, store: GameStore) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    for attempt in (store.create, store.ids, lambda: list(store.entries()), lambda: store.save(1, played(6))):
        with pytest.raises(StoreError) as refused:
            attempt()
        assert str(data) in str(refused.value)
    assert data.read_text(encoding="utf-8") == "I am in the way"
