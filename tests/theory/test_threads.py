"""Threads may share a game: their results equal those of a single thread."""

from __future__ import annotations

import random
from typing import Any

import pytest

import outnumber
from outnumber.games.base import Position, Rules
from outnumber.theory.advice import hints
from outnumber.theory.best import best
from tests.threads import THREADS, at_once

# A few of each kind: sparse and dense graphs, with lists and with rows, races, stand-offs and counting.
SHARED: list[tuple[str, dict[str, Any]]] = [
    ("strategy-stacks", {"range": 60}),
    ("strategy-stacks", {"range": 4_100, "opening": "even"}),
    ("number-duel", {"range": 40}),
    ("number-duel", {"range": 300}),
    ("number-duel", {"range": 200, "link": "digit-sum,neighbour"}),
    ("number-duel", {"range": 4_100, "link": "square-sum"}),
    ("number-duel", {"range": 120, "link": "prime-sum"}),
    ("number-duel", {"range": 90, "link": "coprime"}),
    ("number-stack-duel", {"range": 1_000}),
    ("order-challenge", {"range": 1_000}),
    ("number-stack-attack", {"target": 60}),
    ("number-stack-attack", {"target": 60, "tokens": "3,5,8"}),
]


def walked(rules: Rules, seed: int) -> list[Position]:
    """The positions of the beginning of a random game."""
    chooser, position = random.Random(seed), rules.start()
    found = [position]
    while position.outcome() is None and len(found) < 5:
        position = position.play(chooser.choice(position.legal_moves()))
        found.append(position)
    return found


@pytest.mark.parametrize("game", ["strategy-stacks", "number-duel"])
def test_threads_may_solve_one_large_game(game: str) -> None:
    rules = outnumber.game(game, range=20_000)
    found = at_once(lambda _: outnumber.solve(rules.start()).winning)
    alone = outnumber.solve(outnumber.game(game, range=20_000).start()).winning
    assert found == [alone] * THREADS


def answers(position: Position) -> tuple[object, ...]:
    """Every result about a position."""
    verdict = outnumber.solve(position)
    told: tuple[object, ...] = verdict.winner, verdict.winning, str(verdict.reason), verdict.length
    told += (verdict.certificate, verdict.partners(verdict.winning[0] if verdict.winning else 0))
    if position.outcome() is None:
        told += (list(map(str, hints(position))), best(position))
    return told


@pytest.mark.parametrize(("game", "options"), SHARED, ids=str)
def test_threads_may_compute_everything_about_one_game(game: str, options: dict[str, Any]) -> None:
    large = options.get("range", 0) > 4_000
    ask = (lambda position: outnumber.solve(position).winning) if large else answers
    shared, alone = outnumber.game(game, **options), outnumber.game(game, **options)

    def work(number: int) -> list[object]:
        # Two threads use the same game at once, the others another one.
        return [ask(position) for position in walked(shared, number // 2)]

    assert at_once(work) == [
        [ask(position) for position in walked(alone, number // 2)] for number in range(THREADS)
    ]
