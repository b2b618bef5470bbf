"""The prompts for a model are complete: the game can be reconstructed from them, with every option."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outnumber
from outnumber.games.options import number_option
from outnumber.games.registry import BUILT_IN
from outnumber.match.round import Round
from outnumber.players.models.briefing import position_told, rules_told
from tests import strategies
from tests.model_server import read_round, read_rules


@given(strategies.rules())
def test_all_options_can_be_parsed_from_the_rules(rules: outnumber.Rules) -> None:
    assert read_rules(rules_told(rules)) == rules


@given(strategies.rules(), st.data())
def test_the_position_and_the_player_to_move_can_be_parsed(
    rules: outnumber.Rules, data: st.DataObject
) -> None:
    current = Round.begin(rules)
    for pick in data.draw(strategies.picks(20)):
        moves = current.position.legal_moves()
        if not moves:
            break
        current = current.play(moves[pick % len(moves)])
    told = position_told(current, legal=False)
    assert read_round(f"{rules_told(rules)}\n\n{told}") == current
    assert f"You are Player {current.turn.value}." in told


@pytest.mark.parametrize("game", BUILT_IN)
def test_legal_moves_are_listed_only_on_request(game: str) -> None:
    current = Round.begin(outnumber.game(game), [4])
    moves = ", ".join(map(str, current.position.legal_moves()))
    assert f"Legal moves: {moves}." in position_told(current, legal=True)
    assert "Legal moves" not in position_told(current, legal=False)


def test_totals_and_sequences_are_listed() -> None:
    attack = Round.begin(outnumber.game("number-stack-attack", target=10, tokens="3,5,8"), [8, 3, 3])
    told = position_told(attack, legal=True)
    assert "Player 1: 8, Player 2: 3, Player 2: 3." in told  # Player 1 had to pass
    assert "Total of Player 1: 8." in told
    assert "Total of Player 2: 6." in told
    order = position_told(Round.begin(outnumber.game("order-challenge"), [5, 2, 7]), legal=True)
    assert "Sequence of Player 1: 5, 7." in order
    assert "You need a number greater than 2, still unused." in order


def test_a_python_function_is_described_by_its_name_and_docstring() -> None:
    def close(a: int, b: int) -> bool:
        """They are at most 3 apart."""
        return abs(a - b) <= 3

    assert "close holds for them (They are at most 3 apart)" in rules_told(
        outnumber.game("number-duel", range=20, link=close)
    )


@pytest.mark.parametrize("game", ["number-duel", "strategy-stacks", "order-challenge", "number-stack-duel"])
def test_the_prompt_of_the_largest_range_is_limited(game: str) -> None:
    rules = outnumber.game(game, range=1_000_000)
    assert len(rules_told(rules) + position_told(Round.begin(rules, [2]), legal=True)) < 20_000


def test_an_added_game_is_described_by_its_docstring_and_options() -> None:
    class Heap(outnumber.Rules):
        """Take one stone.

        A player who cannot loses.
        """

        name, title, summary, OPTIONS = "heap", "Heap", "Take a stone.", ()

    told = rules_told(Heap())
    assert told.startswith("Heap, a game for two")
    assert "Take one stone.\n\nA player who cannot loses." in told


def test_an_added_game_may_provide_its_own_briefing() -> None:
    class Heap(outnumber.Rules):
        """Take one stone."""

        name, title, summary = "heap", "Heap", "Take a stone."
        OPTIONS = (number_option("stones", 5, "How many stones there are."),)

        def briefing(self) -> str:
            return f"There are {self.options['stones']} stones."

    told = rules_told(Heap(stones=7))
    assert told == "Heap, a game for two: Player 1 and Player 2. Player 1 moves first.\nThere are 7 stones."


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_derived_from_one_of_the_five_has_its_own_rules(game: str) -> None:
    kind = type(outnumber.game(game))
    made = type("Made", (kind,), {"__doc__": "Quite another game."})
    assert "Quite another game.\nOptions: " in rules_told(made())
