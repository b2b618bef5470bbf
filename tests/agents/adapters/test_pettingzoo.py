"""The games in PettingZoo."""

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.env_logger import EnvLogger

import outnumber.agents.adapters
from outnumber import OptionError, Reason, Rules, Seat
from outnumber.agents.adapters.pettingzoo import AGENTS, env
from outnumber.games.registry import BUILT_IN, registered_temporarily
from outnumber.match.review import review
from outnumber.match.round import Round
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.agents.adapters.cases import every_case

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it loads one of its games in a deprecated way
    from pettingzoo.test import api_test, seed_test

# PettingZoo warns about observations that are not arrays, except for a list of its own games with masks,
# which return dictionaries like ours.
its_own_games_do_so_too = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


@its_own_games_do_so_too
@pytest.mark.parametrize("keywords", [{}, {"reward": "regret", "winning": True}])
@every_case
def test_the_pettingzoo_checks_pass(game: str, options: dict[str, Any], keywords: dict[str, Any]) -> None:
    api_test(env(game, **options, **keywords), num_cycles=100)


@its_own_games_do_so_too
@pytest.mark.parametrize("kind", [Heaps, Steps], ids=lambda kind: kind.name)
def test_the_pettingzoo_checks_pass_for_a_game_from_another_package(kind: type[Rules]) -> None:
    with registered_temporarily(kind):
        api_test(env(kind.name), num_cycles=300)


@every_case
def test_the_pettingzoo_seed_test_passes(game: str, options: dict[str, Any]) -> None:
    seed_test(lambda: env(game, **options), num_cycles=100)


@every_case
def test_every_step_agrees_with_the_rules(game: str, options: dict[str, Any]) -> None:
    environment = env(game, **options)
    rules = outnumber.game(game, **options)
    for agent in AGENTS:
        environment.action_space(agent).seed(7)
    for _ in range(20):
        environment.reset()
        position = rules.start()
        rewards = {}
        for agent in environment.agent_iter():
            seen, reward, terminated, truncated, info = environment.last()
            assert terminated == (not position.legal)
            assert not truncated
            if terminated:
                assert seen["action_mask"].all()
                rewards[agent] = reward
                environment.step(None)
                continue
            assert agent == f"player_{position.turn}"
            assert info["legal"] == position.legal_moves()
            assert seen["action_mask"].nonzero()[0].tolist() == list(position.legal_moves())
            other = AGENTS[2 - position.turn]
            assert environment.observe(other)["action_mask"].all()
            assert not environment.observe(other)["observation"][0].any()
            action = environment.action_space(agent).sample(seen["action_mask"])
            environment.step(action)
            position = position.play(int(action))
        outcome = position.outcome()
        assert outcome is not None
        assert rewards == {agent: 1.0 if agent == f"player_{outcome.winner}" else -1.0 for agent in AGENTS}


@pytest.mark.parametrize("game", BUILT_IN)
def test_regret_equals_that_of_a_review_of_the_game(game: str) -> None:
    size = {"target": 17, "tokens": "2,3,7"} if game == "number-stack-attack" else {"range": 12}
    environment = env(game, reward="regret", **size)
    rng = np.random.default_rng(3)
    for _ in range(10):
        environment.reset()
        got = []
        while not all(environment.terminations.values()):
            agent = environment.agent_selection
            environment.step(rng.choice(environment.infos[agent]["legal"]))
            got.append((agent, environment.rewards))
        graded = review(Round.begin(environment.rules, environment.moves)).rounds[0].moves
        assert [agent for agent, _ in got] == [f"player_{each.seat}" for each in graded]
        assert [rewards[agent] for agent, rewards in got] == [-each.regret for each in graded]
        assert all(sum(rewards.values()) == rewards[agent] for agent, rewards in got)


def test_make_finds_every_game() -> None:
    for name in BUILT_IN:
        made = pettingzoo.make("aec", f"outnumber/{name.replace('-', '_')}-v0")
        assert made.rules == outnumber.game(name)
    assert pettingzoo.make("aec", "outnumber/strategy_stacks", range=30).rules.options["range"] == 30


def test_winning_moves_are_in_info_on_request() -> None:
    environment = env("strategy-stacks", winning=True)
    environment.reset()
    assert environment.infos["player_1"]["winning"] == (5, 7)
    environment = env("strategy-stacks")
    environment.reset()
    assert "winning" not in environment.infos["player_1"]


@pytest.mark.parametrize("action", [0, 9, -3, 1 << 70, "six", 2.5, None], ids=repr)
@pytest.mark.parametrize("reward", ["outcome", "regret"])
def test_an_illegal_action_ends_the_game_at_the_cost_of_its_agent(action: object, reward: str) -> None:
    EnvLogger.suppress_output()
    environment = env("strategy-stacks", reward=reward)
    environment.reset()
    environment.step(7)
    environment.step(action)
    ends = {}
    for agent in environment.agent_iter():
        _, got, terminated, truncated, info = environment.last()
        ends[agent] = (got, terminated, truncated, info.get("fault", ""))
        environment.step(None)
    assert environment.current.outcome == (Seat.ONE, Reason.FAULT)
    assert ends["player_1"] == (0.0, True, True, "")
    assert ends["player_2"][:3] == (-1.0, True, True)
    assert "ou can play 1." in ends["player_2"][3]


def test_an_illegal_action_is_handled_as_by_the_wrapper_of_pettingzoo() -> None:
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    EnvLogger.suppress_output()
    ends: list[Any] = []
    for environment in (env("strategy-stacks"), TerminateIllegalWrapper(env("strategy-stacks"), -1)):
        environment.reset()
        environment.step(6)
        environment.step(5)
        ends.append([])
        for agent in environment.agent_iter():
            ends[-1].append((agent, *environment.last()[1:4]))
            environment.step(None)
    assert sorted(ends[0]) == sorted(ends[1])


def test_no_call_works_before_the_first_reset() -> None:
    environment = env("strategy-stacks")
    with pytest.raises(AttributeError, match="only after reset"):
        environment.last()
    with pytest.raises(AttributeError, match="only after reset"):
        next(iter(environment.agent_iter()))
    with pytest.raises(AttributeError, match="only after reset"):
        environment.step(1)


def test_bad_options_are_refused_with_the_remedy() -> None:
    with pytest.raises(OptionError, match="did you mean range"):
        env("strategy-stacks", rnage=9)
    with pytest.raises(OptionError, match="did you mean strategy-stacks"):
        env("strategy-stack")
    with pytest.raises(OptionError, match="choose outcome or regret"):
        env("strategy-stacks", reward="points")


def test_a_running_game_can_be_copied_and_pickled() -> None:
    environment = env("number-duel", range=20)
    environment.reset()
    environment.step(7)
    for twin in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):  # noqa: S301
        twin.step(14)
        assert (environment.moves, twin.moves) == ([7], [7, 14])
        assert twin.agent_selection == "player_1"


def test_rendering_shows_the_scene() -> None:
    environment = env("order-challenge", render_mode="ansi")
    environment.reset()
    environment.step(5)
    assert environment.render() == (
        "Order Challenge\n"
        "Sequence of Player 1: 5\n"
        "Sequence of Player 2: empty\n"
        "Unused: 1, 2, 3, 4, 6, 7, 8, 9\n"
        "Player 2 can play 1, 2, 3, 4, 6, 7, 8, 9: any number\n"
    )
    with pytest.warns(UserWarning, match="render_mode"):
        env("order-challenge").render()


def test_masked_draws_are_legal_and_reach_every_number() -> None:
    space = env("strategy-stacks").action_space("player_1")
    assert isinstance(space, gymnasium.spaces.Discrete)
    space.seed(1)
    mask = np.array([0, 1, 0, 0, 1, 0, 0, 0, 0, 1], np.int8)
    drawn = [int(space.sample(mask)) for _ in range(3000)]
    counts = {number: drawn.count(number) for number in set(drawn)}
    assert set(counts) == {1, 4, 9}
    assert all(850 < count < 1150 for count in counts.values())
    assert space.sample(np.zeros(10, np.int8)) == 0
    assert space.sample() in space
