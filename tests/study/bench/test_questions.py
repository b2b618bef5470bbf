"""Suites are frozen, every question is proven, and a grade depends on nothing but question and answer."""

import json
from functools import cache
from math import gcd
from typing import Any

import networkx
import pytest

from outnumber.games.errors import GameError
from outnumber.study.bench.draw import THUMBS
from outnumber.study.bench.grades import grade
from outnumber.study.bench.questions import (
    CANARY,
    CHOOSE,
    EXPLAIN,
    JUDGE,
    PLAY,
    TRACKS,
    TWINS,
    Question,
    question,
)
from outnumber.study.bench.suites import digest, suite, suites
from tests.naive import linked
from tests.program import call

MINI = suite("mini").questions()
# The largest pool that plain minimax tries.
SMALL = 11


def test_suites_are_frozen() -> None:
    """If this fails, prompts or questions changed: increase `VERSION` and write the new hashes."""
    assert {each.suite: digest(each.questions()) for each in suites()} == {
        each.suite: each.sha256 for each in suites()
    }
    assert {each.suite: len(each.questions()) for each in suites()} == {
        each.suite: each.total for each in suites()
    }


def winners(row: dict[str, Any]) -> tuple[int, list[int]]:
    """The seat that wins and the winning moves, by plain minimax or, for walks, by matchings alone."""
    game, at = row["game"], row["position"]
    if game in ("number-duel", "strategy-stacks"):
        return walk(row, frozenset(row["pool"]), at["top"], at["to_move"])
    if game == "number-stack-attack":
        tokens, target = row["options"]["tokens"], row["options"]["target"]
        state: Any = (tuple(at["totals"]), at["to_move"])
        moves = race_moves(state, tokens, target)
    else:
        tokens, target = [], 0
        last = at["top"] if game == "number-stack-duel" else tuple(at["last"])
        state = (frozenset(row["pool"]), last, at.get("pattern"), at["to_move"])
        moves = pool_moves(state)

    @cache
    def wins(state: Any) -> int:
        """The seat that wins: the player without a move has lost."""
        mover: int = state[-1]
        if game == "number-stack-attack":
            if target in state[0]:
                return int(state[0].index(target)) + 1
            following = race_moves(state, tokens, target)
        else:
            following = pool_moves(state)
        return mover if any(wins(each) == mover for each in following.values()) else 3 - mover

    mover = at["to_move"]
    return wins(state), [move for move, after in moves.items() if wins(after) == mover]


def pool_moves(state: Any) -> dict[int, Any]:
    pool, last, pattern, mover = state
    if isinstance(last, tuple):  # Order Challenge
        fits = [n for n in sorted(pool) if n > last[mover - 1]]
        lasts = {n: (n, last[1]) if mover == 1 else (last[0], n) for n in fits}
        return {n: (pool - {n}, lasts[n], None, 3 - mover) for n in fits}
    fits = [n for n in sorted(pool) if (n > last if pattern == "greater" else n < last)]
    turned = "less" if pattern == "greater" else "greater"
    return {n: (pool - {n}, n, turned, 3 - mover) for n in fits}


def race_moves(state: Any, tokens: list[int], target: int) -> dict[int, Any]:
    """Only for tokens with 1, where no player ever passes."""
    totals, mover = state
    fits = [token for token in tokens if totals[mover - 1] + token <= target]
    added = {t: tuple(n + t * (seat == mover) for seat, n in enumerate(totals, start=1)) for t in fits}
    return {token: (after, 3 - mover) for token, after in added.items()}


def goes_together(row: dict[str, Any], a: int, b: int) -> bool:
    if row["game"] == "strategy-stacks":
        return a % b == 0 or b % a == 0
    for link in row["options"]["link"]:
        if link.startswith("expr:"):
            if eval(link[5:], {"gcd": gcd, "abs": abs}, {"a": a, "b": b}):  # noqa: S307  # our own question
                return True
        elif linked(link, a, b):
            return True
    return False


def walk(row: dict[str, Any], pool: frozenset[int], top: int, mover: int) -> tuple[int, list[int]]:
    graph = networkx.Graph()
    graph.add_nodes_from(pool)
    graph.add_edges_from((a, b) for a in pool for b in pool if a < b and goes_together(row, a, b))
    size = len(networkx.max_weight_matching(graph, maxcardinality=True))

    def free(number: int) -> bool:
        """Whether some maximum matching leaves the number out."""
        rest = graph.subgraph(pool - {number})
        return len(networkx.max_weight_matching(rest, maxcardinality=True)) == size

    winning = [number for number in sorted(pool) if goes_together(row, top, number) and free(number)]
    return (mover if winning else 3 - mover), winning


def is_small(each: Question) -> bool:
    row = each.row()
    if each.track == PLAY or each.rules.name in ("number-duel", "strategy-stacks"):
        return each.track != PLAY
    if each.rules.name == "number-stack-attack":
        return 1 in row["options"]["tokens"] and row["options"]["target"] <= 30
    return len(row["pool"]) <= SMALL


SOLVED = [each for each in MINI if is_small(each)]


def test_an_independent_solver_agrees_with_every_answer() -> None:
    assert {each.track for each in SOLVED} == {*TRACKS} - {PLAY}
    assert len(SOLVED) > 40
    for each in SOLVED:
        row = each.row()
        winner, winning = winners(row)
        labels = each.labels or {}
        assert [*each.winning] == sorted(labels.get(move, move) for move in winning), each.id
        assert each.track != JUDGE or each.answer == winner, each.id
        assert 0 < len(winning) < len(each.legal) or each.track == JUDGE


def test_an_id_contains_the_whole_question() -> None:
    for each in MINI:
        assert question(each.id) == each
    for broken in (
        "",
        "choose",
        f"{MINI[0].id} | x",
        MINI[0].id.replace("choose", "chose"),
        "choose | chess | 1",
    ):
        with pytest.raises(GameError):
            question(broken)


def test_twins_have_the_answers_of_the_question_in_disguise() -> None:
    twins = [each for each in suite("outnumber-bench").questions() if each.track == TWINS]
    known = {each.id: each for each in suite("outnumber-bench").questions()}
    assert {each.id.rpartition(" | ")[2].split()[0] for each in twins} == {"story", "map"}
    # Some have an invented link, which their JSON contains as an expression.
    invented = [
        row for each in twins if "expr:" in json.dumps((row := each.row())["options"]) and "map" in row["id"]
    ]
    assert invented
    for each in twins:
        plain = known[str(each.twin_of)]
        assert (len(each.legal), len(each.winning)) == (len(plain.legal), len(plain.winning))
        title = each.rules.title
        assert each.prompt != plain.prompt
        assert (title in each.prompt) == each.id.rpartition(" | ")[2].startswith("map")


def test_a_right_move_with_a_wrong_reason_is_visible() -> None:
    for each in (each for each in MINI if each.track == EXPLAIN):
        assert grade(each, json.dumps(each.claim)).kind == grade(each, each.claim).kind == "right"
        assert each.claim is not None
        for name in each.claim.keys() - {"move"}:
            wrong = {
                **each.claim,
                name: [[1, 1]] if isinstance(each.claim[name], list) else each.claim[name] + 1,
            }
            found = grade(each, f"<think>hm</think> Thus {json.dumps(wrong)}")
            assert (found.kind, found.wins, found.is_right) == ("unproven", True, False)
            assert found.objection
        lost = next(move for move in each.legal if move not in each.winning)
        assert grade(each, {**each.claim, "move": lost}).kind == "wrong"


def test_rules_of_thumb_do_not_solve_the_suite() -> None:
    """Each scores within a few points of luck, where the theorems leave room for that."""
    chosen = [each for each in suite("outnumber-bench").questions() if each.track == CHOOSE]
    for name, most in (("race", 0.3), ("pairing", 0.3), ("private-numbers", 0.6)):
        asked = [each for each in chosen if each.rules.theorem == name]
        luck = sum(each.by_luck for each in asked)
        for thumb in filter(None, THUMBS[name]):
            right = sum(thumb(each.position) in each.winning for each in asked)
            assert (right - luck) / (len(asked) - luck) < most, (name, thumb)


def test_a_secret_draws_other_questions_of_the_same_kinds() -> None:
    private = suite("mini").questions("another secret text")
    assert [each.track for each in private] == [each.track for each in MINI]
    assert not {each.id for each in private} & {each.id for each in MINI}


def test_the_command_lists_suites_and_prints_questions() -> None:
    (told,) = call("bench", "--list", "--json").stdout.splitlines()
    assert json.loads(told)["suites"][1] == suite("mini").plain()
    rows = [json.loads(line) for line in call("bench", "mini", "--questions").stdout.splitlines()]
    assert [row["id"] for row in rows] == [each.id for each in MINI]
    assert {row["canary"] for row in rows} == {CANARY}
