"""What all games promise: one source of legality, values that do not change, and an end."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Position
from outnumber.session.record import RecordError
from tests.naive import GAMES
from tests.strategies import options_of, positions, short

POOL_GAMES = [game for game in GAMES if game != "number-stack-attack"]
CODES = {"out-of-range", "used", "not-greater", "not-less", "not-linked", "not-even"}
CODES |= {"not-a-token", "exceeds-target", "game-over"}


def can_be_played(position: Position, move: int) -> bool:
    """Whether `play` takes the move; what it refuses, it explains."""
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
def test_a_number_is_legal_exactly_when_it_can_be_played(position: Position) -> None:
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
def test_a_number_is_legal_exactly_when_it_can_be_played_up_to_a_million(
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
@given(positions(largest=120))
def test_playing_gives_a_new_value_and_leaves_the_old_one(position: Position) -> None:
    before = (hash(position), list(position.legal_moves()), position.turn, position.outcome())
    for move in list(position.legal_moves())[:5]:
        after = position.play(move)
        assert after == position.play(move)
        assert hash(after) == hash(position.play(move))
        assert after != position
    assert before == (hash(position), list(position.legal_moves()), position.turn, position.outcome())


@settings(deadline=None)
@given(positions(largest=120))
def test_a_game_is_over_exactly_when_no_number_can_follow(position: Position) -> None:
    assert (position.outcome() is None) == (len(position.legal_moves()) > 0)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_random_game_ends(game: str, data: st.DataObject, seed: int) -> None:
    options = data.draw(options_of(game, 300))
    # Each number is used once; each token brings somebody's total nearer to the target.
    most = 2 * options["target"] if "target" in options else options["range"]
    chooser, position = random.Random(seed), outnumber.game(game, **options).start()
    played = 0
    while position.outcome() is None:
        position = position.play(chooser.choice(position.legal_moves()))
        played += 1
        assert played <= most
    with pytest.raises(outnumber.IllegalMove, match="The game is over"):
        position.play(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("move", [None, "5", 2.5, -1, 0, 10**30, -(10**5000), 10**5000, [1]], ids=short)
def test_what_is_no_number_of_the_game_is_refused_in_words(game: str, move: int) -> None:
    start = outnumber.game(game).start()
    for position in (start, start.play(2)):
        with pytest.raises(outnumber.IllegalMove) as refused:
            position.play(move)
        assert "choose" in str(refused.value)
        assert len(str(refused.value)) < 300


def test_each_reason_names_the_number_and_what_is_allowed() -> None:
    duel = outnumber.game("number-stack-duel").start().play(5).play(7)
    expected = "9 is not less than 7: choose 1, 2, 3, 4 or 6."
    with pytest.raises(outnumber.IllegalMove) as refused:
        duel.play(9)
    assert str(refused.value) == expected
    assert (refused.value.code, refused.value.numbers["move"]) == ("not-less", 9)


@settings(deadline=None)
@given(positions(largest=120))
def test_positions_go_from_one_process_to_another(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))  # noqa: S301  # our own bytes
    assert again == position
    assert again.legal_moves() == position.legal_moves()


def test_errors_go_from_one_process_to_another() -> None:
    with pytest.raises(outnumber.IllegalMove) as refused:
        outnumber.game("number-duel").start().play(101)
    for error in (refused.value, RecordError(7, "it is damaged.")):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
        assert (type(again), again.code, again.numbers) == (type(error), error.code, error.numbers)
        assert str(again) == str(error)
