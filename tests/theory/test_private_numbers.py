"""Order Challenge: numbers that only one player can still take are gifts."""

from __future__ import annotations

import pytest

import outnumber
from outnumber import Seat, Verdict
from outnumber.theory import private_numbers


def after(size: int, *moves: int) -> Verdict:
    position = outnumber.game("order-challenge", range=size).start()
    for move in moves:
        position = position.play(move)
    return private_numbers.solve(position)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [1, 2, 9, 10, 999_999, 1_000_000])
def test_the_first_player_wins_only_odd_ranges_and_only_by_opening_with_1(size: int) -> None:
    verdict = after(size)
    assert list(verdict.winning) == ([1] if size % 2 else [])
    assert verdict.length == size


def test_the_low_player_with_a_private_number_wins() -> None:
    assert after(9, 4).winner is Seat.TWO
    assert after(9, 4, 2).winner is Seat.TWO


def test_with_an_even_rest_all_private_numbers_win_and_no_shared_one() -> None:
    assert list(after(9, 5).winning) == [1, 2, 3, 4]


def test_with_an_odd_rest_the_last_private_number_must_be_kept() -> None:
    assert list(after(10, 5).winning) == [1, 2, 3, 6]


def test_a_million_numbers_take_no_longer() -> None:
    verdict = after(1_000_000, 500_000)
    assert (verdict.winner, len(verdict.winning), verdict.length) == (Seat.TWO, 499_999, 500_001)
