"""Every theorem agrees with exhaustive search: winner, all winning moves, length."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import pytest

import outnumber
from outnumber import OptionError, Position, Rules, Seat
from outnumber.games.number_duel import NumberDuel
from outnumber.games.options import number_option
from outnumber.theory import exhaustive, pairing
from outnumber.theory.solve import effort, label, solve, theorems
from outnumber.theory.verdict import Verdict
from tests.theory.cases import Solved, Spec, attacks, name, pool_games, rules_of

SMALL: list[Spec] = [spec for size in range(1, 9) for spec in pool_games(size)]
SMALL += [spec for target in (1, 2, 3, 5, 8, 11, 13) for spec in attacks(target)]
STARTS: list[Spec] = [spec for size in range(9, 13) for spec in pool_games(size)]
STARTS += [spec for target in (21, 22) for spec in attacks(target)]


@pytest.mark.parametrize("spec", SMALL, ids=name)
def test_every_reachable_position_of_a_small_game_gets_its_true_value(spec: Spec) -> None:
    game = Solved(spec)
    for position, value in game.values.items():
        verdict = solve(position)
        assert verdict.winner is value.winner, position
        assert list(verdict.winning) == game.winning(position), position
        assert verdict.length == value.length, position
        assert label(position) == (verdict.winner, verdict.winning.mask), position


@pytest.mark.parametrize("spec", SMALL, ids=name)
def test_equivalent_positions_are_one_problem(spec: Spec) -> None:
    game = Solved(spec)
    known: dict[object, object] = {}
    for position, value in game.values.items():
        problem = value.winner is position.turn, game.winning(position), value.length
        # A finished game is not a problem any more.
        if position.outcome() is None:
            assert known.setdefault(position.solver_key(), problem) == problem, position


@pytest.mark.parametrize("spec", STARTS, ids=name)
def test_starts_of_larger_games_get_their_true_value(spec: Spec) -> None:
    start = rules_of(spec).start()
    slow, verdict = exhaustive.solve(start, limit=10**7), solve(start)
    assert verdict.winner is slow.winner
    assert list(verdict.winning) == list(slow.winning)
    assert verdict.length == slow.length


@pytest.mark.parametrize(
    ("game", "options", "winning"),
    [
        ("number-stack-duel", {}, [5, 6, 7, 8, 9]),
        ("number-stack-duel", {"first_pattern": "less"}, [1, 2, 3, 4, 5]),
        ("order-challenge", {}, [1]),
        ("order-challenge", {"range": 10}, []),
        ("order-challenge", {"range": 999_999}, [1]),
        ("number-stack-attack", {}, [3, 4, 5, 6, 7, 8, 9]),
        ("strategy-stacks", {}, [5, 7]),
        ("number-duel", {}, []),
    ],
)
def test_known_openings(game: str, options: dict[str, object], winning: list[int]) -> None:
    verdict = solve(outnumber.game(game, **options).start())
    assert list(verdict.winning) == winning
    assert verdict.winner is (Seat.ONE if winning else Seat.TWO)


def test_the_package_offers_solve_and_verdict() -> None:
    verdict = outnumber.solve(outnumber.game("strategy-stacks").start())
    assert isinstance(verdict, outnumber.Verdict)


class Countdown(Rules):
    """A game without a theorem: take 1, 2 or 3 from a heap; the player who takes the last one wins."""

    name = "countdown"
    title = "Countdown"
    summary = "Take the last one."
    OPTIONS = (number_option("heap", 10, "How many there are."),)

    def prepare(self, *, heap: int) -> None:
        self.heap = heap

    def start(self) -> Heap:
        return heap(self, Seat.ONE, self.heap)


class _State(NamedTuple):
    rules: Countdown
    turn: Seat
    legal: int
    heap: int


class Heap(Position, _State):
    __slots__ = ()

    def after(self, move: int) -> Heap:
        return heap(self.rules, self.turn.other, self.heap - move)


def heap(rules: Countdown, turn: Seat, left: int) -> Heap:
    return Heap(rules, turn, (2 << min(3, left)) - 2, left)


def test_an_added_game_without_a_theorem_is_searched() -> None:
    verdict = solve(Countdown(heap=10).start())
    assert (verdict.winner, list(verdict.winning), verdict.length) == (Seat.ONE, [2], 5)
    assert str(verdict.reason) == "All continuations were tried: 2 wins. Winning moves: 1 of 3."
    lost = solve(Countdown(heap=8).start())
    assert (lost.winner, list(lost.winning), lost.length) == (Seat.TWO, [], 4)
    assert solve(Countdown(heap=5).start().play(3).play(2)).winner is Seat.TWO


def test_a_long_added_game_does_not_hit_the_recursion_limit() -> None:
    assert solve(Countdown(heap=5_000).start()).length == 2_500


def test_an_added_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        solve(Countdown(heap=500_000).start())
    assert caught.value.code == "too-large"


def test_the_cost_of_a_verdict_is_estimated() -> None:
    """In the measured order: a race and a duel immediately, a table at a million entries per second."""

    def of(game: str, **options: object) -> float:
        return effort(outnumber.game(game, **options).start())

    assert of("number-stack-duel", range=1000) < of("strategy-stacks", range=1000) < 0.1
    assert (
        of("number-stack-attack", target=1000) < 0.01 < of("number-stack-attack", target=1000, tokens="2-7")
    )
    with pytest.raises(OptionError) as caught:
        of("number-stack-attack", target=1000, tokens="2-8")
    assert caught.value.code == "too-large"
    assert effort(Countdown(heap=10).start()) == float("inf")


def test_an_added_game_can_have_its_own_theorem() -> None:
    expected = exhaustive.solve(Countdown(heap=4).start())
    asked: list[Position] = []

    def known(position: Position) -> Verdict:
        asked.append(position)
        return expected

    class Solved(Countdown):
        theorem = known

    start = Solved(heap=10**6).start()
    assert solve(start) is expected
    assert asked == [start]


@pytest.mark.parametrize("kind", outnumber.all_games(added=False), ids=lambda kind: kind.name)
def test_the_built_in_games_name_their_theorems(kind: type[Rules]) -> None:
    assert kind.theorem in theorems()


def test_an_added_walk_uses_the_pairing_theorem() -> None:
    class Chain(NumberDuel):
        name = "chain"

    start = Chain(range=12, link=lambda a, b: abs(a - b) == 1).start()
    assert list(solve(start).winning) == list(exhaustive.solve(start).winning)
    assert solve(start).certificate["theorem"] == "pairing"
    assert pairing.solve(start).winner is solve(start).winner


def set_up(rng: random.Random) -> Position | None:
    """A random small position, most of which no moves lead to; None if its facts do not fit together."""
    size = rng.randint(3, 12)
    pool = rng.sample(range(1, size + 1), rng.randint(1, min(size, 8)))
    used = [0, *(number for number in range(1, size + 1) if number not in pool)]
    name, options = rng.choice([*pool_games(size), *attacks(size)])
    facts: dict[str, Any] = {"top": rng.choice(used)}
    if name == "order-challenge":
        facts = {"last": rng.choices(used, k=2)}
    elif name == "number-stack-attack":
        facts = {"totals": rng.choices(range(size), k=2)}
    rules = outnumber.game(name, **options)
    try:
        return rules.position(None if "totals" in facts else pool, rng.choice((1, 2)), **facts)
    except OptionError:
        return None


def test_positions_that_are_set_up_have_the_verdict_of_the_search() -> None:
    rng, checked = random.Random(29), Counter[str]()
    for _ in range(3_000):
        position = set_up(rng)
        if position is None or position.outcome():
            continue
        known, verdict = exhaustive.values(position), solve(position)
        assert verdict.winner is known[position].winner, position
        assert verdict.length in (None, known[position].length), position
        won = [move for move in position.legal_moves() if known[position.play(move)].winner is position.turn]
        assert list(verdict.winning) == won, position
        checked[position.rules.name] += 1
    assert len(checked) == 5
    assert min(checked.values()) > 10
