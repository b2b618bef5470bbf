"""Draw positions from random pools, by the numbers that are left.

Positions of random games are a poor exam: in Number Duel from 1 to 100, few of them leave a choice, and those
are near the end, so a larger range makes the prompt longer and not the problem harder. So positions are drawn
directly: a pool of a given size, and the numbers on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import gcd
from typing import Any

from outnumber.games import Position, Rules, Seat, members
from outnumber.study.puzzles.dice import Dice
from outnumber.theory.bounded import solve
from outnumber.theory.verdict import Verdict

# Stop after this many pools without a position that fits.
TRIES = 2_000
# The numbers on the table that are tried with one pool.
TOPS = 12
# The same for a position that defeats a rule of thumb, which some boards do not have.
THUMB_TRIES = 60
Wanted = Callable[[Position, Verdict], bool]
# The move that a rule of thumb plays.
Thumb = Callable[[Position], int]


def lowest(position: Position) -> int:
    return position.legal_moves()[0]


def highest(position: Position) -> int:
    return position.legal_moves()[-1]


def fewest_replies(position: Position) -> int:
    """The move that leaves the fewest replies, and of those the lowest."""
    return min(position.legal_moves(), key=lambda move: position.play(move).legal.bit_count())


# The rules of thumb that win in far too many random positions, by theorem: each defeats its share of the
# questions. None: no condition. In a two-sided game, the fewest replies always win if any move does.
THUMBS: dict[str, tuple[Thumb | None, ...]] = {
    "two-sides": (None,),
    "private-numbers": (lowest, fewest_replies),
    "race": (highest, None),
    "pairing": (fewest_replies, None),
}


def draw_decisive(rules: Rules, left: int, dice: Dice) -> Position:
    """A decisive position, which often defeats a rule of thumb."""
    thumbs = THUMBS[str(type(rules).theorem)]
    if thumb := thumbs[dice.below(len(thumbs))]:

        def wanted(position: Position, verdict: Verdict) -> bool:
            return decisive(position, verdict) and thumb(position) not in verdict.winning

        try:
            return draw(rules, left, dice, wanted, THUMB_TRIES)[0]
        except ValueError:
            pass
    return draw(rules, left, dice, decisive)[0]


def draw(rules: Rules, left: int, dice: Dice, wanted: Wanted, tries: int = TRIES) -> tuple[Position, Verdict]:
    """A position with about `left` numbers left that is as wanted; raises `ValueError` if none is found.

    >>> from outnumber.games.registry import game
    >>> position, verdict = draw(game("order-challenge", range=30), 6, Dice("1"), decisive)
    >>> len(position.scene().unused), len(verdict.winning) < len(position.legal_moves())
    (6, True)
    """
    for _ in range(tries):
        seat = Seat(1 + dice.below(2))
        for position in _DRAWN[str(type(rules).theorem)](rules, left, dice, seat):
            verdict = solve(position)
            if wanted(position, verdict) and abs(numbers_left(position, verdict) - left) <= 2:
                return position, verdict
    raise ValueError(f"no position with {left} numbers left was found: {rules!r}")


def decisive(position: Position, verdict: Verdict) -> bool:
    """Whether there are three moves or more, some win, and at most two in three."""
    legal = position.legal.bit_count()
    return legal > 2 and 0 < 3 * len(verdict.winning) <= 2 * legal


def numbers_left(position: Position, verdict: Verdict) -> int:
    """The number of unused numbers; where none is used up, the moves to the end under best play."""
    return position.unused_count or verdict.length or 0


def _sample(count: int, size: int, dice: Dice) -> list[int]:
    return sorted(dice.shuffled(list(range(1, size + 1)))[:count])


def _two_sides(rules: Any, left: int, dice: Dice, seat: Seat) -> Iterator[Position]:
    numbers = _sample(left + 1, rules.size, dice)
    # The sides are nearly equal.
    place = (left + dice.between(-left // 3, left // 3)) // 2
    top = numbers.pop(place)
    yield rules.position(numbers, seat, top=top)


def _private_numbers(rules: Any, left: int, dice: Dice, seat: Seat) -> Iterator[Position]:
    numbers = _sample(left + 2, rules.size, dice)
    low = dice.below(left // 4 + 1)
    high = min(left, low + dice.low(left // 2 + 1))
    # The higher number first, so that the other keeps its place.
    above, below = numbers.pop(high + 1), numbers.pop(low)
    yield rules.position(numbers, seat, last=[below, above] if dice.below(2) else [above, below])


def _race(rules: Any, left: int, dice: Dice, seat: Seat) -> Iterator[Position]:
    tokens = list(members(rules.fitting(0)))
    step = gcd(*tokens)
    # The distance of a player who plays the largest token in half of the moves.
    usual = left * tokens[-1] // 2
    far = min(rules.target, usual * 5 // 4)
    totals = [(rules.target - dice.between(min(usual * 3 // 4, far), far)) // step * step for _ in Seat]
    yield rules.position(to_move=seat, totals=totals)


def _walk(rules: Any, left: int, dice: Dice, seat: Seat) -> Iterator[Position]:
    """Random pools, and pools with a few numbers that are linked to hardly any others, so that some moves
    win and some lose.
    """
    row = rules.row
    numbers = dice.shuffled(list(range(1, rules.size + 1)))
    if dice.below(2):
        yield from _tops(rules, sum(1 << number for number in numbers[:left]), numbers, seat)
        return
    loners = dice.between(2, 4)
    hubs, crowd = dice.between(1, loners - 1), dice.below(2) * 4
    pool = lonely = 0
    for number in numbers:
        near = row(number)
        if lonely.bit_count() < loners:
            if near & lonely:
                continue
            lonely |= 1 << number
        elif near & lonely:
            if not hubs:
                continue
            hubs -= 1
        elif crowd and (near & pool).bit_count() > dice.below(crowd):
            continue
        pool |= 1 << number
        if pool.bit_count() == left:
            break
    else:
        return
    yield from _tops(rules, pool, numbers, seat)


def _tops(rules: Any, pool: int, numbers: list[int], seat: Seat) -> Iterator[Position]:
    tops = [each for each in numbers if not pool >> each & 1 and (rules.row(each) & pool).bit_count() > 2]
    for top in tops[:TOPS]:
        yield rules.position(members(pool), seat, top=top)


_DRAWN: dict[str, Callable[[Any, int, Dice, Seat], Iterator[Position]]] = {
    "two-sides": _two_sides,
    "private-numbers": _private_numbers,
    "race": _race,
    "pairing": _walk,
}
