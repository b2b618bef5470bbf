"""Hints lead to one move, which reason and `why` name too, and the first two do not give it away."""

import re

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Position, solve
from outnumber.theory.advice import hints
from tests.strategies import positions


@given(positions(40))
@settings(max_examples=200, deadline=None)
def test_the_last_hint_and_the_reason_name_the_same_move(position: Position) -> None:
    if position.outcome():
        return
    look, idea, last = hints(position)
    named = last.numbers["move"]
    assert named in position.legal_moves()
    assert "move" not in {**look.numbers, **idea.numbers}
    verdict = solve(position)
    if verdict.winning:
        assert named in verdict.winning
        assert named == verdict.move == verdict.reason.numbers["move"]
        assert re.search(rf"\b{named}\b", str(verdict.reason))
        assert ("only move" in str(last)) <= (len(verdict.winning) == 1)


@given(positions(30))
@settings(max_examples=200, deadline=None)
def test_a_move_that_wins_at_once_is_said_first(position: Position) -> None:
    if position.outcome():
        return
    at_once = []
    for move in position.legal_moves():
        outcome = position.play(move).outcome()
        if outcome and outcome.winner is position.turn:
            at_once.append(move)
    if at_once:
        last = hints(position)[2]
        assert last.numbers["move"] in at_once
        assert "at once" in str(last)


@pytest.mark.parametrize(
    ("tokens", "stuck"), [("1-9", False), ("2,4", False), ("4-9", False), ("3,5,8", False), ("4,6", True)]
)
def test_a_hint_speaks_of_a_target_out_of_reach_only_where_it_is(tokens: str, stuck: bool) -> None:
    position = outnumber.game("number-stack-attack", tokens=tokens, target=21 if stuck else 20).start()
    if not solve(position).winning:
        position = position.play(position.legal_moves()[0])
    assert ("Neither of you can reach exactly" in str(hints(position)[1])) == stuck


def test_where_no_answer_can_go_wrong_yet_the_hints_say_so_and_when_one_can() -> None:
    start = outnumber.game("number-duel", range=20).start()
    look, _, last = map(str, hints(start))
    assert look == "No move wins here, and your opponent cannot go wrong yet. Look further ahead."
    assert last == "Play 20. Your opponent's next answer cannot go wrong, but the one after it can."


def test_the_answer_to_fear_is_the_one_that_the_reason_names() -> None:
    position = outnumber.game("strategy-stacks").start()
    for move in (6, 2, 4, 8):
        position = position.play(move)
    assert "2 of them win, such as 7." in str(hints(position)[2])
    assert "Your opponent answers with 7" in str(solve(position).reason)
