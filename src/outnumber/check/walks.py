"""Number Duel and Strategy Stacks: each number is linked to the previous one, and none is used twice.

Let H be the graph of the unused numbers. A move wins exactly if some maximum matching of H leaves its number
unpaired: the player then answers every number with its partner. If every maximum matching pairs the number,
the opponent answers with partners instead. The certificate proves which numbers can be left unpaired:

* its pairs are of linked numbers, and no number is in two of them;
* its barrier proves that more pairs are impossible (Tutte and Berge): without the numbers of the barrier, H
  splits into parts, and each part with an odd count of numbers has one number that is unpaired or paired with
  the barrier; so the number of unpaired numbers is at least the number of odd parts minus the number of
  barrier numbers;
* from each winning move a path of alternating pairs and links leads to an unpaired number: exchanging the
  pairs for the links gives the same number of pairs, and leaves the move unpaired instead;
* or, if there are many, steps replace the paths (see `_grown`);
* every other legal move is in the barrier or in an even part: those are never left unpaired.

Machine-checked: `check_sound` in proofs/Certificate.v, `steps_sound` in proofs/StepsCheck.v, `confirm_sound`
and `confirm_steps_sound` in proofs/Specification.v.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from outnumber.games import mask_of, members
from outnumber.games.numbers import flags_of

from .document import need, need_feasible
from .search import value

# A larger graph is only examined if the certificate pairs a good part of it, which means that the file is
# large too.
LARGEST = 100_000
# If at most this many numbers can still be reached, the length of a walk must be given.
REACH = 12


def walk(position: Any, given: Any) -> tuple[list[int], int | None, dict[str, Any]]:
    """The winning moves, the length if it must be given, and the certificate, after they are proven."""
    links = position.rules.links
    row = links.row
    proof = "steps" if "steps" in given else "paths"
    need(
        sorted(given) == sorted(["barrier", "pairs", proof, "theorem"]), "pairs, barrier and paths are needed"
    )
    need(given["theorem"] == "pairing", "the theorem should be pairing")
    need(type(given[proof]) is list, "{field} is not a list", field=proof)
    numbers, linked, partner, never_left_over = _matched(position, given)
    legal = list(position.legal_moves())
    if proof == "steps":
        even = _grown(given["steps"], numbers, partner, linked)
        winning = [move for move in legal if move in even]
    else:
        winning = []
        for path in given["paths"]:
            is_path = type(path) is list and path and all(type(number) is int for number in path)
            need(is_path, "a path is malformed")
            _follow(path, numbers, partner, linked)
            winning.append(path[0])
        need(winning == sorted(set(winning) & set(legal)), "a path does not begin at a legal move")
    proven, never = set(winning), flags_of(never_left_over, links.size + 1)
    for move in legal:
        need(move in proven or never[move], "nothing proves that {move} loses", move=move)
    return winning, _length(position, row), given


def claim(position: Any, given: Any) -> None:
    """Refute the claim unless its pairs are as many as possible, and none contains its move."""
    _, _, partner, _ = _matched(position, given)
    need(given["move"] not in partner, "a number is in two pairs")


def _matched(position: Any, given: Any) -> tuple[set[int], Callable[[int, int], bool], dict[int, int], int]:
    """The unused numbers, the test for links between them, the partners, and the numbers that are never left
    unpaired, after the pairs are proven to be as many as possible.
    """
    unused, links = position.unused, position.rules.links
    for field in ("pairs", "barrier"):
        need(type(given[field]) is list, "{field} is not a list", field=field)
    few = unused.bit_count() <= max(LARGEST, 4 * len(given["pairs"]))
    need_feasible(
        few, "a walk on more than {most:,} numbers cannot be checked with so few pairs", most=LARGEST
    )
    numbers = set(members(unused))

    def linked(a: int, b: int) -> bool:
        return a != b and a in numbers and b in numbers and links.linked(a, b)

    partner = _partners(given["pairs"], linked)
    barrier = _barrier(given["barrier"], numbers)
    return numbers, linked, partner, _parts(unused, barrier, len(numbers) - len(partner), links)


def _partners(pairs: list[Any], linked: Callable[[int, int], bool]) -> dict[int, int]:
    partner: dict[int, int] = {}
    for pair in pairs:
        need(type(pair) is list and len(pair) == 2, "a pair is not two numbers")
        a, b = pair
        need(type(a) is int and type(b) is int, "a pair is not two numbers")
        need(linked(a, b), "a pair must be two linked, unused numbers")
        need(a not in partner and b not in partner, "a number is in two pairs")
        partner[a], partner[b] = b, a
    return partner


def _barrier(given: list[Any], numbers: set[int]) -> int:
    """The barrier as a set of bits."""
    for number in given:
        need(type(number) is int and number in numbers, "a number of the barrier is already used")
    need(len(set(given)) == len(given), "a number is in the barrier twice")
    return mask_of(given)


def _parts(unused: int, barrier: int, left_over: int, links: Any) -> int:
    """The numbers that are never left unpaired, as bits: the barrier and the even parts of the rest.

    There are two ways to find the parts, because neither is fast enough for every graph: the cost of a row of
    bits is proportional to the number of numbers, and a million numbers with few links have a million rows;
    the cost of a list is proportional to the number of links, and in Number Duel every number is linked to a
    good part of the others.
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
    """Refute the claim unless a path alternates between pairs and links and ends at an unpaired number."""
    need(len(path) % 2 == 1 and len(set(path)) == len(path), "a path proves nothing")
    for place in range(0, len(path) - 1, 2):
        need(partner.get(path[place]) == path[place + 1], "a path proves nothing")
        need(linked(path[place + 1], path[place + 2]), "a path proves nothing")
    need(path[-1] in numbers and path[-1] not in partner, "a path proves nothing")


def _grown(
    steps: list[Any], numbers: set[int], partner: dict[int, int], linked: Callable[[int, int], bool]
) -> set[int]:
    """The numbers that can be left unpaired, proven step by step.

    Such a number is called even. Numbers without a partner are even, and each is the root of a tree. A step
    is a link from an even number to another number. If the other number is new, it is called odd and becomes
    a child of the even one, and its partner becomes its child and is even: its path goes up the tree,
    alternating between pair and link. If the other number is even too and in the same tree, the link closes a
    cycle with the paths up to their common ancestor, and the odd numbers on it become even as well: their
    paths go around the other way (J. Edmonds, Paths, trees, and flowers, 1965). After that, a cycle counts as
    one number, its highest.

    Paths are easier to check, but in a graph of a million numbers they would take gigabytes.
    """
    even = {number for number in numbers if number not in partner}
    # The parent of an odd number; for a number in a cycle, a higher number of the same cycle, or the number
    # itself; and the number of earlier entries, which is smaller for every ancestor.
    above: dict[int, int] = {}
    higher = {number: number for number in even}
    age = {number: place for place, number in enumerate(even)}

    def highest(number: int) -> int:
        while higher[number] != number:
            # Path compression: halves this path for the next search.
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
        # The number added later goes up, until both meet; the roots of different trees never do.
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
    """The number of moves under best play if few numbers can still be reached, otherwise None."""
    if position.legal.bit_count() > REACH:
        return None
    if spread(row, position.legal, position.unused).bit_count() > REACH:
        return None
    return value(position, {})[1]


def spread(row: Callable[[int], int], front: int, within: int) -> int:
    """All numbers that are linked to a number of a set, as bits."""
    found = front
    while front and found != within:
        number = front.bit_length() - 1
        front ^= 1 << number
        fresh = row(number) & within & ~found
        found |= fresh
        front |= fresh
    return found
