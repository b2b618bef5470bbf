"""At the prompt: numbers are moves, words are commands, and nothing else costs a turn."""

import json
import re
from pathlib import Path

import pytest

from outnumber.games.registry import BUILT_IN, game
from outnumber.games.sentences import ENGLISH
from outnumber.language.commands import COMMANDS
from outnumber.language.match import HELP
from outnumber.local.terminal.console import Console
from outnumber.local.terminal.plain import Announcer
from outnumber.match.match import Match, Participant
from outnumber.match.replay import retold
from tests.program import at_terminal, call, games_on_disk, lines, run

PROMPT = "Select a number: "
STACKS = ("play", "strategy-stacks")
FREE = "type a number, or help for a list of commands."


def after(entry: str, output: str, prompt: str = PROMPT) -> list[str]:
    """The lines between an entry at the last prompt but one and the last prompt."""
    return output.split(f"{prompt}{entry}\n")[-1].split(f"\n{prompt}")[0].split("\n")


OF_NINE = "is not one of the numbers from 1 to 9. You can play 1, 2 or 3."
# A command, the moves before, the prompt then, and each bad entry with its answer.
WRONG: list[tuple[str, list[int], str, dict[str, str]]] = [
    (
        "strategy-stacks",
        [6],
        PROMPT,
        {
            "seven": f"'seven' is not a number: {FREE}",
            "": f"You typed nothing: {FREE}",
            "   ": f"You typed nothing: {FREE}",
            "3 2": f"'3 2' is not a number: {FREE}",
            "3.0": f"'3.0' is not a number: {FREE}",
            "3,": f"'3,' is not a number: {FREE}",
            "٣": f"'٣' is not a number: {FREE}",
            "²": f"'²' is not a number: {FREE}",
            "--3": f"'--3' is not a number: {FREE}",
            "quite": f"'quite' is not a number: {FREE}",
            "0": f"0 {OF_NINE}",
            "-3": f"-3 {OF_NINE}",
            "10": f"10 {OF_NINE}",
            "1000000000000007": f"1000000000000007 {OF_NINE}",
            "9" * 4000: f"a huge number {OF_NINE}",
            "6": "6 is already used. You can play 1, 2 or 3.",
            "5": "5 is neither a factor nor a multiple of 6. You can play 1, 2 or 3.",
        },
    ),
    (
        "strategy-stacks --opening even",
        [],
        PROMPT,
        {"3": "3 is not even, and the first number must be. You can play 2, 4, 6 or 8."},
    ),
    (
        "number-stack-duel",
        [5],
        "Enter your number: ",
        {
            "4": "4 is not greater than 5. You can play 6, 7, 8 or 9.",
            "5": "5 is already used. You can play 6, 7, 8 or 9.",
        },
    ),
    (
        "number-stack-duel",
        [5, 7],
        "Enter your number: ",
        {"9": "9 is not less than 7. You can play 1, 2, 3, 4 or 6."},
    ),
    (
        "order-challenge",
        [5, 9],
        "Enter a number to select: ",
        {"4": "4 is not greater than 5. You can play 6, 7 or 8."},
    ),
    (
        "number-duel --range 30",
        [17],
        "Enter your number: ",
        {
            "22": "22 is neither a factor nor a multiple of 17 and shares no digit with it. "
            "You can play 1, 7, 10-16, 18-19, 21 or 27."
        },
    ),
    (
        "number-stack-attack",
        [9, 1, 9, 1],
        "Enter a number between 1 and 3 to add to your stack: ",
        {
            "4": "4 on top of 18 would exceed 21. You can play 1, 2 or 3.",
            "10": "10 is not one of the tokens. You can play 1, 2 or 3.",
        },
    ),
]


@pytest.mark.parametrize(("command", "moves", "prompt", "wrong"), WRONG)
def test_a_bad_entry_gets_one_line_and_the_prompt_again(
    command: str, moves: list[int], prompt: str, wrong: dict[str, str], data: Path
) -> None:
    good = call("play", *command.split(), typed=lines(*moves)).stdout
    before = good[: good.rindex(prompt)]
    done = call("play", *command.split(), typed=lines(*moves, *wrong))
    asked = "".join(f"{prompt}{entry}\n{answer}\n" for entry, answer in wrong.items())
    assert done.stdout.startswith(f"{before}{asked}{prompt}\n")
    assert (done.returncode, done.stderr) == (0, "")
    played = [path.read_text(encoding="utf-8").split("[Round ")[1:] for path in games_on_disk(data)]
    assert not moves or played[0] == played[1]


def test_control_characters_are_shown_harmlessly() -> None:
    done = call(*STACKS, typed="6\n\x1b[2J\x07\n3\n")
    assert "\x1b" not in done.stdout
    assert "\x07" not in done.stdout
    assert "'\\x1b[2J\\x07' is not a number" in done.stdout
    assert "Last opponent's number: 3" in done.stdout


def test_a_line_far_too_long_is_one_bad_entry() -> None:
    done = call(*STACKS, typed=lines(6, "x" * 300_000, 3))
    assert done.stdout.count("is not a number") == 1
    assert "Last opponent's number: 3" in done.stdout


def test_bytes_that_are_no_text_are_one_bad_entry(tmp_path: Path) -> None:
    file = tmp_path / "typed"
    file.write_bytes(b"6\n\xff\xfe3\n3\n")
    with open(file, "rb") as typed:
        import subprocess

        from tests.program import PROGRAM, environment

        done = subprocess.run(
            [*PROGRAM, *STACKS], stdin=typed, capture_output=True, env=environment(), check=False
        )
    assert done.stderr == b""
    assert done.stdout.count(b"is not a number") == 1
    assert b"Last opponent's number: 3" in done.stdout


def test_the_last_line_of_a_pipe_needs_no_end() -> None:
    assert "Last opponent's number: 3" in call(*STACKS, typed="6\n3").stdout
    assert "Last opponent's number: 3" in call(*STACKS, typed="6\r\n3\r\n").stdout


def test_blanks_and_signs_around_a_number_are_forgiven() -> None:
    assert call(*STACKS, typed=" 6 \n+3\n\t009\n").stdout.count("Last opponent's number") == 3


# Words


def test_moves_lists_what_can_be_played() -> None:
    assert after("moves", call(*STACKS, typed=lines(6, "moves")).stdout) == ["You can play 1, 2 or 3."]
    many = call(*STACKS, "--range", "30", typed=lines("moves")).stdout
    assert after("moves", many) == [f"You can play {', '.join(map(str, range(1, 31)))}."]
    runs = call(*STACKS, "--range", "2000", typed=lines(1, "MOVES")).stdout
    assert after("MOVES", runs) == ["You can play 2-2000."]


def test_undo_takes_back_one_move_between_people(data: Path) -> None:
    done = call(*STACKS, typed=lines(6, 3, "undo", 2))
    assert "Took back the last move.\n\nPlayer 2's Turn:\nLast opponent's number: 6\n" in done.stdout
    assert "1. 6 2\n" in games_on_disk(data)[0].read_text(encoding="utf-8")


def test_undo_against_a_computer_takes_back_its_answer_too() -> None:
    done = call(*STACKS, "--p2", "random", typed=lines(6, "undo"))
    assert "Took back the last 2 moves.\n" in done.stdout
    assert done.stdout.count("Available Numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9]") == 2


def test_redo_plays_again_what_was_taken_back_move_by_move(data: Path) -> None:
    done = call(*STACKS, typed=lines(6, 3, 9, "undo 3", "redo", "undo", "redo", "redo", "redo", "redo"))
    assert done.stdout.count("Playing 6 again.\n") == 2
    assert "Playing 9 again.\n" in done.stdout
    assert done.stdout.count("There is nothing to redo: no move was taken back here.\n") == 1
    assert "1. 6 3 2. 9" in " ".join(games_on_disk(data)[0].read_text(encoding="utf-8").split())


def test_redo_is_gone_once_another_number_or_round_is_played() -> None:
    other = call(*STACKS, typed=lines(6, 3, "undo", 2, "redo")).stdout
    assert "There is nothing to redo" in other
    done = call(*STACKS, "--rounds", "2", typed=lines(7, 1, "undo 2", "resign", "redo")).stdout
    assert "There is nothing to redo" in done


@pytest.mark.parametrize(
    ("language", "undo", "redo", "offer"),
    [
        ("en", "undo", "redo", "Type redo to play the same number again."),
        ("de", "zurück", "vor", "Tipp vor, um dieselbe Zahl wieder zu spielen."),
    ],
)
def test_at_a_terminal_redo_is_offered_after_undo(language: str, undo: str, redo: str, offer: str) -> None:
    with at_terminal(*STACKS, "--p2", "perfect", "--language", language) as terminal:
        terminal.wait_for("[1, 2, 3, 4, 5, 6, 7, 8, 9]\n")
        terminal.send("7\n")
        terminal.wait_for(": [2, 3, 4, 5, 6, 8, 9]\n")
        terminal.send(f"{undo}\n")
        terminal.wait_for(f"{offer}\n")
        terminal.send(f"{redo}\n")
        terminal.wait_for(": [2, 3, 4, 5, 6, 8, 9]\n")


def test_undo_before_the_first_move_says_so() -> None:
    assert "There is nothing to take back.\n" in call(*STACKS, typed="undo\n").stdout


def test_undo_of_the_first_move_is_on_disk_too(data: Path) -> None:
    call(*STACKS, typed=lines(6, "undo"))
    assert "Played so far: nothing in this round." in call("resume").stdout
    assert "6" not in games_on_disk(data)[0].read_text(encoding="utf-8").split("[Round")[-1]


def test_rules_explains_the_game_that_is_being_played() -> None:
    said = call(*STACKS, typed=lines(6, "rules")).stdout
    assert "\n".join(after("rules", said)) + "\n" == call("rules", "strategy-stacks").stdout


def test_the_rules_end_with_what_was_chosen_where_that_is_not_usual() -> None:
    said = call(*STACKS, "--range", "30", "--opening", "even", typed=lines(6, "rules")).stdout
    usual = call("rules", "strategy-stacks").stdout
    assert "\n".join(after("rules", said)) == f"{usual}\nThis game: 1 to 30 · even opening."


def test_help_names_every_word() -> None:
    said = "\n".join(after("help", call(*STACKS, typed=lines(6, "help")).stdout))
    for word in ("hint", "why", "moves", "undo", "rules", "save", "resign", "quit", "help"):
        assert f"\n  {word} " in said


@pytest.mark.parametrize("word", ["hint", "why"])
def test_advice_costs_no_turn(word: str) -> None:
    said = call(*STACKS, typed=lines(6, word, 3)).stdout
    assert "is not a number" not in said
    assert "Last opponent's number: 3" in said


def test_save_says_where_the_game_is() -> None:
    assert "nothing to save" in call(*STACKS, typed="save\n").stdout
    said = call(*STACKS, typed=lines(6, "save")).stdout
    assert after("save", said)[0] == "Saved as game 1. Resume it with: outnumber resume 1"


def test_save_writes_a_record_that_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    said = call(*STACKS, typed=lines(6, f"save {file}", 3)).stdout
    assert f"The record is in {file}.\n" in said
    told = json.loads(call("replay", "--json", str(file)).stdout)
    assert [each["moves"] for each in told["rounds"]] == [[6]]


@pytest.mark.parametrize("name", ["new folder/game.txt", "a\0b", "x" * 300, "/", "/dev/null/x", "taken"])
def test_save_to_where_nothing_can_be_written_says_so_and_goes_on(tmp_path: Path, name: str) -> None:
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    done = run(*STACKS, typed=lines(6, f"save {name}", 3), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "could not be saved: " in done.stdout
    assert "Last opponent's number: 3" in done.stdout
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "mine"


def test_save_understands_the_home_directory(tmp_path: Path) -> None:
    run(*STACKS, typed=lines(6, "save ~/kept.txt"), env={"HOME": str(tmp_path)}, cwd=tmp_path)
    assert (tmp_path / "kept.txt").exists()
    assert not (tmp_path / "~").exists()


def test_resign_gives_the_round_to_the_other_player(data: Path) -> None:
    done = call(*STACKS, typed=lines(6, "resign"))
    assert done.stdout.endswith("Player 2 resigns.\nPlayer 1 wins the game!\n")
    assert '[Result "1 resignation"]' in games_on_disk(data)[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("word", ["quit", "exit", "Quit", " quit "])
def test_quit_keeps_the_game_and_says_how_to_go_on(word: str) -> None:
    done = call(*STACKS, typed=lines(6, word, 3))
    assert done.returncode == 0
    assert done.stdout.endswith(f"{PROMPT}{word}\nSaved as game 1. Resume it with: outnumber resume 1\n")


def test_who_quits_before_the_first_move_leaves_nothing_behind(data: Path) -> None:
    done = call(*STACKS, typed="quit\n")
    assert done.stdout.endswith(f"{PROMPT}quit\n")
    assert not data.exists()


# Matches


def test_a_match_has_rounds_a_score_and_a_champion() -> None:
    done = call(
        "play",
        "order-challenge",
        "--range",
        "1",
        "--rounds",
        "3",
        "--names",
        "Ada,Ben",
        typed=lines(1, "resign", 1),
    )
    heads = [
        line for line in done.stdout.splitlines() if line.startswith(("Round", "Score", "Ada is", "Ben is"))
    ]
    assert heads == [
        "Round 1 of 3: Ada goes first.",
        "Score: Ada 1, Ben 0.",
        "Round 2 of 3: Ben goes first.",
        "Score: Ada 2, Ben 0.",
        "Round 3 of 3: Ada goes first.",
        "Score: Ada 3, Ben 0.",
        "Ada is the champion!",
    ]
    assert "Ada's turn.\n" in done.stdout
    assert "Player" not in done.stdout


def test_an_equal_score_has_no_champion() -> None:
    done = call("play", "order-challenge", "--range", "1", "--rounds", "2", typed=lines(1, 1))
    assert "Round 2 of 2: B is Player 1, A is Player 2.\n" in done.stdout
    assert done.stdout.endswith("Score: A 1, B 1.\nThe score is equal: there is no champion.\n")


@pytest.mark.parametrize(("first", "begins"), [("1", "Ada"), ("2", "Ben")])
def test_first_says_who_is_in_seat_one(first: str, begins: str) -> None:
    done = call(*STACKS, "--names", "Ada,Ben", "--first", first)
    assert f"\n{begins}'s Turn:\n" in done.stdout


def test_the_toss_is_decided_by_the_seed() -> None:
    begins = [
        call(*STACKS, "--names", "Ada,Ben", "--first", "toss", "--seed", str(seed)).stdout.split("'s Turn")[
            0
        ][-3:]
        for seed in (0, 1, 2, 3, 4, 5, 0)
    ]
    assert begins[0] == begins[-1]
    assert set(begins) == {"Ada", "Ben"}


def test_a_random_game_is_the_same_for_the_same_seed_and_needs_nobody() -> None:
    games = [call(*STACKS, "--p1", "random", "--p2", "random", "--seed", seed).stdout for seed in "112"]
    assert games[0] == games[1] != games[2]
    assert games[0].endswith("wins the game!\n")


def test_a_computers_move_is_a_statement() -> None:
    with at_terminal(*STACKS, "--p2", "random", "--range", "2") as terminal:
        terminal.type(2, prompt=PROMPT)
        assert terminal.finish() == 0
        assert (
            f"{PROMPT}2\n\nThe computer played 1.\n\nYou cannot move.\nThe computer wins.\n"
            in terminal.output
        )


@pytest.mark.parametrize("word", COMMANDS)
def test_help_lists_exactly_the_words_that_are_known(word: str) -> None:
    refused = f"'{word}' is not a number" in call("play", "strategy-stacks", typed=f"{word}\n").stdout
    # exit is quit for those who are used to it.
    assert refused == (word not in {*dict(HELP), "exit"})


# Against a computer

ATTACK = ("play", "number-stack-attack")


def test_against_a_computer_you_are_you_and_it_is_the_computer() -> None:
    for name in BUILT_IN:
        done = call("play", name, "--p2", "perfect", "--seed", "1", typed=lines(5))
        assert done.stdout.startswith("You are Player 1, against perfect.\n\n")
        assert "Your turn.\n" in done.stdout
        assert "\nThe computer " in done.stdout
        # Nobody asks the computer for a number.
        asked = re.findall(r"(?:Enter|Select a number).*: \d", done.stdout)
        assert len(asked) == 1
        assert "Player 2" not in done.stdout


def test_the_computer_is_never_congratulated() -> None:
    done = call(*ATTACK, "--target", "9", "--p1", "perfect", "--seed", "1")
    assert done.stdout.endswith(
        "You had a stack total of 0.\nThe computer has reached 9 and wins the game.\n"
    )
    assert "Congratulations" not in done.stdout
    done = call(*ATTACK, "--target", "9", "--p2", "perfect", typed=lines(9))
    assert done.stdout.endswith(
        "The computer had a stack total of 0.\nCongratulations, you have reached 9 and won the game!\n"
    )


def test_both_totals_are_shown_except_in_the_sample_of_the_rule_book() -> None:
    against = call(*ATTACK, "--p2", "random", "--seed", "1", typed=lines(9)).stdout
    assert against.count("The computer has a stack total of ") == 2
    for options in ("--tokens 1-8", "--target 20", "--tie last", "--rounds 2", "--clock 90"):
        other = call(*ATTACK, *options.split(), typed=lines(8, 7)).stdout
        assert "Your current stack total is 8.\nPlayer 2 has a stack total of 7.\n" in other
    named = call(*ATTACK, "--names", "Ada,Ben", typed=lines(8, 7)).stdout
    assert "Your current stack total is 8.\nBen has a stack total of 7.\n" in named
    german = call(*ATTACK, "--language", "de", typed=lines(8, 7)).stdout
    assert "Spieler 2 hat eine Stapelsumme von 7.\n" in german
    book = call(*ATTACK, "--first", "2", "--seed", "5", typed=lines(8, 7)).stdout
    assert "has a stack total of" not in book


@pytest.mark.parametrize(
    ("language", "yours", "its", "pattern"),
    [
        (
            "en",
            "You placed 5 on the stack.",
            "The computer placed 9 on the stack.",
            "Next Pattern: Less Than (<)",
        ),
        (
            "de",
            "Du hast die 5 auf den Stapel gelegt.",
            "Der Computer hat die 9 auf den Stapel gelegt.",
            "Nächstes Muster: kleiner als (<)",
        ),
    ],
)
def test_against_a_computer_number_stack_duel_says_what_was_placed_and_what_comes_next(
    language: str, yours: str, its: str, pattern: str
) -> None:
    game = ("play", "number-stack-duel", "--p2", "casual", "--seed", "1", "--language", language)
    said = call(*game, typed=lines(5)).stdout
    assert f": 5\n\n{yours}\n" in said
    assert f"\n{its}\n{pattern}\n\n---" in said


@pytest.mark.parametrize(
    ("language", "its"),
    [("en", "The computer added 8 and has 8."), ("de", "Der Computer hat die 8 gelegt und hat jetzt 8.")],
)
def test_number_stack_attack_too_tells_a_computers_move_as_past(language: str, its: str) -> None:
    assert (
        f"\n{its}"
        in call(*ATTACK, "--p2", "casual", "--seed", "1", "--language", language, typed=lines(5)).stdout
    )


def test_the_end_of_another_attack_names_the_winner_and_the_other_total() -> None:
    done = call(*ATTACK, "--target", "9", typed=lines(3, 4, 6))
    assert done.stdout.endswith(
        "Congratulations, you have reached 9 and won the game!\n"
        "Player 1 wins the game! Player 2 had a stack total of 4.\n"
    )


@pytest.mark.parametrize(
    ("tie", "told"), [("first", "you got there first"), ("last", "The computer got there last")]
)
def test_a_stand_off_against_a_computer_says_you(tie: str, told: str) -> None:
    options = ("--target", "5", "--tokens", "4", "--tie", tie)
    done = call(*ATTACK, *options, "--p2", "random", typed=lines(4))
    assert f"Stand-off: neither player can add a token. Both totals are 4, and {told}.\n" in done.stdout
    assert done.stdout.endswith("You win!\n" if tie == "first" else "The computer wins.\n")


def test_a_pass_against_a_computer_says_whose_it_is() -> None:
    options = ("--target", "10", "--tokens", "3,8", "--p2", "random", "--seed", "1")
    done = call(*ATTACK, *options, typed=lines(8))
    assert "No token fits without exceeding 10. You pass.\n" in done.stdout


def test_resigning_against_a_computer_is_yours() -> None:
    done = call(*STACKS, "--p2", "random", typed=lines("resign"))
    assert done.stdout.endswith("You resign.\nThe computer wins.\n")


def test_names_are_used_where_they_are_given() -> None:
    done = call(*STACKS, "--range", "2", "--p2", "random", "--names", "Ada,Robbie", typed=lines(2))
    assert "You are Player 1, against Robbie.\n" in done.stdout
    assert done.stdout.endswith("Robbie played 1.\n\nYou cannot move.\nRobbie wins.\n")


def test_a_match_against_a_computer_counts_for_you() -> None:
    match = ("--range", "1", "--rounds", "3", "--p2", "random")
    done = call("play", "order-challenge", *match, typed=lines(1, 1))
    assert "Round 1 of 3.\nYou are Player 1, against random.\n" in done.stdout
    assert "Round 2 of 3.\nYou are Player 2, against random.\n\nThe computer played 1.\n" in done.stdout
    assert done.stdout.endswith("Score: you 2, the computer 1.\nYou are the champion!\n")


# The board


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        ("strategy-stacks", (6, 3, 9), [
            "Shared Numbers: [1, 2, 4, 5, 7, 8]",
            "Player 1 has selected: [6, 9]",
            "Player 2 has selected: [3]",
        ]),
        ("number-stack-attack", (9, 8), [
            "Stack of Player 1: 9 (total 9 of 21)", "Stack of Player 2: 8 (total 8 of 21)",
        ]),
        ("order-challenge", (3, 2), [
            "Shared Pool: [1,4,5,6,7,8,9]", "Player 1's Sequence: [3]", "Player 2's Sequence: [2]",
        ]),
        ("number-stack-duel", (5, 7), ["Available Numbers: 1, 2, 3, 4, 6, 8, 9", "Stack: 5, 7"]),
        ("number-duel --range 9", (7, 1), ["Available numbers: 2-6,8-9", "Chain: 7, 1"]),
    ],
)  # fmt: skip
def test_the_board_shows_what_was_played_and_what_is_left(
    game: str, moves: tuple[int, ...], told: list[str]
) -> None:
    said = call("play", *game.split(), typed=lines(*moves, "board")).stdout
    rest = said.partition(": board\n")[2].splitlines()
    assert rest[: len(told)] == told


# More words


@pytest.mark.parametrize("word", ["?", "h", "H", "help"])
def test_help_has_several_names(word: str) -> None:
    assert "one of these commands:\n" in call(*STACKS, typed=lines(word)).stdout


@pytest.mark.parametrize(
    "line", ["quit worrying", "resign?  no", "hint please", "undo that", "undo 0", "undo -1"]
)
def test_a_word_with_more_behind_it_is_not_obeyed(line: str, data: Path) -> None:
    done = call(*STACKS, typed=lines(6, line, 3))
    assert " is not a number: type " in done.stdout
    assert "1. 6 3\n" in games_on_disk(data)[0].read_text(encoding="utf-8")


@pytest.mark.parametrize(("count", "left"), [(1, "6 3"), (2, "6"), (3, ""), (99, "")])
def test_several_moves_are_taken_back_at_once(count: int, left: str) -> None:
    call(*STACKS, typed=lines(6, 3, 9, f"undo {count}"))
    assert f"Played so far: {left or 'nothing in this round'}.\n" in call("resume").stdout


def test_against_a_computer_undo_counts_your_own_moves() -> None:
    match = (*STACKS, "--range", "60", "--p2", "random", "--seed", "2")
    done = call(*match, typed=lines(1, "moves", "undo 1", "undo 5"))
    assert "Took back the last 2 moves.\n" in done.stdout
    assert "There is nothing to take back.\n" in done.stdout


def test_a_pipe_hears_nothing_about_help_and_is_not_asked() -> None:
    done = call(*STACKS, typed=lines("resign"))
    assert done.stdout.startswith("Game Start!\n")
    assert done.stdout.endswith("Player 2 wins the game!\n")
    assert "Give up" not in done.stdout


def test_a_clock_does_not_change_the_prompt_of_a_pipe() -> None:
    assert "[" not in call(*STACKS, "--clock", "60").stdout.split("Available Numbers: ")[0].split("Shared")[0]


def test_a_drawn_start_has_a_reason_before_anybody_has_moved() -> None:
    done = call(*STACKS, "--start", "fair", "--seed", "5", "--p2", "perfect", typed=lines(1, "why"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "played" not in after("why", done.stdout)[0]


def test_whoever_watches_a_person_against_a_computer_is_not_spoken_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = Match(game("strategy-stacks"), (Participant(name="Ann"), Participant("casual")), length=2)
    for moves in ((5, 1, 7), (7, 1, 5)):
        match = match.begin()
        for move in moves:
            match = match.play(move)
    told = {}
    for watching in (True, False):
        teller = Announcer(Console(voice=ENGLISH), typing=set(), reader=0 if watching else None)
        for event in retold(match):
            teller.tell(event)
        told[watching] = capsys.readouterr().out
    assert "You" in told[False]
    assert "you" not in told[True].lower()
    assert "Score: Ann 1, Computer (Casual) 1." in told[True]
