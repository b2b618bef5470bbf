"""The best move: proven, fast where a win is near, stubborn where there is none."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Position
from outnumber.theory import exhaustive
from outnumber.theory.best import best, some
from tests.strategies import positions


def shares(position: Position) -> dict[int, Fraction]:
    """For each move of a lost position the share of replies that win, found by search."""
    found = {}
    for move in position.legal_moves():
        after = position.play(move)
        known = exhaustive.values(after)
        replies = [known[after.play(reply)].winner for reply in after.legal_moves()]
        good = sum(winner is not position.turn for winner in replies)
        stuck = not replies or after.turn is position.turn
        found[move] = Fraction(1) if stuck else Fraction(good, len(replies))
    return found


@given(positions(8))
@settings(max_examples=200, deadline=None)
def test_best_moves_win_soonest_or_leave_the_smallest_share_of_winning_replies(position: Position) -> None:
    if position.outcome():
        return
    known = exhaustive.values(position)
    moves = best(position)
    assert set(moves) <= set(position.legal_moves())
    if known[position].winner is position.turn:
        for move in moves:
            assert known[position.play(move)] == (position.turn, known[position].length - 1)
    else:
        found = shares(position)
        assert {found[move] for move in moves} == {min(found.values())}


@pytest.mark.parametrize("game", ["number-stack-duel", "order-challenge"])
def test_a_huge_range_is_looked_at_in_part(game: str) -> None:
    position = outnumber.game(game, range=1_000_000).start().play(400_000)
    winning = outnumber.solve(position).winning
    assert not winning or best(position)[0] in winning


def test_some_has_both_ends_and_no_more_than_it_may() -> None:
    assert some(range(1, 1_000_001), 3) == [1, 500_000, 1_000_000]
    assert some((4, 5), 3) == [4, 5]
