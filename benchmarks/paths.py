"""Win rates on the paths: python benchmarks/paths.py [GAME …] [--stages 1-15] [--check GAMES]

For every stage, the chance of each level and each habit to win a single attempt against the opponent of the
stage. All players have known move distributions and every stage lists its starts, so the rates are exact
(`path_chances.py`) and have no interval.

A stage should be won by the level it is made for in 60 to 85 % of attempts on the first five stages and in 40
to 70 % later; by a habit in less than 25 % from the sixth stage on; and always by the perfect player. No
level should win more often than on the previous stage. `!` and `^` mark what is missed.

`--check` also plays simulated games and reports each rate that differs by more than chance explains.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

from path_chances import HABITS, Board, habits

from outnumber.games.registry import BUILT_IN
from outnumber.match.round import Round
from outnumber.players.registry import built_in
from outnumber.study.paths.path import Stage, path

LEVELS = ("beginner", "casual", "skilled", "expert", "master", "perfect")
# The target of the level that a stage is made for, on the first stages and later, and of habits later.
FIRST, EARLY, LATER, HABIT = 5, (0.60, 0.85), (0.40, 0.70), 0.25
# No start of Number Stack Duel can defeat these habits; docs/explanation/benchmarks.md proves it.
UNBEATABLE = {"number-stack-duel": HABITS}
# Simulated rates that differ by more than this many standard deviations are reported; sums are rounded.
DEVIATIONS, ROUNDED = 4.0, 1e-9

Mover = Callable[[Round, Random], int]


def mover(name: str) -> Mover:
    """A level, or a habit at every move."""
    if name not in HABITS:
        return built_in(name).move

    def move(current: Round, _: Random) -> int:
        moves = current.moves
        return habits(current.position, moves[-1] if moves else 0)[name]

    return move


def simulated(stage: Stage, name: str, games: int) -> float:
    """The share of a number of single attempts that a player wins, with the same number from each start."""
    you, them, won = mover(name), mover(stage.opponent), 0
    for number in range(games):
        luck = Random(f"{stage.game} {stage.number} {name} {number}")
        current = Round.begin(stage.rules, stage.starts[number % len(stage.starts)])
        seat = current.turn
        while current.outcome is None:
            current = current.play((you if current.turn is seat else them)(current, luck))
        won += current.outcome.winner is seat
    return won / games


def rates(stage: Stage, names: Sequence[str] = (*LEVELS, *HABITS)) -> dict[str, float]:
    """The share of attempts that each player wins."""
    board = Board(stage.rules)
    places = [board.after(moves) for moves in stage.starts]
    return {
        name: sum(board.chance(name, stage.opponent, place) for place in places) / len(places)
        for name in names
    }


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


def missed(stage: Stage, name: str, rate: float, before: float = 1.0) -> str:
    """`!` if a rate misses its target, and `^` if a level wins more often than before."""
    least, most = target(stage, name)
    rises = name in LEVELS and rate > before + ROUNDED
    return ("" if least - ROUNDED <= rate <= most + ROUNDED else "!") + ("^" if rises else "")


def checked(stage: Stage, found: dict[str, float], games: int) -> None:
    """Report the rates that simulated games do not confirm."""
    games -= games % len(stage.starts)
    for name, rate in found.items():
        share = simulated(stage, name, games)
        if abs(share - rate) > DEVIATIONS * sqrt(max(rate * (1 - rate), ROUNDED) / games):
            print(f"  {name}: {100 * share:.1f} % simulated, {100 * rate:.1f} % computed", flush=True)


def table(game: str, numbers: range, names: Sequence[str], check: int) -> None:
    """Print the win rates of a game in percent, one line per stage; * marks the level that it is made for."""
    wide = [max(len(name), 6) for name in names]
    heads = "  ".join(f"{name:>{width}}" for name, width in zip(names, wide, strict=True))
    print(f"\n{game}\nstage  size  {'opponent':<9}{heads}  starts", flush=True)
    before: dict[str, float] = {}
    for stage in path(game).stages:
        if stage.number not in numbers:
            continue
        begun = time.perf_counter()
        found = rates(stage, names)
        cells = []
        for name, rate in found.items():
            marks = "*" * (name == stage.learner) + missed(stage, name, rate, before.get(name, 1.0))
            cells.append(f"{100 * rate:.1f}{marks}")
        told = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, wide, strict=True))
        line = f"{stage.number:>5}  {stage.rules.size:>4}  {stage.opponent:<9}{told}"
        print(f"{line}  {len(stage.starts):>6}", flush=True)
        before = found
        if check:
            checked(stage, found, check)
        print(f"{game} {stage.number}: {time.perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)


def main() -> None:
    """Compute the rates on the paths of some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=list(BUILT_IN))
    parser.add_argument("--stages", default="1-15")
    parser.add_argument("--players", default=",".join((*LEVELS, *HABITS)))
    parser.add_argument("--check", type=int, default=0, metavar="GAMES")
    asked = parser.parse_args()
    first, _, last = asked.stages.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    for game in asked.games_of:
        table(game, numbers, asked.players.split(","), asked.check)


if __name__ == "__main__":
    main()
