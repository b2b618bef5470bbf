"""Number Duel and Strategy Stacks: each number is linked to the one before, and none is used twice.

Let H be the graph of the unused numbers. A move wins exactly if some way to pair up as many numbers of H as
possible leaves that number over: its player then answers every number with its partner. If every such way
pairs the number, the opponent answers with partners instead. The certificate proves which numbers can be left
over:

* its pairs are of linked numbers, and no number is in two of them;
* its barrier proves that more pairs are impossible (Tutte and Berge): without the numbers of the barrier, H
  falls apart, and each part with an odd count of numbers has one number that is left over or paired with the
  barrier; so at least as many are left over as there are odd parts more than barrier numbers;
* from each winning move a path leads over pair, link, pair, link, … to a number that is left over: with its
  pairs exchanged for its links there are as many pairs, and the move is left over instead;
* every other legal move is in the barrier or in an even part: those are never left over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outnumber.check.document import need
from outnumber.check.search import value
from outnumber.games.numbers import members

LARGEST = 100_000
# Where no more numbers than this can still be reached, the length of a walk must be given.
REACH = 12


def walk(position: Any, given: Any) -> tuple[list[int], int | None, dict[str, Any]]:
    """The winning moves, the length where it must be given, and the certificate, once it has proven them."""
    unused, row = position.unused, position.rules.links.row
    need(unused.bit_length() <= LARGEST + 1, "a walk can be checked up to the range {most:,}", most=LARGEST)
    need(sorted(given) == ["barrier", "pairs", "paths", "theorem"], "pairs, barrier and paths are needed")
    need(given["theorem"] == "pairing", "the theorem should be pairing")
    for field in ("pairs", "barrier", "paths"):
        need(type(given[field]) is list, "{field} is no list", field=field)
    numbers = set(members(unused))

    def linked(a: int, b: int) -> bool:
        return a in numbers and b in numbers and bool(row(a) >> b & 1)

    partner = _partners(given["pairs"], linked)
    barrier = _barrier(given["barrier"], numbers)
    left_over = len(numbers) - len(partner)
    never_left_over = _parts(unused, barrier, left_over, row)
    winning = []
    for path in given["paths"]:
        need(type(path) is list and path and all(type(number) is int for number in path), "a path is no path")
        _follow(path, numbers, partner, linked)
        winning.append(path[0])
    legal = list(position.legal_moves())
    need(winning == sorted(set(winning) & set(legal)), "a path does not begin at a legal move")
    proven = set(winning)
    for move in legal:
        need(move in proven or never_left_over >> move & 1, "nothing proves that {move} loses", move=move)
    return winning, _length(position, row), given


def _partners(pairs: list[Any], linked: Callable[[int, int], bool]) -> dict[int, int]:
    partner: dict[int, int] = {}
    for pair in pairs:
        need(type(pair) is list and len(pair) == 2, "a pair is not two numbers")
        a, b = pair
        need(type(a) is int and type(b) is int, "a pair is not two numbers")
        need(linked(a, b), "a pair is not of two linked, unused numbers")
        need(a not in partner and b not in partner, "a number is in two pairs")
        partner[a], partner[b] = b, a
    return partner


def _barrier(given: list[Any], numbers: set[int]) -> int:
    """The barrier as a set of bits."""
    barrier = 0
    for number in given:
        need(type(number) is int and number in numbers, "a number of the barrier is not unused")
        need(not barrier >> number & 1, "a number is in the barrier twice")
        barrier |= 1 << number
    return barrier


def _parts(unused: int, barrier: int, left_over: int, row: Callable[[int], int]) -> int:
    """The numbers that are never left over, as bits: the barrier and the even parts of the rest."""
    never, rest, odd = barrier, unused & ~barrier, 0
    needed = left_over + barrier.bit_count()
    while rest:
        part = spread(row, rest & -rest, rest)
        rest &= ~part
        if part.bit_count() % 2:
            odd += 1
        else:
            never |= part
        # A part has at least one number, so there cannot be more odd parts than this.
        enough = odd + rest.bit_count() >= needed
        need(enough, "the barrier does not prove that no more pairs are possible")
    need(odd == needed, "the barrier does not prove that no more pairs are possible")
    return never


def _follow(
    path: list[int], numbers: set[int], partner: dict[int, int], linked: Callable[[int, int], bool]
) -> None:
    """Refute the claim unless a path leads over pairs and links by turns to a number that is left over."""
    need(len(path) % 2 == 1 and len(set(path)) == len(path), "a path proves nothing")
    for place in range(0, len(path) - 1, 2):
        need(partner.get(path[place]) == path[place + 1], "a path proves nothing")
        need(linked(path[place + 1], path[place + 2]), "a path proves nothing")
    need(path[-1] in numbers and path[-1] not in partner, "a path proves nothing")


def _length(position: Any, row: Callable[[int], int]) -> int | None:
    """The moves to the end of best play where few numbers can still be reached, else nothing."""
    if position.legal.bit_count() > REACH:
        return None
    if spread(row, position.legal, position.unused).bit_count() > REACH:
        return None
    return value(position, {})[1]


def spread(row: Callable[[int], int], front: int, within: int) -> int:
    """All numbers of a set to which links lead from some of them, as bits."""
    found = front
    while front and found != within:
        number = front.bit_length() - 1
        front ^= 1 << number
        fresh = row(number) & within & ~found
        found |= fresh
        front |= fresh
    return found
