"""Fits the stages of the paths to their targets: python benchmarks/path_stages.py GAME [--games 40]

Finds possible starts in random games of every size, measures each start with all levels, habits and
opponents, as in `paths.py`, and then selects 15 stages: an opponent, a size, and a window of hardness for the
starts. From stage to stage, sizes and opponents grow, no level wins more often, and the targets of the levels
hold; habits win as seldom as possible. Prints the rows of `study/paths/stages.json` for the game.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from random import Random
from typing import Any, NamedTuple

from paths import EARLY, FIRST, HABIT, HABITS, LATER, LEVELS, wins

from outnumber.games.numbers import nth
from outnumber.games.registry import find
from outnumber.study.paths.path import Stage
from outnumber.study.paths.start import habits
from outnumber.theory.bounded import solve
from outnumber.theory.human_model import hardness

MODELS = LEVELS[:-1]
PLAYERS = (*MODELS, *HABITS)
OPPONENTS = ("random", "beginner", "casual", "skilled", "expert", "master", "perfect")
SIZES = {
    "number-duel": (6, 8, 10, 12, 16, 20, 30, 50, 100),
    "number-stack-attack": (6, 8, 10, 12, 14, 16, 18, 21),
}
USUAL = (5, 6, 7, 8, 9)
STAGES = 15
# The most candidates among which the stages are selected.
ENOUGH = 500
# Windows of hardness in bits; the random games in which starts are found, and the most starts of one size.
WINDOWS = [(low / 2, low / 2 + width) for low in range(13) for width in (1, 2, 3)]
SEARCHED, MOST = 2_000, 120
# The fewest starts in a window; and how much a rate may rise by chance.
FEWEST, SLACK = 3, 0.02


class Start(NamedTuple):
    """A possible start, and its wins by opponent and player."""

    moves: tuple[int, ...]
    bits: float
    right: int
    weight: int


class Candidate(NamedTuple):
    """A possible stage, with its measured rates."""

    stage: Stage
    rates: dict[str, float]
    mean: float


def starts_of(game: str, size: int) -> list[Start]:
    """Starts found in random games, the most frequent ones first."""
    rules, luck = find(game)(**{find(game).SIZE: size}), Random(size)
    known: dict[tuple[int, ...], Start | None] = {}
    count: Counter[tuple[int, ...]] = Counter()
    for _ in range(SEARCHED):
        position = rules.start()
        moves: tuple[int, ...] = ()
        while position.outcome() is None:
            if moves not in known:
                known[moves] = None
                if position.legal.bit_count() > 1:
                    verdict = solve(position)
                    if 0 < len(verdict.winning) < position.legal.bit_count():
                        tried = habits(position, moves[-1] if moves else 0).values()
                        right = sum(move in verdict.winning for move in tried)
                        known[moves] = Start(moves, hardness(position, verdict), right, 1)
            if known[moves]:
                count[moves] += 1
            last = nth(position.legal, luck.randrange(position.legal.bit_count()))
            moves, position = (*moves, last), position.after(last)
    found = [each._replace(weight=count[moves]) for moves, each in known.items() if each]
    luck.shuffle(found)
    # Starts that are hard or defeat habits are rare, and needed.
    half = sorted(found, key=lambda each: (each.right, -each.bits))[: MOST // 2]
    return half + [each for each in found if each not in half][: MOST - len(half)]


def candidates(game: str, games: int) -> list[Candidate]:
    """Every possible stage of a game, with rates."""
    kind, made = find(game), []
    for size in SIZES.get(game, USUAL):
        options, pool = {kind.SIZE: size}, starts_of(game, size)
        for opponent in OPPONENTS:
            stage = Stage(game, size, options, "", opponent, (0, 0))
            each = [{name: wins(stage, name, [at.moves], games) / games for name in PLAYERS} for at in pool]
            for window in WINDOWS:
                for right in (0, 1, 2, 4):
                    fit = [
                        place for place, at in enumerate(pool)
                        if window[0] <= at.bits <= window[1] and at.right <= right
                    ]  # fmt: skip
                    if len(fit) < FEWEST:
                        continue
                    whole = sum(pool[place].weight for place in fit)
                    rates = {
                        name: sum(each[place][name] * pool[place].weight for place in fit) / whole
                        for name in PLAYERS
                    }
                    mean = sum(rates[name] for name in MODELS) / len(MODELS)
                    fitted = stage._replace(hardness=window, habits=right)
                    made.append(Candidate(fitted, rates, mean))
        print(f"{game} {size}: {len(pool)} starts, {len(made)} candidates", file=sys.stderr, flush=True)
    return made


def learners(each: Candidate, number: int) -> list[str]:
    """The levels for which a candidate would be a stage with this number."""
    low, high = EARLY if number <= FIRST else LATER
    return [name for name in MODELS if low + 0.03 <= each.rates[name] <= high - 0.03]


def selected(game: str, made: list[Candidate]) -> list[tuple[Candidate, str]]:
    """The best 15 stages: no level wins more often from stage to stage, and the path is even."""
    full = find(game)().size
    # Many windows contain the same starts; of the others, a few hundred evenly spread ones suffice.
    alike = {(each.stage.rules.size, each.stage.opponent, *each.rates.values()): each for each in made}
    made = sorted(alike.values(), key=lambda each: -each.mean)
    kept = [each for each in made if each.stage.rules.size == full and each.stage.opponent == "perfect"]
    made = sorted(made[:: max(1, len(made) // ENOUGH)] + kept, key=lambda each: -each.mean)
    places = {each: place for place, each in enumerate(OPPONENTS)}
    easiest = max(each.mean for each in made if each.rates["beginner"] <= EARLY[1])
    hardest = min(each.mean for each in made if learners(each, STAGES))

    def cost(each: Candidate, number: int) -> float:
        share = (number - 1) / (STAGES - 1)
        off = each.mean - (easiest - (easiest - hardest) * share)
        habit = max(0.0, *(each.rates[name] - HABIT + 0.03 for name in HABITS)) if number > FIRST else 0.0
        return off * off + 0.002 * (places[each.stage.opponent] - 6 * share) ** 2 + habit * habit

    def follows(before: Candidate, after: Candidate) -> bool:
        return (
            after.mean < before.mean
            and before.stage.rules.size <= after.stage.rules.size
            and places[before.stage.opponent] <= places[after.stage.opponent]
            and all(after.rates[name] <= before.rates[name] + SLACK for name in MODELS)
        )

    best: list[dict[tuple[int, str], tuple[float, Any]]] = [{} for _ in range(STAGES + 1)]
    for place, each in enumerate(made):
        for level in learners(each, 1):
            best[1][place, level] = cost(each, 1), None
    for number in range(2, STAGES + 1):
        for place, each in enumerate(made):
            if number == STAGES and (each.stage.rules.size != full or each.stage.opponent != "perfect"):
                continue
            levels = learners(each, number)
            if not levels:
                continue
            before = [
                (value, key) for key, (value, _) in best[number - 1].items() if follows(made[key[0]], each)
            ]
            for level in levels:
                found = [pair for pair in before if MODELS.index(pair[1][1]) <= MODELS.index(level)]
                if found:
                    value, earlier = min(found)
                    best[number][place, level] = value + cost(each, number), earlier
        print(f"stage {number}: {len(best[number])} ways", file=sys.stderr, flush=True)
    last = max(number for number in range(1, STAGES + 1) if best[number])
    key: Any = min(best[last], key=lambda each: best[last][each][0])
    chain = []
    for number in range(last, 0, -1):
        chain.append((made[key[0]], key[1]))
        key = best[number][key][1]
    return chain[::-1]


def main() -> None:
    """Fit the stages of a game, and print them with their rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40, help="games of each player from each start")
    asked = parser.parse_args()
    made = candidates(asked.game, asked.games)
    for number, (each, level) in enumerate(selected(asked.game, made), start=1):
        told = " ".join(f"{name[:3]} {100 * rate:.0f}" for name, rate in each.rates.items())
        stage = each.stage
        print(f"{number:>2} {stage.rules.size:>3} {stage.opponent:<9}{level:<9}{told}", file=sys.stderr)
        row = {
            "options": stage.options,
            "learner": level,
            "opponent": stage.opponent,
            "hardness": stage.hardness,
        }
        print(f"  {json.dumps(row | ({'habits': stage.habits} if stage.habits < 4 else {}))},")


if __name__ == "__main__":
    main()
