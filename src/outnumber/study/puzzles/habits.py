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
from outnumber.study.puzzles.kinds import SEATS, Kind
from outnumber.study.puzzles.puzzle import Puzzle


class Look(NamedTuple):
    """What can be seen at once."""

    legal: list[int]
    # How many answers each of these leaves.
    answers: list[int]
    # The number played last and the one before, 0 where there was none, and how many were played.
    last: int
    before: int
    played: int
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

    def leaving(self, such: Callable[[int], bool]) -> list[int]:
        """The moves that leave such a count of answers."""
        return [move for move, left in zip(self.legal, self.answers, strict=True) if such(left)]

    def by_answers(self, extreme: Callable[..., int]) -> list[int]:
        count = extreme(self.answers)
        return self.leaving(lambda left: left == count)


def look(position: Position, moves: Sequence[int]) -> Look:
    """A glance at a position."""
    legal = list(position.legal_moves())
    answers = [position.after(move).legal.bit_count() for move in legal]
    standing = position.standing() or (0, 0)
    own, theirs = standing if position.turn == 1 else standing[::-1]
    before, last = (0, 0, *moves)[-2:]
    left, size = position.unused_count or len(legal), position.rules.size
    return Look(legal, answers, last, before, len(moves), left, size, int(position.turn), own, theirs)


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


def _composite(seen: Look) -> list[int]:
    return [move for move in seen.legal if not _prime(move)]


def _alike(seen: Look, parity: int) -> list[int]:
    return [move for move in seen.legal if (move - seen.last) % 2 == parity]


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
    "second nearest to the last": lambda seen: _near_first(seen)[1],
    "nearest to the one before": lambda seen: seen.nearest(seen.before),
    "farthest from the one before": lambda seen: seen.farthest(seen.before),
    "nearest to the middle": lambda seen: seen.nearest((seen.size + 1) // 2),
    "farthest from the middle": lambda seen: seen.farthest((seen.size + 1) // 2),
    "nearest to the count of moves": lambda seen: seen.nearest(len(seen.legal)),
    "nearest to the count of the pool": lambda seen: seen.nearest(seen.left),
    "nearest to seven": lambda seen: seen.nearest(7),
    "nearest to ten": lambda seen: seen.nearest(10),
    "nearest to drawing level": lambda seen: seen.nearest(seen.theirs - seen.own),
    "nearest to half of the last": lambda seen: seen.nearest(seen.last // 2),
    "nearest to twice the last": lambda seen: seen.nearest(seen.last * 2),
    "fewest answers, lowest": lambda seen: _first(seen.by_answers(min)),
    "fewest answers, highest": lambda seen: _last(seen.by_answers(min)),
    "most answers, lowest": lambda seen: _first(seen.by_answers(max)),
    "most answers, highest": lambda seen: _last(seen.by_answers(max)),
    "even answers, lowest": lambda seen: _first(seen.leaving(lambda left: left % 2 == 0)),
    "even answers, highest": lambda seen: _last(seen.leaving(lambda left: left % 2 == 0)),
    "odd answers, lowest": lambda seen: _first(seen.leaving(lambda left: left % 2 == 1)),
    "odd answers, highest": lambda seen: _last(seen.leaving(lambda left: left % 2 == 1)),
    "one answer": lambda seen: _first(seen.leaving(lambda left: left == 1)),
    "lowest even": lambda seen: _first(_even(seen) or seen.legal),
    "highest even": lambda seen: _last(_even(seen) or seen.legal),
    "lowest odd": lambda seen: _first(_odd(seen) or seen.legal),
    "highest odd": lambda seen: _last(_odd(seen) or seen.legal),
    "lowest prime": lambda seen: _first(_primes(seen) or seen.legal),
    "highest prime": lambda seen: _last(_primes(seen) or seen.legal),
    "lowest that is no prime": lambda seen: _first(_composite(seen) or seen.legal),
    "highest that is no prime": lambda seen: _last(_composite(seen) or seen.legal),
    "lowest as odd or even as the last": lambda seen: _first(_alike(seen, 0) or seen.legal),
    "highest as odd or even as the last": lambda seen: _last(_alike(seen, 0) or seen.legal),
    "lowest not as odd or even as the last": lambda seen: _first(_alike(seen, 1) or seen.legal),
    "highest not as odd or even as the last": lambda seen: _last(_alike(seen, 1) or seen.legal),
    "to a total that is odd or even as the target": lambda seen: _last(
        [move for move in seen.legal if (seen.own + move - seen.size) % 2 == 0]
    ),
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
    "the four lowest": lambda seen: seen.legal[:4],
    "the four highest": lambda seen: seen.legal[-4:],
    "only the second lowest": lambda seen: seen.legal[1:2],
    "only the second highest": lambda seen: seen.legal[-2:-1],
    "only the middle": lambda seen: seen.legal[len(seen.legal) // 2 :][:1],
    "all but the two ends": lambda seen: seen.legal[1:-1],
    "all but the two lowest": lambda seen: seen.legal[2:],
    "all but the two highest": lambda seen: seen.legal[:-2],
    "lower half": lambda seen: seen.legal[: _half(seen)],
    "upper half": lambda seen: seen.legal[-_half(seen) :],
    "all but the lowest": lambda seen: seen.legal[1:],
    "all but the highest": lambda seen: seen.legal[:-1],
    "only the nearest": lambda seen: _near_first(seen)[:1],
    "the two nearest": lambda seen: sorted(_near_first(seen)[:2]),
    "the three nearest": lambda seen: sorted(_near_first(seen)[:3]),
    "the four nearest": lambda seen: sorted(_near_first(seen)[:4]),
    "the nearer half": lambda seen: sorted(_near_first(seen)[: _half(seen)]),
    "less than the nearer half": lambda seen: sorted(_near_first(seen)[: len(seen.legal) // 2]),
    "the nearest third": lambda seen: sorted(_near_first(seen)[: len(seen.legal) // 3]),
    "only the farthest": lambda seen: _near_first(seen)[-1:],
    "the two farthest": lambda seen: sorted(_near_first(seen)[-2:]),
    "even": _even,
    "odd": _odd,
    "primes": _primes,
    "no primes": _composite,
    "fewest answers": lambda seen: seen.by_answers(min),
    "most answers": lambda seen: seen.by_answers(max),
    "below the last": lambda seen: [move for move in seen.legal if move < seen.last],
    "above the last": lambda seen: [move for move in seen.legal if move > seen.last],
    "below the opponent": lambda seen: [move for move in seen.legal if move < seen.theirs],
    "an even count of answers": lambda seen: seen.leaving(lambda left: left % 2 == 0),
    "an odd count of answers": lambda seen: seen.leaving(lambda left: left % 2 == 1),
    "one answer": lambda seen: seen.leaving(lambda left: left == 1),
    "up to two answers": lambda seen: seen.leaving(lambda left: left <= 2),
    "fewer answers than moves": lambda seen: seen.leaving(lambda left: left < len(seen.legal) - 1),
}

_PLAIN_GUESSES: dict[str, Callable[[Look], bool]] = {
    "player 1": lambda seen: seen.seat == 1,
    "odd count of moves": lambda seen: len(seen.legal) % 2 == 1,
    "odd pool": lambda seen: seen.left % 2 == 1,
    "odd range": lambda seen: seen.size % 2 == 1,
    "odd last number": lambda seen: seen.last % 2 == 1,
    "odd lowest": lambda seen: seen.legal[0] % 2 == 1,
    "odd highest": lambda seen: seen.legal[-1] % 2 == 1,
    "last number above the middle": lambda seen: 2 * seen.last > seen.size,
    "ahead": lambda seen: seen.own > seen.theirs,
    "behind": lambda seen: seen.own < seen.theirs,
}
GUESSES: dict[str, Callable[[Look], bool]] = {
    "the player to move": lambda _: True,
    **_PLAIN_GUESSES,
    "odd one before the last": lambda seen: seen.before % 2 == 1,
    "odd sum of the moves": lambda seen: sum(seen.legal) % 2 == 1,
    "moves by threes": lambda seen: len(seen.legal) % 3 == 0,
    "a pool by threes": lambda seen: seen.left % 3 == 0,
    "more moves than half of the pool": lambda seen: 2 * len(seen.legal) > seen.left,
    "the way is longer": lambda seen: 2 * abs(seen.legal[-1] - seen.last) > seen.size,
    "to go up past the middle": lambda seen: (seen.legal[-1] > seen.last) == (2 * seen.last <= seen.size),
    "to go up": lambda seen: seen.legal[-1] > seen.last,
    "the last was higher than the one before": lambda seen: seen.last > seen.before,
    "the last is a prime": lambda seen: _prime(seen.last),
    "a move leaves no answer": lambda seen: min(seen.answers) == 0,
    "a move leaves one answer": lambda seen: min(seen.answers) <= 1,
    "a move leaves fewer answers": lambda seen: min(seen.answers) < len(seen.legal) - 1,
    "a move leaves more answers": lambda seen: max(seen.answers) > len(seen.legal),
    "a move leaves an odd count of answers": lambda seen: any(left % 2 for left in seen.answers),
    "a move leaves an even count of answers": lambda seen: any(not left % 2 for left in seen.answers),
    "less than a token apart": lambda seen: abs(seen.own - seen.theirs) < seen.legal[-1],
    "less than half a token apart": lambda seen: 2 * abs(seen.own - seen.theirs) < seen.legal[-1],
    "own half": lambda seen: 2 * seen.own > seen.size,
    "the other's half": lambda seen: 2 * seen.theirs > seen.size,
    "a prime": lambda seen: any(map(_prime, seen.legal)),
    "a 1": lambda seen: seen.legal[0] == 1,
    "a gap": lambda seen: seen.legal[1] > seen.legal[0] + 1,
    **{
        f"{least} {what} or more": lambda seen, of=of, least=least: of(seen) >= least  # type: ignore[misc]
        for what, of, steps in (
            ("moves", lambda seen: len(seen.legal), (4, 5, 6, 7, 8, 10)),
            ("numbers left", lambda seen: seen.left, (6, 8, 10, 12, 15, 20)),
            ("numbers", lambda seen: seen.size, (8, 10, 12, 15, 20, 30)),
            ("played", lambda seen: seen.played, (2, 3, 4, 6)),
        )
        for least in steps
    },
    **{
        f"{one} or {two}, not both": lambda seen, f=f, g=g: f(seen) != g(seen)  # type: ignore[misc]
        for (one, f), (two, g) in combinations(_PLAIN_GUESSES.items(), 2)
        if {one, two} != {"ahead", "behind"}
    },
}


# By theorem: what looks like a habit, and is what the theorem says. Whoever counts both sides, or sees who
# has a number to themselves, has had the thought.
THOUGHTS: dict[object, tuple[str, ...]] = {
    "two-sides": (
        "more moves than half of the pool",
        "a move leaves fewer answers",
        "a move leaves more answers",
    ),
    # Who has a gift, and "leave an even count", are the two halves of what Order Challenge is about.
    "private-numbers": (
        "a move leaves fewer answers",
        "a move leaves more answers",
        "a move leaves an even count of answers",
        "even answers, lowest",
    ),
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
            for name, hit in by_memory(last, puzzle):
                solved[name] = solved.get(name, 0) + hit
        last = puzzle
    found = {name: hit / max(count, 1) for name, hit in solved.items()}
    return found, count


def by_memory(last: Puzzle, puzzle: Puzzle) -> Iterator[tuple[str, bool]]:
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
