"""Openings are positions of the game, won and lost for Player 1 in turn, in pairs after as many moves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import OptionError, Rules, Seat
from outnumber.arena.openings import balanced
from outnumber.games.registry import BUILT_IN
from outnumber.session.round import Round
from outnumber.theory.solve import solve
from tests.strategies import rules


def winners(game: Rules, openings: list[tuple[int, ...]]) -> list[Seat]:
    return [solve(Round.begin(game, opening).position).winner for opening in openings]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_balanced_openings(name: str) -> None:
    game = outnumber.game(name)
    openings = balanced(game, 20, seed=3)
    assert winners(game, openings) == [Seat.ONE, Seat.TWO] * 10
    assert len(set(openings)) > 10
    assert balanced(game, 20, seed=3) == openings
    assert balanced(game, 20, seed=4) != openings


@settings(max_examples=40, deadline=None)
@given(rules(), st.integers(1, 9), st.integers(0, 2**63))
def test_openings_leave_player_1_a_choice_and_come_in_pairs_of_one_length(
    game: Rules, count: int, seed: int
) -> None:
    try:
        openings = balanced(game, count, seed)
    except OptionError:  # some small games have no such pair
        return
    assert len(openings) == count
    assert winners(game, openings) == [Seat(1 + place % 2) for place in range(count)]
    for opening in openings:
        position = Round.begin(game, opening).position
        assert position.turn is Seat.ONE
        assert len(position.legal_moves()) > 1
    for won, lost in zip(openings[::2], openings[1::2], strict=False):
        assert len(won) == len(lost)


def test_a_game_without_a_choice_has_no_openings_and_says_what_to_do() -> None:
    with pytest.raises(OptionError, match="choose start"):
        balanced(outnumber.game("number-stack-attack", tokens="7"), 4, seed=1)
