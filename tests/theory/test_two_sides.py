"""Number Stack Duel: the counts of numbers on each side decide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Seat
from outnumber.games.numbers import Numbers
from outnumber.theory import two_sides
from tests.strategies import positions


@pytest.mark.parametrize("size", [1, 2, 3, 10, 999_999, 1_000_000])
def test_openings_in_the_upper_half_win_and_the_largest_at_once(size: int) -> None:
    verdict = outnumber.solve(outnumber.game("number-stack-duel", range=size).start())
    assert (len(verdict.winning), verdict.winning[0], verdict.winning[-1]) == (
        (size + 1) // 2,
        size // 2 + 1,
        size,
    )
    assert verdict.length == 1


def test_a_million_numbers_are_answered_by_a_view_without_copies() -> None:
    position = outnumber.game("number-stack-duel", range=1_000_000).start().play(400_000)
    verdict = outnumber.solve(position)
    assert isinstance(verdict.winning, Numbers)
    # 600,000 above against 399,999 below: the nearest 100,001 win.
    assert (verdict.winning[0], verdict.winning[-1], len(verdict.winning)) == (400_001, 500_001, 100_001)
    assert verdict.length == 2 * 399_999 + 1


@settings(deadline=None)
@given(positions(largest=60, games=("number-stack-duel",)), st.data())
def test_a_winning_move_leaves_a_lost_position_and_any_other_a_won_one(
    position: outnumber.Position, data: st.DataObject
) -> None:
    verdict = two_sides.solve(position)  # type: ignore[arg-type]
    if not position.legal_moves():
        assert not verdict.winning
        return
    move = data.draw(st.sampled_from(list(position.legal_moves())))
    after = two_sides.solve(position.play(move))  # type: ignore[arg-type]
    assert (after.winner is position.turn) == (move in verdict.winning)


def test_a_finished_game_is_won_by_the_last_player_to_move() -> None:
    verdict = two_sides.solve(outnumber.game("number-stack-duel").start().play(9))  # type: ignore[arg-type]
    assert (verdict.winner, list(verdict.winning), verdict.length) == (Seat.ONE, [], 0)
    assert str(verdict.reason) == "Player 2 has nothing left to play, so Player 1 has won."
    assert verdict.certificate == {"theorem": "over"}
