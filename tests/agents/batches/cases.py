"""Cases for the tests of batches: both engines, games with random options, and the scalar rules."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import outnumber
from outnumber import Position, Seat
from outnumber.agents.batches.engines import engine
from outnumber.agents.batches.functions import Functions
from tests.naive import GAMES
from tests.strategies import named_options

needs_jax = pytest.mark.skipif(
    find_spec("jax") is None, reason="JAX is not installed: pip install 'outnumber[jax]'"
)
# Runs a test with both engines.
both = pytest.mark.parametrize("name", ["numpy", pytest.param("jax", marks=needs_jax)])
# More words than the random options need, a full last word, and sets that end at the last bit of a word.
LARGE: list[tuple[str, dict[str, Any]]] = [
    ("number-duel", {"range": 100}),
    ("number-duel", {"range": 31, "link": "coprime,square-sum"}),
    ("number-duel", {"range": 16, "link": "coprime"}),
    ("strategy-stacks", {"range": 63, "opening": "even"}),
    ("strategy-stacks", {"range": 32}),
    ("number-stack-duel", {"range": 31, "first_pattern": "less"}),
    ("number-stack-duel", {"range": 130}),
    ("order-challenge", {"range": 31}),
    ("order-challenge", {"range": 95}),
    ("number-stack-attack", {"target": 300, "tokens": "1-70"}),
    ("number-stack-attack", {"target": 200, "tokens": "3,31,64,65", "tie": "last"}),
    ("number-stack-attack", {"target": 90, "tokens": "2,32,34,62"}),
    ("number-stack-attack", {"target": 3000, "tokens": "1-9"}),
]
NAMED = st.one_of(named_options(), named_options(16), st.sampled_from(LARGE))
SIZE = 8

__all__ = ["GAMES", "LARGE", "NAMED", "SIZE", "Scalar", "both", "functions", "needs_jax", "numbers"]


def functions(
    named: tuple[str, dict[str, Any]], name: str, openings: list[Position] | None = None
) -> Functions:
    return Functions(outnumber.game(named[0], **named[1]), engine(name), openings or [])


def numbers(flags: Any) -> list[tuple[int, ...]]:
    """The numbers with a true flag, for each game."""
    return [tuple(np.flatnonzero(row).tolist()) for row in np.asarray(flags)]


class Scalar:
    """The same games played with the scalar rules; each starts again when it ends."""

    def __init__(self, made: Functions, openings: list[Position] | None = None) -> None:
        self.openings = openings or [made.rules.start()]
        self.at = [game % len(self.openings) for game in range(SIZE)]
        self.positions = [self.openings[at] for at in self.at]
        self.winners = [0] * SIZE

    def step(self, actions: list[int]) -> None:
        for game, action in enumerate(actions):
            position = self.positions[game].play(action)
            outcome = position.outcome()
            self.winners[game] = int(outcome.winner) if outcome else 0
            if outcome:
                self.at[game] = (self.at[game] + 1) % len(self.openings)
                position = self.openings[self.at[game]]
            self.positions[game] = position

    @property
    def turns(self) -> list[Seat]:
        return [position.turn for position in self.positions]
