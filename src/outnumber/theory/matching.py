"""Maximum matchings of linked numbers, what they can leave out, and their repair when a number leaves.

Claim (Gallai-Edmonds): let D be the vertices that some maximum matching misses, A their neighbours
outside D, and C the rest. Every maximum matching pairs A with different components of D, C within itself,
and misses at most one vertex of each component of D. So the vertices it leaves without a partner number
`odd components of (H - A) - |A|` (Tutte-Berge), and no matching leaves fewer.

Proof idea: the pairs exchanged along an even alternating path from an exposed vertex give a matching of
the same size that misses the other end. So all that is even in a complete alternating forest (see
`forest`) is in D; and the vertices that are only odd, taken as A, make the count above come out, so that
the matching is maximum and nothing else is in D.

References: T. Gallai, Maximale Systeme unabhängiger Kanten (1964); J. Edmonds, Paths, trees, and flowers
(1965); A. Fraenkel, E. Scheinerman, D. Ullman, Undirected edge geography (1993), for the games.

Cost: a quick first matching comes close, each round of augmenting paths after it costs one growth of the
forest, and D and A are read off the last one. When a vertex leaves, A costs nothing but a pair, C one new
tree, and D the tree that held it; the rest is kept. Measured on 1-100, 1-1000 and 1-10,000 with the graph
ready: Number Duel 0.05, 0.2 and 7 ms, divisors 0.15, 1.5 and 120 ms; a repair at most 0.05, 0.5 and 10 ms
in the median.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from outnumber.games.numbers import members
from outnumber.theory.forest import Forest, Graph, Progress
from outnumber.theory.growth import ListForest, RowForest

# From this size on, lists of neighbours beat rows of bits on a sparse graph.
_LISTS_FROM = 4_000


class Matching:
    """A maximum matching of some vertices of a graph.

    Nothing is shared between a matching and its copies, so that older positions can keep theirs.

    >>> from outnumber.games.links import Links
    >>> matching = Matching(Links(("multiple",), 9), 0b1111111110)
    >>> list(matching.pairs()), list(members(matching.missable)), list(members(matching.barrier))
    ([(1, 7), (2, 6), (3, 9), (4, 8)], [5, 7], [1])
    >>> list(matching.without(1).pairs())
    [(2, 6), (3, 9), (4, 8)]
    """

    __slots__ = ("_barrier", "_forest", "_missable")

    def __init__(self, graph: Graph, vertices: int, progress: Progress | None = None) -> None:
        kind = ListForest if graph.sparse and graph.size >= _LISTS_FROM else RowForest
        self._forest: Forest = kind(graph, vertices, progress)
        self._forest.solve()
        self._forest.progress = None
        self._read()

    def _read(self) -> None:
        self._missable, self._barrier = self._forest.even, self._forest.odd

    @property
    def vertices(self) -> int:
        """The vertices it is a matching of, as a set of bits."""
        return self._forest.vertices

    @property
    def exposed(self) -> int:
        """The vertices it leaves without a partner, as a set of bits."""
        return self._forest.exposed

    @property
    def missable(self) -> int:
        """D, the vertices that some maximum matching leaves without a partner, as a set of bits."""
        return self._missable

    @property
    def barrier(self) -> int:
        """A, the neighbours of D outside D, as a set of bits: it proves that the matching is maximum."""
        return self._barrier

    def partner(self, v: int) -> int:
        """The partner of a vertex, or 0."""
        return self._forest.mate[v]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The pairs, the smaller number first, rising."""
        mate = self._forest.mate
        return ((v, mate[v]) for v in members(self.vertices) if v < mate[v])

    def path(self, v: int) -> list[int]:
        """An even alternating path from v, which must be missable, by its pair to an exposed vertex; O(path).

        The pairs exchanged along it, the matching misses v.
        """
        if not self._missable >> v & 1:
            raise ValueError(f"every maximum matching covers {v}")
        return self._forest.path(v)

    def steps(self) -> list[tuple[int, int]]:
        """Links that prove what is missable, each by those before it (see `Forest.steps`)."""
        return self._forest.steps()

    def copy(self) -> Self:
        """An independent copy; O(size), but only memory is moved."""
        twin = object.__new__(type(self))
        twin._forest, twin._missable, twin._barrier = self._forest.copy(), self._missable, self._barrier
        return twin

    def remove(self, v: int) -> None:
        """Take one vertex out and repair the rest."""
        if not self.vertices >> v & 1:
            raise ValueError(f"{v} is not among the vertices")
        self._forest.remove(v)
        self._read()

    def without(self, v: int) -> Self:
        """A maximum matching without one vertex; this one stays as it is."""
        twin = self.copy()
        twin.remove(v)
        return twin
