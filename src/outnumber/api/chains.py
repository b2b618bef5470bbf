"""The longest chain, as a model for programs and pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Self

from outnumber.games import Voice
from outnumber.games.links import named
from outnumber.study.chains.best import Best
from outnumber.study.chains.chain import Chain

from . import Model

ChangeName = Literal["add", "front", "back", "insert", "take", "cut", "turn", "reverse"]


class ChainModel(Model):
    """A chain, the numbers that fit at each place, and the lengths that earn stars."""

    range: int
    link: list[str]
    chain: list[int]
    # The links between neighbours: one fewer than there are numbers.
    joins: list[str]
    front: list[int]
    back: list[int]
    # The numbers that fit between each pair of neighbours.
    between: list[list[int]]
    # The lengths for one, two and three stars.
    marks: Sequence[int]
    # Whether the last of them is proven to be the longest possible length.
    proven: bool

    @classmethod
    def of(cls, chain: Chain, goal: Best, voice: Voice) -> ChainModel:
        return cls.filled(
            goal,
            range=chain.range,
            link=named(chain.links.criteria),
            chain=list(chain.numbers),
            joins=[voice.tell(join.phrase) for join in chain.joins],
            front=chain.at_end(0),
            back=chain.at_end(-1),
            between=chain.in_each_gap(),
        )


class KnownChain(Model):
    """The longest known chain, as `outnumber chain --json` prints it."""

    range: int
    link: list[str]
    chain: list[int]
    length: int
    proven: bool
    bound: int
    method: str

    @classmethod
    def of(cls, found: Best, **more: Any) -> Self:
        chain = found.chain
        link = named(chain.links.criteria)
        return cls.filled(found, range=chain.range, link=link, chain=list(chain.numbers), **more)


class BestChain(KnownChain):
    """The longest known chain, and the reason why it is not longer."""

    text: list[str]


class ChainHintModel(Model):
    """A way to make a chain longer, as a sentence."""

    text: str
