"""Number Duel and Strategy Stacks: answer every number with its partner.

Both are a walk on a graph that visits no number twice (undirected vertex geography). Let H be the graph of
the unused numbers, with an edge between any two linked numbers.

Claim: a move to u wins exactly when some maximum matching of H misses u. So the winning moves are the legal
ones in D(H), the first part of the Gallai-Edmonds decomposition, before the opening too.

Proof: let M be a maximum matching of H that misses u, and let the opponent answer the move u with x. M
covers x, or M + ux would be larger, so the mover can go to the partner y of x. M - xy misses y, and it is a
maximum matching of H - u - x: a larger one plus ux would beat M. So the move y has the property of u in a
smaller graph, and the mover never runs out of answers. Now let every maximum matching of H cover u; let M
be one, and y the partner of u. M - uy misses y, and it is a maximum matching of H - u: a larger one would
be as large as M and miss u. So the opponent wins by moving to y.

Reference: A. Fraenkel, E. Scheinerman, D. Ullman, Undirected edge geography (1993), for the game; J. Edmonds,
Paths, trees, and flowers (1965), for the matching. Certificate: the pairs, the barrier A (maximum by
Tutte-Berge) and for each winning move an alternating path from an uncovered number, or on large graphs the
steps by which the forest of all these paths grows; no maximum matching misses a number in A or in an even
component of H - A.

Cost: one matching (see `matching`); after a move, one repair of a recent one, if there is one. Length: by
search, if few numbers can still be reached; no feasible method is known for large graphs.

Machine-checked: `winning_moves`, `pairing` and `partners_answer` in proofs/Pairing.v.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from outnumber.games import members
from outnumber.games.walk import WalkPosition, WalkRules

from .forest import Forest, Progress
from .matching import maximum_matching
from .missable import Table, missable
from .reasons import Explanation
from .verdict import Certificate, Help, Verdict, over

# Up to these sizes the winning moves are found by sets alone, on a sparse graph and on others.
SPARSE_SETS_LIMIT, SETS_LIMIT = 500, 1_000
# From this size on, on a sparse graph, repairing a matching is faster.
REPAIRED_FROM = 150
# Up to this size, reasons and certificates come from a separate matching, so that they do not depend on
# earlier questions; for larger graphs that would take too long.
AFRESH_LIMIT = 2_000
# Paths share most of their numbers: above this total length, a certificate has the steps that the paths
# consist of.
PATHS_LIMIT = 100_000
# The length is computed if at most this many numbers can still be reached.
REACH_LIMIT = 12


def solve(position: WalkPosition, progress: Progress | None = None) -> Verdict:
    """The verdict on a position of Number Duel or Strategy Stacks.

    >>> from outnumber.games.registry import game
    >>> solve(game("strategy-stacks").start())
    <Verdict: Player 1 wins with 5 or 7>
    """
    rules, turn, legal, unused = position.rules, position.turn, position.legal, position.unused
    if not legal:
        return over(position)
    wins = winning(position, progress)

    def steady() -> Forest:
        return _steady(rules, unused)

    return Verdict(
        turn if wins else turn.other,
        wins,
        reason=lambda: _reason(position, wins, steady()),
        length=lambda: length(position),
        certificate=lambda: _certificate(wins, steady()),
        help=lambda: _help(position, wins, steady()),
        partners=lambda move: partners(position, move),
        length_is_a_search=True,
    )


def winning(position: WalkPosition, progress: Progress | None = None) -> int:
    """The winning moves as a set."""
    return position.legal & _missable(position.rules, position.unused, progress)


def effort(position: WalkPosition) -> float:
    """The approximate seconds for a verdict if no earlier one of the game is cached."""
    return position.unused_count / 20_000


def is_prepared(position: WalkPosition) -> bool:
    """Whether a verdict is fast: the game is over, or a recent matching can be repaired."""
    kept = position.rules.memory.get("pairing", ())
    return not position.legal or _nearest(kept, position.unused)[0] is not None


def partners(position: WalkPosition, move: int = 0) -> dict[int, int]:
    """The list of partners: for each number of a pair its partner.

    After a winning `move`, the list is for the player who made it; in a lost position, without a move, for
    the opponent.

    >>> from outnumber.games.registry import game
    >>> partners(game("strategy-stacks").start(), 5)[4]
    8
    """
    matching = _steady(position.rules, position.unused)
    found = {a: b for pair in matching.pairs() for a, b in (pair, pair[::-1])} | _exchanged(matching, move)
    found.pop(move, None)
    return found


def _exchanged(matching: Forest, move: int) -> dict[int, int]:
    """The changed partners after a winning move loses its own: the pairs along its alternating path."""
    path = matching.path(move) if move else []
    return {a: b for pair in zip(path[1::2], path[2::2], strict=True) for a, b in (pair, pair[::-1])}


# How many recent matchings are searched, and how many numbers may be missing from one.
_NEAR = 8
# The cache of a graph: the last few matchings by their numbers, newest first. Neither the tuple nor a
# matching in it ever changes, so threads may share them.
_Recent = tuple[tuple[int, Forest], ...]


def _nearest(kept: _Recent, unused: int) -> tuple[Forest | None, int]:
    """A matching of these numbers or of a few more, and the set of the extra ones."""
    best: tuple[Forest | None, int] = None, 0
    least = _NEAR + 1
    for place, (numbers, matching) in enumerate(kept):
        gone = numbers ^ unused
        if not gone:
            return matching, 0
        if place < _NEAR and not gone & unused and (count := gone.bit_count()) < least:
            best, least = (matching, gone), count
        # A matching with one extra number is repaired faster than the rest of the cache is searched.
        if place == _NEAR and least == 1:
            break
    return best


def _missable(rules: WalkRules, unused: int, progress: Progress | None) -> int:
    """The numbers that some maximum matching of the unused ones misses, as a set."""
    memory = rules.memory
    if rules.range > (SPARSE_SETS_LIMIT if rules.links.sparse else SETS_LIMIT):
        return _matching(rules, unused, progress).missable
    last, found = memory.get("pairing-last", (0, 0))
    gone = last & ~unused
    if last ^ gone == unused and _stays(rules, gone, found):
        memory["pairing-last"] = unused, found
        return int(found)
    if rules.links.sparse and rules.range > REPAIRED_FROM:
        # From the second verdict of a game on, there is a matching to repair.
        follows = 0 < gone.bit_count() <= _NEAR
        if follows or _nearest(memory.get("pairing", ()), unused)[0]:
            return _matching(rules, unused).missable
    if not last:
        # Building the table would take longer than this one verdict; reasons use the same matching.
        matching = _steady(rules, unused)
        memory["pairing"] = ((unused, matching),)
        found = matching.missable
    else:
        if "pairing-table" not in memory:
            memory["pairing-table"] = Table(rules.links)
        found = missable(memory["pairing-table"], unused)
    memory["pairing-last"] = unused, found
    return int(found)


def _stays(rules: WalkRules, gone: int, found: int) -> bool:
    """Whether the missable numbers stay the same after some are removed: none, or one of the barrier."""
    one = gone.bit_count() == 1 and not gone & found
    return not gone or (one and rules.row(gone.bit_length() - 1) & found > 0)


def _matching(rules: WalkRules, unused: int, progress: Progress | None = None) -> Forest:
    """A maximum matching of the unused numbers, repaired from a recent one if possible."""
    kept: _Recent = rules.memory.get("pairing", ())
    found, gone = _nearest(kept, unused)
    if found is not None and not gone:
        return found
    if found is None:
        matching = maximum_matching(rules.links, unused, progress)
    else:
        matching = found.copy()
        for number in members(gone):
            matching.remove(number)
    most = max(2, min(64, 400_000 // rules.range))
    rules.memory["pairing"] = ((unused, matching), *kept[: most - 1])
    return matching


def _steady(rules: WalkRules, unused: int) -> Forest:
    """A maximum matching that does not depend on earlier questions, except on large graphs."""
    if unused.bit_count() > AFRESH_LIMIT:
        return _matching(rules, unused)
    numbers, matching = rules.memory.get("pairing-steady", (0, None))
    if matching is None or numbers != unused:
        matching = maximum_matching(rules.links, unused)
        rules.memory["pairing-steady"] = unused, matching
    found: Forest = matching
    return found


def _certificate(winning: int, matching: Forest) -> Certificate:
    certificate: Certificate = {
        "theorem": "pairing",
        "pairs": [list(pair) for pair in matching.pairs()],
        "barrier": list(members(matching.barrier)),
    }
    if matching.vertices.bit_count() <= PATHS_LIMIT:
        certificate["paths"] = [matching.path(move) for move in members(winning)]
    else:
        certificate["steps"] = [list(step) for step in matching.steps()]
    return certificate


def _easiest(position: WalkPosition, winning: int, matching: Forest) -> int:
    """The win that is easiest to follow: one that leaves no answer, else one of those that leave the
    fewest.
    """
    row, unused = position.rules.row, position.unused
    # A number without links has no partner in any matching.
    for number in members(winning & matching.exposed):
        if not row(number) & unused:
            return number
    # Examining some is enough.
    return min(islice(members(winning), 50), key=lambda number: ((row(number) & unused).bit_count(), number))


def _reason(position: WalkPosition, winning: int, matching: Forest) -> Explanation:
    row, unused = position.rules.row, position.unused
    move = _easiest(position, winning, matching) if winning else 0
    answers = row(move) & unused if move else position.legal
    code = "pairing-won" if move else "pairing-lost"
    exchanged = _exchanged(matching, move)
    pairs: dict[int, int] = {}
    # Whether every answer is in a pair that the sentence names.
    whole = True
    for number in members(answers):
        if number in pairs.values():
            continue
        if len(pairs) == 3:
            whole = False
            break
        pairs[number] = exchanged.get(number) or matching.mate[number]
    count = answers.bit_count()
    if not count:
        return Explanation("pairing-end", move=move)
    if count == 1:
        ((a, b),) = pairs.items()
        gone = 1 << a | 1 << b | (1 << move if move else 0)
        last = not row(b) & unused & ~gone
        return Explanation(f"{code}-one-end" if last else f"{code}-one", move=move, a=a, b=b)
    return Explanation(code if whole else f"{code}-many", move=move, n=count, pairs=tuple(pairs.items()))


def _help(position: WalkPosition, winning: int, matching: Forest) -> Help:
    row, unused = position.rules.row, position.unused
    if not row(_easiest(position, winning, matching)) & unused:
        return Explanation("hint-pairs-look-end"), Explanation("hint-now-idea")
    pairs = (unused.bit_count() - matching.exposed.bit_count()) // 2
    return Explanation("hint-pairs-look"), Explanation("hint-pairs-idea", p=pairs)


def length(position: WalkPosition) -> int | None:
    """The number of moves under best play; None if too many numbers can be reached.

    In a walk the players alternate, so the mover wins exactly when the length is odd.
    """
    row, legal = position.rules.row, position.legal
    if not legal:
        return 0
    reach = _reach(row, legal, position.unused)
    if reach.bit_count() > REACH_LIMIT:
        return None
    # The few relevant numbers, renumbered to the lowest bits.
    bits = {number: 1 << place for place, number in enumerate(members(reach))}
    near = {bit: sum(bits[n] for n in members(row(number) & reach)) for number, bit in bits.items()}
    known: dict[tuple[int, int], int] = {}

    def best(moves: int, rest: int) -> int:
        """The length if a set of moves, which is not empty, may be made to numbers of the rest."""
        choices = [bit for bit in near if moves & bit]
        if not all(near[bit] & rest for bit in choices):
            return 1
        fastest = slowest = 0
        # No win can be faster than 3 now, and no game longer than the count of numbers.
        for bit in choices:
            left = rest ^ bit
            n = known.get((bit, left), 0)
            if not n:
                n = known[bit, left] = best(near[bit] & left, left)
            if n % 2:
                slowest = max(slowest, n + 1)
                continue
            if not fastest or n < fastest:
                fastest = n + 1
            if fastest == 3:
                break
        return fastest or slowest

    return best(sum(bits[n] for n in members(legal)), (1 << len(bits)) - 1)


def _reach(row: Callable[[int], int], front: int, unused: int) -> int:
    """All unused numbers that a walk from `front` can reach; it may stop above the limit."""
    found = front
    while front and found.bit_count() <= REACH_LIMIT:
        near = 0
        for number in members(front):
            near |= row(number)
        front = near & unused & ~found
        found |= front
    return found
