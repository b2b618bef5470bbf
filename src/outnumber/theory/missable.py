"""The vertices that maximum matchings can miss, and nothing more: a search on whole sets of vertices.

Claim: grow an alternating tree (see `forest`) from one exposed vertex after the other. A tree that meets no
other is set aside with its vertices; one that does gives an augmenting path and is dissolved. In the end the
matching is maximum, and the even vertices of all trees are D (see `matching`).

How: a tree is grown depth first, as a stack of *cores*. A core is a blossom, as a set of bits: its base is
the root of the tree, or hangs by its mate below the core beneath. The vertices that a core reaches are odd,
and their mates *hang* below it: they are even, and each can become the next core. When a core reaches a
hanging vertex, below itself or below a core beneath, this closes a blossom: everything between joins the
lowest of these cores, in a few operations on sets. The edges that closed it are not stored, so the search
yields no paths and no proofs; but it costs little more than one `|` per vertex.

Proof: the vertices that hang below a core were not reached by any earlier core. So the stack with the mates
of its bases is an alternating path from the root, which inside each core continues evenly to any of its
vertices; and the top core can meet even vertices only among those that hang. When a core is finished, all its
neighbours have labels. Only an odd vertex that joins a core later can still reach it; then all finished
vertices are dissolved and offered again to the even vertices on the stack.

The invariant of `missable`, true whenever its inner loop begins (all sets are integers, bit n for vertex n):

* `mate` is a matching; `others` are the exposed vertices whose tree has not begun; `kept` has `unseen` and
  `even` from before this tree, to return to when the tree meets one of the others and is dissolved;
* `unseen` has the vertices without a label; mates have a label together or not at all;
* the top core is `core` with its `base`; `reach` has all neighbours of its vertices; the vertices of `hang`
  are the mates of those it reached, and those of `todo`, a part of `hang`, have not been examined;
* `stack` has the same five values for each core beneath, the root's first: `mate[base]` of each core is
  linked to the core beneath it;
* `leaves` is the union of all `hang`; `finished` has the even vertices that were examined and left the stack;
* vertices in a core, hanging or finished are even. `even` has those of earlier trees and finished cores.

The loop takes the first of three steps that applies: label what `reach` finds unseen (an exposed vertex there
ends the tree with an augmenting path); close the blossoms that `reach` finds among the leaves; make the next
vertex of `todo` that can reach more the new core, or finish the top core if there is none. It is one function
because all three steps change nearly all of these values.

Why a second search in addition to `forest`: with a forest alone, `solve --batch --only winner,winning` labels
only 54 % of the positions per second of Strategy Stacks 1-100 (19,300 of 35,600), and 28 % in whole games of
Number Duel 1-1000.

References: those of `forest`; D. Matula, L. Beck, Smallest-last ordering (1983), for the order of pairing.

Cost: measured with the table ready, on 1-100 and 1-300: divisors 0.04 and 0.09 ms (a forest 0.07 and 0.26),
Number Duel 0.01 and 0.03 ms. The table of the divisors takes 0.2 and 0.7 ms, once for each game.

Machine-checked: `missable_iff` in proofs/Pairing.v, which says what is computed. Tested, not proven: the
algorithm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from outnumber.games import full, members
from outnumber.games.numbers import falling

from .forest import Graph
from .growth import RowForest


class Table:
    """A graph made ready: `rows` of neighbours as sets, and the `order` in which vertices are paired.

    Of a sparse graph the vertex of least degree comes first, then that of least degree in what is left, and
    so on. `later` has the neighbours that come later, as sets of places. On a dense graph nearly any order
    will do: the highest number comes first, or the lowest where low numbers have clearly fewer neighbours
    (few digits, so that some were left over in the end: to pair them first saves a third for 1-1000).
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        size = graph.size
        self.rows = rows = [0, *map(graph.row, range(1, size + 1))]
        self.bits = bits = [1 << n for n in range(size + 1)]
        # The first vertex of a sparse graph has the highest index, because the top bit of a set is found at
        # once.
        self.order = self.place = list(range(size + 1))
        degrees = [row.bit_count() for row in rows]
        few = size // 10
        self.rising = not graph.sparse and sum(degrees[: few + 1]) * size < 0.95 * few * sum(degrees)
        if not graph.sparse:
            self.later = [
                row & -bit if self.rising else row & bit - 1 for row, bit in zip(rows, bits, strict=True)
            ]
            return
        near = [[], *map(graph.neighbours, range(1, size + 1))]
        self.order = [0, *reversed(_peeled(near))]
        self.place = [0] * (size + 1)
        for place, v in enumerate(self.order):
            self.place[v] = place
        self.later = [self.places(near[v]) & bits[p] - 1 for p, v in enumerate(self.order)]

    def places(self, vertices: Iterable[int]) -> int:
        """The indices of some vertices, as a set."""
        bits, place = self.bits, self.place
        found = 0
        for v in vertices:
            found |= bits[place[v]]
        return found


def _peeled(near: list[Sequence[int]]) -> list[int]:
    """The vertices, each of least degree among those that come after it."""
    degree = list(map(len, near))
    waiting: list[list[int]] = [[] for _ in range(max(degree) + 1)]
    for v in range(1, len(near)):
        waiting[degree[v]].append(v)
    order = []
    least = 0
    while least < len(waiting):
        if not waiting[least]:
            least += 1
            continue
        v = waiting[least].pop()
        if degree[v] != least:
            continue  # it was listed again when its degree fell
        order.append(v)
        degree[v] = -1
        for u in near[v]:
            count = degree[u] - 1
            if count >= 0:
                degree[u] = count
                waiting[count].append(u)
        least = max(least - 1, 0)
    return order


def missable(table: Table, vertices: int) -> int:
    """D of these vertices, as a set."""
    mate, exposed = _paired(table, vertices)
    rows, bits, dense = table.rows, table.bits, not table.graph.sparse
    unseen, even = vertices, 0
    others = sum([bits[root] for root in exposed])
    for root in exposed:
        if mate[root]:
            continue
        if not rows[root] & unseen:
            even |= bits[root]
            continue
        others ^= bits[root]
        kept = unseen, even
        unseen ^= bits[root]
        # The top core, its neighbours, the vertices that hang below it, and those of them still to be
        # examined.
        core, base, reach = bits[root], root, rows[root]
        hang = todo = 0
        # The cores beneath it; all vertices that hang below any of these; and the finished vertices.
        stack: list[tuple[int, int, int, int, int]] = []
        leaves = finished = 0
        while True:
            if fresh := reach & unseen:
                new = 0
                if met := fresh & others:
                    fresh, way = 0, [(core, base)]
                while fresh:
                    x = fresh.bit_length() - 1
                    y = mate[x]
                    pair = bits[x] | bits[y]
                    unseen ^= pair
                    fresh &= unseen
                    if reach & bits[y]:
                        # Both ends are reached: a blossom at once.
                        core |= pair
                        reach |= rows[x] | rows[y]
                        if dense and not others and not kept[0] & ~(core | reach):
                            # So is everything else.
                            core = kept[0]
                            unseen = new = hang = todo = leaves = 0
                            break
                    elif met := rows[y] & others:
                        way = [(bits[y], y), (core, base)]
                        break
                    else:
                        new |= bits[y]
                if met:
                    end = met.bit_length() - 1
                    others ^= bits[end]
                    _augment(table, mate, end, way + [frame[:2] for frame in reversed(stack)])
                    unseen, even = kept
                    break
                hang |= new
                leaves |= new
                todo |= new
                continue
            if touched := reach & leaves:
                while touched & ~hang:
                    stem = mate[base]
                    below, base, far, more, later = stack.pop()
                    core |= below | bits[stem]
                    reach |= far | rows[stem]
                    hang |= more
                    todo |= later
                joined = 0
                while touched:
                    x = touched.bit_length() - 1
                    y = mate[x]
                    touched ^= bits[x]
                    joined |= bits[x] | bits[y]
                    reach |= rows[x] | rows[y]
                core |= joined
                hang &= ~joined
                leaves &= ~joined
                todo &= ~joined
                if reach & finished:
                    # Vertices that became even reach back: examine all finished vertices again.
                    even &= ~finished
                    unseen |= finished
                    for x in members(finished):
                        unseen |= bits[mate[x]]
                    finished, todo = 0, hang
                    stack = [(c, b, r, h, h) for c, b, r, h, _ in stack]
                continue
            while todo:
                v = todo.bit_length() - 1
                todo ^= bits[v]
                if rows[v] & (unseen | leaves):
                    # This vertex reaches new ones: it is the next core.
                    hang ^= bits[v]
                    leaves ^= bits[v]
                    stack.append((core, base, reach, hang, todo))
                    core, base, reach, hang, todo = bits[v], v, rows[v], 0, 0
                    break
            else:
                even |= core | hang
                if not stack:
                    break
                finished |= core | hang
                leaves &= ~hang
                core, base, reach, hang, todo = stack.pop()
    return even


def _paired(table: Table, vertices: int) -> tuple[list[int], list[int]]:
    """A first matching: the partner of each vertex, 0 for none, and the exposed vertices."""
    order, later, bits = table.order, table.later, table.bits
    mate = [0] * len(order)
    exposed = []
    everything = full(table.graph.size)
    free = everything ^ table.places(members(everything ^ vertices)) if table.graph.sparse else vertices
    for place in members(free) if table.rising else falling(free):
        v = order[place]
        if mate[v]:
            continue
        if near := later[place] & free:
            other = near.bit_length() - 1
            free ^= bits[other]
            u = order[other]
            mate[v], mate[u] = u, v
        else:
            exposed.append(v)
    return mate, exposed


def _augment(table: Table, mate: list[int], end: int, cores: list[tuple[int, int]]) -> None:
    """Exchange the pairs along a path from an exposed vertex through the cores of a tree to its root."""
    for core, base in cores:
        v = (table.rows[end] & core).bit_length() - 1
        stem = mate[base]
        if v != base:
            forest = RowForest(table.graph, core)
            for x in members(core ^ 1 << base):
                forest.mate[x] = mate[x]
            forest.exposed = 1 << base
            forest.grow(forest.plant(forest.exposed))
            path = forest.climb(v)
            for a, b in zip(path[1::2], path[2::2], strict=True):
                mate[a], mate[b] = b, a
        mate[v], mate[end] = end, v
        end = stem
