from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outnumber.games.links import Links
from outnumber.games.numbers import full, mask_of, members
from outnumber.theory import matching as module
from outnumber.theory.forest import Forest, Graph
from outnumber.theory.matching import maximum_matching
from outnumber.theory.missable import Table
from outnumber.theory.missable import missable as by_sets


class Drawn:
    """A graph given by its links, in the form for matchings."""

    def __init__(self, size: int, links: Sequence[tuple[int, int]], *, sparse: bool) -> None:
        self.size = size
        self.sparse = sparse
        self._rows = [0] * (size + 1)
        for a, b in links:
            self._rows[a] |= 1 << b
            self._rows[b] |= 1 << a

    @property
    def row(self):  # type: ignore[no-untyped-def]
        return self._rows.__getitem__

    def neighbours(self, number: int) -> list[int]:
        return list(members(self._rows[number]))

    def linked(self, a: int, b: int) -> bool:
        return bool(self._rows[a] >> b & 1)


def _random_graph(rng: random.Random, size: int, *, sparse: bool) -> Drawn:
    pairs = list(combinations(range(1, size + 1), 2))
    share = rng.choice([0.05, 0.1, 0.2, 0.35, 0.6, 0.9])
    return Drawn(size, [pair for pair in pairs if rng.random() < share], sparse=sparse)


def _size_of_maximum(graph: Graph, vertices: int) -> int:
    """The size of a maximum matching, from networkx."""
    drawn = nx.Graph((a, b) for a in members(vertices) for b in members(graph.row(a) & vertices) if a < b)
    return len(nx.max_weight_matching(drawn, maxcardinality=True))


def _missable(graph: Graph, vertices: int) -> int:
    """D by definition: the vertices that can be removed without reducing the maximum."""
    most = _size_of_maximum(graph, vertices)
    return mask_of(v for v in members(vertices) if _size_of_maximum(graph, vertices ^ 1 << v) == most)


def _odd_components(graph: Graph, vertices: int) -> int:
    odd = 0
    while vertices:
        front = component = vertices & -vertices
        while front:
            near = 0
            for v in members(front):
                near |= graph.row(v)
            front = near & vertices & ~component
            component |= front
        vertices &= ~component
        odd += component.bit_count() % 2
    return odd


def _is_sound(matching: Forest, graph: Graph) -> None:
    """Check everything that needs no second matching; this also proves the matching maximum."""
    vertices = matching.vertices
    pairs = list(matching.pairs())
    assert all(graph.row(a) >> b & 1 for a, b in pairs)
    assert all((matching.mate[a], matching.mate[b]) == (b, a) for a, b in pairs)
    covered = mask_of(v for pair in pairs for v in pair)
    assert covered.bit_count() == 2 * len(pairs)
    assert matching.exposed == vertices & ~covered
    assert not covered & ~vertices
    assert all(not matching.mate[v] for v in members(full(graph.size) & ~covered))

    missable, barrier = matching.missable, matching.barrier
    near = 0
    for v in members(missable):
        near |= graph.row(v)
    assert barrier == near & vertices & ~missable
    deficiency = _odd_components(graph, vertices & ~barrier) - barrier.bit_count()
    assert matching.exposed.bit_count() == deficiency

    for v in members(missable):
        path = matching.path(v)
        assert path[0] == v
        assert matching.exposed >> path[-1] & 1
        assert len(path) % 2 == 1
        assert len(set(path)) == len(path)
        assert all(matching.mate[a] == b for a, b in zip(path[::2], path[1::2], strict=False))
        assert all(graph.row(a) >> b & 1 for a, b in zip(path[1::2], path[2::2], strict=True))


@pytest.fixture(params=["rows", "lists"])
def sparse(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Force one of the two ways to grow a forest, at any size."""
    monkeypatch.setattr(module, "LISTS_FROM", 0)
    return bool(request.param == "lists")


def test_small_random_graphs_agree_with_the_definition(sparse: bool) -> None:
    rng = random.Random(1)
    for _ in range(250):
        graph = _random_graph(rng, rng.randint(1, 11), sparse=sparse)
        matching = maximum_matching(graph, full(graph.size))
        _is_sound(matching, graph)
        assert matching.missable == _missable(graph, full(graph.size))
        assert by_sets(Table(graph), full(graph.size)) == matching.missable


def test_random_graphs_have_proven_matchings(sparse: bool) -> None:
    rng = random.Random(2)
    for _ in range(150):
        graph = _random_graph(rng, rng.randint(12, 60), sparse=sparse)
        vertices = mask_of(v for v in range(1, graph.size + 1) if rng.random() < 0.8)
        matching = maximum_matching(graph, vertices)
        _is_sound(matching, graph)
        assert len(list(matching.pairs())) == _size_of_maximum(graph, vertices)


def test_set_search_finds_the_same_as_a_proven_forest(sparse: bool) -> None:
    """Thin graphs, in which trees grow deep, blossoms reach back, and first matchings are poor."""
    rng = random.Random(7)
    for _ in range(400):
        size = rng.choice([8, 13, 20, 35, 60])
        links = [
            (rng.randint(1, size), rng.randint(1, size)) for _ in range(round(size * rng.uniform(0.5, 2)))
        ]
        graph = Drawn(size, [(a, b) for a, b in links if a != b], sparse=sparse)
        table = Table(graph)
        for share in (0.5, 0.9, 1):
            vertices = mask_of(v for v in range(1, size + 1) if rng.random() < share)
            assert by_sets(table, vertices) == maximum_matching(graph, vertices).missable


def test_chains_of_odd_rings_need_blossoms_inside_blossoms(sparse: bool) -> None:
    rng = random.Random(3)
    for _ in range(200):
        links: list[tuple[int, int]] = []
        last = 1
        for _ in range(rng.randint(1, 8)):
            ring = [rng.randint(1, last), *range(last + 1, last + 1 + 2 * rng.randint(1, 3))]
            links += zip(ring, [*ring[1:], ring[0]], strict=True)
            last = ring[-1]
        names = list(range(1, last + 1))
        rng.shuffle(names)
        graph = Drawn(last, [(names[a - 1], names[b - 1]) for a, b in links], sparse=sparse)
        matching = maximum_matching(graph, full(last))
        _is_sound(matching, graph)
        # Odd rings attached to each other: each vertex can be left unpaired.
        assert matching.missable == full(last)


def test_every_removal_agrees_with_a_fresh_matching(sparse: bool) -> None:
    rng = random.Random(4)
    for _ in range(150):
        graph = _random_graph(rng, rng.randint(2, 24), sparse=sparse)
        matching = maximum_matching(graph, full(graph.size))
        while matching.vertices:
            matching = matching.without(rng.choice(list(members(matching.vertices))))
            _is_sound(matching, graph)
            fresh = maximum_matching(graph, matching.vertices)
            assert (matching.missable, matching.barrier) == (fresh.missable, fresh.barrier)


CRITERIA = [
    ("multiple",),
    ("multiple", "digit"),
    ("digit-sum",),
    ("coprime",),
    ("neighbour",),
    ("square-sum",),
    ("prime-sum",),
    ("neighbour", "multiple"),
]


@pytest.mark.parametrize("criteria", CRITERIA, ids=",".join)
def test_walks_on_numbers_agree_with_fresh_matchings(criteria: tuple[str, ...], sparse: bool) -> None:
    rng = random.Random(5)
    for size in (9, 30, 120):
        graph = Links(criteria, size)
        graph.sparse = sparse
        matching, table = maximum_matching(graph, full(size)), Table(graph)
        _is_sound(matching, graph)
        moves = full(size)
        while moves:
            number = rng.choice(list(members(moves)))
            matching = matching.without(number)
            moves = graph.row(number) & matching.vertices
            _is_sound(matching, graph)
            fresh = maximum_matching(graph, matching.vertices)
            assert (matching.missable, matching.barrier) == (fresh.missable, fresh.barrier)
            assert by_sets(table, matching.vertices) == fresh.missable


@pytest.mark.parametrize("criteria", CRITERIA[:2], ids=",".join)
def test_parts_of_the_numbers_have_maximum_matchings(criteria: tuple[str, ...], sparse: bool) -> None:
    rng = random.Random(6)
    for size in (20, 60, 150, 300):
        graph = Links(criteria, size)
        graph.sparse = sparse
        for share in (0.2, 0.5, 0.9, 1):
            vertices = mask_of(v for v in range(1, size + 1) if rng.random() < share)
            matching = maximum_matching(graph, vertices)
            _is_sound(matching, graph)
            assert len(list(matching.pairs())) == _size_of_maximum(graph, vertices)


def test_rows_and_lists_agree_on_a_large_sparse_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = Links(("multiple",), 5_000)
    found = []
    for least in (0, 10_000):
        monkeypatch.setattr(module, "LISTS_FROM", least)
        matching = maximum_matching(graph, full(5_000))
        for number in (1, 4_999, 2_500, 6, 4_096, 3_000):
            matching = matching.without(number)
        _is_sound(matching, graph)
        found.append((matching.missable, matching.barrier))
    assert found[0] == found[1]


@st.composite
def _graph_and_order(draw: st.DrawFn) -> tuple[Drawn, list[int]]:
    size = draw(st.integers(1, 12))
    pairs = list(combinations(range(1, size + 1), 2))
    links = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    graph = Drawn(size, links, sparse=draw(st.booleans()))
    return graph, draw(st.permutations(range(1, size + 1)))


@settings(max_examples=100, deadline=None)
@given(_graph_and_order())
def test_any_graph_can_be_reduced_in_any_order(case: tuple[Drawn, list[int]]) -> None:
    graph, order = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LISTS_FROM", 0)
        matching = maximum_matching(graph, full(graph.size))
        for number in order:
            _is_sound(matching, graph)
            assert matching.missable == _missable(graph, matching.vertices)
            matching = matching.without(number)
        assert not matching.vertices


def test_derived_matchings_do_not_change_the_original(sparse: bool) -> None:
    rng = random.Random(7)
    graph = Links(("multiple",), 60)
    graph.sparse = sparse
    older: list[tuple[Forest, list[tuple[int, int]], int, int, list[list[int]]]] = []
    matching = maximum_matching(graph, full(60))
    for number in rng.sample(range(1, 61), 40):
        paths = [matching.path(v) for v in members(matching.missable)]
        older.append((matching, list(matching.pairs()), matching.missable, matching.barrier, paths))
        for other in rng.sample(list(members(matching.vertices)), 3):
            matching.without(other)
        matching = matching.without(number)
    for old, pairs, missable, barrier, paths in older:
        assert list(old.pairs()) == pairs
        assert (old.missable, old.barrier) == (missable, barrier)
        assert [old.path(v) for v in members(missable)] == paths
        again = old.without(rng.choice(list(members(old.vertices))))
        _is_sound(again, graph)
        assert again.missable == maximum_matching(graph, again.vertices).missable


def test_removing_in_place_equals_a_new_matching_without_the_vertex() -> None:
    graph = Links(("multiple", "digit"), 40)
    matching = maximum_matching(graph, full(40))
    other = matching.without(7).without(14)
    matching.remove(7)
    matching.remove(14)
    assert list(matching.pairs()) == list(other.pairs())
    assert matching.missable == other.missable


def test_a_covered_vertex_has_no_path_and_an_absent_one_cannot_leave() -> None:
    matching = maximum_matching(Links(("multiple",), 9), full(9))
    with pytest.raises(ValueError, match="every maximum matching covers 1"):
        matching.path(1)
    with pytest.raises(ValueError, match="12 is not among the vertices"):
        matching.without(12)


def test_number_duel_to_100_has_a_perfect_matching() -> None:
    matching = maximum_matching(Links(("multiple", "digit"), 100), full(100))
    assert not matching.exposed
    assert not matching.missable
    assert len(list(matching.pairs())) == 50


def test_no_vertices_have_an_empty_matching(sparse: bool) -> None:
    matching = maximum_matching(Drawn(5, [(1, 2)], sparse=sparse), 0)
    assert not list(matching.pairs())
    assert not matching.missable
