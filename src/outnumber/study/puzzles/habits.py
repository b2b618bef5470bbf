"""Habits: ways to answer a puzzle without thinking. Puzzles are drawn so that no habit succeeds often.

Each habit uses only what is visible at a glance: the numbers to choose from, the last number, how many
answers a move leaves, and parity. `NUMBERS` answer with a move, `SETS` with a set of moves, and `GUESSES`
with whether the player to move wins (guessing the opposite is a habit too).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from outnumber.games.base import Position, Rules
from outnumber.study.puzzles.kinds import SEATS, Kind
from outnumber.study.puzzles.puzzle import Puzzle


class Look(NamedTuple):
    """What is visible at a glance."""

    legal: list[int]
    # The number of answers that each of these leaves.
    answers: list[int]
    # The last number and the one before it, 0 if there is none, and the number of moves so far.
    last: int
    before: int
    played: int
    # The number of unused numbers in the pool.
    left: int
    size: int
    seat: int
    own: int
    theirs: int

    def such(self, fits: Callable[[int], bool]) -> list[int]:
        """The moves that satisfy a condition."""
        return list(filter(fits, self.legal))

    def leaving(self, such: Callable[[int], bool]) -> list[int]:
        """The moves that leave a number of answers that satisfies a condition."""
        return [move for move, left in zip(self.legal, self.answers, strict=True) if such(left)]

    def near_first(self, to: int) -> list[int]:
        """The moves by their distance to a number; the lower of equally near ones first."""
        return sorted(self.legal, key=lambda move: abs(move - to))


Amount = Callable[[Look], int]
Number = Callable[[Look], int | None]
Numbers = Callable[[Look], list[int]]
Guess = Callable[[Look], bool]


def look(position: Position, moves: Sequence[int]) -> Look:
    """The visible features of a position."""
    legal = list(position.legal_moves())
    answers = [position.after(move).legal.bit_count() for move in legal]
    standing = position.standing() or (0, 0)
    own, theirs = standing if position.turn == 1 else standing[::-1]
    before, last = (0, 0, *moves)[-2:]
    left, size = position.unused_count or len(legal), position.rules.size
    return Look(legal, answers, last, before, len(moves), left, size, int(position.turn), own, theirs)


def _prime(number: int) -> bool:
    return number > 1 and all(number % each for each in range(2, int(number**0.5) + 1))


def _even(number: int) -> bool:
    return number % 2 == 0


def _odd(number: int) -> bool:
    return number % 2 == 1


# The families of habits: by a place among the moves, by nearness to a number, and by a group of moves.


def _at(place: int) -> Number:
    return lambda seen: seen.legal[place]


def _nearest(to: Amount) -> Number:
    return lambda seen: seen.near_first(to(seen))[0]


def _farthest(to: Amount) -> Number:
    return lambda seen: max(seen.legal, key=lambda move: abs(move - to(seen)))


def _of(group: Numbers, place: int) -> Number:
    def found(seen: Look) -> int | None:
        moves = group(seen)
        return moves[place] if moves else None

    return found


def _or_any(group: Numbers) -> Numbers:
    return lambda seen: group(seen) or seen.legal


def _part(part: slice) -> Numbers:
    return lambda seen: seen.legal[part]


def _near_part(part: slice) -> Numbers:
    return lambda seen: sorted(seen.near_first(seen.last)[part])


def _one_answer(seen: Look) -> list[int]:
    return seen.leaving((1).__eq__)


def _below(seen: Look) -> list[int]:
    return seen.such(seen.last.__gt__)


def _above(seen: Look) -> list[int]:
    return seen.such(seen.last.__lt__)


def _at_least(amount: Amount, least: int) -> Guess:
    return lambda seen: amount(seen) >= least


def _not_both(one: Guess, two: Guess) -> Guess:
    return lambda seen: one(seen) != two(seen)


_ENDS = {"lowest": 0, "highest": -1}
_COUNTS = {"only the": 1, "the two": 2, "the three": 3, "the four": 4}
_NEAR_TO: dict[str, Amount] = {
    "the last": lambda seen: seen.last,
    "the one before": lambda seen: seen.before,
    "the middle": lambda seen: (seen.size + 1) // 2,
    "the count of moves": lambda seen: len(seen.legal),
    "the count of the pool": lambda seen: seen.left,
    "seven": lambda _: 7,
    "ten": lambda _: 10,
    "drawing level": lambda seen: seen.theirs - seen.own,
    "half of the last": lambda seen: seen.last // 2,
    "twice the last": lambda seen: seen.last * 2,
}
_FAR_FROM = ("the last", "the one before", "the middle")
_BY_ANSWERS: dict[str, Numbers] = {
    "fewest answers": lambda seen: seen.leaving(min(seen.answers).__eq__),
    "most answers": lambda seen: seen.leaving(max(seen.answers).__eq__),
    "even answers": lambda seen: seen.leaving(_even),
    "odd answers": lambda seen: seen.leaving(_odd),
}
_BY_NUMBER: dict[str, Numbers] = {
    "even": lambda seen: seen.such(_even),
    "odd": lambda seen: seen.such(_odd),
    "prime": lambda seen: seen.such(_prime),
    "that is no prime": lambda seen: seen.such(lambda move: not _prime(move)),
    "as odd or even as the last": lambda seen: seen.such(lambda move: _even(move - seen.last)),
    "not as odd or even as the last": lambda seen: seen.such(lambda move: _odd(move - seen.last)),
}

NUMBERS: dict[str, Number] = {
    "lowest": _at(0),
    "second lowest": _at(1),
    "third lowest": _at(2),
    "third highest": _at(-3),
    "second highest": _at(-2),
    "highest": _at(-1),
    "lower middle": lambda seen: seen.legal[(len(seen.legal) - 1) // 2],
    "upper middle": lambda seen: seen.legal[len(seen.legal) // 2],
    **{f"nearest to {name}": _nearest(to) for name, to in _NEAR_TO.items()},
    **{f"farthest from {name}": _farthest(_NEAR_TO[name]) for name in _FAR_FROM},
    "second nearest to the last": lambda seen: seen.near_first(seen.last)[1],
    **{
        f"{name}, {end}": _of(group, place)
        for name, group in _BY_ANSWERS.items()
        for end, place in _ENDS.items()
    },
    "one answer": _of(_one_answer, 0),
    **{
        f"{end} {name}": _of(_or_any(group), place)
        for name, group in _BY_NUMBER.items()
        for end, place in _ENDS.items()
    },
    "to a total that is odd or even as the target": _of(
        lambda seen: seen.such(lambda move: _even(seen.own + move - seen.size)), -1
    ),
    "lowest above the last": _of(_above, 0),
    "highest below the last": _of(_below, -1),
}

SETS: dict[str, Numbers] = {
    "none": _part(slice(0)),
    "all": _part(slice(None)),
    **{f"{words} lowest": _part(slice(count)) for words, count in _COUNTS.items()},
    **{f"{words} highest": _part(slice(-count, None)) for words, count in _COUNTS.items()},
    **{f"{words} nearest": _near_part(slice(count)) for words, count in _COUNTS.items()},
    "only the farthest": _near_part(slice(-1, None)),
    "the two farthest": _near_part(slice(-2, None)),
    "only the second lowest": _part(slice(1, 2)),
    "only the second highest": _part(slice(-2, -1)),
    "all but the two ends": _part(slice(1, -1)),
    "all but the two lowest": _part(slice(2, None)),
    "all but the two highest": _part(slice(-2)),
    "all but the lowest": _part(slice(1, None)),
    "all but the highest": _part(slice(-1)),
    "only the middle": lambda seen: seen.legal[len(seen.legal) // 2 :][:1],
    "lower half": lambda seen: seen.legal[: (len(seen.legal) + 1) // 2],
    "upper half": lambda seen: seen.legal[len(seen.legal) // 2 :],
    "the nearer half": lambda seen: _near_part(slice((len(seen.legal) + 1) // 2))(seen),
    "less than the nearer half": lambda seen: _near_part(slice(len(seen.legal) // 2))(seen),
    "the nearest third": lambda seen: _near_part(slice(len(seen.legal) // 3))(seen),
    "even": _BY_NUMBER["even"],
    "odd": _BY_NUMBER["odd"],
    "primes": _BY_NUMBER["prime"],
    "no primes": _BY_NUMBER["that is no prime"],
    "fewest answers": _BY_ANSWERS["fewest answers"],
    "most answers": _BY_ANSWERS["most answers"],
    "below the last": _below,
    "above the last": _above,
    "below the opponent": lambda seen: seen.such(lambda move: move < seen.theirs),
    "an even count of answers": _BY_ANSWERS["even answers"],
    "an odd count of answers": _BY_ANSWERS["odd answers"],
    "one answer": _one_answer,
    "up to two answers": lambda seen: seen.leaving(lambda left: left <= 2),
    "fewer answers than moves": lambda seen: seen.leaving(lambda left: left < len(seen.legal) - 1),
}

_PLAIN_GUESSES: dict[str, Guess] = {
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
_STEPS: tuple[tuple[str, Amount, tuple[int, ...]], ...] = (
    ("moves", lambda seen: len(seen.legal), (4, 5, 6, 7, 8, 10)),
    ("numbers left", lambda seen: seen.left, (6, 8, 10, 12, 15, 20)),
    ("numbers", lambda seen: seen.size, (8, 10, 12, 15, 20, 30)),
    ("played", lambda seen: seen.played, (2, 3, 4, 6)),
)
GUESSES: dict[str, Guess] = {
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
        f"{least} {what} or more": _at_least(amount, least)
        for what, amount, steps in _STEPS
        for least in steps
    },
    **{
        f"{one} or {two}, not both": _not_both(first, second)
        for (one, first), (two, second) in combinations(_PLAIN_GUESSES.items(), 2)
        if {one, two} != {"ahead", "behind"}
    },
}


# By theorem: apparent habits that are in fact the theorem. Counting both sides, or seeing who has private
# numbers, is the intended solution.
THOUGHTS: dict[object, tuple[str, ...]] = {
    "two-sides": (
        "more moves than half of the pool",
        "a move leaves fewer answers",
        "a move leaves more answers",
    ),
    # Who has a gift, and "leave an even count", are the two halves of Order Challenge's idea.
    "private-numbers": (
        "a move leaves fewer answers",
        "a move leaves more answers",
        "a move leaves an even count of answers",
        "even answers, lowest",
    ),
}


def thoughts(rules: type[Rules]) -> tuple[str, ...]:
    """The apparent habits that are not habits in a game."""
    return THOUGHTS.get(rules.theorem, ())


def names(kind: Kind) -> tuple[str, ...]:
    """The habits for a kind of puzzle, in the order of `hits`."""
    return tuple(GUESSES if kind in SEATS else SETS if kind == "all" else NUMBERS)


def hits(kind: Kind, seen: Look, answer: Sequence[int]) -> list[bool]:
    """The habits that would find the answer."""
    if kind in SEATS:
        wins = answer[0] == seen.seat
        return [guess(seen) == wins for guess in GUESSES.values()]
    if kind == "all":
        right = list(answer)
        return [guess(seen) == right for guess in SETS.values()]
    return [guess(seen) == answer[0] for guess in NUMBERS.values()]


def shares(puzzles: Iterable[Puzzle]) -> tuple[dict[str, float], int]:
    """The share of puzzles that each habit solves, including those by memory."""
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
    """Habits by memory: repeat the last correct answer, or its place among the moves."""
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
