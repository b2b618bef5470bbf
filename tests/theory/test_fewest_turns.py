"""Number Stack Attack without passes: the player who needs fewer tokens wins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import OptionError, Seat
from outnumber.games.numbers import mask_of
from outnumber.theory import fewest_turns, stand_off
from outnumber.theory.fewest_turns import Turns
from outnumber.theory.solve import solve


def plain_fewest(tokens: list[int], most: int) -> list[int]:
    """Breadth first, one token at a time; every sum is possible because there is a 1."""
    fewest, reached, turns = {0: 0}, {0}, 0
    while len(fewest) <= most:
        turns += 1
        reached = {n + token for n in reached for token in tokens if n + token <= most} - set(fewest)
        fewest.update(dict.fromkeys(reached, turns))
    return [fewest[n] for n in range(most + 1)]


@settings(deadline=None)
@given(st.sets(st.integers(2, 30), max_size=5), st.integers(1, 2_000))
def test_the_short_table_covers_every_sum(others: set[int], most: int) -> None:
    tokens = sorted({1} | {token for token in others if token <= most})
    turns = Turns(mask_of(tokens), most)
    assert [turns(n) for n in range(most + 1)] == plain_fewest(tokens, most)


def test_the_table_of_a_large_target_stays_short() -> None:
    assert len(Turns(mask_of([1, 5, 8]), 1_000_000).table) < 100


@settings(deadline=None)
@given(st.integers(1, 40), st.sets(st.integers(1, 12), max_size=4), st.binary(max_size=30))
def test_race_and_backward_induction_agree(target: int, others: set[int], picks: bytes) -> None:
    position = outnumber.game("number-stack-attack", target=target, tokens=sorted({1} | others)).start()
    for pick in picks:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[pick % len(moves)])
    fast, slow = fewest_turns.solve(position), stand_off.solve(position)  # type: ignore[arg-type]
    assert (fast.winner, list(fast.winning), fast.length) == (slow.winner, list(slow.winning), slow.length)
    if position.legal_moves():
        assert fast.certificate["after"] == slow.certificate["after"]


def test_tokens_divisible_by_the_smallest_are_a_race_too() -> None:
    start = outnumber.game("number-stack-attack", target=1_000_000, tokens="5,10,25").start()
    verdict = solve(start)
    assert verdict.certificate["theorem"] == "race"
    assert (verdict.winner, verdict.length, list(verdict.winning)) == (Seat.ONE, 79_999, [25])


@pytest.mark.parametrize(("target", "tokens"), [(21, "4-9"), (20, "3,5,8"), (20, "4,6"), (9, "2,4")])
def test_tokens_with_passes_are_not_a_race(target: int, tokens: str) -> None:
    rules = outnumber.game("number-stack-attack", target=target, tokens=tokens)
    assert not fewest_turns.applies(rules)  # type: ignore[arg-type]


def test_too_many_tokens_for_a_large_target_are_refused_quickly() -> None:
    tokens = [1, *range(3, 5_000, 2)]
    with pytest.raises(OptionError) as caught:
        solve(outnumber.game("number-stack-attack", target=1_000_000, tokens=tokens).start())
    assert caught.value.code == "too-large"


def test_a_million_consecutive_tokens_are_solved_at_once() -> None:
    verdict = solve(outnumber.game("number-stack-attack", target=1_000_000, tokens="1-1000000").start())
    assert verdict.length == 1
    assert len(verdict.winning) == 1
