"""The rules and verdicts of the program against the specifications that are extracted from the proofs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import outnumber
from outnumber.games.base import Position, Rules
from outnumber.games.links import CRITERIA
from tests.proofs.specification import answer, ask, named, same
from tests.theory.cases import Spec, attacks, name, pool_games, rules_of
from tests.theory.claims import reachable

pytestmark = pytest.mark.slow

# Every position is searched by the formal rules; each question is a separate search.
SMALL: list[Spec] = [spec for size in range(1, 9) for spec in pool_games(size)]
SMALL += [spec for target in (1, 4, 7, 10, 12) for spec in attacks(target)]
# Random positions are compared with the theorem, which is proven to agree with the search. The extracted
# functions have no tables, so that targets must stay small.
LARGE: list[Spec] = [
    spec
    for size in (20, 90)
    for spec in (
        ("number-stack-duel", {"range": size, "first_pattern": "greater"}),
        ("number-stack-duel", {"range": size, "first_pattern": "less"}),
        ("order-challenge", {"range": size}),
    )
]
LARGE += [spec for target in (18, 21) for spec in attacks(target)]
LARGE += [spec for spec in pool_games(11) if "-stack-" not in spec[0] and spec[0] != "order-challenge"]
GAMES = 12


def illegal(position: Position, rng: random.Random) -> int:
    """A number from 1 to one more than the largest that is not a legal move, or 0."""
    legal = position.legal_moves()
    found = [number for number in range(1, position.rules.size + 2) if number not in legal]
    return rng.choice(found) if found else 0


def compared(rules: Rules, positions: Iterator[tuple[Position, tuple[int, ...]]], how: str) -> int:
    """Compare the positions, and an illegal move in each; returns how many positions there were."""
    rng, timed = random.Random(29), how == "rules" or rules.theorem != "pairing"
    questions, expected = [], []
    for position, moves in positions:
        words = f"{how} {named(rules)} : {' '.join(map(str, moves))}"
        questions.append(words)
        expected.append(answer(position, timed=timed))
        if wrong := illegal(position, rng):
            questions.append(f"{words} {wrong}")
            expected.append("illegal")
    for question, ours, theirs in zip(questions, expected, ask(questions), strict=True):
        assert same(ours, theirs), (question, ours, theirs)
    return len(questions) - expected.count("illegal")


@pytest.mark.parametrize("spec", SMALL, ids=name)
def test_every_position_of_a_small_game_is_what_the_formal_rules_say(spec: Spec) -> None:
    rules = rules_of(spec)
    assert compared(rules, reachable(rules.start()), "rules") > 0


def played(rules: Rules, seed: str) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """The positions of random games; the longest of them have only few that differ at their ends."""
    rng = random.Random(seed)
    for _ in range(GAMES):
        position = rules.start()
        moves: tuple[int, ...] = ()
        while not position.outcome():
            yield position, moves
            legal = position.legal_moves()
            # Near moves keep the games of large ranges long.
            move = rng.choice(legal) if rng.random() < 0.5 else rng.choice(legal[:3])
            position, moves = position.play(move), (*moves, move)
        yield position, moves


@pytest.mark.parametrize("spec", LARGE, ids=name)
def test_positions_of_larger_games_are_what_the_theorems_say(spec: Spec) -> None:
    rules = rules_of(spec)
    assert compared(rules, played(rules, name(spec)), "theorem") >= GAMES


@pytest.mark.parametrize(
    "criteria", [*((each,) for each in CRITERIA), ("multiple", "digit"), ("digit-sum", "coprime")]
)
def test_links_are_those_of_the_formal_rules(criteria: tuple[str, ...]) -> None:
    rules: Any = outnumber.game("number-duel", range=130, link=list(criteria))
    found = ask([f"neighbours 130 {','.join(criteria)} : {number}" for number in range(1, 131)])
    assert [[int(each) for each in line.split()] for line in found] == [
        [other for other in range(1, 131) if other != number and rules.links.linked(number, other)]
        for number in range(1, 131)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_games_on_any_graph_are_what_the_formal_rules_say(seed: int) -> None:
    """A link may be any symmetric relation, as a function in Python."""
    rng = random.Random(seed)
    size = rng.randint(4, 7)
    edges = {pair for pair in combinations(range(1, size + 1), 2) if rng.random() < rng.choice((0.3, 0.6))}
    rules = outnumber.game("number-duel", range=size, link=lambda a, b: (min(a, b), max(a, b)) in edges)
    words = f"graph {size} any {','.join(f'{a}-{b}' for a, b in sorted(edges)) or '-'}"
    positions = list(reachable(rules.start()))
    answers = ask([f"rules {words} : {' '.join(map(str, moves))}" for _, moves in positions])
    for (position, moves), theirs in zip(positions, answers, strict=True):
        assert same(answer(position), theirs), (edges, moves)


def test_a_wrong_answer_would_be_noticed() -> None:
    question = "rules walk 9 any multiple : 6"
    (theirs,) = ask([question])
    ours = answer(outnumber.game("strategy-stacks").start().play(6))
    assert same(ours, theirs)
    assert not same(ours.replace("winning 2", "winning 1"), theirs)
    assert not same(ours.replace("length 5", "length 3"), theirs)
    assert ask(["rules walk 9 any multiple : 6 5", "rules nothing"])[0] == "illegal"
