"""Games from other packages at the prompt of the real program, with their own texts or generic ones."""

import os
from pathlib import Path

import tests.added
from tests.program import lines, run

FOLDERS = str(Path(tests.added.__file__).parent), os.environ.get("PYTHONPATH", "")
ADDED = {"PYTHONPATH": os.pathsep.join(filter(None, FOLDERS))}


def test_a_game_has_its_own_texts_and_the_player_who_took_the_last_stone_has_lost() -> None:
    done = run("play", "heaps", "--set", "tokens=1,2", typed=lines(11, 11, "why", 21, 21), env=ADDED)
    assert done.stdout.split("\n\n")[1:] == [
        "Heaps: 0, 2\n"
        "Player 2, take stones from a heap.\n"
        "Heap and stones, such as 23 for 3 stones of heap 2: 11\n"
        "11 is not allowed here. You can play 21 or 22.\n"
        "Heap and stones, such as 23 for 3 stones of heap 2: why\n"
        "21 wins by the rule of Nim.\n"
        "Heap and stones, such as 23 for 3 stones of heap 2: 21",
        "Heaps: 0, 1\n"
        "Player 1, take stones from a heap.\n"
        "Heap and stones, such as 23 for 3 stones of heap 2: 21",
        "Player 1 had to play last.\nPlayer 2 wins the game!\n",
    ]
    assert (done.returncode, done.stderr) == (0, "")


def test_in_a_misere_game_against_a_computer_the_winner_is_not_said_to_be_unable_to_move() -> None:
    done = run("play", "heaps", "--set", "tokens=1,2", "--p1", "perfect", typed=lines(11), env=ADDED)
    assert done.stdout.endswith("\n\nYou had to play last.\nThe computer wins.\n")
    assert "cannot move" not in done.stdout


def test_a_game_without_texts_has_generic_ones_and_its_own_phrase() -> None:
    done = run("play", "steps", "--set", "range=4", typed=lines(1, 4, "hint", 3, 2, 4), env=ADDED)
    assert "4 does not go with 1. You can play 2 or 3.\n" in done.stdout
    assert done.stdout.endswith(
        "Chain: 1, 3, 2\nPlayer 2's turn.\nChoose a number that is at most 2 away from 2.\nYou can play 4.\n"
        "Enter your number: 4\n\n"
        "Player 1 cannot move.\nPlayer 2 wins the game!\n"
    )
