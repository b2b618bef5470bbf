"""Two ways to grow an alternating forest: by rows of bits, or by lists of neighbours.

On a row one `&` finds every link to something new, and a blossom is one integer that a second `&` leaves
out; that wins on dense graphs of any size and on small graphs of any kind. Lists win where numbers have
few links and the range is large. Both keep the labels of `Forest` and give the same even and odd sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from outnumber.games.numbers import at_ones, members
from outnumber.theory.forest import Forest, Graph

# A first matching on rows looks this often for an augmenting path of three edges.
_TRIES = 12
# Degrees from here on count as equal when vertices of least degree are paired first.
_MANY = 8


class RowForest(Forest):
    """An alternating forest on rows of bits; `blossoms` has the vertices of a blossom at its base."""

    even = 0

    def __init__(self, graph: Graph, vertices: int) -> None:
        super().__init__(graph, vertices)
        self.unseen = vertices
        self.blossoms = [0] * (graph.size + 1)

    def copy(self) -> Self:
        twin = super().copy()
        twin.blossoms = self.blossoms[:]
        return twin

    @property
    def odd(self) -> int:
        return self.vertices & ~(self.even | self.unseen)

    def label_even(self, vertices: int) -> None:
        self.even |= vertices
        self.unseen &= ~vertices

    def label_none(self, vertices: list[int]) -> None:
        flags = bytearray(self.graph.size + 1)
        for v in vertices:
            flags[v] = 1
            self.blossoms[v] = 0
        freed = at_ones(flags)
        self.unseen |= freed
        self.even &= ~freed

    def label_gone(self, v: int) -> None:
        self.unseen &= ~(1 << v)
        self.even &= ~(1 << v)

    def pair(self) -> None:
        """Pair the largest free vertex with its largest free neighbour: the top bit is found at once."""
        row, mate, free = self.graph.row, self.mate, self.vertices
        exposed = 0
        while free:
            v = free.bit_length() - 1
            if near := row(v) & free:
                u = near.bit_length() - 1
                free ^= 1 << v | 1 << u
                mate[v], mate[u] = u, v
            else:
                free ^= 1 << v
                exposed |= 1 << v
        self.exposed = exposed
        self._pair_by_threes()

    def _pair_by_threes(self) -> None:
        """Two exposed vertices three edges apart are common, and cheaper to find without a forest."""
        row, mate = self.graph.row, self.mate
        # Small numbers have the links; of large ones a sparse graph can leave very many exposed.
        few = (1 << self.graph.size // 2) - 1 if self.graph.sparse else -1
        for v in members(self.exposed & few):
            if mate[v]:
                continue
            near = row(v) & self.vertices
            for _ in range(_TRIES):
                if not near:
                    break
                x = near.bit_length() - 1
                near ^= 1 << x
                y = mate[x]
                if far := row(y) & self.exposed & ~(1 << v):
                    z = far.bit_length() - 1
                    mate[v], mate[x], mate[y], mate[z] = x, v, z, y
                    self.exposed ^= 1 << v | 1 << z
                    break

    def grow(self, queue: list[int]) -> list[int]:
        row, mate, find, blossoms = self.graph.row, self.mate, self.find, self.blossoms
        tree, up, base, bridge = self.tree, self.up, self.base, self.bridge
        even, unseen = self.even, self.unseen
        lost: list[int] = []
        push = queue.append
        # With one exposed vertex nothing can be augmented: once all is even there is no more to learn.
        everything = self.vertices if self.exposed.bit_count() == 1 else 0
        for u in queue:
            if not (root := tree[u]):
                continue
            near = row(u)
            if fresh := near & unseen:
                held = self.held[root]
                inside = 0
                while fresh:
                    x = fresh.bit_length() - 1
                    y = mate[x]
                    bit = 1 << y
                    unseen ^= 1 << x | bit
                    tree[x] = tree[y] = root
                    up[x] = u
                    held += (x, y)
                    push(y)
                    if fresh & bit:
                        # Both ends of a pair are linked to u: a blossom at once.
                        both = 1 << x | bit
                        fresh ^= both
                        inside |= both
                        bridge[x] = (y, u)
                        base[x] = base[y] = u
                        push(x)
                    else:
                        fresh ^= 1 << x
                        even |= bit
                if inside:
                    even |= inside
                    top = find(u)
                    blossoms[top] |= inside | 1 << top
            if meet := near & even:
                if base[top := base[u]] != top:
                    top = find(u)
                meet &= ~blossoms[top]
                while meet:
                    t = meet.bit_length() - 1
                    if not tree[t]:
                        # It was even in a tree that has dissolved: its label goes when the queue is done.
                        meet ^= 1 << t
                        continue
                    if tree[t] != root:
                        lost += self.augment(u, t)
                        break
                    top, inner = self.contract(u, t)
                    whole = blossoms[top] | 1 << top
                    for v in inner:
                        whole |= blossoms[v] or 1 << v
                        blossoms[v] = 0
                    blossoms[top] = whole
                    even |= whole
                    meet &= ~whole
                    queue += inner[1::2]
                if even == everything:
                    break
        self.even, self.unseen = even, unseen
        return lost

    def attach(self, freed: Iterable[int]) -> list[int]:
        row, mate, tree, up = self.graph.row, self.mate, self.tree, self.up
        queue = []
        for x in freed if self.even else ():
            if not tree[x] and (near := row(x) & self.even):
                u, y = near.bit_length() - 1, mate[x]
                tree[x] = tree[y] = root = tree[u]
                up[x] = u
                self.held[root] += (x, y)
                self.even |= 1 << y
                self.unseen ^= 1 << x | 1 << y
                queue.append(y)
        return queue


class ListForest(Forest):
    """An alternating forest on lists of neighbours."""

    def __init__(self, graph: Graph, vertices: int) -> None:
        super().__init__(graph, vertices)
        self._even = bytearray(graph.size + 1)
        # Whatever a scan can pass over: odd, or not in the graph.
        self._shut = bytearray(b"\x01") * (graph.size + 1)
        for v in members(vertices):
            self._shut[v] = 0

    def copy(self) -> Self:
        twin = super().copy()
        twin._even = self._even[:]
        twin._shut = self._shut[:]
        return twin

    @property
    def even(self) -> int:
        return at_ones(self._even)

    @property
    def odd(self) -> int:
        return at_ones(self._shut) & self.vertices

    def label_even(self, vertices: int) -> None:
        for v in members(vertices):
            self._even[v] = 1

    def label_none(self, vertices: list[int]) -> None:
        for v in vertices:
            self._even[v] = self._shut[v] = 0

    def label_gone(self, v: int) -> None:
        self._even[v] = 0
        self._shut[v] = 1

    def pair(self) -> None:
        """Pair a vertex that has fewest free neighbours with that neighbour which has fewest, and so on.

        On the divisor graph this comes within one pair in a thousand of a maximum matching.
        """
        neighbours, mate = self.graph.neighbours, self.mate
        free = bytearray(not shut for shut in self._shut)
        degree = [0] * len(free)
        # A vertex is listed again whenever its degree falls; its older entries are then passed over.
        waiting: list[list[int]] = [[] for _ in range(_MANY + 1)]
        for v in members(self.vertices):
            degree[v] = count = sum(map(free.__getitem__, neighbours(v)))
            waiting[min(count, _MANY)].append(v)
        least = 1
        while least <= _MANY:
            if not waiting[least]:
                least += 1
                continue
            v = waiting[least].pop()
            if not free[v] or degree[v] < least:
                continue
            near = [u for u in neighbours(v) if free[u]]
            u = min(reversed(near), key=degree.__getitem__)
            mate[v], mate[u] = u, v
            free[v] = free[u] = 0
            for y in (*near, *neighbours(u)):
                if free[y]:
                    degree[y] = count = degree[y] - 1
                    if count < _MANY:
                        waiting[count].append(y)
            least = 1
        self.exposed = at_ones(free)

    def grow(self, queue: list[int]) -> list[int]:
        neighbours, mate, find = self.graph.neighbours, self.mate, self.find
        tree, up, base, even, shut = self.tree, self.up, self.base, self._even, self._shut
        lost: list[int] = []
        for u in queue:
            if not (root := tree[u]):
                continue
            top = find(u)
            for t in [t for t in neighbours(u) if not shut[t]]:
                if even[t]:
                    if tree[t] != root:
                        freed = self.augment(u, t)
                        for v in freed:
                            even[v] = 0
                            shut[v] = 1
                        lost += freed
                        break
                    if base[t] != top and find(t) != top:
                        top, inner = self.contract(u, t)
                        raised = inner[1::2]
                        for x in raised:
                            even[x] = 1
                            shut[x] = 0
                        queue += raised
                elif not shut[t]:
                    y = mate[t]
                    tree[t] = tree[y] = root
                    up[t] = u
                    even[y] = shut[t] = 1
                    self.held[root] += (t, y)
                    queue.append(y)
        return lost

    def attach(self, freed: Iterable[int]) -> list[int]:
        mate, tree, up, even, shut = self.mate, self.tree, self.up, self._even, self._shut
        queue = []
        for x in freed:
            if tree[x]:
                continue
            for u in reversed(self.graph.neighbours(x)):
                if even[u]:
                    y = mate[x]
                    tree[x] = tree[y] = root = tree[u]
                    up[x] = u
                    even[y] = shut[x] = 1
                    self.held[root] += (x, y)
                    queue.append(y)
                    break
        return queue
