"""The perfect player never loses a won position."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Position, Rules, solve
from outnumber.match.clock import Clock
from outnumber.players.levels import PerfectPlayer
from tests.strategies import match_at, rules


def chosen(position: Position, seed: int = 0) -> int:
    return PerfectPlayer().choose(match_at(position, seed), Clock(None))


def play_out(given: Rules, luck: Random) -> None:
    """A random game that a perfect player continues from the first won position."""
    position = given.start()
    perfect = None
    while not position.outcome():
        if perfect is None and solve(position).winner is position.turn:
            perfect = position.turn
        move = chosen(position) if position.turn is perfect else luck.choice(position.legal_moves())
        position = position.play(move)
    outcome = position.outcome()
    assert perfect is None or (outcome and outcome.winner is perfect)


@given(rules(30), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_won_position_is_never_lost_in_any_game(given: Rules, seed: int) -> None:
    play_out(given, Random(seed))


@pytest.mark.parametrize(
    "game", ["number-stack-duel", "order-challenge", "number-stack-attack", "strategy-stacks"]
)
def test_five_hundred_games_at_the_default_size_are_won(game: str) -> None:
    luck = Random(game)
    for _ in range(500):
        play_out(outnumber.game(game), luck)


def test_number_duel_of_a_hundred_numbers_is_won_from_the_second_seat() -> None:
    play_out(outnumber.game("number-duel"), Random(7))


def test_the_same_seed_gives_the_same_choice() -> None:
    position = outnumber.game("number-duel", range=60).start().play(12)
    assert {chosen(position, seed=4) for _ in range(3)} == {chosen(position, seed=4)}
