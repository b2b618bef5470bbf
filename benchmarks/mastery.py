"""Which habits would pass the seats of the lessons: python benchmarks/mastery.py [--every] [--fit]

Mastery is five starts in a row: choose the winning side, and win against perfect play. A habit player chooses
the side by one habit (`study/puzzles/habits.py`), its opposite, or the side that was right last time, and
every move by another; a random player tosses a coin and plays any move. All pairs of habits play the same
starts; the best of them is then measured on fresh starts, because the best of thousands looks too good on the
starts that selected it. The output is how often it survives one start, and five in a row. `--fit` measures
`weights.json` of the lessons again: how much less likely a start becomes for each habit that is right (needs
numpy).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from outnumber.games.base import Position
from outnumber.games.registry import find
from outnumber.study.lessons import seats
from outnumber.study.lessons.lesson import LESSONS
from outnumber.study.lessons.seats import ROW, Starts, drawn
from outnumber.study.puzzles import habits
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.puzzle import Puzzle

DATA = Path(seats.__file__).with_name("weights.json")
# The number of positions for measuring.
POOL = 20_000
MOST = 0.05
LAST = "the same side as last time"
SAME = "the same seat as last time"
CHANCE = Random(1)


def fit() -> None:
    """Measure the cost of each habit, for every lesson and level."""
    from habits import weighed  # in the same folder as this file

    found = {}
    for lesson, each in LESSONS.items():
        for level in range(len(each.levels)):
            stream = Starts(lesson, level, "fit")
            pool: list[dict[str, bool]] = []
            while len(pool) < POOL:
                if made := stream.candidate(None):
                    pool.append(stream.pleases(made))
            found[f"{lesson} {level}"], left = weighed(lesson, "seat", pool, stream.drawn)
            print(f"{lesson} {level}: {left}", flush=True)
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(found[key])}" for key in sorted(found))
    DATA.write_text(f"{{\n{lines}\n}}\n")


def starts(lesson: str, level: int, first: int, count: int) -> Iterator[Puzzle]:
    """A number of starts, as a learner would get them."""
    drawn.cache_clear()
    for seed in range(first, first + count):
        yield drawn(lesson, level, seed)


def guesses(puzzle: Puzzle, before: Puzzle | None) -> dict[str, bool]:
    """Which ways to choose a side are right."""
    seen = habits.look(puzzle.position, puzzle.moves)
    found = habits.hits("seat", seen, puzzle.answer)
    for name in habits.thoughts(type(puzzle.rules)):
        found.pop(name, None)
    if before:
        side = (before.position.turn == before.answer[0]) == (puzzle.position.turn == puzzle.answer[0])
        found |= {LAST: side, SAME: before.answer == puzzle.answer}
    return found | {f"not {name}": not hit for name, hit in found.items()}


def by_habit(name: str) -> Callable[[Position, tuple[int, ...]], int]:
    """Play by a habit or, if it has no move, the lowest number."""

    def choose(position: Position, moves: tuple[int, ...]) -> int:
        seen = habits.look(position, moves)
        move = habits.numbers(seen)[name]
        return move if move in seen.legal else seen.legal[0]

    return choose


def any_move(position: Position, _: tuple[int, ...]) -> int:
    return CHANCE.choice(position.legal_moves())


def wins(puzzle: Puzzle, choose: Callable[[Position, tuple[int, ...]], int]) -> bool:
    """Whether a player in the right seat wins."""
    attempt = Attempt(puzzle)
    attempt.answer(puzzle.answer)
    while not attempt.found:
        if attempt.play(choose(attempt.position, attempt.round.moves)):
            return False
    return True


def measured(lesson: str, level: int, first: int, count: int, fresh: int) -> tuple[float, str, str, float]:
    """The best pair of habits on some starts, how often it survives fresh ones, and random play."""
    any_start = next(iter(starts(lesson, level, first, 1)))
    names = habits.numbers(habits.look(any_start.position, any_start.moves))
    players = {name: by_habit(name) for name in names if name not in habits.thoughts(find(lesson))}
    right: dict[str, int] = {}  # one bit per start
    won: dict[str, int] = {}
    before, lucky = None, 0
    for place, puzzle in enumerate(starts(lesson, level, first, count)):
        for name, hit in guesses(puzzle, before).items():
            right[name] = right.get(name, 0) | hit << place
        for name, player in players.items():
            won[name] = won.get(name, 0) | wins(puzzle, player) << place
        lucky += sum(CHANCE.random() < 0.5 and wins(puzzle, any_move) for _ in range(10))
        before = puzzle
    pairs = [((right[guess] & won[move]).bit_count(), guess, move) for guess in right for move in won]
    _, guess, move = max(pairs)
    hits, before = 0, None
    for puzzle in starts(lesson, level, first + count, fresh):
        found = guesses(puzzle, before)
        hits += found.get(guess, False) and wins(puzzle, players[move])
        before = puzzle
    return hits / fresh, guess, move, lucky / (10 * count)


def main(count: int, fresh: int, every: bool) -> None:
    worst = 0.0
    print("| lesson | boards | random: one, five | the best habit: side; moves | one | five |")
    print("|---|---|---|---|---|---|")
    for lesson, found in LESSONS.items():
        for level, boards in enumerate(found.levels if every else found.levels[:1]):
            share, guess, move, lucky = measured(lesson, level, 0, count, fresh)
            worst = max(worst, share**ROW)
            print(
                f"| {lesson} | {boards.about} | {lucky:.1%}, {lucky**ROW:.4%} | {guess}; {move} "
                f"| {share:.1%} | {share**ROW:.2%} |",
                flush=True,
            )
    print(f"\nThe best habit passes in {worst:.1%} of exams (at most {MOST:.0%} are allowed).")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=400)
    parser.add_argument("--fresh", type=int, default=2000)
    parser.add_argument("--every", action="store_true", help="the harder boards too")
    parser.add_argument("--fit", action="store_true", help="measure the weights anew")
    asked = parser.parse_args()
    if asked.fit:
        fit()
    else:
        main(asked.starts, asked.fresh, asked.every)
