"""The verdict in Python and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

import outnumber
from outnumber import Seat
from outnumber.api import plain
from outnumber.api.verdicts import VerdictModel
from outnumber.games.sentences import ENGLISH, Phrase
from outnumber.theory.solve import solve
from outnumber.theory.verdict import Verdict, over


def test_json_has_the_documented_fields_in_order() -> None:
    rules = outnumber.game("number-stack-duel")
    position = rules.start().play(5).play(7)
    document = plain(VerdictModel.of(position, [5, 7], solve(position), voice=ENGLISH))
    assert json.loads(json.dumps(document)) == {
        "game": "number-stack-duel",
        "options": {"range": 9, "first_pattern": "greater"},
        "moves": [5, 7],
        "to_move": 1,
        "over": False,
        "winner": 1,
        "legal": [1, 2, 3, 4, 6],
        "winning": [4, 6],
        "length": 5,
        "reason": "You can go to 5 numbers below 7, and your opponent could go to 2 numbers above it. "
        "5 is more than 2, so you win: play the nearest, 6, and their side does not grow. "
        "4, the next nearest, wins too.",
        "certificate": {"theorem": "two-sides", "mover_side": 5, "other_side": 2},
    }
    assert list(document)[:4] == ["game", "options", "moves", "to_move"]


@pytest.mark.parametrize("game", ["number-duel", "order-challenge", "strategy-stacks"])
def test_json_of_a_finished_game_has_no_player_to_move(game: str) -> None:
    rules = outnumber.game(game, range=1)
    position = rules.start().play(1)
    document = plain(VerdictModel.of(position, [1], solve(position), voice=ENGLISH))
    finished: dict[str, Any] = {"to_move": None, "over": True, "winner": 1}
    finished |= {"legal": [], "winning": [], "length": 0}
    assert {field: document[field] for field in finished} == finished


def test_a_verdict_computes_its_parts_once() -> None:
    verdict = solve(outnumber.game("strategy-stacks").start())
    assert verdict.certificate is verdict.certificate
    assert verdict.reason is verdict.reason
    assert repr(verdict) == "<Verdict: Player 1 wins with 5 or 7>"
    assert repr(solve(outnumber.game("number-duel").start())) == "<Verdict: Player 2 wins>"


def test_an_unfinished_game_is_not_over() -> None:
    with pytest.raises(ValueError, match="not over"):
        over(outnumber.game("order-challenge").start())


def test_a_reached_target_wins_for_the_player_who_reached_it() -> None:
    position = outnumber.game("number-stack-attack", target=5).start().play(5)
    verdict = solve(position)
    assert (verdict.winner, str(verdict.reason)) == (Seat.ONE, "Player 1 has reached exactly 5 and has won.")


@pytest.mark.parametrize(
    ("winning", "reason", "move"),
    [
        ([2, 4], Phrase("Play {move}.", move=4), 4),
        # An added game may give a reason without a move, or with a losing one.
        ([2, 4], Phrase("You can always answer."), 2),
        ([2, 4], Phrase("{move} was played last.", move=3), 2),
        ([], Phrase("{move} was played last.", move=3), 0),
    ],
)
def test_the_advised_move_wins_even_if_the_reason_names_another(
    winning: list[int], reason: Phrase, move: int
) -> None:
    assert Verdict(Seat.ONE, winning, reason=lambda: reason).move == move
