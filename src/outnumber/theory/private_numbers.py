"""Order Challenge: private numbers are gifts.

Claim: let low be the player whose last number is smaller (0 for an empty sequence) and high the other. Of the
unused numbers, the a between the two last numbers are private, only low can ever take them, and the b above
both are shared. If a >= 1, low wins, regardless of who is to move. If a = 0, the mover wins exactly when b is
odd, and only by taking the smallest shared number.

Proof: taking a shared number that is not the smallest makes those below it private for the opponent, who wins
by induction. So with a = 0 both must take the smallest, and parity decides. With a >= 1 and low to move, an
odd b is answered by the smallest shared number, after which low is high, a is 0 and b - 1 is even; an even b
by a private number, after which some are left, or none and b is even with the opponent to move. High can only
take shared numbers, so low keeps the a private ones and is to move. Winning moves of low with a >= 1: the
private number of rank j from below wins if j < a, or if j = a and b is even; the smallest shared number wins
if b is odd; nothing else does.

Length: b when a = 0. With a >= 1, b rounded up to an odd number when low is to move and to an even number
when high is: the winner wastes no private number except the one that parity requires.

Reference: folklore; every step is checked against `exhaustive` in the tests. Cost: a few operations on the
pool as one integer, well under a millisecond for a million numbers.

Machine-checked: `private_numbers`, `winning_private`, `winning_shared`, `right_move`, `winning_openings`
and `private_numbers_length` in proofs/PrivateNumbers.v.
"""

from __future__ import annotations

from outnumber.games.order_challenge import OrderPosition

from .reasons import Explanation
from .verdict import Help, Verdict, over


def solve(position: OrderPosition) -> Verdict:
    """The verdict on a position of Order Challenge.

    >>> from outnumber.games.registry import game
    >>> solve(game("order-challenge").start())
    <Verdict: Player 1 wins with 1>
    """
    if not position.legal:
        return over(position)
    turn, own, theirs = position.turn, position.own, position.theirs
    private, shared = parts(position)
    a, b = private.bit_count(), shared.bit_count()
    low_moves = own < theirs
    wins = _wins(private, shared, low_moves)

    def reason() -> Explanation:
        """Why, with the move that is easiest to follow: one that wins at once, else the lowest gift."""
        lowest = (shared & -shared).bit_length() - 1
        if a and not low_moves:
            return Explanation("gift-against", a=a, b=b)
        if b == 1:
            return Explanation("order-last", a=a, b=b, move=lowest)
        if not a:
            return Explanation("shared-odd" if b % 2 else "shared-even", b=b, move=lowest if b % 2 else 0)
        gift = (private & -private).bit_length() - 1
        if not b:
            return Explanation("gift-end", a=a, theirs=theirs, move=gift)
        if a > 1:
            return Explanation("gift-keep", a=a, b=b, move=gift, left=a - 1)
        if b % 2:
            return Explanation("gift-give-up", b=b, gift=gift, move=lowest, left=b - 1)
        return Explanation("gift-use", b=b, move=gift)

    def help() -> Help:
        if b <= 1:
            return Explanation("hint-order-look-end"), Explanation("hint-now-idea")
        if a:
            return Explanation("hint-order-look"), Explanation("hint-order-idea", a=a, b=b)
        idea = Explanation("hint-order-idea-shared", b=b)
        high = max(own, theirs)
        if not high:
            return Explanation("hint-order-look-start"), idea
        return Explanation("hint-order-look-shared", high=high), idea

    def length() -> int:
        return b + (b % 2 if not low_moves else 1 - b % 2) if a else b

    return Verdict(
        turn if wins else turn.other,
        wins,
        reason=reason,
        length=length,
        certificate=lambda: {"theorem": "private-numbers", "private": a, "shared": b},
        help=help,
    )


def winning(position: OrderPosition) -> int:
    """The winning moves as a set."""
    return _wins(*parts(position), position.own < position.theirs)


def effort(_: OrderPosition) -> float:
    """The approximate seconds for a verdict."""
    return 0.001


def _wins(private: int, shared: int, low_moves: bool) -> int:
    # The smallest number of a set is its lowest bit.
    smallest = shared & -shared if shared.bit_count() % 2 else 0
    if not private:
        return smallest
    if not low_moves:
        return 0
    return private ^ 1 << private.bit_length() - 1 | smallest if smallest else private


def parts(position: OrderPosition) -> tuple[int, int]:
    """The private and the shared numbers as sets."""
    legal, theirs = position.legal, position.theirs
    if position.own <= theirs:
        shared = legal >> theirs << theirs
        return legal ^ shared, shared
    return (position.unused ^ legal) >> theirs << theirs, legal
