"""Number Duel and Strategy Stacks: a number wins if some maximum matching misses it."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outnumber
from outnumber import OptionError, Seat
from outnumber.api import plain
from outnumber.api.verdicts import VerdictModel
from outnumber.check import check
from outnumber.games.links import Links
from outnumber.games.numbers import members
from outnumber.games.sentences import ENGLISH
from outnumber.games.walk import WalkPosition
from outnumber.theory import pairing
from outnumber.theory.matching import maximum_matching
from outnumber.theory.solve import solve

LINKS = [
    "multiple,digit",
    "digit-sum",
    "coprime",
    "neighbour",
    "square-sum",
    "prime-sum",
    "multiple,neighbour",
]


def walked(game: str, moves: int, seed: int, **options: Any) -> tuple[WalkPosition, list[int]]:
    """A position after a number of random moves, or before the end; and the moves."""
    chooser = random.Random(seed)
    position: Any = outnumber.game(game, **options).start()
    made: list[int] = []
    for _ in range(moves):
        move = chooser.choice(position.legal_moves())
        after = position.play(move)
        if not after.legal:
            break
        position = after
        made.append(move)
    return position, made


def most_pairs(position: WalkPosition, without: int = 0) -> int:
    """The size of a maximum matching of the unused numbers, from networkx."""
    rest, row = position.unused & ~(1 << without), position.rules.links.row
    graph = nx.Graph((a, b) for a in members(rest) for b in members(row(a) & rest) if a < b)
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def assert_as_networkx_says(position: WalkPosition, seed: int, sample: int) -> None:
    verdict = pairing.solve(position)
    most = most_pairs(position)
    losing = [move for move in members(position.legal) if move not in verdict.winning]
    chooser = random.Random(seed)
    for moves, wins in ((list(verdict.winning), True), (losing, False)):
        for move in chooser.sample(moves, min(sample, len(moves))):
            # A maximum matching misses a number exactly if removing it costs no pair.
            assert (most_pairs(position, move) == most) == wins, (position, move)
    assert (verdict.winner is position.turn) == bool(verdict.winning)


@settings(deadline=None, max_examples=12)
@given(st.integers(100, 2_000), st.sampled_from(LINKS), st.integers(0, 2**32 - 1))
def test_late_positions_of_number_duel_agree_with_networkx(size: int, link: str, seed: int) -> None:
    chooser = random.Random(seed)
    position: Any = outnumber.game("number-duel", range=size, link=link).start()
    # Any set of unused numbers will do; about 90 of them keep networkx fast.
    unused = sum(1 << n for n in chooser.sample(range(1, size + 1), 90))
    top = next(n for n in range(1, size + 1) if not unused >> n & 1)
    position = position.changed(unused=unused, top=top, legal=position.rules.links.row(top) & unused)
    if position.legal:
        assert_as_networkx_says(position, seed, sample=2)


@settings(deadline=None, max_examples=8)
@given(st.integers(100, 250), st.integers(0, 6), st.integers(0, 2**32 - 1), st.sampled_from(["any", "even"]))
def test_positions_of_strategy_stacks_agree_with_networkx(
    size: int, moves: int, seed: int, opening: str
) -> None:
    position, _ = walked("strategy-stacks", moves, seed, range=size, opening=opening)
    assert_as_networkx_says(position, seed, sample=2)


def test_a_large_graph_agrees_with_networkx() -> None:
    position, _ = walked("strategy-stacks", 3, seed=5, range=800)
    assert_as_networkx_says(position, seed=1, sample=1)


@settings(deadline=None, max_examples=30)
@given(
    st.sampled_from(["number-duel", "strategy-stacks"]),
    st.integers(100, 2_000),
    st.integers(0, 60),
    st.integers(0, 2**32 - 1),
)
def test_large_positions_are_proven_by_their_certificates(
    game: str, size: int, moves: int, seed: int
) -> None:
    position, made = walked(game, moves, seed, range=size)
    document = plain(VerdictModel.of(position, made, pairing.solve(position), voice=ENGLISH))
    assert str(check(document)) == f"Player {document['winner']} wins under perfect play."


@pytest.mark.parametrize("link", LINKS)
def test_a_game_repaired_move_by_move_has_the_grades_of_fresh_positions(link: str) -> None:
    position: Any = outnumber.game("number-duel", range=150, link=link).start()
    chooser = random.Random(link)
    history = []
    while position.legal:
        verdict = pairing.solve(position)
        assert list(verdict.winning) == list(
            members(position.legal & maximum_matching(position.rules.links, position.unused).missable)
        )
        history.append((position, list(verdict.winning)))
        position = position.play(chooser.choice(verdict.winning or position.legal_moves()))
    # Undo and review: earlier positions, in any order, get the same result again.
    chooser.shuffle(history)
    assert all(list(pairing.solve(earlier).winning) == winning for earlier, winning in history)


def test_reasons_and_certificates_do_not_depend_on_earlier_questions() -> None:
    position, moves = walked("number-duel", 30, seed=2, range=150)
    played: Any = outnumber.game("number-duel", range=150).start()
    for move in moves:
        pairing.solve(played)
        played = played.play(move)
    asked = pairing.solve(played)
    # The rules of `position` have no cached results.
    fresh = pairing.solve(position)
    assert played == position
    assert asked.certificate == fresh.certificate
    assert str(asked.reason) == str(fresh.reason)


def test_garbage_collected_rules_release_their_matchings() -> None:
    rules = outnumber.game("number-duel", range=73)
    pairing.solve(rules.start())  # type: ignore[arg-type]
    ghost = weakref.ref(rules)
    del rules
    gc.collect()
    assert ghost() is None


@pytest.mark.parametrize(("size", "most"), [(1_200, 64), (100_000, 4)])
def test_few_matchings_are_cached(size: int, most: int) -> None:
    start: Any = outnumber.game("number-duel", range=size, link="neighbour").start()
    for left in range(3, 90 if size < 10_000 else 12):
        pairing.solve(start.changed(unused=left << 1, legal=left << 1))
    assert len(start.rules.memory["pairing"]) == most


def test_every_opening_of_number_duel_1_to_100_loses() -> None:
    verdict = pairing.solve(outnumber.game("number-duel").start())  # type: ignore[arg-type]
    assert (verdict.winner, list(verdict.winning), verdict.length) == (Seat.TWO, [], None)
    assert len(verdict.certificate["pairs"]) == 50


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(["number-duel", "strategy-stacks"]), st.integers(2, 120), st.integers(0, 2**32 - 1))
def test_following_the_partner_list_wins(game: str, size: int, seed: int) -> None:
    position: Any = outnumber.game(game, range=size).start()
    chooser = random.Random(seed)
    verdict = pairing.solve(position)
    if verdict.winning:
        move = chooser.choice(verdict.winning)
        found = pairing.partners(position, move)
        position = position.play(move)
    else:
        found = pairing.partners(position)
    while position.legal:
        answer = chooser.choice(position.legal_moves())
        position = position.play(answer).play(found[answer])
    assert position.outcome().winner is verdict.winner


def test_the_length_is_given_exactly_if_twelve_numbers_or_fewer_can_be_reached() -> None:
    # A chain of neighbours: after 13 of 30, the walk goes down to 1 or up to 30.
    start: Any = outnumber.game("number-duel", range=30, link="neighbour").start()
    assert pairing.solve(start.play(13)).length is None
    assert pairing.solve(start.play(13).play(12)).length == 11
    assert pairing.solve(start.play(19).play(18)).length is None


@pytest.mark.parametrize("game", ["number-duel", "strategy-stacks"])
@pytest.mark.parametrize("moves", [[], [35_000]])
def test_graphs_of_lists_or_near_numbers_agree_with_rows(
    game: str, moves: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large ranges use other code paths: their results must be equal, and the checker must confirm them."""
    size = 40_000 if game == "number-duel" else 5_000
    moves = [move * size // 40_000 for move in moves]

    def found() -> Any:
        position = outnumber.game(game, range=size).start()
        for move in moves:
            position = position.play(move)
        return position, pairing.solve(position)  # type: ignore[arg-type]

    position, wide = found()
    check(plain(VerdictModel.of(position, moves, wide, voice=ENGLISH)))
    monkeypatch.setattr("outnumber.theory.growth.WIDE", 10**9)
    monkeypatch.setattr("outnumber.theory.matching.LISTS_FROM", 10**9)
    assert found()[1].winning == wide.winning


@pytest.mark.parametrize(
    ("game", "options"),
    [("strategy-stacks", {"range": 1_000_000}), ("number-duel", {"range": 300_000, "link": "neighbour"})],
)
def test_hints_refuse_a_graph_that_would_take_too_long(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="outnumber solve solves any range") as caught:
        outnumber.hints(outnumber.game(game, **options).start())
    assert caught.value.code == "too-large"


def test_the_largest_range_is_solved_and_confirmed_and_then_hints_are_fast() -> None:
    position = outnumber.game("number-duel", range=1_000_000).start()
    verdict = outnumber.solve(position)
    assert verdict.winner is Seat.TWO
    assert outnumber.hints(position.play(7))
    assert outnumber.hints(position.play(11))
    # Two positions later, the matching of the first is no longer cached.
    assert check(plain(VerdictModel.of(position, [], verdict, voice=ENGLISH)))


def test_divisors_by_a_sieve_agree_with_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    by_table = Links(("multiple",), 3_000)
    monkeypatch.setattr("outnumber.games.links.DIVISOR_TABLE_LIMIT", 0)
    by_sieve = Links(("multiple",), 3_000)
    for number in range(1, 3_001):
        listed = list(members(by_table.row(number)))
        assert by_table.neighbours(number) == by_sieve.neighbours(number) == listed


def test_progress_is_reported() -> None:
    told: list[float] = []
    position = outnumber.game("strategy-stacks", range=20_000).start()
    verdict = solve(position, progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < 0.1
    assert 0.6 < told[-1] <= 1
    told.clear()
    assert solve(position, progress=told.append).winning == verdict.winning
    assert not told  # cached by now


def test_a_criterion_may_be_a_function() -> None:
    rules = outnumber.game("number-duel", range=12, link=lambda a, b: a * b % 5 == 0)
    verdict = pairing.solve(rules.start())  # type: ignore[arg-type]
    # 5 and 10 are linked to all numbers, the others only to them.
    assert list(verdict.winning) == [1, 2, 3, 4, 6, 7, 8, 9, 11, 12]
    with pytest.raises(OptionError) as caught:
        plain(VerdictModel.of(rules.start(), [], verdict, voice=ENGLISH))
    assert caught.value.code == "function-criterion"
