"""Habits: ways to answer a puzzle without a thought. Puzzles are drawn so that none of them goes far.

Each habit looks at what anybody can see at once: the numbers to choose from, the last number, how many
answers a move leaves, what is odd and what is even. `NUMBERS` answer with a move, `SETS` with any number of
moves, and `GUESSES` with whether the player to move wins (who guesses the opposite has a habit too).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from outnumber.games.base import Position, Rules
from outnumber.puzzles.kinds import SEATS, Kind
from outnumber.puzzles.puzzle import Puzzle


class Look(NamedTuple):
    """What can be seen at once."""

    legal: list[int]
    # How many answers each of these leaves.
    answers: list[int]
    # The number played last, 0 before the first.
    last: int
    # How many numbers are left in the pool.
    left: int
    size: int
    seat: int
    own: int
    theirs: int

    def nearest(self, to: int) -> int:
        return min(self.legal, key=lambda move: abs(move - to))

    def farthest(self, to: int) -> int:
        return max(self.legal, key=lambda move: abs(move - to))

    def by_answers(self, extreme: Callable[..., int]) -> list[int]:
        count = extreme(self.answers)
        return [move for move, left in zip(self.legal, self.answers, strict=True) if left == count]


def look(position: Position, moves: Sequence[int]) -> Look:
    """A glance at a position."""
    legal = list(position.legal_moves())
    answers = [position.after(move).legal.bit_count() for move in legal]
    standing = position.standing() or (0, 0)
    own, theirs = standing if position.turn == 1 else standing[::-1]
    last = moves[-1] if moves else 0
    left = position.left or len(legal)
    return Look(legal, answers, last, left, position.rules.size, int(position.turn), own, theirs)


def _first(moves: list[int]) -> int | None:
    return moves[0] if moves else None


def _last(moves: list[int]) -> int | None:
    return moves[-1] if moves else None


def _odd(seen: Look) -> list[int]:
    return [move for move in seen.legal if move % 2]


def _even(seen: Look) -> list[int]:
    return [move for move in seen.legal if not move % 2]


def _half(seen: Look) -> int:
    return (len(seen.legal) + 1) // 2


def _prime(number: int) -> bool:
    return number > 1 and all(number % each for each in range(2, int(number**0.5) + 1))


def _primes(seen: Look) -> list[int]:
    return [move for move in seen.legal if _prime(move)]


def _near_first(seen: Look) -> list[int]:
    return sorted(seen.legal, key=lambda move: abs(move - seen.last))


NUMBERS: dict[str, Callable[[Look], int | None]] = {
    "lowest": lambda seen: seen.legal[0],
    "second lowest": lambda seen: seen.legal[1],
    "third lowest": lambda seen: seen.legal[2],
    "third highest": lambda seen: seen.legal[-3],
    "second highest": lambda seen: seen.legal[-2],
    "highest": lambda seen: seen.legal[-1],
    "lower middle": lambda seen: seen.legal[(len(seen.legal) - 1) // 2],
    "upper middle": lambda seen: seen.legal[len(seen.legal) // 2],
    "nearest to the last": lambda seen: seen.nearest(seen.last),
    "farthest from the last": lambda seen: seen.farthest(seen.last),
    "nearest to the middle": lambda seen: seen.nearest((seen.size + 1) // 2),
    "nearest to half of the last": lambda seen: seen.nearest(seen.last // 2),
    "nearest to twice the last": lambda seen: seen.nearest(seen.last * 2),
    "fewest answers, lowest": lambda seen: _first(seen.by_answers(min)),
    "fewest answers, highest": lambda seen: _last(seen.by_answers(min)),
    "most answers, lowest": lambda seen: _first(seen.by_answers(max)),
    "most answers, highest": lambda seen: _last(seen.by_answers(max)),
    "lowest even": lambda seen: _first(_even(seen)),
    "highest even": lambda seen: _last(_even(seen)),
    "lowest odd": lambda seen: _first(_odd(seen)),
    "highest odd": lambda seen: _last(_odd(seen)),
    "lowest prime": lambda seen: _first(_primes(seen)),
    "highest prime": lambda seen: _last(_primes(seen)),
    "lowest above the last": lambda seen: _first([move for move in seen.legal if move > seen.last]),
    "highest below the last": lambda seen: _last([move for move in seen.legal if move < seen.last]),
}

SETS: dict[str, Callable[[Look], list[int]]] = {
    "none": lambda _: [],
    "all": lambda seen: seen.legal,
    "only the lowest": lambda seen: seen.legal[:1],
    "only the highest": lambda seen: seen.legal[-1:],
    "the two lowest": lambda seen: seen.legal[:2],
    "the two highest": lambda seen: seen.legal[-2:],
    "the three lowest": lambda seen: seen.legal[:3],
    "the three highest": lambda seen: seen.legal[-3:],
    "lower half": lambda seen: seen.legal[: _half(seen)],
    "upper half": lambda seen: seen.legal[-_half(seen) :],
    "all but the lowest": lambda seen: seen.legal[1:],
    "all but the highest": lambda seen: seen.legal[:-1],
    "only the nearest": lambda seen: _near_first(seen)[:1],
    "the two nearest": lambda seen: sorted(_near_first(seen)[:2]),
    "the nearer half": lambda seen: sorted(_near_first(seen)[: _half(seen)]),
    "even": _even,
    "odd": _odd,
    "primes": _primes,
    "fewest answers": lambda seen: seen.by_answers(min),
    "most answers": lambda seen: seen.by_answers(max),
    "below the last": lambda seen: [move for move in seen.legal if move < seen.last],
    "above the last": lambda seen: [move for move in seen.legal if move > seen.last],
    "below the opponent": lambda seen: [move for move in seen.legal if move < seen.theirs],
    "an even count of answers": lambda seen: [
        move for move, left in zip(seen.legal, seen.answers, strict=True) if not left % 2
    ],
    "an odd count of answers": lambda seen: [
        move for move, left in zip(seen.legal, seen.answers, strict=True) if left % 2
    ],
}

_PLAIN_GUESSES: dict[str, Callable[[Look], bool]] = {
    "player 1": lambda seen: seen.seat == 1,
    "odd count of moves": lambda seen: len(seen.legal) % 2 == 1,
    "odd pool": lambda seen: seen.left % 2 == 1,
    "odd range": lambda seen: seen.size % 2 == 1,
    "odd last number": lambda seen: seen.last % 2 == 1,
    "ahead": lambda seen: seen.own > seen.theirs,
    "behind": lambda seen: seen.own < seen.theirs,
}
GUESSES: dict[str, Callable[[Look], bool]] = {
    "the player to move": lambda _: True,
    **_PLAIN_GUESSES,
    "up to four moves": lambda seen: len(seen.legal) <= 4,
    "many moves": lambda seen: len(seen.legal) >= 7,
    "more moves than half of the pool": lambda seen: 2 * len(seen.legal) > seen.left,
    "last number above the middle": lambda seen: 2 * seen.last > seen.size,
    "the way is longer": lambda seen: 2 * abs(seen.legal[-1] - seen.last) > seen.size,
    "to go up past the middle": lambda seen: (seen.legal[-1] > seen.last) == (2 * seen.last <= seen.size),
    "to go up": lambda seen: seen.legal[-1] > seen.last,
    "a move leaves one answer": lambda seen: min(seen.answers) <= 1,
    "a move leaves fewer answers": lambda seen: min(seen.answers) < len(seen.legal) - 1,
    "less than a token apart": lambda seen: abs(seen.own - seen.theirs) < seen.legal[-1],
    "less than half a token apart": lambda seen: 2 * abs(seen.own - seen.theirs) < seen.legal[-1],
    "a prime": lambda seen: any(map(_prime, seen.legal)),
    "small": lambda seen: seen.left <= 9,
    **{
        f"{one} or {two}, not both": lambda seen, f=f, g=g: f(seen) != g(seen)  # type: ignore[misc]
        for (one, f), (two, g) in combinations(_PLAIN_GUESSES.items(), 2)
        if {one, two} != {"ahead", "behind"}
    },
}


# By theorem: what looks like a habit, and is what the theorem says. Whoever counts both sides, or sees who
# has a number to themselves, has had the thought.
THOUGHTS: dict[object, tuple[str, ...]] = {
    "two-sides": ("more moves than half of the pool", "a move leaves fewer answers"),
    "private-numbers": ("a move leaves fewer answers",),
}


def thoughts(rules: type[Rules]) -> tuple[str, ...]:
    """What is no habit in a game."""
    return THOUGHTS.get(rules.theorem, ())


def names(kind: Kind) -> tuple[str, ...]:
    """The habits for a kind of puzzle, in the order of `hits`."""
    return tuple(GUESSES if kind in SEATS else SETS if kind == "all" else NUMBERS)


def hits(kind: Kind, seen: Look, answer: Sequence[int]) -> list[bool]:
    """Which habits would find the answer."""
    if kind in SEATS:
        wins = answer[0] == seen.seat
        return [guess(seen) == wins for guess in GUESSES.values()]
    if kind == "all":
        right = list(answer)
        return [guess(seen) == right for guess in SETS.values()]
    return [guess(seen) == answer[0] for guess in NUMBERS.values()]


def shares(puzzles: Iterable[Puzzle]) -> tuple[dict[str, float], int]:
    """What share each habit solves, those by memory included."""
    solved: dict[str, int] = {}
    count = 0
    last: Puzzle | None = None
    for puzzle in puzzles:
        count += 1
        seen = look(puzzle.position, puzzle.moves)
        habits = names(puzzle.kind)
        for name, hit in zip(habits, hits(puzzle.kind, seen, puzzle.answer), strict=True):
            if name not in thoughts(type(puzzle.rules)):
                solved[name] = solved.get(name, 0) + hit
        if last:
            for name, hit in _by_memory(last, puzzle):
                solved[name] = solved.get(name, 0) + hit
        last = puzzle
    found = {name: hit / max(count, 1) for name, hit in solved.items()}
    return found, count


def _by_memory(last: Puzzle, puzzle: Puzzle) -> Iterator[tuple[str, bool]]:
    """Repeat what was right last time: the same answer, or the same place among the moves."""
    yield "the same as last time", last.answer == puzzle.answer
    if puzzle.kind in SEATS:
        same = (last.position.turn == last.answer[0]) == (puzzle.position.turn == puzzle.answer[0])
        yield "the same side as last time", same
        return
    for end in (1, -1):
        places = [
            [list(each.position.legal_moves())[::end].index(move) for move in each.answer]
            for each in (last, puzzle)
        ]
        name = "the same place as last time" + (", from the top" if end < 0 else "")
        yield name, places[0] == places[1]
