"""Binds each game to its theorem; a game without one is searched."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from math import inf
from typing import Any

from outnumber.games import Position, Seat
from outnumber.games.base import OTHER

from . import exhaustive
from .forest import Progress
from .verdict import Verdict, over


@cache
def theorem(name: str) -> Any:
    """The module of a theorem, by the name in the `theorem` attribute of the rules: it has `solve`,
    `winning`, `effort`.

    >>> theorem("two-sides").__name__
    'outnumber.theory.two_sides'
    """
    return import_module(f"outnumber.theory.{name.replace('-', '_')}")


def theorems() -> list[str]:
    """The names of all theorems that rules can use."""
    from pathlib import Path  # slow to import, and no verdict needs it

    files = sorted(Path(__file__).parent.glob("*.py"))
    names = [file.stem.replace("_", "-") for file in files if file.stem != "__init__"]
    return [name for name in names if hasattr(theorem(name), "effort") and name != "solve"]


def solve(position: Position, progress: Progress | None = None) -> Verdict:
    """Who wins the position under perfect play, with which moves, and why: exact, at any size.

    Costs under a millisecond in the counting games, at any range; the other files of this package state
    the costs of their theorems. Any number of threads may call it at the same time, even for the same game. A
    pairing game of more than 200,000 numbers takes a minute or more; `progress` is called at intervals with
    the share of the work that is done, from 0 to 1. Raises `OptionError` with code `too-large` if a table or
    a search would be too large: for some tokens and targets, and for added games without a theorem.

    >>> from outnumber.games.registry import game
    >>> verdict = solve(game("number-stack-duel").start().play(5).play(7))
    >>> verdict.winner, verdict.winning, verdict.length
    (<Seat.ONE: 1>, (4, 6), 5)
    """
    found: Verdict
    named = type(position.rules).theorem
    if named is None:
        found = exhaustive.solve(position)
    elif isinstance(named, str):
        solver = theorem(named).solve
        found = solver(position, progress) if named == "pairing" else solver(position)
    else:
        # A function from another package need not handle finished games.
        found = named(position) if position.outcome() is None else over(position)
    return found


def label(position: Position) -> tuple[Seat, int]:
    """The winner, and the winning moves as a set: for very many positions, without reasons.

    >>> from outnumber.games.registry import game
    >>> label(game("number-stack-duel").start().play(5).play(7))
    (<Seat.ONE: 1>, 80)
    """
    named = type(position.rules).theorem
    if not isinstance(named, str):
        verdict = solve(position)
        return verdict.winner, verdict.winning.mask
    if position.legal:
        wins = theorem(named).winning(position)
        return position.turn if wins else OTHER[position.turn], wins
    outcome = position.outcome()
    return outcome.winner if outcome else position.turn, 0


def effort(position: Position) -> float:
    """The approximate seconds for a verdict without cached results; infinite if the cost of a search is
    unknown.

    Raises `OptionError` with code `too-large` if there can be no verdict. The estimate itself is immediate.

    >>> from outnumber.games.registry import game
    >>> effort(game("number-duel", range=1000).start())
    0.05
    """
    named = type(position.rules).theorem
    return float(theorem(named).effort(position)) if isinstance(named, str) else inf
