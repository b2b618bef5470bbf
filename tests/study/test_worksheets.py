"""Printed sheets: identical for the same order, small enough for paper, and proven."""

import re

import pytest

from outnumber.games.errors import OptionError
from outnumber.games.registry import BUILT_IN, find
from outnumber.study.puzzles.kinds import answer
from outnumber.study.worksheets import LARGEST, WorksheetOrder, per_page
from outnumber.theory.solve import solve


@pytest.mark.parametrize("name", BUILT_IN)
def test_puzzles_are_small_and_get_harder_and_their_answers_are_proven(name: str) -> None:
    order = WorksheetOrder(find(name), seed=4)
    found = order.puzzles()
    assert found == WorksheetOrder(find(name), seed=4).puzzles()
    assert found != WorksheetOrder(find(name), seed=5).puzzles()
    assert len(found) == len({each.position for each in found}) == 6
    assert [each.difficulty for each in found] == sorted(each.difficulty for each in found)
    assert len({each.kind for each in found}) > 1
    assert all(each.kind != "seat" for each in found)
    for each in found:
        assert len(each.match.current.scene.numbers) <= LARGEST
        assert answer(each.kind, each.position, solve(each.position)) == each.answer


def test_chosen_settings_apply() -> None:
    found = WorksheetOrder(find("strategy-stacks"), 1, 3, "who", 2, {"range": 12}).puzzles()
    assert {(each.kind, each.difficulty, each.rules.options["range"]) for each in found} == {("who", 2, 12)}


def test_the_command_and_the_url_contain_all_settings() -> None:
    order = WorksheetOrder(
        find("number-duel"), 7, 4, "who", 2, {"link": ("digit", "coprime")}, paper="letter"
    )
    assert order.command == (
        "outnumber worksheet number-duel --seed 7 --count 4 --kind who --difficulty 2 "
        "--link digit,coprime --paper letter -o sheet.html"
    )
    assert re.fullmatch(r"/worksheet/number-duel\?sheet=puzzles&seed=7&.*&paper=letter", order.path)
    cards = WorksheetOrder(find("number-duel"), sheet="cards")
    assert cards.command == "outnumber worksheet number-duel --sheet cards -o sheet.html"


def test_impossible_orders_are_refused() -> None:
    with pytest.raises(OptionError):
        WorksheetOrder(find("order-challenge"), 1, 40, "one", 1, {"range": 5}).puzzles()
    with pytest.raises(OptionError):
        _ = WorksheetOrder(find("number-duel"), options={"range": 121}, sheet="cards").rules


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("seed", range(4))
def test_six_puzzles_fit_on_one_page(name: str, seed: int) -> None:
    found = WorksheetOrder(find(name), seed).puzzles()
    assert per_page(found) == len(found) == 6
    assert per_page(found, "large") == 2


def test_a_given_position_that_is_played_against_the_computer_is_not_printed() -> None:
    order = WorksheetOrder(find("number-duel"), 1, 3, given="seat~range=9~ seat~~6 who~range=9~5.3")
    assert "seat" not in {puzzle.kind for puzzle in order.puzzles()}


def test_a_worksheet_begins_with_the_given_positions_that_are_puzzles() -> None:
    given = "one~range=9~6 who~range=6~ all~range=9~nonsense one~range=9~4.1.7.3 who~range=1000000~"
    order = WorksheetOrder(find("strategy-stacks"), 3, given=given)
    found = order.puzzles()
    assert len(found) == 6
    assert {(each.kind, each.moves, each.rules.options["range"]) for each in found} >= {
        ("one", (6,), 9), ("who", (), 6),
    }  # fmt: skip
    assert "given=one~range%3D9~6+who" in order.path
