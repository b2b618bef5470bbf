"""The longest chains of every range from 5 to 100, proven: python benchmarks/chains.py [CRITERION,… …]

Writes the package's data, and prints the time of each proof. CP-SAT of OR-tools proves each length; for
chains of factors and multiples HiGHS proves it a second time, with another formulation: an undirected
2-factor through 0, with cuts against round trips that miss 0. If a search finds a chain that is as long as
the islands allow, no program is needed. `--seconds` is the limit for one range.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import outnumber.study.chains
from outnumber.games.links import Links
from outnumber.study.chains.best import OFFERED, Best
from outnumber.study.chains.bounds import best_islands
from outnumber.study.chains.chain import LARGEST, SMALLEST, Chain
from outnumber.study.chains.search import found
from outnumber.study.chains.solver import longest

DATA = Path(outnumber.study.chains.__file__).parent / "data"
CONFIRMED = ("multiple",)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("links", nargs="*", help="which criteria; all that the game offers without any")
    parser.add_argument("--seconds", type=float, default=600.0)
    given = parser.parse_args()
    links = [tuple(text.split(",")) for text in given.links] or list(OFFERED)
    apart_from_us = ProcessPoolExecutor(1, get_context("spawn"))
    for link in links:
        rows = []
        begun = time.process_time()
        for range_ in range(SMALLEST, LARGEST + 1):
            at = time.process_time()
            best = proven(Chain.of(range_, ",".join(link)), given.seconds)
            took = time.process_time() - at
            again = 0.0
            if link == CONFIRMED:
                # In a separate process, because the libraries of the two solvers conflict.
                length, again = apart_from_us.submit(highs, range_).result()
                assert length == best.length == best.bound, (range_, length, best)
                if best.method == "integer-program":
                    best = best._replace(method="two-programs")
            rows.append({"chain": best.chain.numbers, "bound": best.bound, "method": best.method})
            told = f"{best.length}" if best.proven else f"between {best.length} and {best.bound}"
            times = f"{took:.2f} s" + (f", again {again:.2f} s" if again else "")
            print(f"{','.join(link)} {range_}: {told}, by {best.method}, {times}", flush=True)
        print(f"{','.join(link)}: {time.process_time() - begun:.1f} s of CPU in all", flush=True)
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        (DATA / f"{'-or-'.join(link)}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def proven(empty: Chain, seconds: float) -> Best:
    """By search and islands if they meet, else by CP-SAT."""
    bound = best_islands(empty.links).bound
    start = found(empty, bound)
    if len(start.numbers) == bound:
        return Best(start, bound, "islands")
    answer = longest(empty.links, seconds, start.numbers)
    chain = Chain.of(empty.range, empty.links.criteria, answer.numbers)
    return Best(chain, answer.bound, "integer-program")


def highs(range_: int) -> tuple[int, float]:
    """The length of the longest chain by another solver and formulation, and the seconds it took."""
    import highspy

    begun = time.process_time()
    links = Links(CONFIRMED, range_)
    numbers = range(1, links.size + 1)
    edges = [(0, b) for b in numbers] + [(a, b) for a in numbers for b in links.neighbours(a) if a < b]
    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("threads", 1)
    used = {edge: solver.addBinary() for edge in edges}
    visited = {number: solver.addBinary() for number in numbers}

    def across(inside: set[int]) -> highspy.highs.highs_linear_expression:
        return solver.qsum(used[a, b] for a, b in edges if (a in inside) != (b in inside))

    solver.addConstr(across({0}) == 2)
    for number in numbers:
        solver.addConstr(across({number}) == 2 * visited[number])
    while True:
        solver.maximize(solver.qsum(visited.values()))
        chosen = [edge for edge in edges if solver.val(used[edge]) > 0.5]
        trips = apart(chosen)
        if len(trips) == 1:
            return len(trips[0]) - 1, time.process_time() - begun
        for trip in trips:
            if 0 not in trip:
                # A visit to one of these must come from outside.
                for number in trip:
                    solver.addConstr(across(trip) >= 2 * visited[number])


def apart(edges: list[tuple[int, int]]) -> list[set[int]]:
    """The numbers of each round trip."""
    trips: list[set[int]] = []
    for edge in edges:
        touched = [trip for trip in trips if trip & {*edge}]
        trips = [trip for trip in trips if trip not in touched] + [{*edge}.union(*touched)]
    return trips


if __name__ == "__main__":
    main()
