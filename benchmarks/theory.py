"""The speed of verdicts, compared with networkx, rustworkx and a plain memoised minimax on the same
positions.

    python benchmarks/theory.py            # the whole table, some minutes
    python benchmarks/theory.py --quick    # smaller ranges only

Everything is measured in one run. Each figure is the median of its repeats. «cold» builds the rules and the
graph and asks for the first verdict; «regrade» is the verdict after each move of a random game; «missable» is
all numbers that a maximum matching can miss, which a verdict needs, compared with only the peers' matching,
on a prepared graph (ours with the pairing order): the lowest processor time of many alternating runs of ours
and rustworkx. Peak memory is that of a separate process. The plot goes to benchmarks/results/.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from statistics import median

import outnumber
import outnumber.theory.solve
from outnumber.games.numbers import full
from outnumber.theory.matching import maximum_matching
from outnumber.theory.missable import Table, missable
from outnumber.theory.pairing import SETS_LIMIT, SPARSE_SETS_LIMIT

WALKS = ("number-duel", "strategy-stacks")
COUNTS = ("number-stack-duel", "order-challenge", "number-stack-attack")
RESULTS = Path(__file__).parent / "results"


def seconds(work: Callable[[], object], repeats: int) -> float:
    taken = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken)


def shown(duration: float | None) -> str:
    return (
        "" if duration is None else f"{duration * 1000:,.3f}" if duration < 0.1 else f"{duration * 1000:,.0f}"
    )


def cold(game: str, size: int) -> tuple[float, int]:
    """The first verdict from the start, each time in a new process; and its peak memory in MB."""
    runs = [
        subprocess.run(
            [sys.executable, __file__, game, str(size)], capture_output=True, text=True, check=True
        )
        for _ in range(1 if size > 20_000 else 3)
    ]
    figures = [run.stdout.split() for run in runs]
    return median(float(taken) for taken, _ in figures), int(figures[0][1])


def first_verdict(game: str, size: int) -> None:
    outnumber.all_games()  # imports are not measured
    # Not wall-clock time: for large ranges, other work on the machine would count.
    began = time.process_time()
    outnumber.solve(outnumber.game(game, range=size).start(), progress=lambda _: None)
    taken = time.process_time() - began
    # Not getrusage: it includes the size of the parent process.
    status = Path("/proc/self/status").read_text()
    print(taken, int(status.partition("VmHWM:")[2].split()[0]) // 1024)


def regrade(game: str, size: int, moves: int = 60) -> float:
    """The median time of the verdict after each move of a random game."""
    position, luck = outnumber.game(game, range=size).start(), Random(size)
    taken: list[float] = []
    outnumber.solve(position, progress=lambda _: None)
    while not position.outcome() and len(taken) < moves:
        legal = position.legal_moves()
        # Not the number 1: a longer game is more informative.
        position = position.play(luck.choice(legal[-(len(legal) - 1) :] if len(legal) > 1 else legal))
        began = time.perf_counter()
        outnumber.solve(position)
        taken.append(time.perf_counter() - began)
    return median(taken)


def alternating(works: list[Callable[[], object]], repeats: int) -> list[float]:
    """The lowest processor time of each."""
    least = [math.inf] * len(works)
    for _ in range(repeats):
        for place, work in enumerate(works):
            began = time.process_time()
            work()
            least[place] = min(least[place], time.process_time() - began)
    return least


def matchings(game: str, size: int) -> tuple[float, float | None, float | None]:
    """All missable numbers, rustworkx's matching, networkx's matching."""
    links = outnumber.game(game, range=size).links  # type: ignore[attr-defined]
    links.neighbours(1)
    if not links.sparse or size < 4_000:
        for number in range(1, size + 1):
            links.row(number)
    if size <= (SPARSE_SETS_LIMIT if links.sparse else SETS_LIMIT):
        table = Table(links)
        works: list[Callable[[], object]] = [lambda: missable(table, full(size))]
    else:
        works = [lambda: maximum_matching(links, full(size))]
    edges = [(a, b) for a in range(1, size + 1) for b in links.neighbours(a) if a < b]
    python = None
    if len(edges) <= 4_000_000:
        import rustworkx

        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(size + 1))
        graph.add_edges_from_no_data(edges)
        works.append(lambda: rustworkx.max_weight_matching(graph, max_cardinality=True))
    ours, *peer = alternating(works, 100 if size <= 300 else 9 if size <= 1_000 else 2)
    rust = peer[0] if peer else None
    if len(edges) <= 300_000 and size <= 3_000:
        import networkx

        other = networkx.Graph(edges)
        python = seconds(lambda: networkx.max_weight_matching(other, maxcardinality=True), 1)
    return ours, rust, python


def minimax(game: str, size: int) -> float:
    """A plain memoised search from the start, as in most programs."""

    @cache
    def wins(position: outnumber.Position) -> bool:
        return any(not wins(position.play(move)) for move in position.legal_moves())

    return seconds(lambda: wins(outnumber.game(game, range=size).start()), 1)


def counting(game: str, size: int) -> float:
    """A verdict in the middle of a game, with the position prepared."""
    option = {"target": size} if game == "number-stack-attack" else {"range": size}
    position = outnumber.game(game, **option).start()
    middle = size // 2
    played = {
        "number-stack-duel": (middle, middle + 7, middle - 5),
        "order-challenge": (middle, middle + 7, middle + 9),
        "number-stack-attack": (5, 7, 9),
    }
    for move in played[game]:
        position = position.play(move)
    return seconds(lambda: outnumber.solve(position), 25)


def main() -> None:
    if len(sys.argv) == 3:
        first_verdict(sys.argv[1], int(sys.argv[2]))
        return
    quick = "--quick" in sys.argv
    print("Pairing games, ms (memory in MB)")
    print(f"{'game':<17}{'range':>9}{'cold':>10}{'regrade':>10}{'memory':>8}", end="")
    print(f"{'missable':>11}{'rustworkx':>11}{'ratio':>7}{'networkx':>11}{'ratio':>8}")
    growth: dict[str, list[tuple[int, float]]] = {}
    for game in WALKS:
        for size in (100, 300, 1_000, 3_000, 10_000, 100_000, 1_000_000):
            if quick and size > 1_000:
                continue
            first, memory = cold(game, size)
            after = regrade(game, size, 60 if size <= 100_000 else 5)
            peers = matchings(game, size) if size <= 10_000 else (None, None, None)
            ours, rust, python = peers
            print(f"{game:<17}{size:>9,}{shown(first):>10}{shown(after):>10}{memory:>8}", end="")
            print(f"{shown(ours):>11}{shown(rust):>11}{_ratio(rust, ours):>7}", end="")
            print(f"{shown(python):>11}{_ratio(python, ours):>8}", flush=True)
            growth.setdefault(f"{game}, cold", []).append((size, first))
            growth.setdefault(f"{game}, regrade", []).append((size, after))
            if rust:
                growth.setdefault(f"{game}, rustworkx", []).append((size, rust))
            if python:
                growth.setdefault(f"{game}, networkx", []).append((size, python))
    print("\nPlain memoised minimax from the start, ms")
    for game in WALKS:
        for size in (8, 12, 16, 20) if game == "number-duel" else (8, 16, 24, 28):
            taken = minimax(game, size)
            print(f"{game:<17}{size:>9,}{shown(taken):>12}", flush=True)
            growth.setdefault(f"{game}, minimax", []).append((size, taken))
    print("\nCounting games, ms for a verdict once the position exists")
    for game in COUNTS:
        for size in (100, 10_000, 1_000_000):
            taken = counting(game, size)
            print(f"{game:<21}{size:>9,}{shown(taken):>10}", flush=True)
            growth.setdefault(game, []).append((size, taken))
    if not quick:
        plot(growth)


def _ratio(theirs: float | None, ours: float | None) -> str:
    return f"{theirs / ours:,.0f}" if theirs and ours else ""


def plot(growth: dict[str, list[tuple[int, float]]]) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 6))
    styles = {"cold": "-", "regrade": "--", "rustworkx": ":", "networkx": "-.", "minimax": (0, (1, 4))}
    for number, (name, points) in enumerate(growth.items()):
        kind = name.rpartition(", ")[2]
        axes.plot(
            *zip(*points, strict=True), marker="os^vDPX*"[number % 8], ls=styles.get(kind, "-"), label=name
        )
    axes.set(xscale="log", yscale="log", xlabel="range", ylabel="seconds", title="Time for a verdict")
    axes.grid(visible=True, alpha=0.3)
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1))
    RESULTS.mkdir(exist_ok=True)
    figure.savefig(RESULTS / "theory.svg", bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    main()
