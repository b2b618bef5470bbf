"""Win rates on the paths: python benchmarks/paths.py [GAME …] [--starts 2000] [--stages 1-15] [--check GAMES]

For every stage, the chance of each level and each habit to win a single attempt against the opponent of the
stage, from starts that are drawn as for a person. All players have known move distributions, so the chance
from a start is exact (`path_chances.py`); only the starts are a sample, except on stages that list theirs.

A stage should be won by the level it is made for in 60 to 85 % of attempts on the first five stages and in 40
to 70 % later; by a habit in less than 25 % from the sixth stage on; and always by the perfect player. `!`
marks a rate whose 95 % interval misses the target, and `^` a level that wins more often than on the previous
stage, beyond both intervals; without an interval, every difference counts.

`--check` also plays simulated games and reports each rate that differs by more than chance explains.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from path_chances import HABITS, Board

from outnumber.games.registry import BUILT_IN
from outnumber.match.round import Round
from outnumber.players.registry import built_in
from outnumber.study.paths.path import Stage, path
from outnumber.study.paths.start import draw, habits

LEVELS = ("beginner", "casual", "skilled", "expert", "master", "perfect")
# The target of the level that a stage is made for, on the first stages and later, and of habits later.
FIRST, EARLY, LATER, HABIT = 5, (0.60, 0.85), (0.40, 0.70), 0.25
# No start of Number Stack Duel can defeat these habits; docs/explanation/benchmarks.md proves it.
UNBEATABLE = {"number-stack-duel": HABITS}
# Simulated rates that differ by more than this many standard deviations are reported.
DEVIATIONS = 4.0

Mover = Callable[[Round, Random], int]


class Rate(NamedTuple):
    """A share of won attempts, with half the width of its 95 % interval."""

    share: float
    half: float

    def below(self, other: float) -> bool:
        return self.share + self.half < other - 1e-9

    def above(self, other: float) -> bool:
        return self.share - self.half > other + 1e-9


def mover(name: str) -> Mover:
    """A level, or a habit at every move."""
    if name not in HABITS:
        return built_in(name).move

    def move(current: Round, _: Random) -> int:
        moves = current.moves
        return habits(current.position, moves[-1] if moves else 0)[name]

    return move


def simulated(stage: Stage, name: str, starts: Sequence[tuple[int, ...]], games: int) -> int:
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


def starts_of(stage: Stage, seeds: int) -> list[tuple[int, ...]]:
    """The starts that a stage lists, or else those of the first seeds."""
    return [*stage.starts] or [draw(stage, seed) for seed in range(1, seeds + 1)]


def rates(stage: Stage, starts: Sequence[tuple[int, ...]], names: Sequence[str]) -> dict[str, Rate]:
    """The rate of each player."""
    board = Board(stage.rules)
    # Several lines lead to the same position.
    places = Counter(map(board.after, starts))
    found = {}
    for name in names:
        chances = [(board.chance(name, stage.opponent, place), times) for place, times in places.items()]
        mean = sum(chance * times for chance, times in chances) / len(starts)
        spread = sum((chance - mean) ** 2 * times for chance, times in chances) / len(starts)
        found[name] = Rate(mean, 0.0 if stage.starts else 1.96 * sqrt(spread / len(starts)))
    return found


def target(stage: Stage, name: str) -> tuple[float, float]:
    """The share of attempts that a player should win."""
    if name == "perfect":
        return 1.0, 1.0
    if name in HABITS:
        watched = stage.number > FIRST and name not in UNBEATABLE.get(stage.game, ())
        return (0.0, HABIT) if watched else (0.0, 1.0)
    if name == stage.learner:
        return EARLY if stage.number <= FIRST else LATER
    return 0.0, 1.0


def marked(stage: Stage, name: str, rate: Rate, before: Rate | None) -> str:
    """The cell of a rate: percent, `*` for the level that the stage is made for, and what is missed."""
    least, most = target(stage, name)
    mark = "!" if rate.below(least) or rate.above(most) else ""
    if name in LEVELS and before and rate.share - rate.half > before.share + before.half + 1e-9:
        mark += "^"
    return f"{100 * rate.share:.1f}{'*' if name == stage.learner else ''}{mark}"


def checked(stage: Stage, starts: Sequence[tuple[int, ...]], found: dict[str, Rate], games: int) -> None:
    """Report the rates that simulated games do not confirm."""
    luck = Random(f"{stage.game} {stage.number}")
    some = [luck.choice(starts) for _ in range(games)]
    exact = rates(stage._replace(starts=()), some, list(found))
    for name, rate in exact.items():
        share = simulated(stage, name, some, games) / games
        if abs(share - rate.share) > DEVIATIONS * sqrt(max(rate.share * (1 - rate.share), 1e-9) / games):
            print(f"  {name}: {100 * share:.1f} % simulated, {100 * rate.share:.1f} % computed", flush=True)


def table(game: str, asked: argparse.Namespace, numbers: range, names: Sequence[str]) -> None:
    """Print the win rates of a game in percent, one line per stage."""
    wide = [max(len(name), 6) for name in names]
    heads = "  ".join(f"{name:>{width}}" for name, width in zip(names, wide, strict=True))
    print(f"\n{game}\nstage  size  {'opponent':<9}{heads}  starts", flush=True)
    before: dict[str, Rate] = {}
    for stage in path(game).stages:
        if stage.number not in numbers:
            continue
        begun = time.perf_counter()
        starts = starts_of(stage, asked.starts)
        found = rates(stage, starts, names)
        cells = [marked(stage, name, rate, before.get(name)) for name, rate in found.items()]
        told = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, wide, strict=True))
        line = f"{stage.number:>5}  {stage.rules.size:>4}  {stage.opponent:<9}{told}"
        print(f"{line}  {len(set(starts)):>6}", flush=True)
        before = found
        if asked.check:
            checked(stage, starts, found, asked.check)
        print(f"{game} {stage.number}: {time.perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)


def main() -> None:
    """Measure the paths of some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=list(BUILT_IN))
    parser.add_argument("--starts", type=int, default=2_000)
    parser.add_argument("--stages", default="1-15")
    parser.add_argument("--players", default=",".join((*LEVELS, *HABITS)))
    parser.add_argument("--check", type=int, default=0, metavar="GAMES")
    asked = parser.parse_args()
    first, _, last = asked.stages.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    for game in asked.games_of:
        table(game, asked, numbers, asked.players.split(","))


if __name__ == "__main__":
    main()
