"""The package and the naive rules agree on whole random games, with every option."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from tests import naive
from tests.strategies import Named, named_options, options_of, picks

SEEDS = st.integers(0, 2**32 - 1)

BOOK_GAMES = [
    ("number-duel", {"range": 9}, [7, 1, 5], 1),
    ("number-stack-attack", {}, [9, 8, 7, 9, 5], 1),
    ("number-stack-duel", {}, [5, 7, 6, 8, 4, 9, 3], 1),
    ("order-challenge", {}, [5, 4, 6, 7, 8, 9], 2),
    ("order-challenge", {}, [3, 2, 5, 4, 6, 7, 9, 8], 2),
    ("strategy-stacks", {}, [6, 3, 9, 1, 2, 8, 4], 1),
]

# Number Stack Attack with tokens 4-9: no token fits at 18 to 20. Seat 1 plays the odd-numbered moves unless
# it passes.
STAND_OFFS = [
    ("first", [9, 9, 9, 9], 1),  # 18 and 18: seat 1 was first
    ("last", [9, 9, 9, 9], 2),
    ("first", [9, 9, 9, 4, 6], 2),  # seat 1 stops at 18, seat 2 goes from 13 to 19
    ("first", [9, 9, 9, 4, 5], 1),  # 18 and 18: seat 1 was there long before
    ("last", [9, 9, 9, 4, 5], 2),
    ("first", [9, 4, 9, 4, 4, 4, 4], 2),  # seat 1 passes three times
    ("first", [9, 4, 9, 4, 4, 9], 2),  # only seat 2 reaches 21
    ("last", [4, 9, 4, 9, 4, 7], 1),  # seat 2 passes while seat 1 goes from 12 to 19
]


def assert_agreement(position: outnumber.Position, state: naive.State) -> None:
    """Check that both implementations offer the same moves to the same seat and name the same winner."""
    outcome = position.outcome()
    winner = naive.winner(state)
    assert list(position.legal_moves()) == naive.legal(state), state
    assert (outcome is None) == (winner is None), state
    if outcome is None:
        assert int(position.turn) == naive.to_move(state), state
    else:
        assert int(outcome.winner) == winner, state


@pytest.mark.parametrize(("game", "options", "moves", "winner"), BOOK_GAMES)
def test_games_in_the_rule_books_end_as_printed(
    game: str, options: dict[str, Any], moves: list[int], winner: int
) -> None:
    position, state = outnumber.game(game, **options).start(), naive.start(game, options)
    for move in moves:
        assert position.outcome() is None
        position, state = position.play(move), naive.play(state, move)
        assert_agreement(position, state)
    outcome = position.outcome()
    assert outcome is not None
    assert int(outcome.winner) == winner == naive.winner(state)


@pytest.mark.parametrize(("tie", "moves", "winner"), STAND_OFFS)
def test_passes_and_stand_offs_follow_from_the_totals(tie: str, moves: list[int], winner: int) -> None:
    options = {"tokens": [4, 5, 6, 7, 8, 9], "tie": tie}
    position = outnumber.game("number-stack-attack", **options).start()
    state = naive.start("number-stack-attack", options)
    for move in moves:
        assert position.outcome() is None
        position, state = position.play(move), naive.play(state, move)
        assert_agreement(position, state)
    outcome = position.outcome()
    assert outcome is not None
    assert int(outcome.winner) == winner == naive.winner(state)


@pytest.mark.parametrize("game", naive.GAMES)
def test_default_options_match_the_rule_books(game: str) -> None:
    assert_agreement(outnumber.game(game).start(), naive.start(game))


@pytest.mark.parametrize("game", naive.GAMES)
@settings(deadline=None)
@given(data=st.data(), seed=SEEDS)
def test_random_games_agree_to_the_end(game: str, data: st.DataObject, seed: int) -> None:
    options = data.draw(options_of(game))
    chooser = random.Random(seed)
    position, state = outnumber.game(game, **options).start(), naive.start(game, options)
    assert_agreement(position, state)
    while moves := naive.legal(state):
        move = chooser.choice(moves)
        position, state = position.play(move), naive.play(state, move)
        assert_agreement(position, state)


@settings(deadline=None)
@given(named=named_options(largest=20), chosen=picks(20))
def test_play_accepts_exactly_the_legal_numbers(named: Named, chosen: bytes) -> None:
    game, options = named
    position, state = outnumber.game(game, **options).start(), naive.start(game, options)
    for pick in chosen:
        moves = naive.legal(state)
        if not moves:
            break
        move = moves[pick % len(moves)]
        position, state = position.play(move), naive.play(state, move)
    allowed = naive.legal(state)
    for number in range(-1, 23):
        assert (number in position.legal_moves()) == (number in allowed), state
        if number in allowed:
            assert_agreement(position.play(number), naive.play(state, number))
        else:
            with pytest.raises(outnumber.GameError):
                position.play(number)
