"""Habits: ways to answer a puzzle without thinking. Puzzles are drawn so that no habit succeeds often.

Each habit looks at features that are visible at a glance: the numbers to choose from, the last number, how
many answers a move leaves, what is odd and what is even. `numbers` answer with a move, `sets` with any number
of moves, and `guesses` with whether the player to move wins (who guesses the opposite has a habit too).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from outnumber.games import Position, Rules

from .kinds import SEATS, Kind
from .puzzle import Puzzle


class Look(NamedTuple):
    """The features that are visible at a glance."""

    legal: list[int]
    # The number of answers that each of these leaves.
    answers: list[int]
    # The last two numbers, 0 where there is none, and the number of moves so far.
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


def _of(moves: Sequence[int], place: int) -> int | None:
    """The move at a place; None where there are fewer."""
    return moves[place] if -len(moves) <= place < len(moves) else None


_ENDS = {"lowest": 0, "highest": -1}
_COUNTS = {"only the": 1, "the two": 2, "the three": 3, "the four": 4}


def _by_answers(seen: Look) -> dict[str, list[int]]:
    """Groups of moves by the answers that they leave."""
    return {
        "fewest answers": seen.leaving(min(seen.answers).__eq__),
        "most answers": seen.leaving(max(seen.answers).__eq__),
        "even answers": seen.leaving(lambda left: left % 2 == 0),
        "odd answers": seen.leaving(lambda left: left % 2 == 1),
        "one answer": seen.leaving((1).__eq__),
    }


def _by_number(seen: Look) -> dict[str, list[int]]:
    """Groups of moves by what kind of number they are."""
    even, odd = ([move for move in seen.legal if move % 2 == side] for side in (0, 1))
    prime = seen.such(_prime)
    return {
        "even": even,
        "odd": odd,
        "prime": prime,
        "that is no prime": [move for move in seen.legal if move not in prime],
        "as odd or even as the last": odd if seen.last % 2 else even,
        "not as odd or even as the last": even if seen.last % 2 else odd,
    }


def numbers(seen: Look) -> dict[str, int | None]:
    """The move of each habit that answers with one; None where it has none."""
    legal, last, half = seen.legal, seen.last, len(seen.legal) // 2
    to = {
        "the last": last,
        "the one before": seen.before,
        "the middle": (seen.size + 1) // 2,
        "the count of moves": len(legal),
        "the count of the pool": seen.left,
        "seven": 7,
        "ten": 10,
        "drawing level": seen.theirs - seen.own,
        "half of the last": last // 2,
        "twice the last": last * 2,
    }
    *by_answers, one_answer = _by_answers(seen).items()
    in_step = [move for move in legal if (seen.own + move - seen.size) % 2 == 0]
    return {
        "lowest": legal[0],
        "second lowest": _of(legal, 1),
        "third lowest": _of(legal, 2),
        "third highest": _of(legal, -3),
        "second highest": _of(legal, -2),
        "highest": legal[-1],
        "lower middle": legal[(len(legal) - 1) // 2],
        "upper middle": legal[half],
        **{f"nearest to {name}": seen.near_first(number)[0] for name, number in to.items()},
        **{
            f"farthest from {name}": max(legal, key=lambda move: abs(move - to[name]))
            for name in ("the last", "the one before", "the middle")
        },
        "second nearest to the last": _of(seen.near_first(last), 1),
        **{f"{name}, {end}": _of(group, at) for name, group in by_answers for end, at in _ENDS.items()},
        "one answer": _of(one_answer[1], 0),
        **{
            f"{end} {name}": _of(group or legal, at)
            for name, group in _by_number(seen).items()
            for end, at in _ENDS.items()
        },
        "to a total that is odd or even as the target": _of(in_step, -1),
        "lowest above the last": _of(seen.such(last.__lt__), 0),
        "highest below the last": _of(seen.such(last.__gt__), -1),
    }


def sets(seen: Look) -> dict[str, list[int]]:
    """The moves of each habit that answers with any number of them."""
    legal, near, half = seen.legal, seen.near_first(seen.last), len(seen.legal) // 2
    kinds, answers = _by_number(seen), _by_answers(seen)
    return {
        "none": [],
        "all": legal,
        **{f"{words} lowest": legal[:count] for words, count in _COUNTS.items()},
        **{f"{words} highest": legal[-count:] for words, count in _COUNTS.items()},
        **{f"{words} nearest": sorted(near[:count]) for words, count in _COUNTS.items()},
        "only the farthest": near[-1:],
        "the two farthest": sorted(near[-2:]),
        "only the second lowest": legal[1:2],
        "only the second highest": legal[-2:-1],
        "all but the two ends": legal[1:-1],
        "all but the two lowest": legal[2:],
        "all but the two highest": legal[:-2],
        "all but the lowest": legal[1:],
        "all but the highest": legal[:-1],
        "only the middle": legal[half:][:1],
        "lower half": legal[: len(legal) - half],
        "upper half": legal[half:],
        "the nearer half": sorted(near[: len(legal) - half]),
        "less than the nearer half": sorted(near[:half]),
        "the nearest third": sorted(near[: len(legal) // 3]),
        "even": kinds["even"],
        "odd": kinds["odd"],
        "primes": kinds["prime"],
        "no primes": kinds["that is no prime"],
        "fewest answers": answers["fewest answers"],
        "most answers": answers["most answers"],
        "below the last": seen.such(seen.last.__gt__),
        "above the last": seen.such(seen.last.__lt__),
        "below the opponent": seen.such(seen.theirs.__gt__),
        "an even count of answers": answers["even answers"],
        "an odd count of answers": answers["odd answers"],
        "one answer": answers["one answer"],
        "up to two answers": seen.leaving((2).__ge__),
        "fewer answers than moves": seen.leaving((len(legal) - 1).__gt__),
    }


def guesses(seen: Look) -> dict[str, bool]:
    """The guesses of the habits that predict whether the player to move wins."""
    legal, answers, last, own, theirs = seen.legal, seen.answers, seen.last, seen.own, seen.theirs
    count, lowest, highest, left, size = len(legal), legal[0], legal[-1], seen.left, seen.size
    plain = {
        "player 1": seen.seat == 1,
        "odd count of moves": count % 2 == 1,
        "odd pool": left % 2 == 1,
        "odd range": size % 2 == 1,
        "odd last number": last % 2 == 1,
        "odd lowest": lowest % 2 == 1,
        "odd highest": highest % 2 == 1,
        "last number above the middle": 2 * last > size,
        "ahead": own > theirs,
        "behind": own < theirs,
    }
    counts = (
        ("moves", count, (4, 5, 6, 7, 8, 10)),
        ("numbers left", left, (6, 8, 10, 12, 15, 20)),
        ("numbers", size, (8, 10, 12, 15, 20, 30)),
        ("played", seen.played, (2, 3, 4, 6)),
    )
    return {
        "the player to move": True,
        **plain,
        "odd one before the last": seen.before % 2 == 1,
        "odd sum of the moves": sum(legal) % 2 == 1,
        "moves by threes": count % 3 == 0,
        "a pool by threes": left % 3 == 0,
        "more moves than half of the pool": 2 * count > left,
        "the way is longer": 2 * abs(highest - last) > size,
        "to go up past the middle": (highest > last) == (2 * last <= size),
        "to go up": highest > last,
        "the last was higher than the one before": last > seen.before,
        "the last is a prime": _prime(last),
        "a move leaves no answer": min(answers) == 0,
        "a move leaves one answer": min(answers) <= 1,
        "a move leaves fewer answers": min(answers) < count - 1,
        "a move leaves more answers": max(answers) > count,
        "a move leaves an odd count of answers": any(each % 2 for each in answers),
        "a move leaves an even count of answers": any(not each % 2 for each in answers),
        "less than a token apart": abs(own - theirs) < highest,
        "less than half a token apart": 2 * abs(own - theirs) < highest,
        "own half": 2 * own > size,
        "the other's half": 2 * theirs > size,
        "a prime": any(map(_prime, legal)),
        "a 1": lowest == 1,
        "a gap": legal[1] > lowest + 1,
        **{f"{least} {what} or more": number >= least for what, number, steps in counts for least in steps},
        **{
            f"{one} or {two}, not both": plain[one] != plain[two]
            for one, two in combinations(plain, 2)
            if (one, two) != ("ahead", "behind")
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


def hits(kind: Kind, seen: Look, answer: Sequence[int]) -> dict[str, bool]:
    """Whether each habit would find the answer; the habits depend only on the kind of puzzle."""
    if kind in SEATS:
        wins = answer[0] == seen.seat
        return {name: guess == wins for name, guess in guesses(seen).items()}
    if kind == "all":
        right = list(answer)
        return {name: moves == right for name, moves in sets(seen).items()}
    return {name: move == answer[0] for name, move in numbers(seen).items()}


def shares(puzzles: Iterable[Puzzle]) -> tuple[dict[str, float], int]:
    """The share of puzzles that each habit solves, including those by memory."""
    solved: Counter[str] = Counter()
    count = 0
    last: Puzzle | None = None
    for puzzle in puzzles:
        count += 1
        found = hits(puzzle.kind, look(puzzle.position, puzzle.moves), puzzle.answer)
        known = thoughts(type(puzzle.rules))
        solved.update({name: hit for name, hit in found.items() if name not in known})
        if last:
            solved.update(dict(by_memory(last, puzzle)))
        last = puzzle
    return {name: hit / max(count, 1) for name, hit in solved.items()}, count


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
