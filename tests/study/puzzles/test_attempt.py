"""A puzzle is solved only by the winning move: not after a wrong one, nor after the answer was revealed."""

import pytest

from outnumber import IllegalMove
from outnumber.study.puzzles.attempt import Attempt, possible_answers
from outnumber.study.puzzles.explain import hints, refutation
from outnumber.study.puzzles.generate import generate
from outnumber.study.puzzles.puzzle import Puzzle, from_json

# The last hint for a puzzle with one winning move, which names the move.
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


def test_at_first_everything_is_undecided(attempt: Attempt) -> None:
    assert attempt.solved is None
    assert not attempt.found
    assert not attempt.missed


def test_the_winning_move_at_the_first_try_solves_it(attempt: Attempt) -> None:
    assert attempt.play(2) is None
    assert attempt.found
    assert attempt.solved is True


def test_a_wrong_move_is_refuted_and_the_puzzle_stays_missed(attempt: Attempt) -> None:
    assert attempt.play(3) == refutation(attempt.puzzle.position, 3)
    assert attempt.solved is False
    assert attempt.play(1) == refutation(attempt.puzzle.position, 1)
    assert attempt.wrong == [3, 1]
    assert attempt.play(2) is None
    assert attempt.found
    assert attempt.solved is False


@pytest.mark.parametrize("move", [6, 5, 0, -1, 10])
def test_an_unplayable_move_is_refused_and_does_not_count(attempt: Attempt, move: int) -> None:
    with pytest.raises(IllegalMove):
        attempt.play(move)
    assert attempt.wrong == []
    assert attempt.solved is None


def test_hints_go_step_by_step_and_only_the_last_makes_the_puzzle_missed(attempt: Attempt) -> None:
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


def test_earlier_hints_leave_the_puzzle_solvable(attempt: Attempt) -> None:
    for _ in range(LAST_HINT - 1):
        attempt.hint()
    attempt.play(2)
    assert attempt.solved is True


def test_revealing_the_answer_misses_the_puzzle_unless_it_was_found_before(puzzle: Puzzle) -> None:
    given_up, done = Attempt(puzzle), Attempt(puzzle)
    assert given_up.tell() == (2,)
    assert given_up.solved is False
    done.play(2)
    assert done.tell() == (2,)
    assert done.hint()
    assert (done.told, done.solved) == (False, True)


def test_the_precomputed_answers_of_a_seat_are_complete() -> None:
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
