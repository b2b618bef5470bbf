"""outnumber play: asks if a person can answer, plays large ranges, and overwrites no files."""

from pathlib import Path

import pytest

from outnumber.players.registry import COMPUTERS
from tests.program import at_terminal, call, games_on_disk, lines, piped

STACKS = "Select a number: "
MENU = "Which game? ["


SIZE, WHOM, START, NAME = "Largest number? [", "or person) [", "equal chances)? [", "Your name"
ELSE, ROUNDS, CLOCK = "rounds or a clock? [", "How many rounds? [", "A clock, such as 30 or 5+3? ["


def test_at_a_terminal_every_question_is_asked_and_enter_accepts_the_default() -> None:
    with at_terminal("play") as terminal:
        terminal.wait_for(MENU)
        assert "5  Strategy Stacks: " in terminal.output
        terminal.wait_for("Number Stack Duel] ")
        terminal.send("5\n")
        terminal.wait_for("At 11, 15, 18 or 22 few openings win")
        terminal.type("", prompt=f"{SIZE}9] ")
        terminal.type("", prompt=f"{ELSE}no] ")
        terminal.type("", prompt=f"{WHOM}casual] ")
        terminal.type("", prompt=f"{START}book] ")
        terminal.type("", prompt=f"{NAME}, if you like? ")
        terminal.wait_for("You are Player 1, against casual.")
        terminal.wait_for(STACKS)
        assert "can always win" not in terminal.output


def test_answers_are_suggested_the_next_time_but_do_not_change_commands() -> None:
    with at_terminal("play") as terminal:
        terminal.type("order challenge", prompt=MENU)
        terminal.type("12", prompt=SIZE)
        terminal.type("yes", prompt=f"{ELSE}no] ")
        terminal.type("3", prompt=f"{ROUNDS}1] ")
        terminal.type("5+3", prompt=f"{CLOCK}none] ")
        terminal.type("perfect", prompt=WHOM)
        terminal.type("fair", prompt=START)
        terminal.type("Ada", prompt=NAME)
        terminal.wait_for("Round 1 of 3.")
        terminal.wait_for("Time for the game: 5 minutes each, and 3 seconds more with each move.")
        terminal.wait_for("A fair start was drawn: ")
        terminal.wait_for("Which seat do you take, 1 or 2? ")
    with at_terminal("play") as terminal:
        terminal.type("", prompt=f"{MENU}Order Challenge] ")
        terminal.type("", prompt=f"{SIZE}12] ")
        terminal.type("", prompt=f"{ELSE}yes] ")
        terminal.type("", prompt=f"{ROUNDS}3] ")
        terminal.type("none", prompt=f"{CLOCK}5+3] ")
        terminal.type("", prompt=f"{WHOM}perfect] ")
        terminal.type("", prompt=f"{START}fair] ")
        terminal.type("-", prompt=f"{NAME}? (- for none) [Ada] ")
        terminal.wait_for("Which seat do you take, 1 or 2? ")
    plain = call("play", "order-challenge")
    assert plain.stdout.startswith("Shared Pool: [1,2,3,4,5,6,7,8,9]\nPlayer 1's Sequence: []\n")


def test_other_options_are_asked_for_on_request_and_saved_too() -> None:
    for suggested in ("any", "even"):
        with at_terminal("play") as terminal:
            terminal.type("5", prompt=MENU)
            terminal.type("12", prompt=SIZE)
            terminal.type("yes", prompt=ELSE + ("no" if suggested == "any" else "yes"))
            terminal.type("even", prompt=f"The first number may be … [{suggested}] ")
            terminal.type("", prompt=f"{ROUNDS}1] ")
            terminal.type("", prompt=f"{CLOCK}none] ")
            terminal.type("human", prompt=WHOM)
            terminal.type("book", prompt=START)
            terminal.wait_for("Available Numbers: [2, 4, 6, 8, 10, 12]")


def test_settings_on_the_command_line_are_not_asked_for() -> None:
    with at_terminal("play", "--range", "30", "--start", "book", "--names", "Ada,Bot") as terminal:
        terminal.type("strategy stacks", prompt=MENU)
        terminal.type("no", prompt=ELSE)
        terminal.type("human", prompt=WHOM)
        terminal.wait_for(f"30]\n{STACKS}")
        assert SIZE not in terminal.output
        assert "Ada's Turn:" in terminal.output
    with at_terminal("play", "--p2", "casual") as terminal:
        terminal.type("5", prompt=MENU)
        terminal.wait_for(STACKS)
        assert WHOM not in terminal.output


def test_an_invalid_answer_is_asked_for_again() -> None:
    with at_terminal("play") as terminal:
        for answer in ("0", "6", "0010", "-1", "999999999999999999999"):
            terminal.type(answer, prompt=MENU)
            terminal.wait_for("type a number from 1 to 5, the")
        terminal.type("strategy-stack", prompt=MENU)
        terminal.wait_for("did you mean Strategy Stacks?")
        terminal.type("strategy stacks", prompt=MENU)
        terminal.type("0", prompt=SIZE)
        terminal.wait_for("range '0' is not valid")
        terminal.type("5", prompt=SIZE)
        terminal.type("maybe", prompt=ELSE)
        terminal.wait_for("type yes or no.")
        terminal.type("yes", prompt=ELSE)
        terminal.type("", prompt="The first number may be … [any] ")
        terminal.type("0", prompt=ROUNDS)
        terminal.wait_for("rounds '0' is not valid: choose a whole number from 1 to 10,000.")
        terminal.type("", prompt=ROUNDS)
        terminal.type("soon", prompt=CLOCK)
        terminal.wait_for("clock 'soon' is not valid: give seconds for each turn, such as 30")
        terminal.type("", prompt=CLOCK)
        for word in ("?", "h", "help"):
            terminal.type(word, prompt=WHOM)
            assert "sees easy wins" in terminal.wait_for("or type quit to stop here.")
        terminal.type("nobody", prompt=WHOM)
        terminal.wait_for("nobody")
        terminal.type("casual", prompt=WHOM)
        terminal.type("fair", prompt=START)
        terminal.wait_for("too small")
        terminal.type("bok", prompt=START)
        terminal.wait_for("did you mean book?")
        terminal.type("book", prompt=START)
        terminal.type("", prompt=NAME)
        terminal.wait_for(STACKS)


@pytest.mark.parametrize(("answer", "status"), [("quit\n", 0), ("\x04", 0), ("\x03", 130)])
def test_the_menu_can_be_left(answer: str, status: int) -> None:
    with at_terminal("play") as terminal:
        terminal.wait_for(MENU)
        terminal.send(answer)
        assert terminal.finish() == status
        assert "Traceback" not in terminal.output


def test_without_a_terminal_there_are_no_questions() -> None:
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
def test_a_million_numbers_are_played_with_little_memory(
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
    assert done.stdout.endswith(
        "Congratulations, you have reached 1000000 and won the game!\n"
        "Player 1 wins the game! Player 2 had a stack total of 0.\n"
    )


def test_a_record_has_all_settings(tmp_path: Path, data: Path) -> None:
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


def test_options_can_be_set_by_name() -> None:
    said = call(
        "play", "number-stack-duel", "--set", "range=3", "--set", "first-pattern=less", typed=lines(2)
    ).stdout
    assert "Available Numbers: 1, 2, 3\n" in said
    assert "Next Pattern: Less Than (<)\n" in said


def test_a_perfect_player_refuses_an_unsolvable_game_at_the_start() -> None:
    done = call("play", "strategy-stacks", "--range", "1000000", "--p2", "perfect", typed=lines(6))
    assert done.returncode == 1
    assert "up to 200,000 can be solved here" in done.stderr
    assert done.stdout == ""


# Fair starts


def test_in_a_fair_start_the_second_player_picks_first_and_then_they_alternate(data: Path) -> None:
    done = call(
        "play", "number-stack-duel", "--start", "fair", "--seed", "5", "--rounds", "2", "--names", "Ada,Ben",
        typed=lines(1, "resign", 2, "resign"),
    )  # fmt: skip
    asked = [line.partition("? ")[0] for line in done.stdout.splitlines() if "which seat" in line]
    assert asked == ["Ben, which seat do you take, 1 or 2", "Ada, which seat do you take, 1 or 2"]
    assert "Ben is Player 1, Ada is Player 2.\n" in done.stdout
    assert done.stdout.count("Ben's Turn\n") == 2
    (record,) = games_on_disk(data)
    text = record.read_text(encoding="utf-8")
    assert text.count('[Start "fair ') == 2
    assert text.count('[Seat1 "2"]') == 2


def test_two_people_without_names_read_who_picks() -> None:
    fair = ("play", "number-stack-duel", "--start", "fair", "--seed", "5", "--rounds", "3")
    said = call(*fair, typed=lines(1, "resign", 2, "resign")).stdout
    asked = [line.partition(" picks a seat: 1 or 2?")[0] for line in said.splitlines() if "1 or 2?" in line]
    assert asked == ["The player who would have been second", *["The player who did not pick last time"] * 2]


def test_a_game_left_before_a_pick_is_not_reported_as_saved(data: Path) -> None:
    said = call(
        "play", "number-stack-duel", "--start", "fair", "--seed", "5", typed=lines("help", "quit")
    ).stdout
    assert "quit     stop here; the game is saved and can be resumed" in said
    assert "Saved as game" not in said
    assert games_on_disk(data) == []


@pytest.mark.parametrize(("other", "told"), [("human", False), ("casual", True)])
def test_help_mentions_a_computer_only_in_games_with_one(other: str, told: bool) -> None:
    said = call("play", "strategy-stacks", "--p2", other, typed=lines("help", "quit")).stdout
    assert ("computer's move" in said) is told
    assert "why      why this position is won or lost" in said


def test_against_a_computer_the_person_picks_and_hints_wait_for_that() -> None:
    done = call(
        "play", "number-stack-duel", "--start", "fair", "--seed", "5", "--p1", "perfect",
        typed=lines("hint", "undo", "x", "3", "board", "2", "undo", "quit"),
    )  # fmt: skip
    assert done.stdout.count("First pick a seat.") == 2
    assert "'x' is not a number: type 1 or 2." in done.stdout
    assert "3 is not a seat: type 1 or 2." in done.stdout
    assert "You are Player 2, against perfect.\n\nThe computer placed" in done.stdout
    assert "There is nothing to take back.\n" in done.stdout


def test_before_a_pick_help_lists_only_available_commands() -> None:
    fair = ("play", "number-stack-duel", "--start", "fair", "--seed", "5")
    before, after = (call(*fair, typed=lines(*typed)).stdout for typed in (["help"], [1, "help"]))
    offered = [line.split()[0] for line in before.splitlines() if line.startswith("  ")]
    assert offered[-6:] == ["moves", "board", "rules", "save", "quit", "help"]
    assert "Type a number to play it" not in before
    assert "Type a number to play it" in after
    assert "  resign " in after


def test_a_fair_start_is_saved_only_after_the_pick(data: Path) -> None:
    fair = ("play", "number-stack-duel", "--start", "fair", "--seed", "5")
    call(*fair, typed="quit\n")
    assert not data.exists()
    call(*fair, typed=lines(1, "quit"))
    assert "Played so far: " in call("resume", typed="quit\n").stdout


def test_a_game_too_small_for_a_fair_start_is_refused() -> None:
    done = call("play", "strategy-stacks", "--range", "5", "--start", "fair")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--start 'fair' is not valid: Strategy Stacks is too small for it" in done.stderr


@pytest.mark.parametrize(
    ("option", "text", "told"),
    [
        ("--rounds", "abc", "--rounds 'abc' is not valid: choose a whole number from 1 to 10,000."),
        ("--rounds", "1_0", "--rounds '1_0' is not valid: choose a whole number from 1 to 10,000."),
        ("--rounds", "0", "--rounds '0' is not valid: choose a whole number from 1 to 10,000."),
        ("--rounds", "99999999999999999999999", "--rounds '99999999999999999999999' is not valid"),
        ("--seed", "-1", "--seed '-1' is not valid: choose a whole number from 0 to"),
        ("--clock", "abc", "--clock 'abc' is not valid: give seconds for each turn, such as 30"),
        ("--clock", "nan", "--clock 'nan' is not valid: give seconds"),
        ("--clock", "0", "--clock '0' is not valid: give seconds"),
        ("--clock", "5+", "--clock '5+' is not valid: give seconds"),
        ("--clock", "1e9", "--clock '1e9' is not valid: give seconds"),
    ],
)
def test_invalid_input_is_refused_in_our_words_and_as_typed(option: str, text: str, told: str) -> None:
    done = call("play", "strategy-stacks", option, text)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "is not a valid" not in done.stderr


def test_a_game_clock_is_saved_with_the_time_left(data: Path) -> None:
    done = call("play", "strategy-stacks", "--clock", "5+3", typed=lines(6, 3))
    assert "Time for the game: 5 minutes each, and 3 seconds more with each move.\n" in done.stdout
    (record,) = games_on_disk(data)
    assert '[Clock "none"]\n[GameClock "300+3"]\n[Left "30' in record.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "strategy-stacks", "6", "--svg"),
        ("atlas", "strategy-stacks", "--upto", "3", "--svg"),
        ("play", "strategy-stacks", "--record"),
    ],
)
def test_a_file_is_overwritten_only_with_force_and_no_directory_is_created(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    done = call(*command, str(taken), typed="6\n")
    assert done.returncode == 2
    assert "exists already; choose another name, or overwrite it with --force." in done.stderr
    assert taken.read_text(encoding="utf-8") == "mine"
    call(*command, str(taken), "--force", typed="6\n")
    assert taken.read_text(encoding="utf-8") != "mine"
    done = call(*command, str(tmp_path / "new" / "file"))
    assert (done.returncode, (tmp_path / "new").exists()) == (2, False)
    assert "there is no directory" in done.stderr


@pytest.mark.parametrize(("p1", "p2"), [("human", "perfect"), ("perfect", "human")])
def test_against_a_computer_one_name_is_enough(p1: str, p2: str, data: Path) -> None:
    done = call("play", "strategy-stacks", "--p1", p1, "--p2", p2, "--names", "Zoë", typed=lines(1))
    assert (done.returncode, done.stderr) == (0, "")
    (record,) = games_on_disk(data)
    you, computer = ("1", "2") if p1 == "human" else ("2", "1")
    text = record.read_text(encoding="utf-8")
    assert f'[Player{you} "Zoë"]\n[Plays{you} "human"]' in text
    assert f'[Player{computer} ""]\n' in text


def test_a_single_name_is_refused_unless_exactly_one_player_is_a_person() -> None:
    for players in ((), ("--p1", "random", "--p2", "random")):
        done = call("play", "strategy-stacks", *players, "--names", "Zoë")
        assert done.returncode == 2
        assert "give two different names" in done.stderr


def test_the_possible_opponents_are_listed_before_the_question() -> None:
    with at_terminal("play") as terminal:
        terminal.type("5", prompt=MENU)
        terminal.type("", prompt=SIZE)
        terminal.type("", prompt=ELSE)
        listed = terminal.wait_for("Who do you want to play? (a computer level, or person) [casual] ")
        for name in ("person", *COMPUTERS):
            assert f"\n  {name} " in listed
