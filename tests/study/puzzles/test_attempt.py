"""A puzzle is solved by the winning move alone: not after a wrong one, nor once the answer was told."""

import pytest

from outnumber import IllegalMove
from outnumber.study.puzzles.attempt import Attempt, possible_answers
from outnumber.study.puzzles.explain import hints, refutation
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.puzzle import Puzzle, from_json

# The last step of help for a puzzle with one winning move, which names the move.
LAST_HINT = 3


@pytest.fixture
def puzzle() -> Puzzle:
    """After 6 only 2 wins; 1 and 3 are wrong."""
    found = from_json({"game": "strategy-stacks", "options": {}, "moves": [6]})
    assert found.solution == 2
    assert found.position.legal_moves() == (1, 2, 3)
    return found


@pytest.fixture
def attempt(puzzle: Puzzle) -> Attempt:
    return Attempt(puzzle)


def test_at_first_everything_is_open(attempt: Attempt) -> None:
    assert attempt.solved is None
    assert not attempt.found
    assert not attempt.missed


def test_the_winning_move_at_once_solves_it(attempt: Attempt) -> None:
    assert attempt.play(2) is None
    assert attempt.found
    assert attempt.solved is True


def test_a_wrong_move_is_refuted_and_the_puzzle_missed_for_good(attempt: Attempt) -> None:
    assert attempt.play(3) == refutation(attempt.puzzle.position, 3)
    assert attempt.solved is False
    assert attempt.play(1) == refutation(attempt.puzzle.position, 1)
    assert attempt.wrong == [3, 1]
    assert attempt.play(2) is None
    assert attempt.found
    assert attempt.solved is False


@pytest.mark.parametrize("move", [6, 5, 0, -1, 10])
def test_what_cannot_be_played_is_refused_and_does_not_count(attempt: Attempt, move: int) -> None:
    with pytest.raises(IllegalMove):
        attempt.play(move)
    assert attempt.wrong == []
    assert attempt.solved is None


def test_hints_go_step_by_step_and_only_the_last_costs_the_puzzle(attempt: Attempt) -> None:
    told = hints(attempt.puzzle)
    for step in range(1, LAST_HINT):
        assert attempt.hint() == (step, told[step - 1])
        assert attempt.solved is None
    for _ in range(2):
        assert attempt.hint() == (LAST_HINT, told[-1])
        assert attempt.told
        assert attempt.solved is False
    attempt.play(2)
    assert attempt.solved is False


def test_hints_before_the_last_leave_the_puzzle_to_be_solved(attempt: Attempt) -> None:
    for _ in range(LAST_HINT - 1):
        attempt.hint()
    attempt.play(2)
    assert attempt.solved is True


def test_being_told_is_missing_it_but_not_after_it_was_found(puzzle: Puzzle) -> None:
    given_up, done = Attempt(puzzle), Attempt(puzzle)
    assert given_up.tell() == (2,)
    assert given_up.solved is False
    done.play(2)
    assert done.tell() == (2,)
    assert done.hint()
    assert (done.told, done.solved) == (False, True)


def test_every_answer_to_a_seat_is_foreseen_as_it_comes() -> None:
    puzzle = next(generate("order-challenge", 7, kind="seat", difficulty=3))
    met: set[tuple[int, ...]] = set()
    asked: set[tuple[int, ...]] = {(1,), (2,)}
    for each in possible_answers(puzzle):
        met.add(each.given)
        attempt = Attempt(puzzle)
        *before, last = each.given
        for number in before:
            assert attempt.answer([number]) is None
        assert attempt.answer([last]) == each.refutation
        assert bool(attempt.wrong) is not each.right
        if each.right:
            assert (attempt.round, attempt.found) == (each.attempt.round, each.attempt.found)
            moves = () if attempt.found else attempt.position.legal_moves()
            asked |= {(*each.given, int(move)) for move in moves}
    assert met == asked
    given = (puzzle.solution,)
    assert {each.given for each in possible_answers(puzzle, given)} == met - {(1,), (2,)}
