"""The longest chain by an integer program: CP-SAT of OR-tools, with the extra `chain`.

A chain becomes a round trip through an extra number, 0, which is linked to all: the trip leaves 0 for the
first number and returns from the last. Numbers that are not visited have an arc to themselves. The solver
proves how long the trip can be, or returns the best bounds so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outnumber.extras import install_command
from outnumber.games import Phrase, bad_option, too_large
from outnumber.games.links import Links

# Maximum number of pairs of linked numbers for which the program fits into a laptop's memory.
MOST_PAIRS = 200_000


class Found(NamedTuple):
    """The longest chain found; none is longer than `bound`."""

    numbers: tuple[int, ...]
    bound: int


def longest(links: Links, seconds: float, start: Sequence[int] = ()) -> Found:
    """The longest chain that the solver finds in some seconds; `start` is a known one.

    Raises `OptionError` if there is no solver, or the program would be too large.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise bad_option(
            "seconds", seconds, "install the solver with: {command}", command=install_command("chain")
        ) from None
    numbers = range(1, links.size + 1)
    pairs = [(a, b) for a in numbers for b in links.neighbours(a)]
    if len(pairs) > 2 * MOST_PAIRS:
        what, remedy = Phrase("A range of {n:,}", n=links.size), Phrase("choose a smaller one.")
        raise too_large(what, links.size, remedy)
    model = cp_model.CpModel()
    pairs += [(0, number) for number in numbers] + [(number, 0) for number in numbers]
    arcs = {pair: model.new_bool_var("") for pair in pairs}
    visited = {number: model.new_bool_var("") for number in numbers}
    model.add_circuit(
        [(a, b, arc) for (a, b), arc in arcs.items()]
        + [(number, number, ~visit) for number, visit in visited.items()]
    )
    model.maximize(sum(visited.values()))
    trip = set(zip((0, *start), (*start, 0), strict=True))
    for pair, arc in arcs.items() if start else ():
        model.add_hint(arc, pair in trip)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    # One worker, for reproducible answers; with all linear cuts it proves fastest.
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    status = solver.solve(model)
    bound = min(links.size, int(solver.best_objective_bound + 1e-6)) if status else links.size
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Found(tuple(start), max(bound, len(start)))
    after = {a: b for (a, b), arc in arcs.items() if solver.boolean_value(arc)}
    chain: list[int] = []
    while at := after[chain[-1] if chain else 0]:
        chain.append(at)
    return Found(tuple(chain), bound)
