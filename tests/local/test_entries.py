"""Input is a number, or it is refused with the reason."""

import pytest

import outnumber
from outnumber.local.entries import read_legal_move, read_move, read_seat


@pytest.mark.parametrize("text", ["", "+", "-", "x", "1 2", "0x1", "1_000", "五"])
def test_input_that_is_not_a_number_is_not_a_move(text: str) -> None:
    with pytest.raises(outnumber.NotAMove):
        read_move(text)


def test_an_unplayable_number_is_refused_with_the_reason_of_the_rules() -> None:
    position = outnumber.game("strategy-stacks").start().play(5)
    assert read_legal_move(position, " 1 ") == 1
    with pytest.raises(outnumber.IllegalMove, match="7 is neither a factor nor a multiple of 5"):
        read_legal_move(position, "7")


@pytest.mark.parametrize("text", ["0", "3", "-1", "one", ""])
def test_there_are_two_seats(text: str) -> None:
    assert [read_seat("1"), read_seat(" 2 ")] == [outnumber.Seat.ONE, outnumber.Seat.TWO]
    with pytest.raises(outnumber.NotAMove, match="type 1 or 2"):
        read_seat(text)
