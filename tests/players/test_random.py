"""The random player plays legal numbers, all of them eventually, and the same for the same seed."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import Position
from outnumber.match.clock import Clock
from outnumber.match.match import Begun, Match
from outnumber.players.random import RandomPlayer
from tests.strategies import match_at, positions


@settings(deadline=None)
@given(positions(largest=300), st.integers(0, 2**63))
def test_its_number_is_legal_and_depends_only_on_seed_and_turn(position: Position, seed: int) -> None:
    if position.outcome() is None:
        match = match_at(position, seed)
        chosen = RandomPlayer().choose(match, Clock(None))
        assert chosen in position.legal_moves()
        assert chosen == RandomPlayer().choose(match, Clock(1e-9))


def test_all_legal_numbers_are_about_equally_likely() -> None:
    match = Match(outnumber.game("strategy-stacks")).after(Begun())
    counts = Counter(RandomPlayer().choose(match._replace(seed=seed), Clock(None)) for seed in range(1800))
    assert set(counts) == set(range(1, 10))
    assert all(140 < count < 260 for count in counts.values())


def test_a_million_numbers_are_fast() -> None:
    match = Match(outnumber.game("order-challenge", range=1_000_000), seed=5).after(Begun())
    assert 1 <= RandomPlayer().choose(match, Clock(None)) <= 1_000_000
