"""Small games that the theory tests search completely, with the value of every position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import outnumber
from outnumber.games.base import Position, Rules
from outnumber.theory import exhaustive

Spec = tuple[str, dict[str, Any]]

CRITERIA = (
    ["multiple", "digit"],
    ["multiple"],
    ["digit"],
    ["digit-sum"],
    ["coprime"],
    ["neighbour"],
    ["square-sum"],
    ["prime-sum"],
    ["neighbour", "digit-sum"],
    ["multiple", "neighbour"],
)
# With a 1; with a smallest token that divides all others; and without, where passes and stand-offs occur.
TOKENS = ("1-9", "1-3", "1,4,6", "2,4", "3,6,9", "4-9", "3,5,8", "2,3", "3-5", "4,6", "5")


def pool_games(size: int) -> Iterator[Spec]:
    """The four pool games of one range, with all options."""
    yield from (("number-stack-duel", {"range": size, "first_pattern": way}) for way in ("greater", "less"))
    yield "order-challenge", {"range": size}
    yield "strategy-stacks", {"range": size, "opening": "any"}
    if size > 1:
        yield "strategy-stacks", {"range": size, "opening": "even"}
    yield from (("number-duel", {"range": size, "link": link}) for link in CRITERIA)


def attacks(target: int) -> Iterator[Spec]:
    """Number Stack Attack with one target, with all kinds of tokens."""
    for tokens in TOKENS:
        if min(map(int, tokens.replace("-", ",").split(","))) <= target:
            for tie in ("first", "last"):
                yield "number-stack-attack", {"target": target, "tokens": tokens, "tie": tie}


def name(spec: Spec) -> str:
    """The name of the game in a parametrised test."""
    return "-".join([spec[0], *(str(value).replace(" ", "") for value in spec[1].values())])


def rules_of(spec: Spec) -> Rules:
    return outnumber.game(spec[0], **spec[1])


class Solved:
    """Every position of a game with its value, and a way to reach it."""

    def __init__(self, spec: Spec) -> None:
        self.rules = rules_of(spec)
        start = self.rules.start()
        self.values = exhaustive.values(start, limit=10**7)
        self.moves: dict[Position, tuple[int, ...]] = {start: ()}
        waiting = [start]
        while waiting:
            position = waiting.pop()
            for move in position.legal_moves():
                after = position.play(move)
                if after not in self.moves:
                    self.moves[after] = (*self.moves[position], move)
                    waiting.append(after)

    def winning(self, position: Position) -> list[int]:
        """The winning moves, from the values of the next positions."""
        return [m for m in position.legal_moves() if self.values[position.play(m)].winner is position.turn]
