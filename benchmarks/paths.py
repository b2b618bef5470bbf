"""Win rates on the paths: python benchmarks/paths.py [GAME …] [--games 200] [--stages 1-15]

For every stage, each level and each habit plays single attempts against the opponent of the stage, from
starts that are drawn as for a person. A stage should be won by the level it is made for in 60 to 85 % of
attempts on the first five stages and in 40 to 70 % later; by a habit in less than 25 % from the sixth stage
on; and always by the perfect player. Each rate has a 95 % interval (Wilson). `!` marks a rate whose interval
misses the target, and `^` a level that wins more often than on the previous stage, beyond both intervals.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

from outnumber.games.registry import BUILT_IN
from outnumber.match.round import Round
from outnumber.players.registry import built_in
from outnumber.study.paths.path import Stage, path
from outnumber.study.paths.start import draw, habits

LEVELS = ("beginner", "casual", "skilled", "expert", "master", "perfect")
HABITS = ("nearest", "lowest", "largest", "fewest-replies")
# The target of the level that a stage is made for, on the first stages and later, and of habits later.
FIRST, EARLY, LATER, HABIT = 5, (0.60, 0.85), (0.40, 0.70), 0.25
# How many games share a start: drawing one takes as long as many games.
SHARED = 2

Mover = Callable[[Round, Random], int]


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def mover(name: str) -> Mover:
    """A level, or a habit at every move."""
    if name not in HABITS:
        return built_in(name).move

    def move(current: Round, _: Random) -> int:
        moves = current.moves
        return habits(current.position, moves[-1] if moves else 0)[name]

    return move


def wins(stage: Stage, name: str, starts: Sequence[tuple[int, ...]], games: int) -> int:
    """How many of a number of single attempts a player wins."""
    you, them, won = mover(name), mover(stage.opponent), 0
    for number in range(games):
        luck = Random(f"{stage.game} {stage.number} {name} {number}")
        current = Round.begin(stage.rules, starts[number % len(starts)])
        seat = current.turn
        while current.outcome is None:
            current = current.play((you if current.turn is seat else them)(current, luck))
        won += current.outcome.winner is seat
    return won


def target(stage: Stage, name: str) -> tuple[float, float]:
    """The share of attempts that a player should win."""
    if name == "perfect":
        return 1.0, 1.0
    if name in HABITS:
        return (0.0, HABIT) if stage.number > FIRST else (0.0, 1.0)
    if name == stage.learner:
        return EARLY if stage.number <= FIRST else LATER
    return 0.0, 1.0


def measured(
    stage: Stage, names: Sequence[str], games: int, before: dict[str, tuple[float, float]]
) -> list[str]:
    """The cells of a stage; `before` has the intervals of the previous stage, and is updated."""
    starts = [draw(stage, seed) for seed in range(1, max(1, games // SHARED) + 1)]
    cells = []
    for name in names:
        won = wins(stage, name, starts, games)
        low, high = wilson(won, games)
        least, most = target(stage, name)
        mark = "!" if high < least - 1e-9 or (low > most and name != "perfect") else ""
        if name in LEVELS and name != "perfect" and name in before and low > before[name][1]:
            mark += "^"
        before[name] = low, high
        cells.append(f"{100 * won / games:.0f}{'*' if name == stage.learner else ''}{mark}")
    return cells


def table(game: str, games: int, numbers: range, names: Sequence[str], of: Sequence[Stage]) -> None:
    """Print the win rates of a game in percent, one line per stage; * marks the level that it is made for."""
    print(f"\n{game}, {games} games per cell")
    wide = [max(len(name), 5) for name in names]
    heads = "  ".join(f"{name:>{width}}" for name, width in zip(names, wide, strict=True))
    print(f"stage  size  {'opponent':<9}{heads}", flush=True)
    before: dict[str, tuple[float, float]] = {}
    for stage in of:
        if stage.number not in numbers:
            continue
        begun = time.perf_counter()
        cells = measured(stage, names, games, before)
        told = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, wide, strict=True))
        took = time.perf_counter() - begun
        print(f"{stage.number:>5}  {stage.rules.size:>4}  {stage.opponent:<9}{told}", flush=True)
        print(f"{game} {stage.number}: {took:.0f} s", file=sys.stderr, flush=True)


def main() -> None:
    """Measure the paths of some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=list(BUILT_IN))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--stages", default="1-15")
    parser.add_argument("--players", default=",".join((*LEVELS, *HABITS)))
    asked = parser.parse_args()
    first, _, last = asked.stages.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    for game in asked.games_of:
        table(game, asked.games, numbers, asked.players.split(","), path(game).stages)


if __name__ == "__main__":
    main()
