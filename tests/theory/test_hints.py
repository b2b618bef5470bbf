"""Hints are true, and the first two do not give the move away."""

import re

import pytest
from hypothesis import given, settings

import outnumber
from outnumber import Position, solve
from outnumber.theory.hints import hints
from tests.strategies import positions


@given(positions(40))
@settings(max_examples=300, deadline=None)
def test_the_third_hint_names_a_winning_move_or_says_how_hard_the_reply_is(position: Position) -> None:
    if position.outcome():
        return
    look, idea, move = map(str, hints(position))
    verdict = solve(position)
    named = int(re.findall(r"\d+", move)[0])
    assert named in position.legal_moves()
    if verdict.winning:
        assert named in verdict.winning
        assert ("only move" in move) == (len(verdict.winning) == 1)
        assert f"lay {named}" not in look + idea
        return
    after = position.play(named)
    claims = re.findall(r"(\d+) of (\d+) possible replies", move)
    if claims:
        replies = len(solve(after).winning), len(after.legal_moves())
        assert [tuple(map(int, claim)) for claim in claims] == [replies]
        assert f"{replies[0]} of {replies[1]} possible" in idea
        assert int(re.findall(r"\d+", idea)[0]) == len(position.legal_moves())
    else:
        assert after.outcome() or after.turn is position.turn


@pytest.mark.parametrize(
    ("tokens", "stuck"), [("1-9", False), ("2,4", False), ("4-9", True), ("3,5,8", True)]
)
def test_a_hint_speaks_of_totals_that_get_stuck_only_where_they_can(tokens: str, stuck: bool) -> None:
    ideas = []
    for target in (18, 20, 24):
        position = outnumber.game("number-stack-attack", tokens=tokens, target=target).start()
        if solve(position).winning:
            ideas.append(str(hints(position)[1]))
    assert ideas
    assert all(("stuck" in idea) == stuck for idea in ideas)
