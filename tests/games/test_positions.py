"""Guarantees of all games: a single source of legality, immutable values, and termination."""

import pickle
import random
from collections import namedtuple
from collections.abc import Callable
from copy import copy, deepcopy
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Position
from outnumber.match.round import Round
from tests import naive
from tests.naive import GAMES
from tests.strategies import options_of, positions, short, states

POOL_GAMES = [game for game in GAMES if game != "number-stack-attack"]
CODES = {"out-of-range", "used", "not-greater", "not-less", "not-linked", "not-even"}
CODES |= {"not-a-token", "exceeds-target", "game-over"}


def can_be_played(position: Position, move: int) -> bool:
    """Whether `play` accepts the move; check that a refusal is explained."""
    refusal = None
    try:
        position.play(move)
    except outnumber.IllegalMove as error:
        refusal = error
    if refusal:
        assert refusal.code in CODES
        assert "\n" not in str(refusal)
        assert len(str(refusal)) < 400
    return refusal is None


@settings(deadline=None)
@given(positions(largest=300))
def test_number_is_legal_exactly_when_it_can_be_played(position: Position) -> None:
    moves = position.legal_moves()
    listed = list(moves)
    assert listed == sorted(set(listed))
    assert len(moves) == len(listed)
    assert [moves[index] for index in range(len(moves))] == listed
    for move in range(-2, 310):
        assert (move in moves) == (move in listed) == can_be_played(position, move)


@pytest.mark.parametrize("game", POOL_GAMES)
@settings(deadline=None, max_examples=5)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 4))
def test_number_is_legal_exactly_when_it_can_be_played_up_to_a_million(
    game: str, seed: int, plies: int
) -> None:
    chooser, position = random.Random(seed), outnumber.game(game, range=1_000_000).start()
    for _ in range(plies):
        if position.outcome() is None:
            position = position.play(chooser.choice(position.legal_moves()))
    moves = position.legal_moves()
    some = [chooser.randint(-5, 1_000_005) for _ in range(8)]
    some += [moves[chooser.randrange(len(moves))] for _ in range(4) if moves]
    for move in some:
        assert (move in moves) == can_be_played(position, move)


@settings(deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
@pytest.mark.parametrize("game", GAMES)
def test_replaying_moves_together_equals_playing_them_one_by_one(
    game: str, data: st.DataObject, seed: int
) -> None:
    rules = outnumber.game(game, **data.draw(options_of(game)))
    luck, position = random.Random(seed), rules.start()
    moves: list[int] = []
    while (legal := position.legal_moves()) and len(moves) < 30:
        moves.append(luck.choice(legal))
        position = position.play(moves[-1])
        assert rules.replay(moves) == position
    # Change one of the moves, which usually makes it illegal.
    wrong = [*moves, 1]
    wrong[luck.randrange(len(wrong))] = luck.choice([0, -1, 1, luck.choice(moves), luck.randint(1, 70)])
    assert _told(lambda: rules.replay(wrong)) == _told(lambda: Round.begin(rules, wrong).position)


@pytest.mark.parametrize("size", [255, 256, 1_001])
@pytest.mark.parametrize("game", POOL_GAMES)
def test_replaying_moves_of_large_games_equals_playing_them(game: str, size: int) -> None:
    """Numbers that exceed a byte use other code for sets and links."""
    rules, luck = outnumber.game(game, range=size), random.Random(size)
    position, moves = rules.start(), list[int]()
    while (legal := position.legal_moves()) and len(moves) < 60:
        moves.append(luck.choice(legal))
        position = position.play(moves[-1])
    assert rules.replay(moves) == position

    def played(tried: list[int]) -> Position:
        return Round.begin(rules, tried).position

    for place, wrong in enumerate([0, -1, moves[-1], size + 1, 10**30]):
        tried = [*moves[:place], wrong, *moves[place:]]
        assert _told(partial(rules.replay, tried)) == _told(partial(played, tried))


def _told(replayed: Callable[[], Position]) -> object:
    try:
        return replayed()
    except outnumber.GameError as error:
        return type(error), str(error)


@given(positions(largest=120))
def test_playing_returns_a_new_value_and_leaves_the_old_one(position: Position) -> None:
    before = (hash(position), list(position.legal_moves()), position.turn, position.outcome())
    for move in list(position.legal_moves())[:5]:
        after = position.play(move)
        assert after == position.play(move)
        assert hash(after) == hash(position.play(move))
        assert after != position
    assert before == (hash(position), list(position.legal_moves()), position.turn, position.outcome())


@settings(deadline=None)
@given(positions(largest=120))
def test_game_is_over_exactly_when_no_number_can_follow(position: Position) -> None:
    assert (position.outcome() is None) == (len(position.legal_moves()) > 0)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_random_game_ends(game: str, data: st.DataObject, seed: int) -> None:
    options = data.draw(options_of(game, 300))
    # Each number is used once; each token brings one total nearer to the target.
    most = 2 * options["target"] if "target" in options else options["range"]
    rules = outnumber.game(game, **options)
    chooser, position = random.Random(seed), rules.start()
    played = 0
    while position.outcome() is None:
        position = position.play(chooser.choice(position.legal_moves()))
        played += 1
        assert played <= rules.longest() <= most
    with pytest.raises(outnumber.IllegalMove, match="The game is over"):
        position.play(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "move", [None, "5", 2.5, True, False, -1, 0, 10**30, -(10**5000), 10**5000, [1], np.float32(2)], ids=short
)
def test_values_that_are_not_numbers_of_the_game_are_refused_with_a_message(game: str, move: int) -> None:
    start = outnumber.game(game).start()
    for position in (start, start.play(2)):
        with pytest.raises(outnumber.IllegalMove) as refused:
            position.play(move)
        assert "ou can play " in str(refused.value)
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (3.0, "3.0 is not a whole number: you can play"),
        (None, "None is not a whole number: you can play"),
        (True, "True is not a whole number: you can play"),
        ("3", "'3' is not a number: you can play"),
    ],
)
def test_messages_quote_only_typed_input(move: int, told: str) -> None:
    with pytest.raises(outnumber.IllegalMove) as refused:
        outnumber.game("strategy-stacks").start().play(move)
    assert str(refused.value).startswith(told)


def test_refusals_name_the_number_and_the_allowed_numbers() -> None:
    duel = outnumber.game("number-stack-duel").start().play(5).play(7)
    expected = "9 is not less than 7. You can play 1, 2, 3, 4 or 6."
    with pytest.raises(outnumber.IllegalMove) as refused:
        duel.play(9)
    assert str(refused.value) == expected
    assert (refused.value.code, refused.value.numbers["move"]) == ("not-less", 9)


@settings(deadline=None)
@given(states())
def test_positions_report_remaining_numbers_and_current_values(state: naive.State) -> None:
    position = Round.begin(outnumber.game(state.game, **state.options), state.moves).position
    if state.game == "number-stack-attack":
        totals = naive.attack_totals(state)
        assert (position.unused_count, position.standing()) == (0, (totals[1], totals[2]))
        return
    assert position.unused_count == len(naive.pool(state))
    last = (0, *state.moves)[-1]
    if state.game == "order-challenge":
        assert position.standing() == ((0, *state.moves[::2])[-1], (0, *state.moves[1::2])[-1])
    else:
        assert position.standing() == (last, last)


@settings(deadline=None)
@given(positions(largest=120))
def test_positions_can_be_pickled(position: Position) -> None:
    for again in (pickle.loads(pickle.dumps(position)), copy(position), deepcopy(position)):  # noqa: S301  # trusted data
        assert type(again) is type(position)
        assert again == position
        assert hash(again) == hash(position)
        assert repr(again) == repr(position)
        assert again.legal_moves() == position.legal_moves()
        for move in position.legal_moves()[:2]:
            assert again.play(move) == position.play(move)


@settings(deadline=None)
@given(states())
def test_equal_positions_of_equal_rules_are_equal_values(state: naive.State) -> None:
    one, two = (Round.begin(outnumber.game(state.game, **state.options), state.moves) for _ in range(2))
    assert one.position.rules is not two.position.rules
    assert one.position == two.position
    assert hash(one.position) == hash(two.position)
    assert len({one.position, two.position}) == 1


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        ("strategy-stacks", [2, 4, 1, 6], [4, 2, 1, 6]),
        ("number-stack-duel", [5, 7, 3, 8], [3, 7, 5, 8]),
        ("order-challenge", [1, 2, 4, 5], [2, 1, 4, 5]),
        ("number-stack-attack", [9, 1, 3, 2], [3, 2, 9, 1]),
    ],
)
def test_history_is_not_part_of_a_position(game: str, one: list[int], two: list[int]) -> None:
    rules = outnumber.game(game)
    first, second = Round.begin(rules, one).position, Round.begin(rules, two).position
    assert first == second
    assert hash(first) == hash(second)


@pytest.mark.parametrize("game", GAMES)
def test_position_is_not_a_sequence(game: str) -> None:
    position = outnumber.game(game).start().play(5)
    uses: list[Callable[[Any], object]] = [
        iter,
        len,
        list,
        tuple,
        lambda it: it[0],
        lambda it: it[1:],
        lambda it: 5 in it,
        lambda it: it + it,
        lambda it: it + (1,),  # noqa: RUF005  # addition is under test
        lambda it: it * 2,
        lambda it: 2 * it,
        lambda it: it < it,
        lambda it: (lambda *each: each)(*it),
    ]
    for use in uses:
        with pytest.raises(TypeError):
            use(position)
    assert bool(position)


@pytest.mark.parametrize("field", ["unused_count", "pool", "scene", "play"])
def test_field_names_that_every_position_has_are_refused(field: str) -> None:
    make: Any = namedtuple
    state = make("state", ["rules", "turn", "legal", field])
    with pytest.raises(TypeError, match=f"'{field}' already"):
        type("Bad", (Position, state), {})


@pytest.mark.parametrize("game", GAMES)
def test_repr_of_a_position_is_short(game: str) -> None:
    name = "target" if game == "number-stack-attack" else "range"
    position = outnumber.game(game, **{name: 1_000_000}).start()
    for _ in range(5):
        assert len(repr(position)) < 120
        if position.outcome():
            break
        position = position.play(position.legal_moves()[-1 if game == "number-stack-attack" else 1])


@settings(deadline=None)
@given(states())
def test_description_of_a_position_is_true(state: naive.State) -> None:
    told = repr(Round.begin(outnumber.game(state.game, **state.options), state.moves).position)
    assert len(told) < 120
    assert told.startswith(f"<{state.game}: ")
    turn, winner = naive.to_move(state), naive.winner(state)
    assert told.endswith(f"Player {turn} to move>" if winner is None else f"Player {winner} has won>")
    if state.game == "number-stack-attack":
        totals = naive.attack_totals(state)
        assert f"totals=[{totals[1]}, {totals[2]}], target={state.options['target']}, " in told
    elif state.game == "order-challenge":
        assert f"last=[{(0, *state.moves[::2])[-1]}, {(0, *state.moves[1::2])[-1]}], " in told
    elif state.moves:
        assert f"top={state.moves[-1]}, " in told
    else:
        assert "top" not in told
