"""Maximum matchings of linked numbers, what they can leave out, and their repair when a number leaves.

Claim (Gallai-Edmonds): let D be the vertices that some maximum matching misses, A their neighbours outside D,
and C the rest. Every maximum matching pairs A with different components of D, C within itself, and misses at
most one vertex of each component of D. So it leaves `odd components of (H - A) - |A|` vertices without a
partner (Tutte-Berge), and no matching leaves fewer.

Proof idea: the pairs exchanged along an even alternating path from an exposed vertex give a matching of the
same size that misses the other end. So all even vertices of a complete alternating forest (see `forest`) are
in D. With the vertices that are only odd as A, the count above holds, so the matching is maximum and D
contains no other vertices.

References: T. Gallai, Maximale Systeme unabhängiger Kanten (1964); J. Edmonds, Paths, trees, and flowers
(1965); A. Fraenkel, E. Scheinerman, D. Ullman, Undirected edge geography (1993), for the games.

Cost: a quick first matching comes close, each later round of augmenting paths costs one growth of the forest,
and D and A are read from the last one. Removing a vertex of A costs only a pair, of C one new tree, and of D
the tree that contained it; the rest is reused. Measured on 1-100, 1-1000 and 1-10,000 with the graph ready:
Number Duel 0.05, 0.2 and 7 ms, divisors 0.15, 1.5 and 120 ms; a repair at most 0.05, 0.5 and 10 ms in the
median.

Machine-checked: `missable_iff` in proofs/Pairing.v, `berge` and `never` in proofs/Certificate.v. Tested,
not proven: the algorithm; each certificate proves its result again.
"""

from __future__ import annotations

from .forest import Forest, Graph, Progress
from .growth import ListForest, RowForest

# From this size on, lists of neighbours beat rows of bits on a sparse graph.
LISTS_FROM = 4_000


def maximum_matching(graph: Graph, vertices: int, progress: Progress | None = None) -> Forest:
    """A maximum matching of some vertices of a graph.

    >>> from outnumber.games.links import Links
    >>> from outnumber.games.numbers import members
    >>> matching = maximum_matching(Links(("multiple",), 9), 0b1111111110)
    >>> list(matching.pairs()), list(members(matching.missable)), list(members(matching.barrier))
    ([(1, 7), (2, 6), (3, 9), (4, 8)], [5, 7], [1])
    >>> list(matching.without(1).pairs())
    [(2, 6), (3, 9), (4, 8)]
    """
    lists = graph.sparse and graph.size >= LISTS_FROM
    forest: Forest = (ListForest if lists else RowForest)(graph, vertices, progress)
    forest.solve()
    forest.progress = None
    return forest
