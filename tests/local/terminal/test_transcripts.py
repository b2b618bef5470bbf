"""The plain terminal says what the rule books print: seven whole games, and any other game like them."""

import random
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from tests.local.terminal import book
from tests.program import at_terminal, call, lines, run

DATA = Path(__file__).parents[2] / "data" / "transcripts"
COMMANDS = dict(line.split("\t") for line in (DATA / "COMMANDS.tsv").read_text(encoding="utf-8").splitlines())


def arguments(name: str) -> list[str]:
    program, *rest = shlex.split(COMMANDS[name])
    assert program == "outnumber"
    return rest


def printed(name: str) -> str:
    return (DATA / f"{name}.out").read_text(encoding="utf-8")


def typed(name: str) -> str:
    return (DATA / f"{name}.in").read_text(encoding="utf-8")


def flags(options: dict[str, Any]) -> list[str]:
    """Options as arguments of the command."""
    found = []
    for name, value in options.items():
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        found += [f"--{name.replace('_', '-')}", text]
    return found


def test_there_are_seven_transcripts() -> None:
    assert len(COMMANDS) == 7
    assert {path.stem for path in DATA.glob("*.in")} == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_piped_game_is_its_transcript_byte_for_byte(name: str) -> None:
    done = run(*arguments(name), typed=typed(name))
    assert done.stdout == printed(name)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "prompt"),
    [
        ("strategy-stacks", "Select a number: "),
        ("order-challenge", "Enter a number to select: "),
        ("number-stack-duel", "Enter your number: "),
    ],
)
def test_a_game_typed_at_a_terminal_is_its_transcript_too(name: str, prompt: str) -> None:
    with at_terminal(*arguments(name)) as terminal:
        terminal.type(*typed(name).split(), prompt=prompt)
        assert terminal.finish() == 0
        assert terminal.game == printed(name)


def test_at_a_terminal_number_stack_attack_adds_the_opponents_total_to_its_transcript() -> None:
    name = "number-stack-attack"
    with at_terminal(*arguments(name)) as terminal:
        terminal.type(*typed(name).split(), prompt="to add to your stack: ")
        assert terminal.finish() == 0
    more = re.compile(
        r"^(Player [12] has a stack total of \d+\.|Player 1 wins the game! Player 2 had .*)\n", re.M
    )
    totals = [0, 9, 8, 16, 17]
    assert [int(line.split()[-1].strip(".")) for line in more.findall(terminal.game)] == [*totals, 17]
    assert more.sub("", terminal.game) == printed(name)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_independent_sentences_of_the_tests_make_the_transcripts(name: str) -> None:
    _, game, *rest = arguments(name)
    options = {"range": int(rest[1])} if rest else {}
    assert book.session(game, options, list(map(int, typed(name).split()))) == printed(name)


def whole_game(game: str, options: dict[str, Any], seed: int, most: int) -> list[int]:
    """A random game of at most so many moves, by the naive rules."""
    chooser, state = random.Random(seed), naive.start(game, options)
    while len(state.moves) < most and (allowed := naive.legal(state)):
        state = naive.play(state, chooser.choice(allowed))
    return list(state.moves)


def chosen(data: st.DataObject, game: str, largest: int) -> dict[str, Any]:
    if game == "number-stack-attack":
        # With all tokens from 1 on nobody ever passes, so the book has all the words.
        target = data.draw(st.integers(1, largest))
        return {"target": target, "tokens": list(range(1, data.draw(st.integers(1, 20)) + 1))}
    options: dict[str, Any] = {"range": data.draw(st.one_of(st.integers(1, 20), st.integers(2, largest)))}
    if game == "number-stack-duel":
        options["first_pattern"] = data.draw(st.sampled_from(["greater", "less"]))
    if game == "strategy-stacks" and options["range"] > 1:
        options["opening"] = data.draw(st.sampled_from(["any", "even"]))
    return options


@pytest.mark.parametrize("game", naive.GAMES)
@settings(deadline=None, max_examples=15)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_any_game_reads_like_the_sample_of_its_book(game: str, data: st.DataObject, seed: int) -> None:
    options = chosen(data, game, 300)
    moves = whole_game(game, options, seed, 20)
    said = call("play", game, *flags(options), typed=lines(*moves)).stdout
    expected = book.session(game, options, moves)
    if naive.winner(naive.State(game, naive.start(game, options).options, tuple(moves))):
        assert said == expected
    else:
        assert said.startswith(f"{expected}\nSaved as game ")


# From here on what every line should be is written out.

STRATEGY_200 = """\
Game Start!
Shared Numbers: [1-200]

Player 1's Turn:
Available Numbers: [1-200]
Select a number: 101

Player 2's Turn:
Last opponent's number: 101
Available Numbers (factors or multiples of 101): [1]
Select a number: 1

Player 1's Turn:
Last opponent's number: 1
Available Numbers (factors or multiples of 1): [2-100, 102-200]
Select a number: 103

Player 2's Turn:
Last opponent's number: 103
Available Numbers (factors or multiples of 103): []
No available moves. Player 2 loses!

Player 1 wins the game!
"""

ORDER_120 = """\
Shared Pool: [1-120]
Player 1's Sequence: []
Player 2's Sequence: []

Player 1's turn.
Available numbers: [1-120]
Enter a number to select: 60

Shared Pool: [1-59,61-120]
Player 1's Sequence: [60]
Player 2's Sequence: []

Player 2's turn.
Available numbers: [1-59,61-120]
Enter a number to select: 120

Shared Pool: [1-59,61-119]
Player 1's Sequence: [60]
Player 2's Sequence: [120]

Player 1's turn.
Last number in your sequence: 60
Available numbers greater than 60: [61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,\
85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,\
118,119]
Enter a number to select: 119

Shared Pool: [1-59,61-118]
Player 1's Sequence: [60,119]
Player 2's Sequence: [120]

Player 2's turn.
Last number in your sequence: 120
Available numbers greater than 120: None
No valid moves available.

Player 2 cannot make a valid move. Player 1 wins!
"""

STACK_DUEL_LESS = """\
Available Numbers: 1, 2, 3
Stack: Empty
-------------------------
Player 1's Turn
Pattern: N/A (First move)
Choose any number from the available numbers.
Enter your number: 2

Player 1 placed 2 on the stack.
Next Pattern: Less Than (<)

-------------------------
Available Numbers: 1, 3
Stack: 2
Player 2's Turn
Pattern: Less Than (<)
You must choose a number less than 2.
Available numbers: 1
Enter your number: 1

Player 2 placed 1 on the stack.
Next Pattern: Greater Than (>)

-------------------------
Available Numbers: 3
Stack: 2, 1
Player 1's Turn
Pattern: Greater Than (>)
You must choose a number greater than 1.
Available numbers: 3
Enter your number: 3

Player 1 placed 3 on the stack.
Next Pattern: Less Than (<)

-------------------------
Available Numbers: None
Stack: 2, 1, 3
Player 2's Turn
Pattern: Less Than (<)
You must choose a number less than 3.
Available numbers: None
No valid moves available.
Player 2 cannot make a valid move.
Player 1 wins the game!
"""

WRITTEN_OUT = [
    ("strategy-stacks --range 200", [101, 1, 103], STRATEGY_200),
    ("order-challenge --range 120", [60, 120, 119], ORDER_120),
    ("number-stack-duel --range 3 --first-pattern less", [2, 1, 3], STACK_DUEL_LESS),
]


@pytest.mark.parametrize(("command", "moves", "expected"), WRITTEN_OUT)
def test_other_ranges_and_options_are_printed_like_this(
    command: str, moves: list[int], expected: str
) -> None:
    assert call("play", *command.split(), typed=lines(*moves)).stdout == expected


@pytest.mark.parametrize(("size", "shown"), [(100, ", ".join(map(str, range(1, 101)))), (101, "1-101")])
def test_a_list_of_a_hundred_is_printed_whole_and_a_longer_one_as_runs(size: int, shown: str) -> None:
    said = call("play", "strategy-stacks", "--range", str(size)).stdout
    assert f"Shared Numbers: [{shown}]\n" in said
    assert f"\nAvailable Numbers: [{shown}]\n" in said


LONG_GAMES = [
    (
        "number-duel --link neighbour --range 120",
        range(1, 103),
        f"(excluding {','.join(map(str, range(1, 101)))})\n",
        "Available numbers: 102-120 (excluding 1-101)\n",
    ),
    (
        "order-challenge --range 210",
        [number for turn in range(1, 103) for number in (turn, 105 + turn)],
        f"Player 1's Sequence: [{','.join(map(str, range(1, 101)))}]\n",
        "Player 1's Sequence: [1-101]\n",
    ),
    (
        "number-stack-duel --range 120",
        [number for turn in range(51) for number in (60 - turn, 61 + turn)],
        f"Stack: {', '.join(f'{60 - turn}, {61 + turn}' for turn in range(50))}\n",
        f"Stack: 60-61, {', '.join(f'{60 - turn}, {61 + turn}' for turn in range(1, 50))}, 10\n",
    ),
]


@pytest.mark.parametrize(("command", "moves", "hundred", "more"), LONG_GAMES)
def test_what_has_been_played_is_printed_as_runs_beyond_a_hundred(
    command: str, moves: list[int], hundred: str, more: str
) -> None:
    said = call("play", *command.split(), typed=lines(*moves)).stdout
    assert said.index(hundred) < said.index(more)


CRITERIA = [
    ("multiple", [6, 3], "is a multiple/factor of 6"),
    ("digit", [6, 16], "shares a digit with 6"),
    ("digit-sum", [6, 15], "has the same digit sum as 6"),
    ("coprime", [6, 7], "has no common factor with 6 but 1"),
    ("neighbour", [6, 7], "is one more or one less than 6"),
    ("square-sum", [6, 10], "adds up to a square number with 6"),
    ("prime-sum", [6, 7], "adds up to a prime number with 6"),
    ("neighbour,digit-sum", [6, 15], "is one more or one less than 6 or has the same digit sum as it"),
]


@pytest.mark.parametrize(("link", "moves", "demand"), CRITERIA)
def test_number_duel_says_what_its_criteria_ask(link: str, moves: list[int], demand: str) -> None:
    said = call("play", "number-duel", "--range", "20", "--link", link, typed=lines(*moves)).stdout
    assert f"\nSelect a number that {demand}.\nEnter your number: {moves[1]}\n" in said
    assert f"Previous number: {moves[1]}\n" in said


def attack(*moves: int, more: str = "") -> str:
    done = call("play", "number-stack-attack", "--tokens", "4-9", *more.split(), typed=lines(*moves))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_pass_is_announced_and_the_other_player_goes_on() -> None:
    said = attack(9, 9, 9, 4, 8)
    # Player 1 stands at 18, where no token fits; Player 2 goes from 13 to 21.
    passing = (
        "Player 1 Turn:\nYour current stack total is 18.\nNo token fits without exceeding 21. You pass.\n"
    )
    after = "\nPlayer 2 Turn:\nYour current stack total is 13.\nPlayer 1 has a stack total of 18.\n"
    assert f"Your new stack total is 13.\n\n{passing}{after}Enter a number between 4 and 8" in said
    assert said.endswith(
        "Congratulations, you have reached 21 and won the game!\n"
        "Player 2 wins the game! Player 1 had a stack total of 18.\n"
    )


@pytest.mark.parametrize(
    ("more", "moves", "winner"),
    [
        ("", (9, 9, 9, 9), 1),
        ("--tie last", (9, 9, 9, 9), 2),
        ("", (9, 9, 9, 4, 6), 2),
    ],
)
def test_a_stand_off_ends_with_the_winner(more: str, moves: tuple[int, ...], winner: int) -> None:
    said = attack(*moves, more=more)
    assert said.count("You pass.") == (3 if len(moves) == 5 else 2)
    assert said.count("Stand-off") == 1
    assert said.endswith(f"\nPlayer {winner} wins the game!\n")


def test_a_prompt_for_scattered_tokens_names_each() -> None:
    said = call("play", "number-stack-attack", "--tokens", "3,5,8", typed="8\n5\n").stdout
    assert "Enter one of the numbers 3, 5 or 8 to add to your stack: 8\n" in said
