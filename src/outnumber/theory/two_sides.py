"""Number Stack Duel: count the two sides of the top number.

Claim: let f be the number of unused numbers on the side of the top where the mover must go, and k the number
on the other side. The mover wins exactly when f > k, and the winning moves are the j nearest numbers on that
side with 2j <= f - k + 1.

Proof: taking the j-th nearest number hands the opponent k + j - 1 numbers to go to, against f - j on the
other side. By induction that loses for the opponent exactly when k + j - 1 <= f - j, which is 2j <= f - k +
1, and some j >= 1 does so exactly when f > k. The same argument applies to an opening x: it wins when the
side where the opponent must go has no more numbers than the other.

Length: the winner takes the nearest number and so never lets the loser's side grow, and the loser, too, does
best to take the nearest; each turn of the loser uses one number of that side. That gives 2k + 1 moves when
won and 2f when lost. An opening at the end of the range leaves no answer: 1 move.

Reference: folklore; every step is checked against `exhaustive` in the tests. Cost: a few operations on the
pool as one integer, well under a millisecond for a million numbers.

Machine-checked: `two_sides`, `winning_moves`, `winning_openings`, `two_sides_length` and `opening_length` in
proofs/TwoSides.v.
"""

from __future__ import annotations

from outnumber.games import Phrase, full, nth
from outnumber.games.number_stack_duel import StackDuelPosition

from .reasons import Explanation
from .verdict import Help, Verdict, over


def solve(position: StackDuelPosition) -> Verdict:
    """The verdict on a position of Number Stack Duel.

    >>> from outnumber.games.registry import game
    >>> solve(game("number-stack-duel").start())
    <Verdict: Player 1 wins with 5, 6, 7, 8 or 9>
    """
    if not position.legal:
        return over(position)
    return _later(position) if position.top else _opening(position)


def winning(position: StackDuelPosition) -> int:
    """The winning moves as a set."""
    legal = position.legal
    if not position.top:
        low, high = _openings(position)
        return full(high) >> low << low
    f = legal.bit_count()
    nearest = (2 * f - position.unused.bit_count() + 1) // 2  # which is (f - k + 1) // 2
    if nearest <= 0:
        return 0
    if position.rising:
        return legal & (2 << nth(legal, nearest - 1)) - 1
    far = nth(legal, f - nearest)
    return legal >> far << far


def effort(_: StackDuelPosition) -> float:
    """The approximate seconds for a verdict."""
    return 0.001


def _openings(position: StackDuelPosition) -> tuple[int, int]:
    """The lowest and the highest winning opening."""
    size = position.rules.range
    return (size // 2 + 1, size) if position.rising else (1, (size + 1) // 2)


def _opening(position: StackDuelPosition) -> Verdict:
    size = position.rules.range
    low, high = _openings(position)
    edge, f, k = (low, size - low, low - 1) if position.rising else (high, high - 1, size - high)
    side, other = _sides(position.rising)
    end = high if position.rising else low

    def reason() -> Explanation:
        if low == high:
            return Explanation("sides-opening-one", side=side, move=end)
        return Explanation(
            "sides-opening", side=side, other=other, edge=edge, f=f, k=k, low=low, high=high, move=end
        )

    return Verdict(
        position.turn,
        winning(position),
        reason=reason,
        length=lambda: 1,
        certificate=lambda: {"theorem": "two-sides", "mover_side": size, "other_side": 0},
        help=lambda: (Explanation("hint-sides-open-look", side=side), Explanation("hint-now-idea")),
    )


def _later(position: StackDuelPosition) -> Verdict:
    turn, legal, rising = position.turn, position.legal, position.rising
    f = legal.bit_count()
    k = position.unused.bit_count() - f
    won = f > k
    nearest = (f - k + 1) // 2 if won else 0
    wins = winning(position)

    def reason() -> Explanation:
        low, high = (wins & -wins).bit_length() - 1, wins.bit_length() - 1
        near, far = (0, 0) if not won else (low, high) if rising else (high, low)
        side, other = _sides(rising)
        by_count = {1: "sides-won-one", 2: "sides-won-two"}
        code = by_count.get(nearest, "sides-won") if k else "sides-end"
        numbers = {"f": f, "k": k, "top": position.top, "side": side, "other": other}
        return Explanation(code if won else "sides-lost", **numbers, j=nearest, near=near, far=far, move=near)

    def help() -> Help:
        look = Explanation("hint-sides-look", top=position.top)
        if not k:
            return look, Explanation("hint-now-idea")
        return look, Explanation("hint-sides-idea", f=f, k=k, top=position.top)

    return Verdict(
        turn if won else turn.other,
        wins,
        reason=reason,
        length=lambda: 2 * k + 1 if won else 2 * f,
        certificate=lambda: {"theorem": "two-sides", "mover_side": f, "other_side": k},
        help=help,
    )


def _sides(rising: bool) -> tuple[Phrase, Phrase]:
    above, below = Phrase("above"), Phrase("below")
    return (above, below) if rising else (below, above)
