"""Puzzles require thinking: no habit succeeds often, in one stream and in the first puzzles of many seeds."""

from itertools import islice

import pytest

from outnumber.games.registry import BUILT_IN, find
from outnumber.study.puzzles import habits
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.kinds import SEATS, Kind, offered
from tests.study.puzzles.streams import made, published

COUNT = 40
# In so small a sample, chance alone adds up to this; `benchmarks/habits.py` uses 300.
MARGIN = 0.15


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game in BUILT_IN for kind in offered(find(game))]
)
def test_no_habit_solves_more_than_half(game: str, kind: Kind) -> None:
    found, count = habits.shares(made(game, COUNT, kind))
    assert count == COUNT
    for name, share in found.items():
        if kind in SEATS:
            assert abs(share - 0.5) < 0.05 + MARGIN, name
        else:
            assert share < 0.5 + MARGIN, name


def test_the_two_answers_of_order_challenge_are_equally_frequent() -> None:
    places = [
        puzzle.position.legal_moves().index(puzzle.solution) for puzzle in made("order-challenge", 40, "one")
    ]
    assert places.count(0) == places.count(1) == 20
    firsts = [next(generate("order-challenge", seed, kind="one")) for seed in range(20)]
    assert sum(puzzle.solution == puzzle.position.legal_moves()[0] for puzzle in firsts) == 10


@pytest.mark.parametrize("difficulty", [1, 5])
def test_no_habit_succeeds_often_where_the_number_of_moves_is_almost_the_answer(difficulty: int) -> None:
    stream = islice(generate("number-stack-duel", 3, kind="who", difficulty=difficulty), COUNT)
    found, _ = habits.shares(stream)
    assert all(abs(share - 0.5) < 0.05 + MARGIN for share in found.values())


def test_habits_succeeded_more_often_before() -> None:
    found, _ = habits.shares(published("number-stack-duel", 50))
    assert found["nearest to the last"] == 1


def test_every_habit_has_an_answer_for_every_kind() -> None:
    for kind in ("one", "who", "all"):
        puzzles = islice(generate("strategy-stacks", 1, kind=kind), 5)
        seen = [(habits.look(each.position, each.moves), each.answer) for each in puzzles]
        assert len({tuple(habits.hits(kind, *each)) for each in seen}) == 1
    assert habits.thoughts(find("number-duel")) == ()
