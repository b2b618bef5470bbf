"""Each puzzle is named after its idea, and the name is right."""

from itertools import islice

import pytest

import outnumber
from outnumber.games.registry import BUILT_IN
from outnumber.puzzles import before
from outnumber.puzzles.generate import generate
from outnumber.puzzles.puzzle import puzzle_in
from outnumber.puzzles.themes import THEMES
from outnumber.session.round import Round


def theme(game: str, moves: list[int], **options: object) -> str:
    puzzle = puzzle_in(Round.begin(outnumber.game(game, **options), moves).position, moves)
    assert puzzle
    return puzzle.theme


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_puzzle_has_a_theme_with_a_title_and_a_lesson(game: str) -> None:
    for puzzle in islice(before.generate(game, 1), 40):
        title, lesson = THEMES[puzzle.theme]
        assert title
        assert lesson.endswith(".")


def test_the_nearest_number_in_number_stack_duel() -> None:
    for puzzle in islice(before.generate("number-stack-duel", 1), 40):
        moves = puzzle.position.legal_moves()
        top = puzzle.moves[-1]
        assert puzzle.theme == "stay-close"
        assert puzzle.solution == min(moves, key=lambda move: abs(move - top))


def test_the_three_ideas_of_order_challenge() -> None:
    # Nobody has a spare turn; one that must be spent, for 4 shared are left; one to save, for 5 are.
    assert theme("order-challenge", [], range=9) == "take-the-lowest"
    assert theme("order-challenge", [1, 3], range=7) == "spend-the-spare-turn"
    assert theme("order-challenge", [1, 3], range=8) == "save-the-spare-turn"


def test_a_race_and_totals_that_get_stuck() -> None:
    for puzzle in islice(generate("number-stack-attack", 1, {"tokens": [1, 4, 6]}), 5):
        assert puzzle.theme == "count-turns"
    for puzzle in islice(generate("number-stack-attack", 1, {"tokens": [3, 5, 8]}), 5):
        assert puzzle.theme in ("stuck-total", "on-your-own")


def test_partners_and_a_single_answer() -> None:
    for puzzle in islice(generate("strategy-stacks", 1), 40):
        answers = puzzle.position.play(puzzle.solution).legal_moves()
        assert puzzle.theme == ("one-answer" if len(answers) == 1 else "left-over")
