"""Selects the starts of the stages of a game with small boards: python benchmarks/path_starts.py GAME

On a small board, few positions defeat habits, so stages list their starts. For every stage, this program
collects positions from random games, computes the exact chances of levels and habits (`path_chances.py`), and
exchanges starts until the averages fit: the level that the stage is made for, no level better than on the
previous stage, and every habit below its limit. Prints the rows of `study/paths/stages.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import Any, NamedTuple

import numpy as np
from path_chances import Board
from path_stages import LEARNERS, PLAYERS
from paths import FIRST, LEVELS

from outnumber.games.numbers import nth
from outnumber.games.registry import find

MODELS = LEVELS[:-1]


EARLY = (0.80, 0.74, 0.67, 0.76, 0.69)


class Plan(NamedTuple):
    """What a path should be: for each stage the size, the opponent, and the share of its level."""

    sizes: tuple[int, ...]
    opponents: tuple[str, ...]
    aims: tuple[float, ...]
    # The rates of the levels on the last stage: those on earlier ones must be higher.
    last: tuple[float, ...]


FIRST_OPPONENTS = ("random", "random", "beginner", "beginner", "casual")
PLANS = {
    "order-challenge": Plan(
        (7, 7, 8, 8, 9, 11, 11, 12, 12, 13, 13, 14, 14, 15, 9),
        (*FIRST_OPPONENTS, *("master",) * 7, *("perfect",) * 3),
        (*EARLY, 0.50, 0.48, 0.62, 0.59, 0.56, 0.53, 0.50, 0.65, 0.61, 0.56),
        (0.20, 0.24, 0.34, 0.55, 0.92),
    ),
    "strategy-stacks": Plan(
        (7, 7, 8, 8, 9, 12, 12, 14, 14, 15, 16, 18, 20, 22, 9),
        (*FIRST_OPPONENTS, "casual", "skilled", *("expert",) * 4, *("master",) * 2, *("perfect",) * 2),
        (*EARLY, 0.50, 0.48, 0.56, 0.54, 0.52, 0.505, 0.49, 0.67, 0.655, 0.62),
        (0.245, 0.323, 0.422, 0.633, 0.954),
    ),
}
# The starts of a stage; the most unused numbers of a start; random games per board.
LISTED, LEFT, GAMES = (24, 16, 12, 8, 6), 14, 6_000
# Random games choose low numbers more often, because high ones end most of them early.
LOW = {"order-challenge": 2.0}
# The limit of habits on later stages, and how far a level's rate must fall from stage to stage.
LIMIT, FALL = 0.235, 0.002
TRIED = 6_000


class Pool:
    """The possible starts of a board, one line of moves for each position."""

    def __init__(self, game: str, size: int) -> None:
        rules, luck = find(game)(**{find(game).SIZE: size}), Random(f"{game} {size}")
        self.board = Board(rules)
        lines: dict[int, tuple[int, ...]] = {}
        for _ in range(GAMES):
            position = rules.start()
            moves: list[int] = []
            while position.outcome() is None:
                if position.unused_count <= LEFT and position.legal.bit_count() > 1:
                    place = self.board.place(position, moves[-1] if moves else 0)
                    wins = len(self.board.positions[place].verdict.winning)
                    if 0 < wins < position.legal.bit_count():
                        lines.setdefault(place, tuple(moves))
                count = position.legal.bit_count()
                moves.append(nth(position.legal, int(count * luck.random() ** LOW.get(game, 1.0))))
                position = position.after(moves[-1])
        self.lines = lines
        self._rates: dict[str, Any] = {}

    def rates(self, opponent: str) -> Any:
        """The chances of all players from all starts."""
        if opponent not in self._rates:
            self._rates[opponent] = np.array(
                [[self.board.chance(name, opponent, place) for name in PLAYERS] for place in self.lines]
            )
        return self._rates[opponent]


def fitted(
    rates: Any, stage: int, aim: float, before: Any, floor: Any, count: int, luck: Any
) -> tuple[float, Any]:
    """Some starts whose averages fit a stage, with how far they miss it."""
    at, levels = MODELS.index(LEARNERS[stage - 1]), len(MODELS)
    count = min(count, len(rates))

    def cost(mean: Any) -> float:
        found = 4 * (mean[at] - aim) ** 2
        found += 400 * float((np.maximum(0, mean[:levels] - before + FALL) ** 2).sum())
        found += 400 * float((np.maximum(0, floor - mean[:levels]) ** 2).sum())
        if stage > FIRST:
            found += 400 * float((np.maximum(0, mean[levels:] - LIMIT) ** 2).sum())
        return float(found)

    best: tuple[float, Any] = (np.inf, None)
    for _ in range(3):
        chosen = luck.permutation(len(rates))[:count]
        total = rates[chosen].sum(axis=0)
        value = cost(total / count)
        for _ in range(TRIED):
            out, new = int(luck.integers(count)), int(luck.integers(len(rates)))
            if (chosen == new).any():
                continue
            then = total - rates[chosen[out]] + rates[new]
            other = cost(then / count)
            if other <= value:
                value, total = other, then
                chosen[out] = new
        if value < best[0]:
            best = value, chosen
    return best


def main() -> None:
    """Select the starts of a game, and print its stages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(PLANS))
    asked = parser.parse_args()
    luck = np.random.default_rng(1)
    pools: dict[int, Pool] = {}
    before = np.ones(len(MODELS))
    plan = PLANS[asked.game]
    for stage, (size, opponent, aim) in enumerate(zip(plan.sizes, plan.opponents, plan.aims, strict=True), 1):
        if size not in pools:
            pools[size] = Pool(asked.game, size)
        pool = pools[size]
        rates, options = pool.rates(opponent), []
        left = len(plan.sizes) - stage
        floor = np.array(plan.last) + FALL * left if left else np.zeros(len(MODELS))
        for count in LISTED:
            value, chosen = fitted(rates, stage, aim, before, floor, count, luck)
            options.append((value, tuple(sorted(map(int, chosen)))))
            if value < 0.0005:
                break
        value, chosen = min(options)
        mean = rates[list(chosen)].mean(axis=0)
        before = mean[: len(MODELS)]
        lines = [*pool.lines.values()]
        told = " ".join(f"{name[:3]} {100 * rate:.1f}" for name, rate in zip(PLAYERS, mean, strict=True))
        what = (
            f"{stage:>2} {size:>3} {opponent:<9}{LEARNERS[stage - 1]:<9}{told} {len(chosen)} of {len(lines)}"
        )
        print(f"{what} miss {value:.5f}", file=sys.stderr, flush=True)
        row = {
            "options": {find(asked.game).SIZE: size},
            "learner": LEARNERS[stage - 1],
            "opponent": opponent,
            "starts": sorted((lines[each] for each in chosen), key=lambda moves: (len(moves), moves)),
        }
        print(f"  {json.dumps(row)},")


if __name__ == "__main__":
    main()
