"""No move is lost: each is on disk before the next prompt, even if the program then crashes."""

import json
import resource
import signal
from pathlib import Path
from typing import Any

import pytest

import outnumber
from outnumber.games.sentences import ENGLISH
from outnumber.local.saving import Autosave
from outnumber.local.terminal.console import Console
from outnumber.match.match import Begun, Match
from outnumber.store.games import GameStore
from tests.program import call, games_on_disk, lines, piped, run

PROMPT = "Select a number: "
STACKS = ("play", "strategy-stacks")
WHOLE = [6, 3, 9, 1, 2, 8, 4]
LIMITED: dict[str, Any] = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))}


def rounds_on_disk(id: int = 1) -> list[list[int]]:
    told = json.loads(call("replay", "--json", str(id)).stdout)
    return [each["moves"] for each in told["rounds"]]


@pytest.mark.parametrize("played", [1, 2, 3, 6])
def test_a_program_killed_at_the_prompt_has_saved_exactly_the_moves_played(played: int) -> None:
    with piped(*STACKS) as going:
        going.type(*WHOLE[:played], prompt=PROMPT)
        going.wait_for(PROMPT)
        going.process.kill()
        going.process.wait()
    resumed = call("resume", typed=lines(*WHOLE[played:]))
    assert resumed.stdout.startswith(
        f"Game 1: Strategy Stacks. Played so far: {' '.join(map(str, WHOLE[:played]))}.\n"
    )
    assert resumed.stdout.endswith("Player 1 wins the game!\n")
    assert rounds_on_disk() == [WHOLE]


@pytest.mark.parametrize("seen", [0, 1, 200, 400, 700])
def test_a_program_killed_at_any_moment_leaves_a_complete_record(seen: int, data: Path) -> None:
    with piped(*STACKS) as going:
        going.send(lines(*WHOLE))
        said = 0
        while said < seen:
            said += len(going.read(seen - said))
        going.process.kill()
        going.process.wait()
    assert len(games_on_disk(data)) <= 1
    listed = call("history")
    assert "damaged" not in listed.stdout
    if games_on_disk(data):
        (moves,) = rounds_on_disk()
        assert moves == WHOLE[: len(moves)]
    # And the number of the killed game does not block the next.
    assert call(*STACKS, typed=lines(6)).returncode == 0


def test_a_match_killed_between_two_rounds_continues_with_the_second() -> None:
    match = (
        "play",
        "order-challenge",
        "--range",
        "2",
        "--rounds",
        "2",
        "--clock",
        "50",
        "--names",
        "Ada,Ben",
    )
    with piped(*match) as going:
        going.type(1, 2, prompt="select: ")
        going.wait_for("Round 2 of 2: Ben goes first.")
        going.wait_for("select: ")
        going.process.kill()
        going.process.wait()
    resumed = call("resume", "1", typed=lines(2, "resign"))
    assert "Played so far: nothing in this round.\n" in resumed.stdout
    assert "Round 2 of 2: Ben goes first.\nTime for each turn: 50 seconds.\n" in resumed.stdout
    assert resumed.stdout.endswith("Ben is the champion!\n")
    assert rounds_on_disk() == [[1, 2], [2]]


def test_a_full_disk_is_reported_once_and_the_game_continues(data: Path) -> None:
    done = run(*STACKS, typed=lines(*WHOLE), **LIMITED)
    assert done.stdout.endswith("Player 1 wins the game!\n")
    assert done.returncode == 1
    assert done.stderr.count("could not be saved: File too large.") == 1
    assert "Traceback" not in done.stderr
    assert games_on_disk(data) == []


def test_a_full_disk_keeps_its_files(data: Path) -> None:
    call(*STACKS, typed=lines(6, 3))
    before = games_on_disk(data)[0].read_bytes()
    done = run("resume", typed=lines(9, 1), **LIMITED)
    assert "could not be saved" in done.stderr
    assert "Kept as" not in done.stdout
    assert games_on_disk(data)[0].read_bytes() == before


def test_an_impossible_data_directory_is_reported_and_the_game_continues(data: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    done = call(*STACKS, typed=lines(6, "save", 3, 9))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "could not be saved: Not a directory." in done.stderr
    assert "The last move could not be saved." in done.stdout
    assert "Last opponent's number: 9" in done.stdout


def test_a_record_is_written_after_each_move(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    with piped(*STACKS, "--record", str(file)) as going:
        for count, move in enumerate(WHOLE[:4], start=1):
            going.type(move, prompt=PROMPT)
            going.wait_for("opponent's number")
            assert (
                json.loads(call("replay", "--json", str(file)).stdout)["rounds"][0]["moves"] == WHOLE[:count]
            )
        going.process.send_signal(signal.SIGKILL)


def test_a_record_is_written_even_if_the_history_cannot_be(data: Path, tmp_path: Path) -> None:
    data.write_text("I am in the way", encoding="utf-8")
    file = tmp_path / "record.txt"
    done = call(*STACKS, "--record", str(file), typed=lines(6, 3))
    assert done.returncode == 1
    assert "1. 6 3\n" in file.read_text(encoding="utf-8")


def test_a_record_that_cannot_be_written_does_not_stop_the_history(data: Path) -> None:
    done = call(*STACKS, "--record", "/proc/x", typed=lines(6, 3))  # where no file may be created
    assert done.returncode == 1
    assert done.stderr.count("/proc/x could not be saved") == 1
    assert "1. 6 3\n" in games_on_disk(data)[0].read_text(encoding="utf-8")


def test_the_first_move_taken_back_after_resuming_is_taken_back_on_disk(data: Path) -> None:
    call(*STACKS, typed=lines(6))
    assert rounds_on_disk() == [[6]]
    resumed = call("resume", "1", typed=lines("undo", "quit"))
    assert "Took back the last move." in resumed.stdout
    assert rounds_on_disk() == [[]]


def test_a_saved_game_is_saved_again_without_moves() -> None:
    call(*STACKS, typed=lines(6))
    with Autosave(Console(voice=ENGLISH), id=1) as autosave:
        autosave.save(Match(outnumber.game("strategy-stacks")).after(Begun()))
    assert rounds_on_disk() == [[]]


def test_a_match_that_is_on_disk_is_not_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[int, ...]] = []
    save = GameStore.save

    def counted(store: GameStore, id: int, match: Match) -> None:
        written.append(match.current.moves)
        save(store, id, match)

    monkeypatch.setattr(GameStore, "save", counted)
    match = Match(outnumber.game("strategy-stacks")).after(Begun())
    played = match.with_current(match.current.play(6))
    with Autosave(Console(voice=ENGLISH)) as autosave:
        for each in (match, played, played, match, match):
            autosave.save(each)
        assert autosave.report(match).startswith("Saved as game 1.")
    assert written == [(6,), ()]


def test_a_failed_save_is_retried(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(outnumber.game("strategy-stacks")).after(Begun())
    match = match.with_current(match.current.play(6))
    data.write_text("I am in the way", encoding="utf-8")
    with Autosave(Console(voice=ENGLISH)) as autosave:
        autosave.save(match)
        assert autosave.failed
        data.unlink()
        autosave.save(match)
        assert not autosave.failed
    assert len(games_on_disk(data)) == 1
    assert capsys.readouterr().err.count("could not be saved") == 1


def test_two_programs_in_one_data_directory_save_both_games() -> None:
    with piped(*STACKS) as one, piped(*STACKS) as two:
        for going, moves in ((one, [6, 3]), (two, [5, 1])):
            going.type(*moves, prompt=PROMPT)
            going.wait_for(PROMPT)
        busy = call("resume", "1")
        assert busy.returncode == 1
        assert busy.stderr.startswith("Error: Game 1 is being played by another program")
        for going in (one, two):
            going.stop_typing()
            assert going.finish() == 0
    assert rounds_on_disk(1) == [[6, 3]]
    assert rounds_on_disk(2) == [[5, 1]]
    assert call("resume", "1").returncode == 0
