"""Two ways to grow an alternating forest: by rows of bits, or by lists of neighbours.

On a row one `&` finds every link to something new, and a blossom is one integer that a second `&` leaves out;
that wins on dense graphs of any size and on small graphs of any kind. Lists win if numbers have few links and
the range is large. Both keep the labels of `Forest` and give the same even and odd sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import filterfalse
from typing import Self

from outnumber.games import full, mask_of, members
from outnumber.games.numbers import at_ones, flags_of

from .forest import Forest, Graph, Progress

# How many times a first matching on rows searches for augmenting paths of three edges.
_TRIES = 12
# From this size on, checking a number of single vertices is cheaper than a row of bits.
WIDE, _NEAR = 20_000, 40
# Degrees from this value on count as equal when vertices of least degree are paired first.
_MANY = 8


class RowForest(Forest):
    """An alternating forest on rows of bits; `blossoms` has the vertices of a blossom at its base."""

    even = 0

    def __init__(self, graph: Graph, vertices: int, progress: Progress | None = None) -> None:
        super().__init__(graph, vertices, progress)
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
        if self.graph.size >= WIDE:
            self._pair_near()
            self._pair_by_threes()
            return
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

    def _pair_near(self) -> None:
        """The same for long rows: the largest free neighbour is usually among the next few numbers."""
        row, linked, mate = self.graph.row, self.graph.linked, self.mate
        free = flags_of(self.vertices)
        exposed = []
        v = len(free)
        while (v := free.rfind(1, 0, v)) > 0:
            free[v] = 0
            u = v
            for _ in range(_NEAR):
                u = free.rfind(1, 0, u)
                if u < 0 or linked(v, u):
                    break
            else:
                u = (row(v) & at_ones(free)).bit_length() - 1
            if u > 0:
                free[u] = 0
                mate[v], mate[u] = u, v
            else:
                exposed.append(v)
            self.step(2)
        self.exposed = mask_of(exposed)

    def _pair_by_threes(self) -> None:
        """Two exposed vertices three edges apart are common, and cheaper to find without a forest."""
        row, mate = self.graph.row, self.mate
        # Small numbers have most links; large numbers of a sparse graph can leave very many exposed.
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
        # With one exposed vertex there is nothing to augment: once all vertices are even, the search is
        # complete.
        everything = self.vertices if self.exposed.bit_count() == 1 else 0
        wide = self.graph.size >= WIDE
        for u in queue:
            if not (root := tree[u]):
                continue
            near = row(u)
            if fresh := near & unseen:
                if wide:
                    new, inside = self._reach(u, fresh, queue)
                    unseen &= ~(fresh | new)
                    even |= new
                else:
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

    def _reach(self, u: int, fresh: int, queue: list[int]) -> tuple[int, int]:
        """Label the vertices that are new to u, if a row is long and changing one bit of it is expensive.

        Returns the new even vertices, and the pairs with both ends linked to u, as sets of bits.
        """
        mate, tree, up, base = self.mate, self.tree, self.up, self.base
        root = tree[u]
        held = self.held[root]
        new: list[int] = []
        inside: list[int] = []
        for x in list(members(fresh))[::-1]:
            y = mate[x]
            if tree[x]:
                self.bridge[y] = (x, u)
                base[x] = base[y] = u
                queue.append(y)
                inside += (x, y)
            else:
                tree[x] = tree[y] = root
                up[x] = u
                held += (x, y)
                queue.append(y)
                new.append(y)
        return mask_of(new), mask_of(inside)

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

    def __init__(self, graph: Graph, vertices: int, progress: Progress | None = None) -> None:
        super().__init__(graph, vertices, progress)
        self._even = bytearray(graph.size + 1)
        # Vertices that a scan can skip: odd, or not in the graph.
        self._shut = flags_of(full(graph.size) & ~vertices | 1, graph.size + 1)

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
        """Repeatedly pair a vertex with the fewest free neighbours with its neighbour that has the fewest.

        On the divisor graph this comes within one pair in a thousand of a maximum matching.
        """
        neighbours, mate = self.graph.neighbours, self.mate
        free = flags_of(self.vertices, self.graph.size + 1)
        is_free = free.__getitem__
        degree = [0] * len(free)
        # A vertex is listed again whenever its degree falls; its older entries are then skipped.
        waiting: list[list[int]] = [[] for _ in range(_MANY + 1)]
        for v in members(self.vertices):
            degree[v] = len(neighbours(v))
        for v in members(full(self.graph.size) & ~self.vertices):
            for u in neighbours(v):
                degree[u] -= 1
        for v in members(self.vertices):
            waiting[min(degree[v], _MANY)].append(v)
        least = 1
        while least <= _MANY:
            if not waiting[least]:
                least += 1
                continue
            v = waiting[least].pop()
            if not free[v] or degree[v] < least:
                continue
            near = list(filter(is_free, neighbours(v)))
            u = min(reversed(near), key=degree.__getitem__)
            mate[v], mate[u] = u, v
            free[v] = free[u] = 0
            near.remove(u)
            near += filter(is_free, neighbours(u))
            for y in near:
                degree[y] = count = degree[y] - 1
                if count < _MANY:
                    waiting[count].append(y)
            least = 1
            self.step(2)
        self.exposed = at_ones(free)

    def solve(self) -> None:
        """The smallest tree grows first, so that trees meet while they are small, and little is dissolved."""
        self.pair()
        tree, held = self.tree, self.held
        # The vertices still to be scanned in each tree.
        queues = {root: [root] for root in self.plant(self.exposed)}
        smallest = [(1, root) for root in queues]
        while smallest:
            size, root = heappop(smallest)
            if root not in held:
                continue
            queue = queues[root]
            freed = self.grow(queue, size * 5 // 4 + 16)
            self.label_none(freed)
            for u in (new := self.attach(freed)):
                queues[tree[u]].append(u)
            for other in {tree[u] for u in new}:
                heappush(smallest, (len(held[other]), other))
            if queue and not freed:
                heappush(smallest, (len(held[root]), root))
                self.step(len(held[root]) - size)
        self.read()

    def grow(self, queue: list[int], most: int = 0) -> list[int]:
        """With `most`, the queue is of one tree; when the tree exceeds that, the rest stays in the queue."""
        neighbours, mate, find = self.graph.neighbours, self.mate, self.find
        tree, up, base, even, shut = self.tree, self.up, self.base, self._even, self._shut
        is_shut = shut.__getitem__
        for place, u in enumerate(queue):
            root = tree[u]
            held = self.held[root]
            if len(held) > most > 0:
                del queue[:place]
                return []
            top = find(u)
            for t in list(filterfalse(is_shut, neighbours(u))):
                if even[t]:
                    if tree[t] != root:
                        return self.augment(u, t)
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
                    held += (t, y)
                    queue.append(y)
        queue.clear()
        return []

    def attach(self, freed: Iterable[int]) -> list[int]:
        mate, tree, up, even, shut = self.mate, self.tree, self.up, self._even, self._shut
        queue = []
        for x in freed:
            if tree[x]:
                continue
            if u := next(filter(even.__getitem__, reversed(self.graph.neighbours(x))), 0):
                y = mate[x]
                tree[x] = tree[y] = root = tree[u]
                up[x] = u
                even[y] = shut[x] = 1
                self.held[root] += (x, y)
                queue.append(y)
        return queue
