"""A plan contains every game once, with everything that a remote worker needs."""

import pickle
from collections import Counter

import pytest

from outnumber import OptionError
from outnumber.agents.arena.plan import Plan, batches, checked, rules_of, tasks
from outnumber.games.base import Seat
from outnumber.match.openings import balanced
from outnumber.match.round import Round
from outnumber.theory.solve import solve

GAMES = ("strategy-stacks", "number-stack-duel range=12")


def test_all_pairs_play_the_same_openings_in_both_seats() -> None:
    plan = checked(Plan(("random", "casual", "perfect"), GAMES, rounds=4))
    todo = list(tasks(plan))
    assert len(todo) == plan.size == 2 * 3 * 2 * 4
    assert len({task.id for task in todo}) == len({task.seed for task in todo}) == len(todo)
    seats = Counter((task.game, task.opening, task.players) for task in todo)
    for (game, opening, (one, two)), count in seats.items():
        assert seats[game, opening, (two, one)] == count
    openings = {
        pair: [task.opening for task in todo if set(task.players) == set(pair)]
        for pair in (("random", "casual"), ("random", "perfect"), ("casual", "perfect"))
    }
    assert len({tuple(each) for each in openings.values()}) == 1


def test_the_start_can_be_the_only_opening() -> None:
    plan = checked(Plan(("random", "perfect"), GAMES, rounds=2, openings="start"))
    assert {task.opening for task in tasks(plan)} == {()}


@pytest.mark.parametrize("steps", [(3, 8), (2, 3, 7, 20), (5, 40)])
def test_an_extended_plan_keeps_its_games_and_stays_balanced(steps: tuple[int, ...]) -> None:
    plan = checked(Plan(("random", "perfect"), (*GAMES, "order-challenge range=4"), rounds=steps[0]))
    for rounds in steps[1:]:
        before = {task.id: task for task in tasks(plan)}
        grown = plan._replace(rounds=rounds, grown=(), players=("casual", *plan.players)).grown_from(plan)
        assert grown is not None
        after = {task.id: task for task in tasks(grown)}
        assert before.items() <= after.items()
        assert len(after) == grown.size
        for game in grown.games:
            drawn = [task.opening for task in after.values() if task.game == game]
            winners = Counter(solve(Round.begin(rules_of(game), each).position).winner for each in drawn)
            assert abs(winners[Seat.ONE] - winners[Seat.TWO]) <= 2 * len(grown.pairs)
        # The added openings are new, unless the game has no more.
        large = [task.opening for task in after.values() if task.game == grown.games[0]]
        assert len(set(large)) == len(set(balanced(rules_of(grown.games[0]), rounds, plan.seed)))
        plan = grown._replace(players=("random", "perfect"))
    assert Plan(*plan[:2], rounds=1).grown_from(plan) is None
    assert plan._replace(games=plan.games[:1]).grown_from(plan) is None
    assert plan._replace(openings="start").grown_from(plan) is None


def test_all_players_meet_only_the_gauntlet() -> None:
    plan = Plan(("random", "casual", "perfect", "expert"), GAMES, rounds=2, gauntlet=("perfect", "expert"))
    todo = list(tasks(checked(plan)))
    assert len(todo) == plan.size == 2 * 4 * 2 * 2
    assert {frozenset(task.players) for task in todo} == {
        frozenset((one, two)) for one in ("random", "casual") for two in ("perfect", "expert")
    }
    # Later all players can meet each other, and these games remain.
    free = plan._replace(gauntlet=())
    assert {task.id for task in todo} < {task.id for task in tasks(checked(free))}
    assert free.grown_from(plan) == free
    assert plan.grown_from(free) is None


def test_tasks_are_reproducible_and_can_be_pickled() -> None:
    plan = checked(Plan(("random", "perfect"), GAMES, rounds=2, seed=9))
    todo = list(tasks(plan))
    assert list(tasks(plan)) == todo
    assert pickle.loads(pickle.dumps(todo)) == todo  # noqa: S301
    assert list(tasks(plan._replace(seed=10))) != todo


def test_games_are_written_with_all_options_and_once() -> None:
    plan = checked(Plan(("random", "perfect"), ("Strategy_Stacks", "strategy-stacks range=9")))
    assert plan.games == ("strategy-stacks range=9 opening=any",)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan(("random",), GAMES), "two or more"),
        (Plan(("random", "random"), GAMES), "once"),
        (Plan(("random", "human"), GAMES), "computer players only"),
        (Plan(("random", "perfekt"), GAMES), "did you mean perfect"),
        (Plan(("random", "cmd:"), GAMES), "cannot play"),
        (Plan(("random", "perfect"), ("strategy-stax",)), "did you mean strategy-stacks"),
        (Plan(("random", "perfect"), ("strategy-stacks range",)), "range=9"),
        (Plan(("random", "perfect"), ("strategy-stacks range=9 range=9",)), "given twice"),
        (Plan(("random", "perfect"), ("strategy-stacks size=9",)), "no option"),
        (Plan(("random", "perfect"), ("",)), "no game called"),
        (Plan(("random", "perfect"), ("number-duel range=1000000",)), "too large"),
    ],
)
def test_an_unplayable_plan_is_refused_before_any_game(plan: Plan, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        checked(plan)


def test_batches_contain_every_task_once() -> None:
    todo = list(tasks(checked(Plan(("random", "perfect"), GAMES, rounds=5))))
    groups = list(batches(todo, 8))
    assert [task for group in groups for task in group] == todo
    assert {len(group) for group in groups} <= {8, len(todo) % 8}


def test_a_game_text_is_parsed_once() -> None:
    assert rules_of("strategy-stacks range=12") is rules_of("strategy-stacks range=12")
