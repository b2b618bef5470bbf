"""outnumber resume: restores options, clock, rounds and players, or explains why it cannot."""

from pathlib import Path

from tests.program import call, games_on_disk, lines

STACKS = ("play", "strategy-stacks")


def test_a_resumed_game_continues_and_can_be_left_again() -> None:
    call(*STACKS, typed=lines(6, 3))
    again = call("resume", typed=lines(9))
    assert again.stdout.startswith(
        "Game 1: Strategy Stacks. Played so far: 6 3.\n\nPlayer 1's Turn:\nLast opponent's number: 3\n"
    )
    assert again.stdout.endswith("Saved as game 1. Resume it with: outnumber resume 1\n")
    assert "Played so far: 6 3 9.\n" in call("resume", "1").stdout


def test_options_names_clock_and_rounds_are_restored() -> None:
    options = "--range 30 --link coprime --names Ada,Ben --rounds 3 --clock 90"
    call("play", "number-duel", *options.split(), typed=lines("resign", 7))
    said = call("resume", typed=lines(8)).stdout
    assert "Round 2 of 3: Ben goes first.\nTime for each turn: 90 seconds.\n" in said
    assert "Select a number that has no common factor with 7 but 1.\n" in said
    assert "Ada, it's your turn.\n" in said
    assert "Available numbers: 1-6,9-30 (excluding 7,8)\n" in said


def test_a_computer_plays_the_same_moves_after_a_pause() -> None:
    match = (*STACKS, "--range", "40", "--p2", "random", "--seed", "3")
    whole = call(*match, typed=lines(6, "moves")).stdout
    reply = whole.split("The computer played ")[1].split(".")[0]
    call(*match, typed=lines(6))
    assert call("resume").stdout.startswith(
        f"Game 2: Strategy Stacks. Played so far: 6 {reply}.\n"
        "You are Player 1, against random.\n\nYour turn.\n"
    )


def test_the_newest_unfinished_game_is_resumed() -> None:
    call(*STACKS, typed=lines(6, 3))
    call("play", "order-challenge", typed=lines(5))
    call(*STACKS, typed=lines(6, 3, 9, 1, 2, 8, 4))
    assert call("resume").stdout.startswith("Game 2: Order Challenge. Played so far: 5.\n")


def test_a_finished_game_is_not_resumed() -> None:
    call(*STACKS, typed=lines(6, "resign"))
    done = call("resume", "1")
    assert (done.returncode, done.stdout) == (0, "Game 1 is over. Review it with: outnumber replay 1\n")
    assert call("resume").returncode == 1


def test_a_damaged_game_is_reported_and_not_changed(data: Path) -> None:
    call(*STACKS, typed=lines(6, 3))
    (path,) = games_on_disk(data)
    damaged = path.read_text(encoding="utf-8").replace("1. 6 3", "1. 6 4")
    path.write_text(damaged, encoding="utf-8")
    done = call("resume", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "1.txt cannot be read: line 17: 4 is neither a factor nor a multiple of 6" in done.stderr
    assert call("resume").returncode == 1
    assert path.read_text(encoding="utf-8") == damaged


def test_a_record_that_ends_after_its_headers_can_be_resumed(data: Path) -> None:
    call(*STACKS, typed=lines(6, 3))
    (path,) = games_on_disk(data)
    path.write_text(path.read_text(encoding="utf-8").partition("\n\n")[0] + "\n", encoding="utf-8")
    assert "unfinished, 0 moves" in call("history").stdout
    assert "Played so far: nothing in this round." in call("resume", typed=lines(6)).stdout
    assert "1. 6\n" in path.read_text(encoding="utf-8")


def test_a_record_without_a_round_can_be_resumed_against_a_computer_too(data: Path) -> None:
    call(*STACKS, "--p2", "perfect", typed=lines(6))
    (path,) = games_on_disk(data)
    path.write_text(path.read_text(encoding="utf-8").partition("\n\n")[0] + "\n", encoding="utf-8")
    done = call("resume", typed=lines(6))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Played so far: nothing in this round." in done.stdout


def test_resuming_a_missing_game_leaves_no_files(data: Path) -> None:
    done = call("resume", "77")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: There is no game 77: outnumber history lists your games.\n",
    )
    assert not data.exists()


def test_leaving_a_game_with_a_program_prints_the_command_with_trust() -> None:
    # The program makes a fault immediately, and the second round waits for a number.
    left = call(*STACKS, "--p1", "cmd:true", "--rounds", "2", typed=lines("quit"))
    assert left.stdout.endswith("Resume it with: outnumber resume 1 --trust\n")
    again = call("resume", "--trust", typed=lines("quit"))
    assert again.stdout.endswith("Resume it with: outnumber resume 1 --trust\n")


def test_a_program_in_a_record_starts_only_with_trust(data: Path) -> None:
    mark = data / "started"
    call(*STACKS, typed=lines(6))
    (record,) = games_on_disk(data)
    record.write_text(record.read_text().replace('[Plays2 "human"]', f'[Plays2 "cmd:touch {mark}"]'))
    refused = call("resume")
    assert refused.returncode == 2
    assert "touch" in refused.stderr
    assert "--trust" in refused.stderr
    assert not mark.exists()
    assert "committed a fault" in call("resume", "--trust").stdout
    assert mark.exists()
