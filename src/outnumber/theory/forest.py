"""The alternating forest: labels, blossoms and paths, and its repair when a vertex leaves.

Claim: take a matching and grow a tree from each exposed vertex (even): by an unmatched edge to an odd vertex,
by the matched edge on to an even one. An edge between even vertices of two trees completes an augmenting
path; inside one tree it closes a blossom, and the odd vertices of the blossom become even too. When no edge
of an even vertex leads to anything new, the matching is maximum, the even vertices are those that some
maximum matching misses, and the vertices that stayed odd are the neighbours of these.

Why it can be repaired: trees share no vertex, and in a complete forest an edge between two trees never joins
two even vertices. So a tree can be dissolved without harm to the others; its vertices only have to be offered
to the remaining even vertices. A vertex leaves in one of three ways:

* outside the forest: its partner is exposed and becomes the root of a new tree;
* odd: its partner is exposed, and the rest stays as it is (the stability lemma);
* even: the path to it is flipped, which covers the root instead, and its tree dissolves.

The same repair serves a search from nothing: trees that met are augmented and dissolved, and their vertices
are offered to the remaining trees.

References: J. Edmonds, Paths, trees, and flowers (1965); H. N. Gabow, An efficient implementation of Edmonds'
algorithm (1976), for labels from which a path through blossoms is read; A. Azad, A. Buluç, A. Pothen,
Computing maximum cardinality matchings in parallel (2016), for grafting dissolved trees.

Machine-checked: `path_misses` in proofs/Certificate.v, for its paths, and `grown_sound` in proofs/Steps.v,
for its steps. Tested, not proven: the algorithm.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, Self

from outnumber.games import members

# Called at intervals with the share of the work that is done, from 0 to 1.
Progress = Callable[[float], object]


class Graph(Protocol):
    """Which of the numbers 1 to `size` are linked; `sparse` says that lists are cheaper than rows.

    A row has the numbers linked to a number, as a set of bits.
    """

    @property
    def size(self) -> int: ...
    @property
    def sparse(self) -> bool: ...
    @property
    def row(self) -> Callable[[int], int]: ...
    def neighbours(self, number: int, /) -> Sequence[int]: ...
    def linked(self, a: int, b: int, /) -> bool: ...


class Forest(ABC):
    """A matching of some vertices of a graph, with its alternating forest.

    Once `solve` has run, the matching is maximum. `vertices`, `exposed` (without a partner), `missable` (D of
    Gallai and Edmonds) and `barrier` (A) are sets of bits. `copy` and `without` share no data with the
    original, so that older positions keep theirs; the other methods change it in place.

    For each vertex: `mate`, its partner (0: exposed); `tree`, the root its tree started from (0: in none);
    `up`, the parent of an odd one (that of an even one is its mate); `base`, a step towards the base of its
    blossom; and `bridge`, for an odd vertex that a blossom made even, the edge that closed the blossom, the
    end below the vertex first. `held` lists the vertices of each tree.
    """

    def __init__(self, graph: Graph, vertices: int, progress: Progress | None = None) -> None:
        size = graph.size + 1
        self.graph = graph
        self.vertices = vertices
        self.exposed = self.missable = self.barrier = 0
        self.mate = [0] * size
        self.tree = [0] * size
        self.up = [0] * size
        self.base = list(range(size))
        self.bridge: list[tuple[int, int] | None] = [None] * size
        self.held: dict[int, list[int]] = {}
        self.progress = progress
        self._done = self._told = 0

    def step(self, vertices: int) -> None:
        """Report progress at intervals: the first matching is half of the work, the forest the other half."""
        self._done += vertices
        if self.progress is not None and self._done >= self._told:
            work = 2 * self.vertices.bit_count()
            self._told = self._done + work // 200
            self.progress(min(self._done / work, 1.0))

    def copy(self) -> Self:
        """An independent copy; O(size), but only memory is moved."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.mate = self.mate[:]
        twin.tree = self.tree[:]
        twin.up = self.up[:]
        twin.base = self.base[:]
        twin.bridge = self.bridge[:]
        twin.held = {root: vertices[:] for root, vertices in self.held.items()}
        return twin

    @property
    @abstractmethod
    def even(self) -> int:
        """The even vertices, as a set of bits."""

    @property
    @abstractmethod
    def odd(self) -> int:
        """The vertices that are only odd, as a set of bits."""

    @abstractmethod
    def pair(self) -> None:
        """Compute a first matching quickly."""

    @abstractmethod
    def grow(self, queue: list[int]) -> list[int]:
        """Scan these even vertices and all that become even; return the vertices of trees dissolved by
        augmenting.
        """

    @abstractmethod
    def attach(self, freed: Iterable[int]) -> list[int]:
        """Hang vertices without a tree below even neighbours; return the new even vertices."""

    @abstractmethod
    def label_even(self, vertices: int) -> None: ...

    @abstractmethod
    def label_none(self, vertices: list[int]) -> None: ...

    @abstractmethod
    def label_gone(self, v: int) -> None: ...

    def solve(self) -> None:
        """Make the matching maximum and the forest complete."""
        self.pair()
        queue = self.plant(self.exposed)
        while queue:
            freed = self.grow(queue)
            self.label_none(freed)
            queue = self.attach(freed)
        self.read()

    def read(self) -> None:
        """Compute the sets that the labels of a complete forest prove."""
        self.missable, self.barrier = self.even, self.odd

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The pairs, the smaller number first, rising."""
        mate = self.mate
        return ((v, mate[v]) for v in members(self.vertices) if v < mate[v])

    def without(self, v: int) -> Self:
        """A maximum matching without one vertex; this object does not change."""
        twin = self.copy()
        twin.remove(v)
        return twin

    def remove(self, v: int) -> None:
        """Remove one vertex; matching and forest are then maximum and complete without it."""
        if not self.vertices >> v & 1:
            raise ValueError(f"{v} is not among the vertices")
        self._remove(v)
        self.read()

    def _remove(self, v: int) -> None:
        mate, root, partner = self.mate, self.tree[v], self.mate[v]
        self.vertices ^= 1 << v
        if root and (self.even >> v & 1):
            path = self.climb(v)
            self.flip(path)
            self.exposed ^= 1 << path[-1]
            mate[v] = 0
            freed = self.dissolve(root)
            freed.remove(v)
            self.label_gone(v)
            self.label_none(freed)
            # An odd vertex that left earlier may have exposed a second vertex of this tree.
            queue = self.plant(self.exposed & ~self.even)
            self.grow(queue + self.attach(freed))
            return
        mate[v] = mate[partner] = 0
        self.exposed |= 1 << partner
        self.label_gone(v)
        if root:
            self.tree[v] = 0
            self.held[root].remove(v)
        else:
            self.grow(self.plant(1 << partner))

    def plant(self, roots: int) -> list[int]:
        """Start a tree at each of these exposed vertices."""
        queue = list(members(roots))[::-1]
        for root in queue:
            self.tree[root] = root
            self.held[root] = [root]
        self.label_even(roots)
        return queue

    def dissolve(self, root: int) -> list[int]:
        """Dissolve one tree and return its vertices."""
        tree, base, bridge = self.tree, self.base, self.bridge
        freed = self.held.pop(root)
        for v in freed:
            tree[v] = 0
            base[v] = v
            bridge[v] = None
        return freed

    def find(self, v: int) -> int:
        """The base of the blossom around v: v itself if there is none."""
        base = self.base
        while (b := base[v]) != v:
            base[v] = v = base[b]
        return v

    def contract(self, s: int, t: int) -> tuple[int, list[int]]:
        """Shrink the blossom that s-t closes; return its base, and in turn a base below and its odd mate."""
        mate, up, base, bridge, find = self.mate, self.up, self.base, self.bridge, self.find
        a, b = first, second = find(s), find(t)
        # Usually one end is just below the blossom of the other.
        p = up[mate[b]]
        if p and (base[p] == a or find(p) == a):
            odd = mate[b]
            bridge[odd] = (t, s)
            base[b] = base[odd] = a
            return a, [b, odd]
        met: set[int] = set()
        while a not in met:
            if a:
                met.add(a)
                a = find(up[mate[a]])
            a, b = b, a
        top = a
        inner: list[int] = []
        for near, far, a in ((s, t, first), (t, s, second)):
            while a != top:
                odd = mate[a]
                bridge[odd] = (near, far)
                base[a] = base[odd] = top
                inner += (a, odd)
                a = find(up[odd])
        return top, inner

    def path(self, v: int) -> list[int]:
        """An even alternating path from v, which must be missable, by its pair to an exposed vertex; O(path).

        The pairs exchanged along it, the matching misses v.
        """
        if not self.missable >> v & 1:
            raise ValueError(f"every maximum matching covers {v}")
        return self.climb(v)

    def climb(self, v: int) -> list[int]:
        """The alternating path from an even vertex, even while the forest is incomplete."""
        mate, up, bridge = self.mate, self.up, self.bridge
        path: list[int] = []
        end = 0
        # A vertex made even goes down to its bridge, across, and up from there. The way down is the
        # reverse of a way up: it is written as that, up to the vertex, and then turned round.
        waiting: list[tuple[int, int, int]] = []
        while True:
            if edge := bridge[v]:
                waiting.append((len(path), edge[1], end))
                v, end = edge[0], v
                continue
            path.append(v)
            if odd := mate[v]:
                path.append(odd)
                if odd != end:
                    v = up[odd]
                    continue
            if not waiting:
                return path
            start, v, end = waiting.pop()
            path[start:] = path[start:][::-1]

    def steps(self) -> list[tuple[int, int]]:
        """Edges from even vertices that rebuild the forest, in a valid order: a proof of all labels.

        An edge to a new vertex makes that odd and its mate even; one between even vertices closes a blossom.
        """
        mate, up, bridge = self.mate, self.up, self.bridge
        known = set(members(self.exposed))
        # Dictionaries preserve their order. A blossom is closed once, although it made many vertices even.
        found: dict[tuple[int, int], None] = {}
        for v in members(self.even):
            waiting = [v]
            while waiting:
                v = waiting[-1]
                step = bridge[v] or (up[mate[v]], mate[v])
                before = [u for u in (step if bridge[v] else step[:1]) if u not in known]
                if v in known or not before:
                    if v not in known:
                        found[min(step, step[::-1]) if bridge[v] else step] = None
                        known.add(v)
                    waiting.pop()
                else:
                    waiting += before
        return list(found)

    def flip(self, path: Sequence[int]) -> None:
        """Match the path the other way: its last vertex is covered, its first is free."""
        mate = self.mate
        for a, b in zip(path[1::2], path[2::2], strict=True):
            mate[a], mate[b] = b, a

    def augment(self, s: int, t: int) -> list[int]:
        """Join the paths of two trees by the edge s-t; return the vertices of both trees."""
        for v in (s, t):
            path = self.climb(v)
            self.flip(path)
            self.exposed ^= 1 << path[-1]
        self.mate[s], self.mate[t] = t, s
        return self.dissolve(self.tree[s]) + self.dissolve(self.tree[t])
