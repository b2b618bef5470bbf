"""outnumber play: asks where somebody can answer, plays large ranges, and overwrites nothing."""

from pathlib import Path

import pytest

from tests.program import at_terminal, call, games_on_disk, lines, piped

STACKS = "Select a number: "
MENU = "Which game? "


def test_at_a_terminal_the_games_are_offered() -> None:
    with at_terminal("play") as terminal:
        terminal.wait_for(MENU)
        assert "5  Strategy Stacks: " in terminal.output
        terminal.send("5\n")
        terminal.wait_for(STACKS)


def test_a_wrong_answer_to_the_menu_is_asked_again() -> None:
    with at_terminal("play", "--range", "30") as terminal:
        for answer in ("0", "6", "0010", "", "-1", "999999999999999999999"):
            terminal.type(answer, prompt=MENU)
            terminal.wait_for("Type a number from 1 to 5, the name of a game, or quit.")
        terminal.type("strategy-stack", prompt=MENU)
        terminal.wait_for("did you mean strategy-stacks?")
        terminal.type("strategy stacks", prompt=MENU)
        terminal.wait_for(f"30]\n{STACKS}")


@pytest.mark.parametrize(("answer", "status"), [("quit\n", 0), ("\x04", 0), ("\x03", 130)])
def test_the_menu_can_be_left(answer: str, status: int) -> None:
    with at_terminal("play") as terminal:
        terminal.wait_for(MENU)
        terminal.send(answer)
        assert terminal.finish() == status
        assert "Traceback" not in terminal.output


def test_without_a_terminal_nothing_is_asked() -> None:
    done = call("play", typed="5\n6\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Name a game, such as: outnumber play number-duel" in done.stderr


LARGE = [
    (
        "number-duel",
        "Available numbers: 1 to 1000000\n",
        "number (1-1000000): ",
        7,
        "Available numbers: 1-6,8-1000000",
    ),
    ("number-stack-duel", "Available Numbers: 1-1000000\n", "number: ", 7, "Available numbers: 8-1000000\n"),
    ("order-challenge", "Shared Pool: [1-1000000]\n", "select: ", 7, "Available numbers: [1-6,8-1000000]\n"),
    ("strategy-stacks", "Shared Numbers: [1-1000000]\n", STACKS, 1, "multiples of 1): [2-1000000]\n"),
]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the memory of a program from /proc")
@pytest.mark.parametrize(("game", "start", "prompt", "move", "then"), LARGE)
def test_a_million_numbers_are_played_in_little_memory(
    game: str, start: str, prompt: str, move: int, then: str
) -> None:
    with piped("play", game, "--range", "1000000") as going:
        before = going.wait_for(prompt)
        assert start in before
        assert len(before) < 1000
        going.send(f"{move}\n")
        going.wait_for(then)
        status = Path(f"/proc/{going.process.pid}/status").read_text(encoding="utf-8")
        (peak,) = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")]
        assert peak < 200_000  # kB
        going.send("0\n")
        going.wait_for("0 is not one of the numbers from 1 to 1000000. You can play ")


def test_a_target_of_a_million_is_played_too() -> None:
    done = call(
        "play", "number-stack-attack", "--target", "1000000", "--tokens", "1-1000000", typed=lines(1_000_000)
    )
    assert done.stdout.startswith("Player 1 Turn:\nYour current stack total is 0.\n")
    assert "Enter a number between 1 and 1000000 to add" in done.stdout
    assert done.stdout.endswith("Congratulations, you have reached 1000000 and won the game!\n")


def test_a_record_never_overwrites_a_file(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine", encoding="utf-8")
    done = call("play", "strategy-stacks", "--record", str(file), typed=lines(6))
    assert done.returncode == 2
    assert "exists already" in done.stderr
    assert file.read_text(encoding="utf-8") == "mine"
    assert not data.exists()


def test_a_record_has_everything_that_was_chosen(tmp_path: Path, data: Path) -> None:
    file = tmp_path / "record.txt"
    chosen = (
        "--range 30 --link coprime,digit --names Ada,Ben --first 2 --rounds 2 --clock 90 --seed 5 --p2 random"
    )
    call("play", "number-duel", *chosen.split(), "--record", str(file), typed=lines("resign"))
    text = file.read_text(encoding="utf-8")
    for header in (
        '[Game "number-duel"]',
        '[Options "range=30 link=coprime,digit"]',
        '[Player1 "Ada"]',
        '[Plays1 "human"]',
        '[Player2 "Ben"]',
        '[Plays2 "random"]',
        '[First "2"]',
        '[Rounds "2"]',
        '[Clock "90"]',
        '[Seed "5"]',
        '[Result "1 resignation"]',
    ):
        assert f"{header}\n" in text
    assert games_on_disk(data)[0].read_text(encoding="utf-8") == text


def test_options_can_be_set_by_name_too() -> None:
    said = call(
        "play", "number-stack-duel", "--set", "range=3", "--set", "first-pattern=less", typed=lines(2)
    ).stdout
    assert "Available Numbers: 1, 2, 3\n" in said
    assert "Next Pattern: Less Than (<)\n" in said


def test_a_perfect_player_declines_at_the_start_what_cannot_be_solved() -> None:
    done = call("play", "strategy-stacks", "--range", "1000000", "--p2", "perfect", typed=lines(6))
    assert done.returncode == 1
    assert "up to 200,000 can be solved" in done.stderr
    assert done.stdout == ""
