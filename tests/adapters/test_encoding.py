"""The arrays that agents see."""

from typing import Any, NamedTuple

import numpy as np
import pytest

import outnumber
from outnumber import Position, Rules, Seat
from outnumber.adapters.encoding import VIEWS, Encoder, View, after, regret, rules_of, told
from outnumber.games.errors import IllegalMove, OptionError
from outnumber.games.number_stack_attack import NumberStackAttack
from tests.adapters.cases import every_case, reachable, small_case


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
        # Who wins after each move says more than the verdict alone: two futures differ if any move's does.
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
        assert known.setdefault(told(position), future) == future


def test_each_seat_sees_itself_as_own() -> None:
    rules = outnumber.game("order-challenge")
    position = rules.start().play(5).play(4)
    encoder = Encoder(rules)
    one, two = (encoder.observation(position, seat) for seat in Seat)
    assert (one[2].argmax(), one[3].argmax()) == (5, 4)
    assert (two[2].argmax(), two[3].argmax()) == (4, 5)


def test_totals_are_seen_in_number_stack_attack() -> None:
    rules = outnumber.game("number-stack-attack")
    encoder = Encoder(rules)
    seen = encoder.observation(rules.start().play(9).play(8), Seat.TWO)
    assert encoder.actions == 10
    assert (seen[2].argmax(), seen[3].argmax()) == (8, 9)
    assert seen[1].nonzero()[0].tolist() == list(range(1, 10))


def test_the_largest_games_can_be_seen() -> None:
    for name, options in (
        ("strategy-stacks", {"range": 1_000_000}),
        ("number-stack-attack", {"target": 1_000_000}),
    ):
        rules = outnumber.game(name, **options)
        seen = Encoder(rules).observation(rules.start(), Seat.ONE)
        assert seen.shape == (4, 1_000_001)


@pytest.mark.parametrize("action", [6, np.int64(6), np.int8(6), np.array(6)], ids=repr)
def test_any_kind_of_whole_number_is_an_action(action: object) -> None:
    start = outnumber.game("strategy-stacks").start()
    assert after(start, action) == start.play(6)


@pytest.mark.parametrize("action", [0, -1, 10, 1 << 70, 2.5, "6", None, [6], np.float32(6)], ids=repr)
def test_what_is_no_legal_number_is_refused_in_a_sentence(action: object) -> None:
    refusal = after(outnumber.game("strategy-stacks").start(), action)
    assert isinstance(refusal, IllegalMove)
    assert "choose 1, 2, 3, 4, 5, 6, 7, 8 or 9" in str(refusal)


def test_regret_is_that_of_a_review() -> None:
    start = outnumber.game("strategy-stacks").start()
    winning = outnumber.solve(start).winning
    assert {move: regret(start, move) for move in start.legal_moves()} == {
        move: int(move not in winning) for move in start.legal_moves()
    }


def test_what_cannot_be_solved_is_refused_before_the_first_move() -> None:
    huge = {"target": 1_000_000, "tokens": "7,9,11"}
    assert rules_of(NumberStackAttack, huge, solved=False)
    with pytest.raises(OptionError, match="too large"):
        rules_of(NumberStackAttack, huge, solved=True)


class Pile(NamedTuple):
    rules: Rules
    turn: Seat
    legal: int
    left: int


class PilePosition(Position, Pile):
    """A game of another kind: take one or two from a pile."""

    def play(self, move: int) -> "PilePosition":
        left = self.left - move
        return PilePosition(self.rules, self.turn.other, 6 & (2 << left) - 1, left)


class Piles(Rules):
    name = "piles"
    title = "Piles"
    OPTIONS = ()

    def start(self) -> PilePosition:
        return PilePosition(self, Seat.ONE, 6, 5)


def test_a_game_with_other_positions_is_refused_with_the_remedy() -> None:
    for asked in (lambda: Encoder(Piles()), lambda: told(Piles().start())):
        with pytest.raises(OptionError, match=r"game cannot be piles: .*encoding\.VIEWS"):
            asked()


def test_a_game_with_other_positions_is_seen_once_it_has_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(position: PilePosition, _: Seat) -> tuple[int, int, int]:
        return 6, position.left, position.left

    monkeypatch.setitem(VIEWS, PilePosition, View(seen, lambda _: (5, 2, 5)))
    encoder = Encoder(Piles())
    assert (encoder.shape, encoder.actions, encoder.longest) == ((4, 6), 3, 5)
    found = encoder.observation(Piles().start().play(2).play(2), Seat.ONE)
    assert found.tolist() == [[0, 1, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]]
    assert told(Piles().start().play(2)) == "Player 2 to move: 1 or 2; pool 1-2; own 3; theirs 3"
