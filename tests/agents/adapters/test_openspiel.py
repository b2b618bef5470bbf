"""The games in OpenSpiel."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, get_all_states, mcts, minimax
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

import outnumber.agents.adapters
import tests.added
from outnumber import IllegalMove, OptionError
from outnumber.games.registry import BUILT_IN
from outnumber.match.review import review
from outnumber.match.round import Round
from tests.agents.adapters.cases import every_case, small_case


def loaded(game: str, **options: Any) -> Any:
    """The game with options in OpenSpiel's form, including lists."""
    parameters = {
        key: f"[{';'.join(map(str, value))}]" if isinstance(value, list) else value
        for key, value in options.items()
    }
    return pyspiel.load_game(f"outnumber_{game.replace('-', '_')}", parameters)


@pytest.mark.parametrize("reward", ["outcome", "regret"])
@every_case
def test_the_openspiel_checks_pass(game: str, options: dict[str, Any], reward: str) -> None:
    pyspiel.random_sim_test(loaded(game, reward=reward, **options), num_sims=3, serialize=True, verbose=False)


@every_case
def test_every_action_agrees_with_the_rules(game: str, options: dict[str, Any]) -> None:
    luck = random.Random(5)
    spiel, rules = loaded(game, **options), outnumber.game(game, **options)
    for _ in range(20):
        state, position = spiel.new_initial_state(), rules.start()
        while not state.is_terminal():
            assert state.current_player() == position.turn - 1
            assert state.legal_actions() == list(position.legal_moves())
            assert state.legal_actions(state.current_player()) == state.legal_actions()
            assert state.legal_actions(2 - position.turn) == []
            assert [number for number, legal in enumerate(state.legal_actions_mask()) if legal] == list(
                position.legal_moves()
            )
            assert state.returns() == [0.0, 0.0]
            action = luck.choice(state.legal_actions())
            state.apply_action(action)
            position = position.play(action)
        outcome = position.outcome()
        assert outcome is not None
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.legal_actions() == []
        assert state.returns() == ([1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0])
        assert len(state.history()) <= spiel.max_game_length()


@pytest.mark.parametrize("game", BUILT_IN)
def test_regret_equals_that_of_a_review_of_the_game(game: str) -> None:
    size = {"target": 17, "tokens": "[2;3;7]"} if game == "number-stack-attack" else {"range": 12}
    luck = random.Random(5)
    for _ in range(10):
        state = loaded(game, reward="regret", **size).new_initial_state()
        got = []
        while not state.is_terminal():
            mover = state.current_player()
            state.apply_action(luck.choice(state.legal_actions()))
            assert state.rewards()[1 - mover] == 0.0
            got.append(state.rewards()[mover])
        graded = review(Round.begin(state.position.rules, state.history())).rounds[0].moves
        assert got == [-each.regret for each in graded]
        assert state.returns() == [
            -sum(each.regret for each in graded if each.seat == seat) for seat in (1, 2)
        ]


@small_case
def test_its_minimax_finds_our_verdict(game: str, options: dict[str, Any]) -> None:
    spiel = loaded(game, **options)
    state = spiel.new_initial_state()
    # After two moves, so that it is fast.
    state.apply_action(state.legal_actions()[-1])
    if not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    value, _ = minimax.alpha_beta_search(spiel, state=state, maximizing_player_id=0)
    assert value == (1.0 if outnumber.solve(state.position).winner == 1 else -1.0)


def bots(game: Any, simulations: int, seed: int) -> list[Any]:
    """OpenSpiel's tree search as player 0, and a random player as its opponent."""
    luck = np.random.RandomState(seed)
    search = mcts.MCTSBot(
        game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, luck), random_state=luck, solve=True
    )
    return [search, uniform_random.UniformRandomBot(1, luck)]


def test_its_tree_search_beats_a_random_player() -> None:
    game = loaded("number-duel", range=30)
    wins = 0
    for seed in range(5):
        returns = evaluate_bots.evaluate_bots(
            game.new_initial_state(), bots(game, 60, seed), np.random.RandomState(seed)
        )
        wins += returns[0] > 0
    assert wins >= 4


def test_its_tree_search_wins_a_small_position_that_is_proven_won() -> None:
    game = loaded("strategy-stacks", range=9)
    assert outnumber.solve(game.new_initial_state().position).winner == 1
    for seed in range(3):
        state = game.new_initial_state()
        player = bots(game, 600, seed)[0]
        while not state.is_terminal():
            if state.current_player() == 0:
                state.apply_action(player.step(state))
            else:
                # The most stubborn reply.
                from outnumber.theory.best import best

                state.apply_action(best(state.position)[0])
        assert state.returns() == [1.0, -1.0]


def test_clones_are_independent() -> None:
    for reward in ("outcome", "regret"):
        state = loaded("strategy-stacks", reward=reward).new_initial_state()
        state.apply_action(6)
        twin = state.clone()
        twin.apply_action(3)
        assert (state.history(), twin.history()) == ([6], [6, 3])
        assert state.legal_actions() == [1, 2, 3]
        assert twin.legal_actions() == [1, 9]
        assert twin.position.rules is state.position.rules


@every_case
def test_a_state_survives_a_round_trip_through_text(game: str, options: dict[str, Any]) -> None:
    spiel = loaded(game, **options)
    state = spiel.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    again_game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    assert str(again_game) == str(spiel)
    assert again.position == state.position
    assert again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()


@every_case
def test_a_game_and_its_state_can_be_pickled_and_copied(game: str, options: dict[str, Any]) -> None:
    spiel = loaded(game, **options)
    state = spiel.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    for again in (pickle.loads(pickle.dumps(spiel)), copy.deepcopy(spiel)):  # noqa: S301
        assert str(again) == str(spiel)
        assert again.new_initial_state().legal_actions() == spiel.new_initial_state().legal_actions()
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):  # noqa: S301
        assert (twin.history(), twin.position) == (state.history(), state.position)


def test_a_pickled_game_can_be_loaded_in_another_process() -> None:
    sent = pickle.dumps(loaded("number-stack-attack", tokens="[3;5;8]"))
    program = f"import pickle; print(pickle.loads({sent!r}))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "tokens=[3;5;8]" in told.stdout


def test_the_text_of_a_position_is_unique() -> None:
    game = loaded("order-challenge", range=4)
    states = get_all_states.get_all_states(game, include_terminals=True, to_string=str)
    assert len({str(state.position) for state in states.values()}) == len(states)


def test_tensors_show_what_the_player_sees() -> None:
    game = loaded("order-challenge")
    state = game.new_initial_state()
    state.apply_action(5)
    state.apply_action(4)
    assert game.observation_tensor_shape() == [4, 10]
    seen = np.array(state.observation_tensor(0)).reshape(4, 10)
    assert seen[0].nonzero()[0].tolist() == [6, 7, 8, 9]
    assert (seen[2].argmax(), seen[3].argmax()) == (5, 4)
    observation = make_observation(game)
    observation.set_from(state, player=1)
    assert observation.dict["observation"][2].argmax() == 4
    assert state.observation_string(0) == str(state)
    assert state.information_state_string(0) == "5, 4"


def test_an_illegal_action_raises_its_sentence() -> None:
    state = loaded("strategy-stacks").new_initial_state()
    state.apply_action(6)
    with pytest.raises(
        IllegalMove, match=r"5 is neither a factor nor a multiple of 6\. You can play 1, 2 or 3"
    ):
        state.apply_action(5)
    assert state.history() == [6]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"range": 0}, "range 0 is not valid"),
        ({"opening": "odd"}, "opening"),
        ({"reward": "points"}, "reward"),
    ],
)
def test_bad_values_are_refused_with_the_remedy(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        loaded("strategy-stacks", **options)


def test_an_unknown_parameter_is_refused_by_openspiel() -> None:
    with pytest.raises(pyspiel.SpielError, match="rnage"):
        loaded("strategy-stacks", rnage=9)


def test_defaults_are_those_of_the_rules() -> None:
    for name in BUILT_IN:
        assert loaded(name).rules == outnumber.game(name)
    game = pyspiel.load_game("outnumber_number_stack_attack(target=30,tokens=[1-3;7])")
    assert game.rules == outnumber.game("number-stack-attack", target=30, tokens="1-3,7")
    assert pyspiel.load_game(str(game)).rules == game.rules
    assert pyspiel.load_game("outnumber_number_stack_attack", {"tokens": "7"}).rules.options["tokens"] == [7]
    assert pyspiel.load_game("outnumber_number_duel", {"link": "digit,coprime"}).rules.options["link"] == [
        "digit",
        "coprime",
    ]


def test_python_exits_cleanly_after_a_game() -> None:
    script = (
        "import pyspiel, outnumber.agents.adapters\n"
        "state = pyspiel.load_game('outnumber_strategy_stacks').new_initial_state()\n"
        "state.apply_action(6)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_added_games_are_registered_and_the_openspiel_checks_pass() -> None:
    # In a separate process, because games are registered once, when the adapter is imported.
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import pyspiel, outnumber.agents.adapters.openspiel\n"
        "for name in ('outnumber_heaps(tokens=[1;3;4])', 'outnumber_steps(range=8,link=3)'):\n"
        "    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)\n"
        "state = pyspiel.load_game('outnumber_heaps(tokens=[1;2])').new_initial_state()\n"
        "for action in (22, 11): state.apply_action(action)\n"
        "print(state.returns())\n"
    )
    added = str(Path(tests.added.__file__).parent)
    done = subprocess.run([sys.executable, "-c", script, added], capture_output=True, text=True, check=False)
    assert (done.stdout.splitlines()[-1:], done.returncode) == (["[1.0, -1.0]"], 0), done.stderr
