"""One puzzle a day, the same for everyone: made from the date alone, so that nobody needs a network.

The games take turns, a day each. Within a week the puzzles become harder: of seven that are made, Monday
has the easiest and Sunday the hardest.
"""

from __future__ import annotations

from datetime import date
from itertools import islice

from outnumber.games.registry import find
from outnumber.puzzles.generate import generate
from outnumber.puzzles.puzzle import Puzzle

DAYS = 7
# Not taken from the registry: a sixth game must not change the puzzles of all days to come.
ROTATION = ("number-stack-duel", "number-duel", "order-challenge", "number-stack-attack", "strategy-stacks")


def daily(day: date, game: str | None = None) -> Puzzle:
    """The puzzle of a day (the date in UTC), or that of a game for the day; some milliseconds.

    >>> puzzle = daily(date(2026, 11, 15))
    >>> puzzle.rules.name, puzzle.moves, puzzle.solution
    ('number-stack-duel', (8, 16, 12), 13)
    """
    name = find(game).name if game else ROTATION[day.toordinal() % len(ROTATION)]
    made = islice(generate(name, f"daily {day.isoformat()}"), DAYS)
    # Equally hard ones stay in the order in which they were made.
    return sorted(made, key=lambda puzzle: puzzle.difficulty)[day.weekday()]
