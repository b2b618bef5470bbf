"""The observation arrays for agents."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import outnumber
from outnumber import Rules, Seat
from outnumber.agents.adapters.encoding import Encoder, position_text, regret, rules_of
from outnumber.games.errors import OptionError
from outnumber.games.number_stack_attack import NumberStackAttack
from outnumber.games.scene import Played, Row
from tests.added.heaps import Heaps, HeapsPosition
from tests.added.steps import Steps
from tests.agents.adapters.cases import every_case, reachable, small_case


@every_case
def test_the_first_plane_and_the_mask_are_the_legal_moves(game: str, options: dict[str, Any]) -> None:
    rules = outnumber.game(game, **options)
    encoder = Encoder(rules)
    position = rules.start()
    while position.legal:
        seen = encoder.observation(position, position.turn)
        assert seen.shape == encoder.shape
        assert seen.dtype == np.int8
        assert seen[0].nonzero()[0].tolist() == list(position.legal_moves())
        assert encoder.mask(seen).nonzero()[0].tolist() == list(position.legal_moves())
        assert not encoder.observation(position, position.turn.other)[0].any()
        position = position.play(position.legal_moves()[-1])
    assert not encoder.observation(position, position.turn)[0].any()


@small_case
def test_equal_observations_have_equal_moves_and_verdicts(game: str, options: dict[str, Any]) -> None:
    rules = outnumber.game(game, **options)
    encoder = Encoder(rules)
    known: dict[bytes, tuple[object, ...]] = {}
    for position in reachable(rules.start()):
        if not position.legal:
            continue
        seat = position.turn
        # The winners after each move are stronger than the verdict: two futures differ if any move's result
        # does.
        future = tuple(
            (move, outnumber.solve(position.play(move)).winner is seat) for move in position.legal_moves()
        )
        seen = encoder.observation(position, seat).tobytes()
        assert known.setdefault(seen, future) == future


@small_case
def test_equal_lines_have_equal_futures(game: str, options: dict[str, Any]) -> None:
    rules = outnumber.game(game, **options)
    known: dict[str, tuple[object, ...]] = {}
    for position in reachable(rules.start()):
        future = (position.turn if position.legal else 0, position.legal, outnumber.solve(position).winner)
        assert known.setdefault(position_text(position), future) == future


def test_each_seat_sees_itself_as_own() -> None:
    rules = outnumber.game("order-challenge")
    position = rules.start().play(5).play(4)
    encoder = Encoder(rules)
    one, two = (encoder.observation(position, seat) for seat in Seat)
    assert (one[2].argmax(), one[3].argmax()) == (5, 4)
    assert (two[2].argmax(), two[3].argmax()) == (4, 5)


def test_totals_are_in_the_observation_of_number_stack_attack() -> None:
    rules = outnumber.game("number-stack-attack")
    encoder = Encoder(rules)
    seen = encoder.observation(rules.start().play(9).play(8), Seat.TWO)
    assert encoder.actions == 10
    assert (seen[2].argmax(), seen[3].argmax()) == (8, 9)
    assert seen[1].nonzero()[0].tolist() == list(range(1, 10))


def test_the_largest_games_have_an_observation() -> None:
    for name, options in (
        ("strategy-stacks", {"range": 1_000_000}),
        ("number-stack-attack", {"target": 1_000_000}),
    ):
        rules = outnumber.game(name, **options)
        seen = Encoder(rules).observation(rules.start(), Seat.ONE)
        assert seen.shape == (4, 1_000_001)


def test_regret_equals_that_of_a_review() -> None:
    start = outnumber.game("strategy-stacks").start()
    winning = outnumber.solve(start).winning
    assert {move: regret(start, move) for move in start.legal_moves()} == {
        move: int(move not in winning) for move in start.legal_moves()
    }


def test_an_unsolvable_game_is_refused_before_the_first_move() -> None:
    huge = {"target": 1_000_000, "tokens": "7,9,11"}
    assert rules_of(NumberStackAttack, huge, solved=False)
    with pytest.raises(OptionError, match="too large"):
        rules_of(NumberStackAttack, huge, solved=True)


def test_a_game_without_current_numbers_is_observed_by_its_rows() -> None:
    rules = Heaps(tokens=[1, 3], target=3)
    encoder = Encoder(rules)
    assert encoder.actions == encoder.width == 24
    assert (encoder.most, encoder.longest) == (127, 4)
    position = rules.start().play(22)
    seen = encoder.observation(position, Seat.TWO)
    legal = [list(position.legal_moves()), list(rules.start().legal_moves())]
    assert [seen[plane].nonzero()[0].tolist() for plane in range(4)] == [*legal, [1], [1]]
    assert (seen[2, 1], seen[3, 1]) == (2, 2)
    assert not encoder.observation(position, Seat.ONE)[0].any()
    assert position_text(position) == "Player 2 to move: 11 or 21; pool 11,21-23; heaps 1,1"


def test_values_beyond_the_last_column_are_counted_in_it() -> None:
    class Crowd(Heaps):
        def longest(self) -> int:
            return 1

    class Many(HeapsPosition):
        __slots__ = ()

        def rows(self, played: Sequence[Played]) -> tuple[Row, ...]:  # noqa: ARG002
            own, theirs = Row("Own", Seat.ONE, (1,) * 200), Row("Theirs", Seat.TWO, (), total=10**9)
            return (own, theirs, Row("Empty", None, ()))

    rules = Crowd()
    encoder = Encoder(rules)
    many = Many(rules, Seat.ONE, rules.start().legal, (1,))
    seen = encoder.observation(many, Seat.ONE)
    assert (seen[2, 1], seen[2].sum()) == (127, 127)
    assert (seen[3, -1], seen[3].sum()) == (1, 1)


@pytest.mark.parametrize("game", [Heaps, Steps], ids=lambda game: game.name)
def test_a_game_from_another_package_is_observed_completely(game: type[Rules]) -> None:
    encoder = Encoder(game())
    known: dict[bytes, tuple[object, ...]] = {}
    for position in reachable(game().start()):
        seen = encoder.observation(position, position.turn)
        assert seen.shape == encoder.shape
        assert seen.dtype == np.int8
        assert 0 <= seen.min() <= seen.max() <= encoder.most
        if position.outcome() is None:
            future = position.legal_moves(), outnumber.solve(position).winning
            assert known.setdefault(seen.tobytes(), future) == future
