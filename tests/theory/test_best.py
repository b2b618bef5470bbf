"""The best move: proven, fast if a win is near, otherwise stubborn."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Position
from outnumber.theory import exhaustive
from outnumber.theory.best import best, evenly_spread, stubborn
from tests.strategies import positions
from tests.theory.cases import Solved, Spec, attacks, name, pool_games

# The counting games, in which the length of a game is always known.
COUNTED: list[Spec] = [
    spec
    for size in (5, 7)
    for spec in pool_games(size)
    if spec[0] in ("number-stack-duel", "order-challenge")
]
COUNTED += [spec for target in (9, 12, 16) for spec in attacks(target)]


def shares(position: Position) -> dict[int, Fraction]:
    """For each move of a lost position, the share of winning replies, by search."""
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


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        # Seven moves win; the fastest has more replies than six of them.
        ("number-duel", {"range": 11, "link": "multiple,square-sum"}, [3, 1]),
        # More winning moves than are compared.
        ("number-stack-attack", {"target": 3000, "tokens": "1-200,1000,1100-1150"}, [1000, 1]),
    ],
)
def test_the_fastest_win_is_found_among_many(game: str, options: dict[str, Any], moves: list[int]) -> None:
    position = outnumber.game(game, **options).start()
    for move in moves:
        position = position.play(move)
    length = outnumber.solve(position).length
    assert length
    assert {outnumber.solve(position.play(move)).length for move in best(position)} == {length - 1}


def hardest(position: Position, game: Solved) -> list[int]:
    """The moves of a lost position with the smallest share of winning replies."""
    found = {}
    for move in position.legal_moves():
        after = position.play(move)
        stays = not after.legal_moves() or after.turn is position.turn
        found[move] = 1 if stays else Fraction(len(game.winning(after)), len(after.legal_moves()))
    return [move for move, share in found.items() if share == min(found.values())]


@pytest.mark.parametrize("spec", COUNTED, ids=name)
def test_stubborn_moves_are_those_of_the_longest_game_among_the_hardest(spec: Spec) -> None:
    game = Solved(spec)
    for position, value in game.values.items():
        if position.outcome() or value.winner is position.turn:
            continue
        lengths = {move: game.values[position.play(move)].length for move in hardest(position, game)}
        longest = [move for move, length in lengths.items() if length == max(lengths.values())]
        assert stubborn(position) == longest, position


def test_the_longest_game_is_often_not_that_of_every_hardest_move() -> None:
    # Otherwise the test above would not test the length.
    narrowed = 0
    for spec in COUNTED:
        game = Solved(spec)
        for position, value in game.values.items():
            if not position.outcome() and value.winner is not position.turn:
                narrowed += stubborn(position) != hardest(position, game)
    assert narrowed > 20


def test_if_the_opponent_passes_the_longest_loss_is_chosen() -> None:
    met = 0
    for spec in COUNTED:
        game = Solved(spec)
        for position, value in game.values.items():
            after = {move: position.play(move) for move in position.legal_moves()}
            stays = any(each.turn is position.turn and each.legal_moves() for each in after.values())
            if not stays or value.winner is position.turn:
                continue
            met += 1
            lengths = {move: game.values[each].length for move, each in after.items()}
            assert stubborn(position) == [m for m in lengths if lengths[m] == max(lengths.values())], position
    assert met > 5


@pytest.mark.parametrize("game", ["number-stack-duel", "order-challenge"])
def test_a_huge_range_is_examined_in_part(game: str) -> None:
    position = outnumber.game(game, range=1_000_000).start().play(400_000)
    winning = outnumber.solve(position).winning
    assert not winning or best(position)[0] in winning


def test_a_selection_has_both_ends_and_the_requested_size() -> None:
    assert evenly_spread(range(1, 1_000_001), 3) == [1, 500_000, 1_000_000]
    assert evenly_spread((4, 5), 3) == [4, 5]
