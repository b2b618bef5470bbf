"""The generator of the puzzles of days before `daily.FROM`, which must stay what they were.

Games are played by chance, and the positions on the way are looked at. Habits solve most of these puzzles;
`generate.py` makes those of today.

The stream depends on the game and the seed alone. Chance comes from `Random.random`, whose
sequence Python promises to keep for a seed, so that a seed gives the same puzzles on every machine and
with every version of Python. Which moves win is exact, and does not depend on anything else either.

Options vary from puzzle to puzzle, because the usual ones have too few good puzzles:
in Number Stack Attack with all tokens from 1 to 9, the answer would always be 9.

Cost: a millisecond or two for a puzzle, some more in Number Duel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from outnumber.games.base import Position, Rules
from outnumber.games.registry import find
from outnumber.games.walk import WalkRules
from outnumber.study.puzzles.dice import Dice
from outnumber.study.puzzles.difficulty import SKILLS
from outnumber.study.puzzles.generate import small_enough
from outnumber.study.puzzles.puzzle import Puzzle, puzzle_in
from outnumber.theory.bounded import solve
from outnumber.theory.human_model import blind, hardness, sees

# The average chance of the five skills, in percent, below which a puzzle was 2, 3, 4 and 5.
STEPS = (70, 58, 46, 34)
# So many games in a row without a new puzzle: there are no more, or hardly any.
PATIENCE = 3_000
# In a walk, positions with more unused numbers than this and more moves than that are hardly ever puzzles
# where most numbers go together, and a verdict takes longer there.
LATE = 18
NARROW = 6


def _range(low: int, high: int) -> Callable[[Dice], dict[str, Any]]:
    return lambda dice: {"range": dice.between(low, high)}


def _number_duel(dice: Dice) -> dict[str, Any]:
    return {"range": dice.between(12, 60) if dice.below(5) else 100}


def _attack(dice: Dice) -> dict[str, Any]:
    count = dice.between(3, 8)
    tokens: set[int] = {1} if dice.below(2) else set()
    while len(tokens) < count:
        tokens.add(dice.between(2, 12))
    return {"target": dice.between(15, 60), "tokens": sorted(tokens)}


# What options vary to.
VARIED: dict[str, Callable[[Dice], dict[str, Any]]] = {
    "number-stack-duel": _range(9, 24),
    "number-duel": _number_duel,
    "order-challenge": _range(7, 17),
    "number-stack-attack": _attack,
    "strategy-stacks": _range(9, 40),
}


def generate(game: str, seed: int | str) -> Iterator[Puzzle]:
    """Different puzzles of a game, without end unless there are no more.

    >>> from itertools import islice
    >>> [puzzle.solution for puzzle in islice(generate("strategy-stacks", 1), 3)]
    [3, 10, 10]
    """
    kind = find(game)
    small_enough(kind())
    dice = Dice(f"puzzles {kind.name} {seed}")
    known: dict[str, Rules] = {}
    seen: set[tuple[object, ...]] = set()
    fruitless = 0
    while fruitless < PATIENCE:
        fruitless += 1
        rules = kind(**(VARIED[kind.name](dice) if kind.name in VARIED else {}))
        rules = known.setdefault(repr(rules), rules)
        found = _played(rules, dice)
        # The easiest are the most frequent: every other one of them is enough.
        if found is None or (found.difficulty == 1 and dice.below(2)):
            continue
        if (key := found.position.solver_key()) not in seen:
            seen.add(key)
            fruitless = 0
            yield found


def _played(rules: Rules, dice: Dice) -> Puzzle | None:
    """One of the puzzles in a game played by chance, if it has some: of two drawn, the harder."""
    position: Position = rules.start()
    moves: list[int] = []
    found: list[Puzzle] = []
    while position.outcome() is None:
        if _worth_a_look(position) and (made := puzzle_in(position, moves)):
            found.append(made._replace(difficulty=_difficulty(position), version=1))
        legal = position.legal_moves()
        # Where each number is higher than those before, a high one ends the game early.
        place = dice.low if rules.theorem == "private-numbers" else dice.below
        move = legal[place(len(legal))]
        moves.append(move)
        position = position.play(move)
    if not found:
        return None
    drawn = found[dice.below(len(found))], found[dice.below(len(found))]
    return max(drawn, key=lambda puzzle: puzzle.difficulty)


def _difficulty(position: Position) -> int:
    """Whoever did not see the win was taken to play what leaves few replies."""
    verdict = solve(position)
    bits, luck = hardness(position, verdict), blind(position, verdict)
    each = [chance + (1 - chance) * luck for chance in (sees(bits, skill) for skill in SKILLS)]
    found = round(100 * sum(each) / len(each))
    return 1 + sum(found < step for step in STEPS)


def _worth_a_look(position: Position) -> bool:
    rules = position.rules
    if not isinstance(rules, WalkRules) or rules.links.criteria == ("multiple",):
        return True
    return position.unused_count <= LATE or position.legal.bit_count() <= NARROW
