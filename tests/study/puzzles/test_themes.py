"""Each puzzle is named after its idea, and the name fits."""

from itertools import islice

import pytest

import outnumber
from outnumber.games.registry import BUILT_IN
from outnumber.match.round import Round
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.puzzle import puzzle_in
from outnumber.study.puzzles.themes import THEMES
from tests.study.puzzles.streams import published


def theme(game: str, moves: list[int], **options: object) -> str:
    puzzle = puzzle_in(Round.begin(outnumber.game(game, **options), moves).position, moves)
    assert puzzle
    return puzzle.theme


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_puzzle_has_a_theme_with_a_title_and_a_lesson(game: str) -> None:
    for puzzle in published(game, 40):
        theme = THEMES[puzzle.theme]
        assert theme.title
        assert theme.lesson.endswith(".")


def test_the_nearest_number_in_number_stack_duel() -> None:
    for puzzle in published("number-stack-duel", 40):
        moves = puzzle.position.legal_moves()
        top = puzzle.moves[-1]
        assert puzzle.theme == "stay-close"
        assert puzzle.solution == min(moves, key=lambda move: abs(move - top))


def test_the_three_ideas_of_order_challenge() -> None:
    # Neither player has a gift; one to use, because 4 are left for both; one to give up, because 5 are.
    assert theme("order-challenge", [], range=9) == "take-the-lowest"
    assert theme("order-challenge", [1, 3], range=7) == "use-the-gift"
    assert theme("order-challenge", [1, 3], range=8) == "give-the-gift-up"


def test_a_race_and_a_target_out_of_reach() -> None:
    for puzzle in islice(generate("number-stack-attack", 1, {"tokens": [1, 4, 6]}), 5):
        assert puzzle.theme == "count-turns"
    # Without a 1, most puzzles are races nevertheless.
    puzzles = islice(generate("number-stack-attack", 1, {"tokens": [3, 5, 8]}), 20)
    themes = [puzzle.theme for puzzle in puzzles]
    assert themes.count("count-turns") > 10
    assert theme("number-stack-attack", [4, 4, 7], target=16, tokens="4,7,9") == "out-of-reach"
    assert theme("number-stack-attack", [4, 7, 7], target=17, tokens="4,7,9") == "end-higher"


def test_walks_have_one_idea() -> None:
    assert {puzzle.theme for puzzle in islice(generate("strategy-stacks", 1), 40)} == {"left-over"}
