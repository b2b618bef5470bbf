"""Who wins a game at every size up to a limit, and with how many openings.

The size is the range, or the target of a race. Whether two numbers are linked does not depend on the range,
so a walk on 1 to n is a walk on 1 to N without the numbers above n. The sizes are therefore solved in
descending order: each needs one repair of a matching instead of a new one. Similarly, if players may have to
pass, only the distances to the target matter, so the table of the largest target serves all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from outnumber.games import OptionError, Phrase, Position, Rules, Seat, full
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.walk import WalkPosition

from . import fewest_turns
from .bounded import solve


class Entry(NamedTuple):
    """One size: the winner and the winning openings from the start, or why it cannot be played."""

    size: int
    winner: Seat | None = None
    winning: Sequence[int] = ()
    openings: int | None = None
    problem: OptionError | None = None

    @property
    def winning_openings(self) -> int | None:
        """The number of winning openings; None if there is no game of this size."""
        return None if self.winner is None else len(self.winning)


def size_name(kind: type[Rules]) -> str:
    """The option that sets the size of a game; raises `OptionError` if there is none."""
    if kind.SIZE:
        return kind.SIZE
    remedy = Phrase("it has no size to vary.")
    raise OptionError("unknown-option", game=Phrase(kind.title), text="range", remedy=remedy)


def atlas(
    kind: type[Rules],
    options: Mapping[str, object],
    upto: int,
    watch: Callable[[Iterable[int]], Iterable[int]] = iter,
) -> list[Entry]:
    """Every size from 1 to `upto`, in ascending order; `watch` wraps the iteration, for example with a
    progress bar.

    >>> from outnumber.games.registry import find
    >>> [entry.winning for entry in atlas(find("strategy-stacks"), {}, 5)]
    [(1,), (), (2, 3), (), (3, 5)]
    """
    name = size_name(kind)
    largest: Position | None = None
    found: list[Entry] = []
    for size in watch(range(upto, 0, -1)):
        try:
            start = kind(**options, **{name: size}).start()
            if _shares(start):
                largest = largest or start
                start = _cut(largest, size)
            verdict = solve(start)
        except OptionError as error:
            found.append(Entry(size, problem=error))
        else:
            found.append(Entry(size, verdict.winner, verdict.winning, len(start.legal_moves())))
    return found[::-1]


def _shares(start: Position) -> bool:
    """Whether the results for a larger size can be reused for this one."""
    if isinstance(start, AttackPosition):
        return not fewest_turns.applies(start.rules)
    return isinstance(start, WalkPosition)


def _cut(start: Position, size: int) -> Position:
    """The start of a smaller game as a position of a larger one, given the start of that."""
    if isinstance(start, AttackPosition):
        total = start.rules.target - size
        return start.changed(legal=start.rules.fitting(total), one=total, two=total)
    if isinstance(start, WalkPosition):
        left = full(size)
        return start.changed(legal=start.legal & left, unused=left, listed=start.listed[:size])
    return start
