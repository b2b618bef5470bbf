"""Number Stack Attack with passes: backward induction, within bounds."""

from __future__ import annotations

import pytest

import outnumber
from outnumber import OptionError, Seat
from outnumber.theory.solve import solve


@pytest.mark.parametrize(
    ("tie", "moves", "winner"),
    [
        ("first", [9, 9, 9, 9], Seat.ONE),
        ("last", [9, 9, 9, 9], Seat.TWO),
        ("first", [9, 9, 9, 4, 6], Seat.TWO),
    ],
)
def test_a_stand_off_is_won_by_the_rules(tie: str, moves: list[int], winner: Seat) -> None:
    position = outnumber.game("number-stack-attack", tokens="4-9", tie=tie).start()
    for move in moves:
        position = position.play(move)
    verdict = solve(position)
    assert (verdict.winner, list(verdict.winning), verdict.length) == (winner, [], 0)
    assert "No token fits any more" in str(verdict.reason)


def test_passes_do_not_count_in_the_length() -> None:
    # 18 against 8: Player 1 can only pass, Player 2 continues alone and wins fastest with 4 and 9.
    position = outnumber.game("number-stack-attack", tokens="4-9").start().play(9).play(4).play(9).play(4)
    assert position.turn is Seat.TWO
    verdict = solve(position)
    assert (verdict.winner, verdict.length) == (Seat.TWO, 2)


def test_a_huge_target_is_refused_with_the_limit() -> None:
    with pytest.raises(OptionError, match="up to 1,000") as caught:
        solve(outnumber.game("number-stack-attack", target=1_000_000, tokens="4-9").start())
    assert caught.value.code == "too-large"


def test_a_huge_target_is_solved_near_the_end() -> None:
    rules = outnumber.game("number-stack-attack", target=5_000, tokens="7,4950")
    small = outnumber.game("number-stack-attack", target=50, tokens="7")
    far, near = solve(rules.start().play(4950).play(4950)), solve(small.start())
    assert (far.winner, list(far.winning), far.length) == (near.winner, list(near.winning), near.length)


def test_many_tokens_lower_the_limit() -> None:
    with pytest.raises(OptionError, match="up to 77") as caught:
        solve(outnumber.game("number-stack-attack", target=1_000, tokens="2-1000").start())
    assert caught.value.code == "too-large"
