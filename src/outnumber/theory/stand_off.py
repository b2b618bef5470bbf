"""Number Stack Attack where passes are real: backward induction.

Claim: only what each total lacks to the target matters. Let W(r, q) say whether the mover wins who lacks
r while the opponent lacks q, and s be the smallest token. For r >= s, W(r, q) holds exactly when some
token v <= r has v = r or not W(q, r - v). With r < s the mover passes: W(r, q) = not W(q, r) if q >= s;
else the game is over, and the mover wins with r < q, or with r = q where the first at a total wins, since
it was the opponent who added last.

Proof: these are the rules. Each token makes r + q smaller and nobody passes twice, so the induction ends.

Length: the same induction with numbers, the winner hurrying and the loser delaying; passes are not
counted. Cost: O(T^2) values, each from as many others as there are tokens; the table is kept for the next
verdict. Tables that would take more than a few seconds are refused with the code `too-large`.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from outnumber.games.errors import OptionError
from outnumber.games.number_stack_attack import AttackPosition
from outnumber.games.numbers import mask_of, members
from outnumber.games.sentences import Phrase
from outnumber.theory.race import ended, help_with
from outnumber.theory.reasons import Explanation
from outnumber.theory.verdict import Verdict, over

SIZE_LIMIT = 1_000
WORK_LIMIT = 6_000_000

# Row r, place q: one more than the moves to the end of best play, negative where the mover loses.
Table = list[list[int]]


@lru_cache(maxsize=4)
def _table(tokens: int, tie: str, size: int) -> Table:
    values = list(members(tokens))
    smallest = values[0]
    below = [[v for v in values if v < r] for r in range(size + 1)]
    table = [[0] * (size + 1) for _ in range(size + 1)]
    for d in range(2, 2 * size + 1):
        # Downwards, because a pass looks at the same diagonal further up.
        for r in range(min(size, d - 1), max(0, d - size - 1), -1):
            q = d - r
            if tokens >> r & 1:
                n = 2
            elif r >= smallest:
                answers = table[q]
                after = [answers[r - v] for v in below[r]]
                lost = [n for n in after if n < 0]
                n = 1 - max(lost) if lost else -1 - max(after)
            elif q >= smallest:
                n = -table[q][r]
            else:
                n = 1 if r < q or (r == q and tie == "first") else -1
            table[r][q] = n
    return table


def check(position: AttackPosition) -> int:
    """The largest table that its tokens allow; raises `OptionError` if the position needs a larger one."""
    rules = position.rules
    tokens = rules.tokens & (2 << min(rules.target, SIZE_LIMIT)) - 1
    limit = min(SIZE_LIMIT, isqrt(WORK_LIMIT // max(1, tokens.bit_count())))
    if rules.target - min(position.one, position.two) > limit:
        remedy = Phrase("where tokens make players pass it can be solved up to {most:,}.", most=limit)
        what = Phrase("A target of {n:,}", n=rules.target)
        raise OptionError("too-large", what=what, size=rules.target, remedy=remedy)
    return limit


def _table_for(position: AttackPosition) -> Table:
    rules, limit = position.rules, check(position)
    lack = rules.target - min(position.one, position.two)
    # One table for a whole game, or a few of growing size where the target is out of reach.
    size = rules.target if rules.target <= limit else min(limit, 1 << lack.bit_length())
    return _table(rules.tokens & (2 << size) - 1, rules.tie, size)


def solve(position: AttackPosition) -> Verdict:
    """The verdict on any position of Number Stack Attack.

    >>> from outnumber.games.registry import game
    >>> solve(game("number-stack-attack", tokens="3,5,8").start())
    <Verdict: Player 1 wins with 5 or 8>
    """
    if not position.legal:
        return over(position, lambda: ended(position))
    rules, turn, legal = position.rules, position.turn, position.legal
    table = _table_for(position)
    own, theirs = position.total(turn), position.total(turn.other)
    r, q = rules.target - own, rules.target - theirs
    # From the opponent's side, like the table; a game that is over is lost in no moves.
    after = {v: table[q][r - v] if v < r else -1 for v in members(legal)}
    winning = mask_of(v for v, n in after.items() if n < 0)

    def reason() -> Explanation:
        numbers = {"own": own, "theirs": theirs, "target": rules.target, "left": r}
        if legal >> r & 1:
            return Explanation("target-now", **numbers)
        smallest = (rules.tokens & -rules.tokens).bit_length() - 1
        if q < smallest:
            return _alone(position, smallest, winning)
        tokens, good = legal.bit_count(), winning.bit_count()
        if not good:
            return Explanation("duel-lost", n=tokens, **numbers)
        return Explanation("duel-won", n=tokens, w=good, move=winning.bit_length() - 1, **numbers)

    def rows() -> list[list[int]]:
        """For each token: who wins after it, and in how many moves."""
        return [[v, int(turn if n < 0 else turn.other), abs(n) - 1] for v, n in after.items()]

    return Verdict(
        turn if winning else turn.other,
        winning,
        reason=reason,
        length=lambda: abs(table[r][q]) - 1,
        certificate=lambda: {"theorem": "stand-off", "after": rows()},
        help=lambda: help_with(position, "hint-race-idea-stuck"),
    )


def _alone(position: AttackPosition, smallest: int, winning: int) -> Explanation:
    """The reason where the opponent can only pass: the best end that the mover can reach."""
    rules, turn = position.rules, position.turn
    lack, theirs = rules.target - position.total(turn), position.total(turn.other)
    ends = list(range(smallest))
    for left in range(smallest, lack + 1):
        ends.append(min(ends[left - v] for v in members(rules.tokens & (2 << left) - 1)))
    best = rules.target - ends[lack]
    move = next((v for v in members(winning) if ends[lack - v] == ends[lack]), 0)
    code = f"alone-{'won' if winning else 'lost'}{'-tie' if best == theirs else ''}"
    return Explanation(code, theirs=theirs, best=best, move=move, tie=Phrase(rules.tie))
