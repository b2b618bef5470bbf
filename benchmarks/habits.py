"""The share of puzzles that habits solve: python benchmarks/habits.py [--count 300] [--fit [GAME …]]

For every game and kind of puzzle: the habit that solves most of 300 puzzles of one seed, of the first puzzles
of 300 seeds, and of the puzzles of 300 days, and of the published puzzles of 300 days before 2026-12-01. For
a habit that guesses who wins, the opposite counts too. `--fit` measures `weights.json` again: how much less
likely a puzzle becomes for each habit that solves it (some minutes; needs numpy); `--only "one 1"` does so
for one kind and difficulty.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import islice, product
from pathlib import Path
from typing import Any

from outnumber.games.registry import BUILT_IN, find
from outnumber.study.puzzles import generate, habits
from outnumber.study.puzzles.daily import FROM, daily
from outnumber.study.puzzles.kinds import SEATS, Kind, offered
from outnumber.study.puzzles.puzzle import Puzzle

DATA = Path(generate.__file__).with_name("weights.json")
# The target share of a habit: the lowest possible, or half if there are two answers.
TARGETS, HALF = (0.40, 0.42, 0.44, 0.46, 0.48, 0.50), 0.50
# The number of puzzles for measuring, and the most seconds to find them.
POOL, LONGEST = 3_000, 12.0
# Days before `FROM`, with puzzles of another generator.
PUBLISHED = 334
LARGEST_WEIGHT = 9.0
HOPELESS = 0.15


def worst(puzzles: Iterable[Puzzle], kind: Kind) -> tuple[float, str, int]:
    found, count = habits.shares(puzzles)
    if kind in SEATS:
        found = {
            name if share >= 0.5 else f"not {name}": max(share, 1 - share) for name, share in found.items()
        }
    name = max(found, key=lambda each: found[each])
    return found[name], name, count


def table(count: int) -> None:
    """Print the worst habit of each game and kind."""
    for game in BUILT_IN:
        for kind in offered(find(game)):
            begun = time.perf_counter()
            stream = list(islice(generate.generate(game, 0, kind=kind), count))
            cost = (time.perf_counter() - begun) / count
            begun = time.perf_counter()
            firsts = [next(generate.generate(game, seed, kind=kind)) for seed in range(count)]
            first_cost = (time.perf_counter() - begun) / count
            days = (daily(FROM + timedelta(days=day), game, kind) for day in range(count))
            parts = []
            for name, puzzles in (("seed", stream), ("seeds", firsts), ("days", days)):
                share, habit, _ = worst(puzzles, kind)
                parts.append(f"{name} {share:.0%} {habit}")
            speed = f"{1000 * cost:5.1f} ms, first {1000 * first_cost:5.1f} ms"
            print(f"{game:20}{kind:6}{speed}; {'; '.join(parts)}", flush=True)
        days = (daily(FROM - timedelta(days=ago), game) for ago in range(1, min(count, PUBLISHED) + 1))
        share, habit, _ = worst(days, "one")
        print(f"{game:20}before: one, {share:.0%} {habit}", flush=True)


# Measuring the weights


def fit(games: Sequence[str], only: str = "") -> None:
    """Measure the cost of each habit, for every game and kind, and again for every difficulty.

    With `only`, such as "one 1", for one kind and difficulty.
    """
    for game in games:
        for kind, difficulty in product(offered(find(game)), (None, 1, 2, 3, 4, 5)):
            cell = f"{kind} {difficulty or ''}".strip()
            if only not in ("", cell):
                continue
            pool = _pool(game, kind, difficulty)
            if len(pool) < 30:
                print(f"{game} {cell}: only {len(pool)}")
                continue
            costs, left = weighed(game, kind, pool)
            print(f"{game} {cell}: {left}, of {len(pool)}", flush=True)
            # Another fit may have written since.
            found = {**json.loads(DATA.read_text()), f"{game} {cell}": costs}
            lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(found[key])}" for key in sorted(found))
            DATA.write_text(f"{{\n{lines}\n}}\n")


def _pool(game: str, kind: Kind, difficulty: int | None) -> list[dict[str, bool]]:
    """Random puzzles of a difficulty, drawn as the generator does: the habits that solve each of them."""
    stream = generate.Stream(find(game), kind, {}, "fit")
    hits: list[dict[str, bool]] = []
    begun = time.process_time()
    while len(hits) < POOL and time.process_time() - begun < LONGEST:
        if made := stream.candidate(difficulty):
            hits.append(stream.pleases(made))
    return hits


def weighed(
    game: str, kind: Kind, pool: list[dict[str, bool]], drawn_of: int | None = None
) -> tuple[dict[str, float], str]:
    """The costs that bring every habit to its target share when one of the drawn puzzles is selected.

    Properties shared by all puzzles of a difficulty are omitted, because no cost can change them and they
    would outweigh the rest.
    """
    import numpy as np

    chance = np.random.default_rng(1)
    hits = np.array([[*each.values()] for each in pool], np.float32)
    names = [*pool[0]]
    thoughts = habits.thoughts(find(game))
    # Habits that are equal here, or opposites, would act together and overshoot: the first is enough.
    alike = np.where(hits[0] > 0, hits, 1 - hits) if kind in SEATS else hits
    _, firsts = np.unique(alike, axis=1, return_index=True)
    counts = np.array([name not in thoughts and at in firsts for at, name in enumerate(names)])
    two_sided = kind in SEATS
    # The only winning move of Order Challenge is the lowest or the second lowest: two answers, half each.
    halves = two_sided or (game, kind) == ("order-challenge", "one")

    def rates(costs: Any, drawn: int) -> Any:
        each = drawn_of or generate.MANY.get(str(find(game).theorem), generate.DRAWN)
        some = hits[chance.integers(0, len(hits), (drawn, each))]
        likely = np.exp(-(some @ costs))
        likely /= likely.sum(1, keepdims=True)
        return (likely[:, :, None] * some).sum(1).mean(0)

    def fitted(target: float) -> tuple[Any, int, float, float]:
        """The costs for one target, and the habit that stays farthest from its share."""
        rounds = 400
        costs, mean = np.zeros(len(names)), np.zeros(len(names))
        for turn in range(rounds):
            costs += 1.5 / (1 + turn / 80) * (rates(costs, 150) - target) * counts
            costs = costs.clip(-LARGEST_WEIGHT if two_sided else 0, LARGEST_WEIGHT)
            if turn >= rounds // 2:
                mean += costs / (rounds - rounds // 2)
        after = np.where(counts, rates(mean, 6_000), 0.5 if two_sided else 0)
        far = np.abs(after - 0.5) if two_sided else after - 0.5
        at = int(far.argmax())
        return mean, at, float(after[at]), float(far[at])

    for _ in range(3):
        # A target that is too low for one habit raises the others: take the one with the best worst habit.
        costs, at, share, far = min(map(fitted, (HALF,) if halves else TARGETS), key=lambda fit: fit[3])
        if far < HOPELESS:
            break
        print(f"  {game} {kind}: {names[at]} stays at {share:.2f}")
        counts[at] = False
    told = {name: round(float(cost), 2) for name, cost in zip(names, costs, strict=True) if abs(cost) >= 0.03}
    return told, f"{names[at]} {share:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--fit", nargs="*", metavar="GAME")
    parser.add_argument("--only", default="", metavar="KIND DIFFICULTY")
    asked = parser.parse_args()
    if asked.fit is not None:
        fit(asked.fit or list(BUILT_IN), asked.only)
    else:
        table(asked.count)
