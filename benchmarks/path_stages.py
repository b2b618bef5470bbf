"""Selects the starts of the stages of a path: python benchmarks/path_stages.py GAME

On a small board, few positions defeat habits, so stages list their starts. For every stage, this program
collects positions from random games, computes the exact chances of levels and habits (`path_chances.py`), and
exchanges starts until the averages fit: the level that the stage is made for, no level better than on the
previous stage, and every habit below its limit. Prints the rows of `study/paths/stages.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from path_chances import HABITS, Board
from paths import FIRST, LEVELS, UNBEATABLE

from outnumber.games.numbers import nth
from outnumber.games.registry import find

MODELS = LEVELS[:-1]
PLAYERS = (*MODELS, *HABITS)
# For each stage: the level that it is made for; its share of won attempts on the first stages.
LEARNERS = ("beginner",) * 3 + ("casual",) * 4 + ("skilled",) * 5 + ("expert",) * 3


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
    "number-stack-duel": Plan(
        (5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 9),
        (
            *FIRST_OPPONENTS,
            "casual",
            *("skilled",) * 2,
            *("expert",) * 3,
            *("master",) * 2,
            *("perfect",) * 2,
        ),
        (*EARLY, 0.61, 0.53, 0.64, 0.59, 0.55, 0.50, 0.46, 0.63, 0.58, 0.52),
        (0.05, 0.12, 0.23, 0.45, 0.90),
    ),
    "number-stack-attack": Plan(
        (10, 14, 16, 18, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21, 21),
        (*FIRST_OPPONENTS, *("skilled",) * 3, *("expert",) * 3, *("master",) * 2, *("perfect",) * 2),
        (*EARLY, 0.57, 0.50, 0.62, 0.59, 0.56, 0.52, 0.48, 0.65, 0.61, 0.56),
        (0.08, 0.15, 0.27, 0.52, 0.90),
    ),
    "order-challenge": Plan(
        (7, 7, 8, 8, 9, 11, 11, 12, 12, 13, 13, 14, 14, 15, 9),
        (*FIRST_OPPONENTS, *("master",) * 7, *("perfect",) * 3),
        (*EARLY, 0.50, 0.48, 0.62, 0.59, 0.56, 0.53, 0.50, 0.65, 0.61, 0.56),
        (0.20, 0.24, 0.34, 0.55, 0.92),
    ),
    "number-duel": Plan(
        (6, 8, 10, 12, 14, 16, 20, 24, 30, 36, 40, 50, 60, 80, 100),
        (
            *FIRST_OPPONENTS,
            "casual",
            *("skilled",) * 2,
            *("expert",) * 3,
            *("master",) * 2,
            *("perfect",) * 2,
        ),
        (*EARLY, 0.56, 0.50, 0.62, 0.59, 0.56, 0.53, 0.49, 0.65, 0.61, 0.56),
        (0.15, 0.24, 0.36, 0.55, 0.93),
    ),
    "strategy-stacks": Plan(
        (7, 7, 8, 8, 9, 12, 12, 14, 14, 15, 16, 18, 20, 22, 9),
        (*FIRST_OPPONENTS, "casual", "skilled", *("expert",) * 4, *("master",) * 2, *("perfect",) * 2),
        (*EARLY, 0.50, 0.48, 0.56, 0.54, 0.52, 0.505, 0.49, 0.67, 0.655, 0.62),
        (0.245, 0.323, 0.422, 0.633, 0.954),
    ),
}
# The tokens of Number Stack Attack on the later stages: with those of the rule book, the largest one wins.
TOKENS = (
    [1, 3, 6, 8, 9], [1, 3, 6, 8, 9], [1, 3, 4, 7, 8], [1, 3, 4, 7, 8], [1, 3, 4, 6, 7],
    [1, 2, 5, 6, 7], [1, 2, 5, 6, 7], [1, 4, 6, 7, 9], [2, 3, 4, 7, 8], [1, 3, 6, 8],
)  # fmt: skip
# The starts of a stage; the most unused numbers of a start, if not 14; random games per board.
LISTED, LEFT, GAMES = (24, 16, 12, 8, 6), {"number-duel": 9}, 6_000
# The most possible starts of a board.
MOST = {"number-duel": 500}
# In Order Challenge, high numbers end most random games early, so low ones are more frequent.
LOW = {"order-challenge": 2.0}
# The limit of habits on later stages, and how far a level's rate must fall from stage to stage.
LIMIT, FALL = 0.235, 0.002
TRIED = 6_000


class Pool:
    """The possible starts of a board, one line of moves for each position."""

    def __init__(self, game: str, options: dict[str, Any]) -> None:
        rules, luck = find(game)(**options), Random(f"{game} {options}")
        self.board = Board(rules)
        lines: dict[int, tuple[int, ...]] = {}
        for _ in range(GAMES):
            if len(lines) >= MOST.get(game, GAMES):
                break
            position = rules.start()
            moves: list[int] = []
            while position.outcome() is None:
                if position.unused_count <= LEFT.get(game, 14) and position.legal.bit_count() > 1:
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
    rates: Any, watched: Sequence[int], stage: int, aim: float, before: Any, floor: Any, count: int, luck: Any
) -> tuple[float, Any]:
    """Some starts whose averages fit a stage, with how far they miss it."""
    at, levels = MODELS.index(LEARNERS[stage - 1]), len(MODELS)
    count = min(count, len(rates))

    def cost(mean: Any) -> float:
        found = 4 * (mean[at] - aim) ** 2
        found += 400 * float((np.maximum(0, mean[:levels] - before + FALL) ** 2).sum())
        found += 400 * float((np.maximum(0, floor - mean[:levels]) ** 2).sum())
        if stage > FIRST and watched:
            found += 400 * float((np.maximum(0, mean[watched] - LIMIT) ** 2).sum())
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
    watched = [PLAYERS.index(name) for name in HABITS if name not in UNBEATABLE.get(asked.game, ())]
    pools: dict[str, Pool] = {}
    before = np.ones(len(MODELS))
    plan = PLANS[asked.game]
    for stage, (size, opponent, aim) in enumerate(zip(plan.sizes, plan.opponents, plan.aims, strict=True), 1):
        options: dict[str, Any] = {find(asked.game).SIZE: size}
        if asked.game == "number-stack-attack" and stage > FIRST:
            options["tokens"] = TOKENS[stage - FIRST - 1]
        if str(options) not in pools:
            pools[str(options)] = Pool(asked.game, options)
        pool = pools[str(options)]
        rates, tried = pool.rates(opponent), []
        left = len(plan.sizes) - stage
        floor = np.array(plan.last) + FALL * left if left else np.zeros(len(MODELS))
        for count in LISTED:
            value, chosen = fitted(rates, watched, stage, aim, before, floor, count, luck)
            tried.append((value, tuple(sorted(map(int, chosen)))))
            if value < 0.0005:
                break
        value, chosen = min(tried)
        mean = rates[list(chosen)].mean(axis=0)
        before = mean[: len(MODELS)]
        lines = [*pool.lines.values()]
        told = " ".join(f"{name[:3]} {100 * rate:.1f}" for name, rate in zip(PLAYERS, mean, strict=True))
        what = (
            f"{stage:>2} {size:>3} {opponent:<9}{LEARNERS[stage - 1]:<9}{told} {len(chosen)} of {len(lines)}"
        )
        print(f"{what} miss {value:.5f}", file=sys.stderr, flush=True)
        row = {
            "options": options,
            "learner": LEARNERS[stage - 1],
            "opponent": opponent,
            "starts": sorted((lines[each] for each in chosen), key=lambda moves: (len(moves), moves)),
        }
        print(f"  {json.dumps(row)},")


if __name__ == "__main__":
    main()
