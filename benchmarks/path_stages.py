"""Fits the stages of the paths to their targets: python benchmarks/path_stages.py GAME [--games 3000]

Finds possible starts in random games of every size, computes the exact chances of levels and habits against
every opponent (`path_chances.py`), and then selects 15 stages: an opponent, a size, and conditions for the
starts. From stage to stage, sizes and opponents grow, no level wins more often, and the targets of the levels
and habits hold. Prints the rows of `study/paths/stages.json` for the game.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

import numpy as np
from path_chances import HABITS, Board
from paths import EARLY, FIRST, HABIT, LATER, LEVELS, UNBEATABLE

from outnumber.games.numbers import nth
from outnumber.games.registry import find
from outnumber.study.paths.path import Stage
from outnumber.study.paths.start import habits

MODELS = LEVELS[:-1]
PLAYERS = (*MODELS, *HABITS)
OPPONENTS = ("random", "beginner", "casual", "skilled", "expert", "master", "perfect")
SIZES: dict[str, tuple[int, ...]] = {
    "number-duel": (6, 8, 10, 12, 16, 20, 25, 30, 40, 50, 70, 85, 100),
    "number-stack-attack": (8, 10, 12, 14, 16, 18, 21),
}
USUAL = (5, 6, 7, 8, 9)
# Token sets of Number Stack Attack in which the largest token may fail.
TOKENS = [[*tokens] for count in (3, 4, 5) for tokens in combinations(range(1, 10), count)]
TRIED_TOKENS = 60
STAGES = 15
# For each stage: the level that it is preferably made for.
LEARNERS = ("beginner",) * 3 + ("casual",) * 4 + ("skilled",) * 5 + ("expert",) * 3
# The most candidates among which the stages are selected.
ENOUGH = 1_800
# Windows of hardness in bits, and of unused numbers.
WINDOWS = [(low / 2, low / 2 + width) for low in range(13) for width in (1.0, 2.0, 3.0)]
LEFT: dict[str, tuple[tuple[int, int], ...]] = {"number-duel": ((3, 6), (4, 8), (6, 9))}
ALL = (0, 1_000_000)
# The most possible starts of a board whose chances are computed.
MOST = 400
# The fewest starts of a stage, weighted by how often they are drawn; the margin to each target.
FEWEST, MARGIN = 6.0, 0.015


class Candidate(NamedTuple):
    """A possible stage, with its rates in the order of `PLAYERS`."""

    stage: Stage
    rates: Any
    variety: float


def boards(game: str) -> list[dict[str, Any]]:
    """The options of all boards that stages may have."""
    kind = find(game)
    sizes: list[dict[str, Any]] = [{kind.SIZE: size} for size in SIZES.get(game, USUAL)]
    if game != "number-stack-attack":
        return sizes
    return sizes + [{"tokens": some} for some in Random(game).sample(TOKENS, TRIED_TOKENS)]


def candidates(game: str, games: int) -> list[Candidate]:
    """Every possible stage of a game, with rates."""
    made: list[Candidate] = []
    for options in boards(game):
        made += of_board(game, options, games)
        print(f"{game} {options}: {len(made)} candidates", file=sys.stderr, flush=True)
    return made


def of_board(game: str, options: dict[str, Any], games: int) -> list[Candidate]:
    """The possible stages on one board."""
    rules, luck = find(game)(**options), Random(str(options))
    board = Board(rules)
    lefts = LEFT.get(game, (ALL,))
    most = max(high for _, high in lefts)
    found: dict[int, int] = {}
    places: list[int] = []
    pairs: list[tuple[int, int]] = []
    for number in range(games):
        position, last = rules.start(), 0
        while position.outcome() is None:
            if position.unused_count <= most and position.legal.bit_count() > 1:
                place = board.place(position, last)
                if 0 < len(board.positions[place].verdict.winning) < position.legal.bit_count():
                    if place not in found:
                        if len(places) == MOST and game in LEFT:
                            continue
                        found[place] = len(places)
                        places.append(place)
                    pairs.append((number, found[place]))
            last = nth(position.legal, luck.randrange(position.legal.bit_count()))
            position = position.after(last)
    if not pairs:
        return []
    starts = [board.positions[place] for place in places]
    bits = np.array([each.bits for each in starts])
    unused = np.array([each.position.unused_count for each in starts])
    right = np.array(
        [
            sum(move in each.verdict.winning for move in habits(each.position, each.last).values())
            for each in starts
        ]
    )
    game_of, start_of = np.array(pairs).T
    shares, kept = [], []
    for window, left, most_habits in product(WINDOWS, lefts, range(5)):
        fit = (bits >= window[0]) & (bits <= window[1]) & (right <= most_habits)
        fit &= (unused >= left[0]) & (unused <= left[1])
        count = np.bincount(game_of, fit[start_of], games)
        weight = np.bincount(start_of, fit[start_of] / np.maximum(count[game_of], 1), len(places))
        whole = weight.sum()
        # A person should not wait for a start: one game in twenty must have one.
        if whole < games / 80:
            continue
        share = weight / whole
        if 1 / (share @ share) >= FEWEST:
            shares.append(share)
            kept.append((window, left, most_habits))
    made = []
    seen: set[tuple[Any, ...]] = set()
    for opponent in OPPONENTS if shares else ():
        rates = np.array([[board.chance(name, opponent, place) for name in PLAYERS] for place in places])
        for (window, left, most_habits), share in zip(kept, shares, strict=True):
            mean = share @ rates
            key = (opponent, *np.round(mean, 3))
            if key in seen:
                continue
            seen.add(key)
            stage = Stage(game, 0, options, "", opponent, window, left, most_habits)
            made.append(Candidate(stage, mean, 1 / float(share @ share)))
    return made


def selected(game: str, made: list[Candidate]) -> list[tuple[Candidate, str]]:
    """The best 15 stages: no level wins more often from stage to stage, and the path is even."""
    full = find(game)().size
    watched = [
        PLAYERS.index(name) for name in (name for name in HABITS if name not in UNBEATABLE.get(game, ()))
    ]
    rates = np.array([each.rates for each in made])
    levels, habit = rates[:, : len(MODELS)], rates[:, watched].max(axis=1, initial=0.0)
    low, high = LATER[0] + MARGIN, EARLY[1] - MARGIN
    useful = ((levels >= low) & (levels <= high)).any(axis=1)
    hard = useful & (habit <= HABIT - MARGIN)
    final = np.array([each.stage.rules.size == full and each.stage.opponent == "perfect" for each in made])
    luck = np.random.default_rng(1)
    pick: set[int] = set()
    for some, limit in (
        (np.where(useful)[0], ENOUGH // 3),
        (np.where(hard)[0], ENOUGH),
        (np.where(hard & final)[0], 200),
    ):
        pick |= set(luck.permutation(some)[:limit].tolist())
    chosen = sorted(pick)
    made, levels, habit, final = [made[at] for at in chosen], levels[chosen], habit[chosen], final[chosen]
    mean: Any = levels.mean(axis=1)
    opponent = np.array([OPPONENTS.index(each.stage.opponent) for each in made])
    size = np.array([each.stage.rules.size for each in made])
    ranks = {each: place for place, each in enumerate(sorted(set(size)))}
    rank = np.array([ranks[each] for each in size]) / max(1, len(ranks) - 1)
    tokens = np.array(["tokens" in each.stage.options for each in made])
    variety = np.array([each.variety for each in made])
    follows = (mean[:, None] > mean[None, :] + 0.001) & (size[:, None] <= size[None, :])
    follows &= opponent[:, None] <= opponent[None, :]
    for level in range(len(MODELS)):
        follows &= levels[:, None, level] >= levels[None, :, level]
    print(f"{len(made)} candidates, {int(hard.sum())} hard, {int((hard & useful).sum())}", file=sys.stderr)
    best = np.full((STAGES + 1, len(MODELS), len(made)), np.inf)
    back = np.zeros((STAGES + 1, len(MODELS), len(made)), dtype=int)
    for number in range(1, STAGES + 1):
        share = (number - 1) / (STAGES - 1)
        least, most = EARLY if number <= FIRST else LATER
        even: Any = (
            20 * (mean - (0.85 - 0.45 * share)) ** 2
            + 0.03 * (opponent - 6 * share) ** 2
            + 2 * (rank - share) ** 2
        )
        even = even + 1 / variety
        ok = np.ones(len(made), dtype=bool)
        if number > FIRST:
            ok &= habit <= HABIT - MARGIN
        if game == "number-stack-attack":
            # The rule book's tokens on a growing board, and then other tokens: with those of the rule book,
            # the largest one always wins.
            ok &= tokens == (number > FIRST)
            ok &= (size == full) == (number >= FIRST)
        if number == STAGES:
            ok &= final
        for level in range(len(MODELS)):
            cost = even + 0.02 * (level - MODELS.index(LEARNERS[number - 1])) ** 2
            fit = ok & (levels[:, level] >= least + MARGIN) & (levels[:, level] <= most - MARGIN)
            aim = (levels[:, level] - (least + most) / 2) ** 2
            if number == 1:
                best[1, level][fit] = (cost + aim)[fit]
                continue
            earlier = best[number - 1, : level + 1]
            value, who = earlier.min(axis=0), earlier.argmin(axis=0)
            for at in map(int, np.where(fit)[0]):
                way = np.where(follows[:, at], value, np.inf)
                before = int(way.argmin())
                if way[before] < np.inf:
                    best[number, level, at] = way[before] + cost[at] + aim[at]
                    back[number, level, at] = before * len(MODELS) + who[before]
        print(f"stage {number}: {int((best[number] < np.inf).sum())} ways", file=sys.stderr, flush=True)
    last = max(number for number in range(1, STAGES + 1) if (best[number] < np.inf).any())
    level, at = divmod(int(best[last].argmin()), len(made))
    chain = []
    for number in range(last, 0, -1):
        chain.append((made[at], MODELS[level]))
        at, level = divmod(int(back[number, level, at]), len(MODELS))
    return chain[::-1]


def main() -> None:
    """Fit the stages of a game, and print them with their rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=3_000, help="random games in which starts are found")
    asked = parser.parse_args()
    made = candidates(asked.game, asked.games)
    for number, (each, level) in enumerate(selected(asked.game, made), start=1):
        told = " ".join(
            f"{name[:3]} {100 * rate:.0f}" for name, rate in zip(PLAYERS, each.rates, strict=True)
        )
        stage = each.stage
        size = stage.rules.size
        print(
            f"{number:>2} {size:>3} {stage.opponent:<9}{level:<9}{told} v {each.variety:.0f}", file=sys.stderr
        )
        row: dict[str, Any] = {
            "options": stage.options,
            "learner": level,
            "opponent": stage.opponent,
            "hardness": stage.hardness,
        }
        if stage.left != ALL:
            row["left"] = stage.left
        if stage.habits < len(HABITS):
            row["habits"] = stage.habits
        print(f"  {json.dumps(row)},")


if __name__ == "__main__":
    main()
