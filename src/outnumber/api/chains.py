"""The longest chain as programs and pages read it."""

from __future__ import annotations

from typing import Any, Literal, Self

from outnumber.api import Model
from outnumber.games.links import named
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.study.chains.best import Best
from outnumber.study.chains.chain import Chain

ChangeName = Literal["add", "front", "back", "insert", "take", "cut", "turn", "reverse"]


class ChainModel(Model):
    """A chain, what fits where, and from which lengths on there are stars."""

    range: int
    link: list[str]
    chain: list[int]
    # What stands between two neighbours, one fewer than numbers.
    joins: list[str]
    front: list[int]
    back: list[int]
    # What fits between each two neighbours.
    between: list[list[int]]
    # The lengths for one, two and three stars.
    marks: list[int]
    # Whether no chain is longer than the last of them.
    proven: bool

    @classmethod
    def of(cls, chain: Chain, goal: Best, voice: Voice = ENGLISH) -> ChainModel:
        return cls(
            range=chain.range,
            link=named(chain.links.criteria),
            chain=list(chain.numbers),
            joins=[voice.tell(join.phrase) for join in chain.joins],
            front=chain.at_end(0),
            back=chain.at_end(-1),
            between=chain.in_each_gap(),
            marks=list(goal.marks),
            proven=goal.proven,
        )


class KnownChain(Model):
    """The longest chain that is known, as `outnumber chain --json` prints it."""

    range: int
    link: list[str]
    chain: list[int]
    length: int
    proven: bool
    bound: int
    method: str

    @classmethod
    def of(cls, found: Best, **more: Any) -> Self:
        return cls(
            range=found.chain.range,
            link=named(found.chain.links.criteria),
            chain=list(found.chain.numbers),
            length=found.length,
            proven=found.proven,
            bound=found.bound,
            method=found.method,
            **more,
        )


class BestChain(KnownChain):
    """The longest chain that is known, and why it is not longer."""

    text: list[str]


class ChainHintModel(Model):
    """A way to make a chain longer, in a sentence."""

    text: str
