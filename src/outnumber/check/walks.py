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
* or, where there are many, steps take the place of the paths (see `_grown`);
* every other legal move is in the barrier or in an even part: those are never left over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from outnumber.check.document import need, need_feasible
from outnumber.check.search import value
from outnumber.games.numbers import flags_of, mask_of, members

# A graph of more numbers than this is looked at only if pairs for a good part of it are given: then the file
# is large too.
LARGEST = 100_000
# Where no more numbers than this can still be reached, the length of a walk must be given.
REACH = 12


def walk(position: Any, given: Any) -> tuple[list[int], int | None, dict[str, Any]]:
    """The winning moves, the length where it must be given, and the certificate, once it has proven them."""
    unused, links = position.unused, position.rules.links
    row = links.row
    proof = "steps" if "steps" in given else "paths"
    need(
        sorted(given) == sorted(["barrier", "pairs", proof, "theorem"]), "pairs, barrier and paths are needed"
    )
    need(given["theorem"] == "pairing", "the theorem should be pairing")
    for field in ("pairs", "barrier", proof):
        need(type(given[field]) is list, "{field} is no list", field=field)
    few = unused.bit_count() <= max(LARGEST, 4 * len(given["pairs"]))
    need_feasible(
        few, "a walk on more than {most:,} numbers cannot be checked with so few pairs", most=LARGEST
    )
    numbers = set(members(unused))

    def linked(a: int, b: int) -> bool:
        return a != b and a in numbers and b in numbers and links.linked(a, b)

    partner = _partners(given["pairs"], linked)
    barrier = _barrier(given["barrier"], numbers)
    left_over = len(numbers) - len(partner)
    never_left_over = _parts(unused, barrier, left_over, links)
    legal = list(position.legal_moves())
    if proof == "steps":
        even = _grown(given["steps"], numbers, partner, linked)
        winning = [move for move in legal if move in even]
    else:
        winning = []
        for path in given["paths"]:
            is_path = type(path) is list and path and all(type(number) is int for number in path)
            need(is_path, "a path is no path")
            _follow(path, numbers, partner, linked)
            winning.append(path[0])
        need(winning == sorted(set(winning) & set(legal)), "a path does not begin at a legal move")
    proven, never = set(winning), flags_of(never_left_over, links.size + 1)
    for move in legal:
        need(move in proven or never[move], "nothing proves that {move} loses", move=move)
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
    for number in given:
        need(type(number) is int and number in numbers, "a number of the barrier is not unused")
    need(len(set(given)) == len(given), "a number is in the barrier twice")
    return mask_of(given)


def _parts(unused: int, barrier: int, left_over: int, links: Any) -> int:
    """The numbers that are never left over, as bits: the barrier and the even parts of the rest.

    Parts are found in two ways, for neither is quick enough in every graph: a row of bits costs as much as
    there are numbers, and a million numbers with few links have a million rows; a list costs as much as there
    are links, and in Number Duel every number is linked to a good part of the others.
    """
    rest, odd = unused & ~barrier, 0
    needed = left_over + barrier.bit_count()
    within = rest.bit_count()
    even_parts = []
    for part in _listed_parts(links, rest) if links.sparse else _row_parts(links, rest):
        within -= len(part)
        if len(part) % 2:
            odd += 1
        else:
            even_parts += part
        # A part has at least one number, so there cannot be more odd parts than this.
        enough = odd + within >= needed
        need(enough, "the barrier does not prove that no more pairs are possible")
    need(odd == needed, "the barrier does not prove that no more pairs are possible")
    return barrier | mask_of(even_parts)


def _row_parts(links: Any, rest: int) -> Iterator[list[int]]:
    """The parts of a graph in which numbers are linked to many others."""
    while rest:
        part = spread(links.row, rest & -rest, rest)
        rest &= ~part
        yield list(members(part))


def _listed_parts(links: Any, rest: int) -> Iterator[list[int]]:
    """The parts of a graph in which numbers are linked to few others."""
    fresh = flags_of(rest, links.size + 1)
    for first in members(rest):
        if fresh[first]:
            fresh[first] = 0
            part = [first]
            for number in part:
                for near in links.neighbours(number):
                    if fresh[near]:
                        fresh[near] = 0
                        part.append(near)
            yield part


def _follow(
    path: list[int], numbers: set[int], partner: dict[int, int], linked: Callable[[int, int], bool]
) -> None:
    """Refute the claim unless a path leads over pairs and links by turns to a number that is left over."""
    need(len(path) % 2 == 1 and len(set(path)) == len(path), "a path proves nothing")
    for place in range(0, len(path) - 1, 2):
        need(partner.get(path[place]) == path[place + 1], "a path proves nothing")
        need(linked(path[place + 1], path[place + 2]), "a path proves nothing")
    need(path[-1] in numbers and path[-1] not in partner, "a path proves nothing")


def _grown(
    steps: list[Any], numbers: set[int], partner: dict[int, int], linked: Callable[[int, int], bool]
) -> set[int]:
    """The numbers that can be left over, proven step by step.

    Such a number is called even. Those without a partner are, each the top of a tree. A step is a link from
    an even number to another number. If that one is new, it is called odd and hangs below the even one, and
    its partner hangs below it and is even: its path goes up the tree, over pair and link by turns. If that
    one is even too and in the same tree, the link closes a circle with the ways up to where they meet, and
    what is odd on it is even as well: its path goes round the other way (J. Edmonds, Paths, trees, and
    flowers, 1965). From then on a circle counts as one number, its highest.

    Paths need less to be checked, but in a graph of a million numbers they would fill gigabytes.
    """
    even = {number for number in numbers if number not in partner}
    # What an odd number hangs below; a number of the same circle that is higher, or the number itself; how
    # many were there before it came, so that whatever is above a number has less.
    above: dict[int, int] = {}
    higher = {number: number for number in even}
    age = {number: place for place, number in enumerate(even)}

    def highest(number: int) -> int:
        while higher[number] != number:
            # Next time this way is half as long.
            higher[number] = number = higher[higher[number]]
        return number

    for step in steps:
        need(type(step) is list and len(step) == 2, "a step is not two numbers")
        s, t = step
        need(type(s) is int and type(t) is int and s in even and linked(s, t), "a step proves nothing")
        if t not in higher:
            mate = partner[t]
            above[t] = s
            even.add(mate)
            for number in (t, mate):
                higher[number], age[number] = number, len(age)
            continue
        need(t in even, "a step proves nothing")
        # Whichever came later goes up, until they meet; two tops of different trees never do.
        one, two = highest(s), highest(t)
        while one != two:
            if age[one] < age[two]:
                one, two = two, one
            need(one in partner, "a step proves nothing")
            odd = partner[one]
            even.add(odd)
            higher[one] = higher[odd] = highest(above[odd])
            one = higher[one]
    return even


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
