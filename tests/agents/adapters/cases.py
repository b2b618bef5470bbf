"""Games and options shared by the tests of the adapters."""

from typing import Any

import pytest

from outnumber import Position
from outnumber.games.registry import BUILT_IN

CASES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in BUILT_IN),
    ("strategy-stacks", {"range": 1}),
    ("strategy-stacks", {"range": 30, "opening": "even"}),
    ("number-stack-duel", {"range": 12, "first_pattern": "less"}),
    ("number-duel", {"range": 20, "link": ["digit-sum", "neighbour"]}),
    ("order-challenge", {"range": 2}),
    # With these tokens players pass, and stand-offs happen.
    ("number-stack-attack", {"target": 17, "tokens": [3, 5, 8], "tie": "last"}),
    ("number-stack-attack", {"target": 10, "tokens": [4, 6, 7, 40]}),
]
# Small enough to walk through every position.
SMALL: list[tuple[str, dict[str, Any]]] = [
    ("strategy-stacks", {"range": 9}),
    ("strategy-stacks", {"range": 8, "opening": "even"}),
    ("number-stack-duel", {"range": 7}),
    ("number-stack-duel", {"range": 6, "first_pattern": "less"}),
    ("number-duel", {"range": 7, "link": "prime-sum"}),
    ("order-challenge", {"range": 7}),
    ("number-stack-attack", {"target": 12, "tokens": "3,4,7"}),
    ("number-stack-attack", {"target": 11, "tokens": "2,5", "tie": "last"}),
]

every_case = pytest.mark.parametrize(("game", "options"), CASES, ids=str)
small_case = pytest.mark.parametrize(("game", "options"), SMALL, ids=str)


def reachable(start: Position) -> set[Position]:
    """Every reachable position, including the start."""
    found = {start}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for move in position.legal_moves():
            after = position.play(move)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found
