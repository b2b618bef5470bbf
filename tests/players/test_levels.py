"""Five levels from weak to strong, whose mistakes depend on the difficulty of the win."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Position, Rules, Seat, solve
from outnumber.match.clock import Clock
from outnumber.match.loop import play_match
from outnumber.match.match import Begun, Match
from outnumber.match.round import Round
from outnumber.players.registry import DEFAULT_OPPONENT, NAMES, computer
from outnumber.theory.best import stubborn
from outnumber.theory.human_model import LEVELS, hardness
from tests.strategies import match_at, positions


def choice(level: str, position: Position, seed: int) -> object:
    return computer(level).choose(match_at(position, seed), Clock(None))


def wins(game: str, one: str, two: str, games: int) -> int:
    """The number of games that the first of two players wins, with alternating seats."""
    won = 0
    for seed in range(games):
        match = Match(outnumber.game(game), first=1 + seed % 2, seed=seed)
        for event in play_match(match, {1: computer(one), 2: computer(two)}, Clock(None)):
            match = event.match
        won += match.score()[0]
    return won


def test_there_are_five_levels_of_increasing_skill() -> None:
    assert len(LEVELS) == 5
    assert all(weaker < stronger for weaker, stronger in pairwise(LEVELS.values()))
    assert set(LEVELS) < set(NAMES)


@pytest.mark.parametrize("game", ["order-challenge", "number-stack-attack", "strategy-stacks"])
def test_a_beginner_can_beat_the_default_opponent(game: str) -> None:
    assert wins(game, "beginner", DEFAULT_OPPONENT, 100) > 25


@pytest.mark.parametrize(
    "game", ["number-stack-duel", "order-challenge", "number-stack-attack", "strategy-stacks"]
)
def test_a_master_beats_a_beginner_and_a_beginner_beats_random(game: str) -> None:
    assert wins(game, "master", "beginner", 100) > 55
    assert wins(game, "beginner", "random", 100) > 45


@given(positions(20), st.sampled_from(sorted(LEVELS)), st.integers(0, 1000))
@settings(max_examples=150, deadline=None)
def test_a_level_plays_a_legal_move_that_depends_on_the_seed(
    position: Position, level: str, seed: int
) -> None:
    if not position.outcome():
        move = choice(level, position, seed)
        assert move in position.legal_moves()
        assert choice(level, position, seed) == move


def test_an_easy_win_is_missed_less_often_than_a_hard_one() -> None:
    easy = outnumber.game("strategy-stacks").start().play(5).play(1)
    hard = outnumber.game("order-challenge", range=21).start()
    assert hardness(easy, solve(easy)) < hardness(hard, solve(hard))

    def seen(position: Position) -> int:
        winning = solve(position).winning
        return sum(choice("casual", position, seed) in winning for seed in range(100))

    assert seen(easy) > seen(hard)


def test_an_immediate_win_has_half_the_hardness_of_finding_it() -> None:
    at_once = outnumber.game("number-stack-duel", range=8).start()
    verdict = solve(at_once)
    assert tuple(verdict.winning) == (5, 6, 7, 8)
    assert at_once.play(8).outcome()
    assert hardness(at_once, verdict) == pytest.approx(1 / 2)  # four moves among eight: one bit
    total = outnumber.game("number-stack-attack", target=4, tokens="1-4").start()
    assert tuple(solve(total).winning) == (4,)
    assert hardness(total, solve(total)) == pytest.approx(1)  # one move among four: two bits


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("strategy-stacks", {"range": 30}),
        ("order-challenge", {"range": 20}),
        ("number-stack-attack", {"target": 16, "tokens": "3,5,8"}),
    ],
)
def test_a_master_resists_more_often_than_a_beginner(game: str, options: dict[str, Any]) -> None:
    position = outnumber.game(game, **options).start()
    if winning := solve(position).winning:
        position = position.play(winning[0])
    assert not solve(position).winning
    hardest = stubborn(position)
    assert len(hardest) < len(position.legal_moves())

    def resists(level: str) -> int:
        return sum(choice(level, position, seed) in hardest for seed in range(200))

    assert resists("master") > resists("beginner") + 40


def test_a_range_too_large_to_solve_can_be_played() -> None:
    position = outnumber.game("strategy-stacks", range=300_000).start().play(6)
    assert choice("expert", position, 1) in position.legal_moves()


def opened(rules: Rules, *moves: int) -> set[int]:
    """A master's moves in a position, with many seeds."""
    rounds = (Round.begin(rules, moves),)
    return {computer("master").choose(Match(rules, seed=seed, rounds=rounds)) for seed in range(40)}


def test_an_opening_level_leaves_its_opponent_a_move_if_possible() -> None:
    duel = outnumber.game("number-stack-duel")
    # 5 to 9 win, and 9 leaves no answer.
    assert opened(duel) == {5, 6, 7, 8}
    # Only 4 wins, at once.
    assert 4 in opened(outnumber.game("number-stack-attack", target=4, tokens="1-4"))
    # Later, 5 to 8 win, and 8 wins at once.
    assert opened(duel, 2, 9) == {8}


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_picks_the_winning_seat_of_a_drawn_start(level: str) -> None:
    lost = Match(outnumber.game("strategy-stacks", range=4)).after(Begun((3, 1)))
    assert not solve(lost.current.position).winning
    assert computer(level).pick(lost) in (Seat.ONE, Seat.TWO)
