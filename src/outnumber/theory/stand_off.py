"""Number Stack Attack where passes are real: backward induction.

Claim: only the distances of the totals to the target matter. Let W(r, q) say whether the mover wins at
distance r with the opponent at distance q, and let s be the smallest token. For r >= s, W(r, q) holds exactly
when some token v <= r has v = r or not W(q, r - v). With r < s the mover passes: W(r, q) = not W(q, r) if q
>= s; else the game is over, and the mover wins with r < q, or with r = q if the first at a total wins, since
the opponent added last.

Proof: these are the rules. Each token reduces r + q, and no player passes twice in a row, so the induction
ends.

Length: the same induction with numbers, the winner hurrying and the loser delaying; passes are not counted.
Why, in words: while the opponent can still reach the target, a token wins exactly when the mover then needs
fewer turns. Once neither player can, the two totals are independent: the player who can end higher wins, and
on equal totals the one who can get there in fewer turns (or, if the last wins, in more). Cost: O(T^2) values,
each computed from one other value per token; the table is cached for the next verdict. Tables that would take
more than a few seconds are refused with the code `too-large`.

Machine-checked: `stand_off` and `winning_tokens` in proofs/StandOff.v, `race_any` and `winning_tokens_any` in
proofs/FewestTurns.v, and `ends_higher`, `first_there` and `last_there` in proofs/OutOfReach.v.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, isqrt
from operator import itemgetter
from typing import NamedTuple

from outnumber.games import Phrase, mask_of, members, too_large
from outnumber.games.number_stack_attack import AttackPosition, NumberStackAttack

from .fewest_turns import ended, help_with
from .reasons import Explanation
from .verdict import Help, Verdict, over

SIZE_LIMIT = 1_000
WORK_LIMIT = 6_000_000

# Row r, column q: one more than the number of moves under best play, negative if the mover loses.
Table = list[list[int]]


@lru_cache(maxsize=4)
def _table(tokens: int, tie: str, size: int) -> Table:
    values = list(members(tokens))
    smallest = values[0]
    # The best token leads to the value with the highest rank: the opponent's soonest loss, or latest win.
    lost = 4 * size + 4
    # The lowest twice, at index 0, so that there are always several.
    leads_to = [itemgetter(0, 0, *(r - v for v in values if v < r)) for r in range(size + 1)]
    table = [[0] * (size + 1) for _ in range(size + 1)]
    ranks = [[0] * (size + 1) for _ in range(size + 1)]
    for d in range(2, 2 * size + 1):
        # In descending order, because a pass looks up an entry further along the same diagonal.
        for r in range(min(size, d - 1), max(0, d - size - 1), -1):
            q = d - r
            if tokens >> r & 1:
                n = 2
            elif r >= smallest:
                best = max(leads_to[r](ranks[q]))
                n = 1 + lost - best if best > lost // 2 else -1 - best
            elif q >= smallest:
                n = -table[q][r]
            else:
                n = 1 if r < q or (r == q and tie == "first") else -1
            table[r][q] = n
            ranks[r][q] = n if n > 0 else lost + n
    return table


def check(position: AttackPosition) -> int:
    """The size of the largest table that its tokens allow; raises `OptionError` if the position needs a
    larger one.
    """
    rules = position.rules
    tokens = rules.tokens & (2 << min(rules.target, SIZE_LIMIT)) - 1
    limit = min(SIZE_LIMIT, isqrt(WORK_LIMIT // max(1, tokens.bit_count())))
    if rules.target - min(position.one, position.two) > limit:
        remedy = Phrase(
            "with tokens that can make players pass, it can be solved up to {most:,}.", most=limit
        )
        what = Phrase("A target of {n:,}", n=rules.target)
        raise too_large(what, rules.target, remedy)
    return limit


def _table_for(position: AttackPosition) -> Table:
    rules, limit = position.rules, check(position)
    lack = rules.target - min(position.one, position.two)
    # One table for a whole game, or a few of growing size if the target is out of reach.
    size = rules.target if rules.target <= limit else min(limit, 1 << lack.bit_length())
    return _table(rules.tokens & (2 << size) - 1, rules.tie, size)


def losing(rules: NumberStackAttack) -> Table:
    """For each distance of the player to move, the opponent's distances against which that player loses.

    >>> losing(NumberStackAttack(target=4, tokens="3"))[2]  # no token fits any more
    [1, 3, 4]
    """
    table = _table_for(rules.start())
    return [[q for q in range(1, rules.target + 1) if row[q] < 0] for row in table[: rules.target + 1]]


def solve(position: AttackPosition) -> Verdict:
    """The verdict on any position of Number Stack Attack.

    >>> from outnumber.games.registry import game
    >>> solve(game("number-stack-attack", tokens="3,5,8").start())
    <Verdict: Player 1 wins with 5 or 8>
    """
    if not position.legal:
        return over(position, lambda: ended(position))
    rules, turn = position.rules, position.turn
    r, q = rules.target - position.total(turn), rules.target - position.total(turn.other)
    table, after = _table_for(position), _after(position)
    wins = mask_of(v for v, n in after.items() if n < 0)

    def rows() -> list[list[int]]:
        """For each token: the winner after it, and the number of moves."""
        return [[v, int(turn if n < 0 else turn.other), abs(n) - 1] for v, n in after.items()]

    return Verdict(
        turn if wins else turn.other,
        wins,
        reason=lambda: _Look(position, wins).reason(),
        length=lambda: abs(table[r][q]) - 1,
        certificate=lambda: {"theorem": "stand-off", "after": rows()},
        help=lambda: _Look(position, wins).help(),
    )


def winning(position: AttackPosition) -> int:
    """The winning moves as a set."""
    return mask_of(v for v, n in _after(position).items() if n < 0)


def _after(position: AttackPosition) -> dict[int, int]:
    """The value after each token, from the opponent's side, as in the table."""
    table, target, turn = _table_for(position), position.rules.target, position.turn
    r, q = target - position.total(turn), target - position.total(turn.other)
    # A finished game is lost in no moves.
    return {v: table[q][r - v] if v < r else -1 for v in members(position.legal)}


class _Ways(NamedTuple):
    """The possible ends from each distance to the target, up to a limit."""

    # The fewest tokens that reach the target exactly, infinite if none do.
    turns: list[float]
    # The distance of the highest reachable total, and the fewest and the most tokens to get there.
    rest: list[int]
    fewest: list[int]
    most: list[int]


@lru_cache(maxsize=4)
def _ways(tokens: int, size: int) -> _Ways:
    values = list(members(tokens))
    ways = _Ways([0], [0], [0], [0])
    for lack in range(1, size + 1):
        before = [lack - v for v in values if v <= lack]
        rest = min((ways.rest[left] for left in before), default=lack)
        good = [left for left in before if ways.rest[left] == rest]
        ways.turns.append(1 + min((ways.turns[left] for left in before), default=inf))
        ways.rest.append(rest)
        ways.fewest.append(1 + min(ways.fewest[left] for left in good) if good else 0)
        ways.most.append(1 + max(ways.most[left] for left in good) if good else 0)
    return ways


def turns_left(rules: NumberStackAttack, lack: int) -> float:
    """The fewest tokens from a total exactly to the target; infinite if none do."""
    return _ways(rules.tokens & (2 << lack) - 1, lack).turns[lack]


class _Look:
    """A position in words: the turns each player needs or, if the target is out of reach, who ends higher."""

    def __init__(self, position: AttackPosition, winning: int) -> None:
        rules, turn = position.rules, position.turn
        self.position, self.winning, self.target, self.tie = position, winning, rules.target, rules.tie
        self.own, self.theirs = position.total(turn), position.total(turn.other)
        self.left, self.other = rules.target - self.own, rules.target - self.theirs
        size = max(self.left, self.other)
        self.ways = _ways(rules.tokens & (2 << size) - 1, size)
        self.t, self.u = self.ways.turns[self.left], self.ways.turns[self.other]
        self.best, self.best_other = (rules.target - self.ways.rest[lack] for lack in (self.left, self.other))

    def reason(self) -> Explanation:
        numbers = {"own": self.own, "theirs": self.theirs, "target": self.target, "left": self.left}
        if self.t == 1:
            return Explanation("target-now", move=self.left, **numbers)
        if now := self._last_token():
            total = self.own + now
            tied = "-tie" if total == self.theirs else ""
            return Explanation(f"ends-now{tied}", move=now, total=total, theirs=self.theirs)
        if self.u < inf and self.t < inf:
            turns = {"t": int(self.t), "u": int(self.u)}
            if not self.winning:
                return Explanation("race-lost", **numbers, **turns)
            return Explanation("race-won", **self._fastest(), **numbers, **turns)
        if self.t < inf:
            return Explanation("race-free", **self._fastest(), **numbers)
        if self.u < inf:
            return Explanation("race-lost-stuck", u=int(self.u), **numbers)
        return self._ends()

    def help(self) -> Help:
        if self.t > 1 and self._last_token():
            return self._look(), Explanation("hint-any-idea-now")
        if self.u < inf:
            return help_with(self.position, self.t, int(self.u))
        look = self._look()
        if self.t == 1:
            return look, Explanation("hint-race-idea-now", target=self.target)
        if self.t < inf:
            return look, Explanation("hint-free-idea", target=self.target)
        if self.best > self.best_other:
            return look, Explanation("hint-ends-idea", target=self.target, other=self.best_other)
        return look, Explanation(f"hint-ends-idea-{self.tie}", target=self.target, best=self.best)

    def _look(self) -> Explanation:
        return Explanation("hint-free-look", own=self.own, theirs=self.theirs, target=self.target)

    def _last_token(self) -> int:
        """The largest winning token after which no other fits for either player; 0 if there is none."""
        fewest = self.ways.fewest
        ends = (v for v in members(self.winning) if not fewest[self.left - v] and not fewest[self.other])
        return max(ends, default=0)

    def _fastest(self) -> dict[str, int]:
        """The token after which the fewest more are needed, the largest of these, and that number."""
        turns = self.ways.turns
        move = min(members(self.winning), key=lambda v: (turns[self.left - v], -v))
        return {"move": move, "t_after": int(turns[self.left - move])}

    def _ends(self) -> Explanation:
        """The target is out of reach for both players: who ends higher, or reaches the same total first or
        last.
        """
        ways, won = self.ways, "won" if self.winning else "lost"
        first = self.tie == "first"
        tied = self.best == self.best_other
        steps = ways.fewest if first else ways.most
        keep = [v for v in members(self.winning) if ways.rest[self.left - v] == ways.rest[self.left]]
        # At equal totals the first or the last player wins; otherwise the largest token is as good as any.
        timing = (1 if first else -1) if tied else 0
        move = min(keep, key=lambda v: (timing * steps[self.left - v], -v), default=0)
        numbers = {"best": self.best, "move": move, "theirs": self.theirs, "target": self.target}
        if not ways.fewest[self.other]:  # no token fits there
            return Explanation(f"alone-{won}{'-tie' if tied else ''}", tie=Phrase(self.tie), **numbers)
        if not tied:
            return Explanation(f"ends-{won}", other=self.best_other, **numbers)
        return Explanation(f"ends-{won}-{self.tie}", t=steps[self.left], u=steps[self.other], **numbers)
