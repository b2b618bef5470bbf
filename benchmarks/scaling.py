"""Simulates many server processes with group commit, for the numbers in docs/explanation/scaling.md.

    python benchmarks/scaling.py

Moves arrive at random at one process (many players who think independently). A process spends `MOVE` seconds
of its core on each, and hands what waits to the disk in one group, which takes `COMMIT` seconds and a little
for each move. The simulation plays that with a seeded generator and prints how long a move waits for its
acknowledgement, at several loads; the rest of the table is arithmetic from measured sizes.
"""

from __future__ import annotations

import random
from collections import deque

# Measured with benchmarks/processes.py on two shared cores with PostgreSQL; change them to yours.
MOVE = 60e-6  # seconds of a core for a move: parse, check, log, tell both players
COMMIT = 5e-3  # seconds for a group of moves to be on disk
COMMIT_EACH = 20e-6  # and for each move in it
DATABASE = 25e-6  # seconds of the database's cores for a move
MATCH_KB = 25  # with both players connected
JOURNAL_BYTES = 425  # of the write-ahead log for a move

GAMES = 1_000_000
THINK = 10.0  # seconds from move to move of one game


def simulate(rate: float, moves: int = 60_000, seed: int = 1) -> tuple[float, float, float]:
    """The wait at so many moves a second: median and 99th percentile, and the mean size of a group."""
    luck = random.Random(seed)
    arrivals: deque[float] = deque()
    now = 0.0
    for _ in range(moves):
        now += luck.expovariate(rate)
        arrivals.append(now)
    waits: list[float] = []
    groups = 0
    core = disk = 0.0
    ready: deque[tuple[float, float]] = deque()  # when it came, and when its core had checked it
    while arrivals or ready:
        # The core takes moves one by one; the disk takes all that are ready whenever it is free.
        while arrivals and (not ready or arrivals[0] <= disk):
            came = arrivals.popleft()
            core = max(core, came) + MOVE
            ready.append((came, core))
        start = max(disk, ready[0][1])
        group = []
        while ready and ready[0][1] <= start:
            group.append(ready.popleft()[0])
        disk = start + COMMIT + COMMIT_EACH * len(group)
        waits += [disk - came for came in group]
        groups += 1
    waits.sort()
    return waits[len(waits) // 2], waits[len(waits) * 99 // 100], moves / groups


def main() -> None:
    total = GAMES / THINK
    print(f"{GAMES:,} games, a move every {THINK:g} s in each: {total:,.0f} moves/s, {2 * GAMES:,} sockets")
    print(" load  moves/s  p50 ms  p99 ms  group  processes  GB each")
    for load in (0.3, 0.5, 0.7, 0.8, 0.9, 0.95):
        rate = load / MOVE
        p50, p99, group = simulate(rate)
        processes = -(-total // rate)
        memory = GAMES / processes * MATCH_KB / 1e6
        wait = f"{p50 * 1e3:>7.1f} {p99 * 1e3:>7.1f}"
        print(f"{load:>5.0%} {rate:>8,.0f} {wait} {group:>6.0f} {processes:>10,.0f} {memory:>8.1f}")
    journal = total * JOURNAL_BYTES / 1e6
    daily = journal * 86_400 / 1e6
    print(f"database: {total * DATABASE:.1f} cores; journal {journal:.0f} MB/s, {daily:.1f} TB a day")


if __name__ == "__main__":
    main()
