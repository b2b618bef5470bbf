"""The definition of a puzzle, and its text for programs."""

import json

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Position
from outnumber.api import plain
from outnumber.api.puzzles import ProvenPuzzle
from outnumber.match.round import Round
from outnumber.study.puzzles.puzzle import from_json, puzzle_in
from outnumber.theory import exhaustive
from tests.strategies import positions


@given(positions(9))
@settings(max_examples=200, deadline=None)
def test_a_position_is_a_puzzle_exactly_if_one_hidden_move_wins(position: Position) -> None:
    winning = exhaustive.solve(position).winning
    hidden = len(winning) == 1 and position.play(winning[0]).outcome() is None
    found = puzzle_in(position, [])
    assert (found is not None) == (hidden and len(position.legal_moves()) > 2)
    if found:
        assert found.solution == winning[0]
        assert 1 <= found.difficulty <= 5


def test_json_restores_the_puzzle() -> None:
    rules = outnumber.game("strategy-stacks", range=20)
    for moves in ([12], [8, 4, 1, 16, 2]):
        puzzle = puzzle_in(Round.begin(rules, moves).position, moves)
        if puzzle:
            told = json.loads(json.dumps(plain(ProvenPuzzle.of(puzzle))))
            assert list(told) == [
                *("game", "options", "moves", "solution", "difficulty", "theme"),
                *("kind", "version"),
            ]
            assert from_json(told) == puzzle
            assert from_json(told).id == puzzle.id


@pytest.mark.parametrize(
    "plain",
    [
        None,
        [],
        {},
        {"game": "chess", "options": {}, "moves": []},
        {"game": "strategy-stacks", "options": {"range": 0}, "moves": []},
        {"game": "strategy-stacks", "options": {}, "moves": [6, 6]},
        {"game": "strategy-stacks", "options": {}, "moves": ["six"]},
        {"game": "strategy-stacks", "options": {}, "moves": []},
        {"game": "strategy-stacks", "options": [], "moves": [6]},
        {"game": "number-stack-duel", "options": {}, "moves": 5},
    ],
)
def test_an_invalid_puzzle_is_refused(plain: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        from_json(plain)


def test_the_seat_and_unreachable_numbers_do_not_change_a_puzzle() -> None:
    order = outnumber.game("order-challenge", range=12)
    one = Round.begin(order, [1, 2, 3, 4]).position
    other = Round.begin(order, [2, 1, 3, 4]).position
    assert one == other
    gone = Round.begin(order, [3, 4]).position
    assert gone != one
    assert gone.solver_key() == one.solver_key()
    assert gone.solver_key() != Round.begin(order, [3, 5]).position.solver_key()
    attack = outnumber.game("number-stack-attack", tokens=[1, 2, 4])
    first = Round.begin(attack, [1, 4]).position  # 1 against 4, Player 1 to move
    second = Round.begin(attack, [2, 1, 2]).position  # 1 against 4, Player 2 to move
    assert (first.turn, second.turn) == (1, 2)
    assert first.solver_key() == second.solver_key()
    assert first.solver_key() != Round.begin(attack, [1, 2]).position.solver_key()


def test_a_puzzle_is_shown_as_a_match() -> None:
    puzzle = from_json({"game": "strategy-stacks", "options": {}, "moves": [6]})
    assert puzzle.match.current.moves == (6,)
    assert puzzle.match.current.position == puzzle.position
    assert not puzzle.match.over
