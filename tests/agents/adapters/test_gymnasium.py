"""The games in Gymnasium."""

import copy
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber.agents.adapters
from outnumber import IllegalMove, OptionError, Position, Rules, Seat
from outnumber.agents.adapters.gymnasium import OutnumberEnv
from outnumber.games.errors import PlayerFault
from outnumber.games.registry import BUILT_IN, registered_temporarily
from outnumber.match.review import review
from outnumber.match.round import Round
from tests.added.heaps import Heaps
from tests.added.steps import Steps
from tests.agents.adapters.cases import every_case


def made(game: str, **keywords: Any) -> OutnumberEnv:
    env = gymnasium.make(f"Outnumber/{BUILT_IN[game]}-v0", **keywords).unwrapped
    assert isinstance(env, OutnumberEnv)
    return env


def first(position: Position) -> int:
    """An opponent that takes the smallest number."""
    return position.legal_moves()[0]


def play_at_random(env: gymnasium.Env[Any, Any], seed: int) -> list[tuple[Any, ...]]:
    """Play one random game, and return the observations, actions and rewards of each step."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps: list[tuple[Any, ...]] = [(seen.tolist(), None, 0.0, False, info["legal"])]
    while not steps[-1][3]:
        action = env.action_space.sample(info["action_mask"])
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        steps.append((seen.tolist(), int(action), reward, over, info["legal"]))
    return steps


@pytest.mark.parametrize(
    "keywords", [{}, {"opponent": "random", "seat": 2, "reward": "regret", "winning": True}]
)
@every_case
def test_the_gymnasium_checker_passes(game: str, options: dict[str, Any], keywords: dict[str, Any]) -> None:
    check_env(made(game, **options, **keywords))


@pytest.mark.parametrize("kind", [Heaps, Steps], ids=lambda kind: kind.name)
def test_the_gymnasium_checker_passes_for_a_game_from_another_package(kind: type[Rules]) -> None:
    with registered_temporarily(kind):
        env = OutnumberEnv(kind.name, reward="regret", winning=True)
        check_env(env, skip_render_check=True)
        for seed in range(20):
            seen, info = env.reset(seed=seed)
            over = False
            while not over:
                assert env.observation_space.contains(seen)
                seen, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))


@every_case
def test_the_same_seed_gives_the_same_game(game: str, options: dict[str, Any]) -> None:
    for opponent in ("random", "casual"):
        games = [play_at_random(made(game, opponent=opponent, **options), seed) for seed in (5, 5)]
        assert games[0] == games[1]


def test_another_seed_gives_another_seat_and_another_game() -> None:
    env = made("strategy-stacks", opponent="random")
    seats, games = set(), set()
    for seed in range(20):
        play_at_random(env, seed)
        seats.add(env.seat)
        games.add(tuple(env.moves))
    assert seats == {Seat.ONE, Seat.TWO}
    assert len(games) > 10


@every_case
def test_every_step_agrees_with_the_rules(game: str, options: dict[str, Any]) -> None:
    env = made(game, opponent="random", **options)
    rules = outnumber.game(game, **options)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        position = rules.start()
        played, over, reward = 0, False, 0.0
        while not over:
            # The rules alone, with the moves that the environment reports.
            for move in env.moves[played:]:
                assert position.turn is not env.seat
                position = position.play(move)
            played = len(env.moves)
            assert info["legal"] == position.legal_moves()
            assert info["action_mask"].nonzero()[0].tolist() == list(position.legal_moves())
            assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
            assert info["seat"] == env.seat
            action = env.action_space.sample(info["action_mask"])
            _, given, over, _, info = env.step(action)
            reward = float(given)
            if position.legal:
                position = position.play(int(action))
                played += 1
        for move in env.moves[played:]:
            position = position.play(move)
        outcome = position.outcome()
        assert outcome is not None
        assert reward == (1.0 if outcome.winner is env.seat else -1.0)
        assert (info["winner"], info["reason"]) == (outcome.winner, outcome.reason.value)


@given(seed=st.integers(0, 2**31), case=st.sampled_from(list(BUILT_IN)), seat=st.sampled_from([1, 2]))
@settings(max_examples=30, deadline=None)
def test_regret_equals_that_of_a_review_of_the_game(seed: int, case: str, seat: int) -> None:
    size = {"target": 21} if case == "number-stack-attack" else {"range": 12}
    env = made(case, opponent="random", reward="regret", seat=seat, **size)
    rewards = [step[2] for step in play_at_random(env, seed)[1:]]
    graded = review(Round.begin(env.rules, env.moves)).rounds[0].moves
    expected = [-each.regret for each in graded if each.seat is env.seat]
    # A game that the opponent's first move ended has one step without a move.
    assert rewards == (expected or [0])


def test_winning_moves_are_in_info_on_request() -> None:
    env = made("strategy-stacks", seat=1, winning=True, opponent=first)
    _, info = env.reset()
    assert info["winning"] == (5, 7)
    _, _, _, _, info = env.step(6)
    assert info["winning"] == outnumber.solve(env.position).winning
    assert "winning" not in made("strategy-stacks").reset()[1]


def test_the_agent_gets_the_requested_seat() -> None:
    for seat in (1, 2):
        env = made("order-challenge", seat=seat, opponent=first)
        for _ in range(5):
            env.reset()
            assert env.seat == seat
            assert env.moves == ([1] if seat == 2 else [])


def test_a_function_can_be_the_opponent() -> None:
    env = made("strategy-stacks", seat=1, opponent=first)
    env.reset()
    env.step(6)
    assert env.moves == [6, 1]


def test_an_illegal_choice_of_an_opponent_function_is_reported() -> None:
    env = made("strategy-stacks", seat=2, opponent=lambda _: 77)
    with pytest.raises(IllegalMove, match="77 is not one of the numbers from 1 to 9"):
        env.reset()


def test_perfect_opponents_are_never_beaten_from_a_won_position() -> None:
    env = made("strategy-stacks", opponent="perfect", seat=2)
    for seed in range(20):
        assert play_at_random(env, seed)[-1][2] == -1.0


@pytest.mark.parametrize("action", [0, 9, -3, 1 << 70, "six", 2.5, None], ids=repr)
@pytest.mark.parametrize("reward", ["outcome", "regret"])
def test_an_illegal_action_loses(action: object, reward: str) -> None:
    env = made("strategy-stacks", seat=2, opponent=lambda _: 6, reward=reward)
    env.reset()
    _, got, terminated, truncated, info = env.step(action)
    assert (got, terminated, truncated) == (-1.0, True, False)
    assert (info["winner"], info["reason"]) == (1, "fault")
    assert "ou can play 1, 2 or 3." in info["fault"]


def test_a_game_that_its_opponent_always_ends_at_once_is_reported_by_the_first_step() -> None:
    # 9 on the empty stack leaves nothing greater.
    env = made("number-stack-duel", seat=2, opponent="perfect")
    seen, info = env.reset()
    assert env.moves == [9]
    assert (info["winner"], info["legal"]) == (1, ())
    # No move is possible; but agents cannot draw from a mask without any action.
    assert info["action_mask"].all()
    assert env.action_masks().all()
    assert not seen[0].any()
    _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert (reward, terminated, info["reason"]) == (-1.0, True, "no-move")
    assert "fault" not in info
    assert info["action_mask"].all()


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_new_game_always_has_a_move(game: str) -> None:
    env = made(game, opponent="random")
    for seed in range(200):
        _, info = env.reset(seed=seed)
        assert info["legal"]
        masks = env.action_masks()
        assert env.action_space.contains(np.int64(len(masks) - 1))
        assert not env.action_space.contains(np.int64(len(masks)))
        assert masks.tolist() == [number in info["legal"] for number in range(len(masks))]
        assert env.action_masks().dtype == np.bool_


def test_a_game_continues_from_given_moves() -> None:
    env = made("strategy-stacks", seat=1, opponent=first)
    _, info = env.reset(options={"moves": [6, np.int64(3)]})
    assert (env.moves, info["legal"]) == ([6, 3], (1, 9))
    # The opponent moves first.
    _, info = env.reset(options={"moves": (6,)})
    assert env.moves == [6, 1]
    with pytest.raises(IllegalMove, match="5 is neither a factor nor a multiple of 6"):
        env.reset(options={"moves": [6, 5]})


@pytest.mark.parametrize("options", [{"move": [6]}, {"moves": "6"}, {"moves": 6}, {"moves": [6], "seat": 2}])
def test_options_that_reset_does_not_have_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="reset takes options such as"):
        made("strategy-stacks").reset(options=options)


def test_a_seat_that_passes_does_not_move() -> None:
    env = made("number-stack-attack", target=10, tokens="4,6", seat=1, opponent=lambda _: 6)
    env.reset()
    env.step(4)
    # 6 and 4: only the 4 and the 6, which reach 10, fit.
    assert env.moves == [4, 6]
    env = made("number-stack-attack", target=10, tokens="3,8", seat=1, opponent=lambda _: 8)
    env.reset()
    env.step(3)
    _, _, terminated, _, info = env.step(3)
    # At 8 the opponent must pass, and the agent moves again.
    assert env.moves == [3, 8, 3]
    assert (terminated, info["legal"]) == (False, (3,))


def test_steps_without_a_game_ask_for_a_reset() -> None:
    env = made("strategy-stacks")
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(1)
    env.reset()
    env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(1)


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"range": 0}, "choose a whole number from 1 to 1,000,000"),
        ({"rnage": 9}, "did you mean range"),
        ({"reward": "score"}, "reward 'score' is not valid"),
        ({"seat": 3}, "seat '3' is not valid"),
        ({"opponent": "perfekt"}, "did you mean perfect"),
        ({"opponent": "human"}, "There is no player"),
        ({"opponent": 7}, "opponent 7 is not valid:"),
    ],
)
def test_bad_options_are_refused_with_the_remedy(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        made("strategy-stacks", **keywords)


def test_a_program_that_fails_as_opponent_forfeits_the_game() -> None:
    env = made("strategy-stacks", seat=1, opponent=f"cmd:{sys.executable} -c pass")
    env.reset()
    _, reward, terminated, _, info = env.step(6)
    assert (reward, terminated, info["winner"], info["reason"]) == (1.0, True, 1, "fault")
    assert info["fault"]
    env.close()


def test_moves_of_an_opponent_before_its_fault_are_preserved() -> None:
    answers = iter([3])

    def failing(_: Position) -> int:
        for answer in answers:
            return answer
        raise PlayerFault("player-garbled", player="it", text="nothing")

    # At 8 the agent passes, and the opponent moves twice.
    env = made("number-stack-attack", target=10, tokens="3,8", seat=1, opponent=failing)
    env.reset()
    _, reward, terminated, _, info = env.step(8)
    assert (env.moves, reward, terminated, info["reason"]) == ([8, 3], 1.0, True, "fault")
    assert "nothing" in info["fault"]


def test_a_round_is_determined_by_its_moves() -> None:
    env = made("number-duel", opponent="random")
    play_at_random(env, 1)
    assert len(env.moves) > 40
    assert env.current == Round.begin(env.rules, env.moves)


def test_a_copy_of_a_running_game_is_independent() -> None:
    for opponent in ("random", "casual"):
        env = made("strategy-stacks", seat=1, opponent=opponent, range=30)
        env.reset(seed=4)
        env.step(12)
        moves = tuple(env.moves)
        twin = copy.deepcopy(env)
        legal = env.position.legal_moves()[0]
        twin.step(legal)
        assert tuple(env.moves) == moves
        env.step(legal)
        assert env.moves == twin.moves


def test_rendering_shows_the_scene() -> None:
    env = made("strategy-stacks", seat=1, opponent=first, render_mode="ansi")
    env.reset()
    env.step(6)
    assert env.render() == f"Strategy Stacks\n{env.current.scene}\n"
    assert "Chain: 6 ÷6 1\n" in str(env.render())
    env.step(0)
    assert str(env.render()).endswith("\nPlayer 2 wins\n")


def test_several_games_run_in_parallel() -> None:
    envs = gymnasium.make_vec("Outnumber/OrderChallenge-v0", num_envs=3, opponent="random", range=5)
    seen, info = envs.reset(seed=1)
    assert seen.shape == (3, 4, 6)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    ended = np.zeros(3, int)
    for _ in range(30):
        # A mask allows some action in every row: all of them after the end, when the next step resets.
        actions = np.array([mask.nonzero()[0][0] for mask in info["action_mask"]])
        seen, _, terminated, _, info = envs.step(actions)
        assert (info["action_mask"].all(axis=1) == terminated).all()
        assert (seen[:, 0].any(axis=1) != terminated).all()
        ended += terminated
    assert ended.sum() > 5
    envs.close()


def test_an_opponent_may_return_a_numpy_integer() -> None:
    env = gymnasium.make(
        "Outnumber/StrategyStacks-v0", opponent=lambda position: np.int64(position.legal_moves()[0]), seat=2
    )
    env.reset(seed=1)
    assert env.unwrapped.moves == [1]  # type: ignore[attr-defined]
