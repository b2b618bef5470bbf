"""Number Stack Attack if no player ever passes: a race.

Claim: let the smallest token divide every token that fits and the target (a 1 always does). Let t(x) be the
fewest tokens that lead from the total x to the target. The mover wins exactly when t(own) <= t(theirs), and a
token v wins exactly when t(own + v) < t(theirs).

Proof: the distance to the target is always a multiple of the smallest token, so that token fits until the
target is reached: no player passes, and there is no stand-off. The two totals are independent, so the player
who needs fewer turns arrives first, and the mover is half a turn ahead.

Length: 2 t(own) - 1 moves when won, 2 t(theirs) when lost.

Cost: t is a table over the distances, computed once for the rules. Each entry depends on the m before it, m
the largest token; once m in a row are one more than the entry m before, so are all later ones, and the table
ends. For the tokens 1 to m it has m + 1 entries, however large the target.

Machine-checked: `race`, `winning_tokens`, `race_length`, `fewest_run` and `repeats` in
proofs/FewestTurns.v.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from outnumber.games import Phrase, Reason, Seat, full, mask_of, members, too_large
from outnumber.games.number_stack_attack import AttackPosition, NumberStackAttack

from .reasons import Explanation, players
from .verdict import Help, Verdict, over

# Maximum number of table lookups during construction: about two seconds.
WORK_LIMIT = 10_000_000


@lru_cache(maxsize=64)
def unit(tokens: int, target: int) -> int:
    """The smallest token if it divides the target and all tokens that fit, else 0."""
    if tokens & 2:
        return 1
    smallest = (tokens & -tokens).bit_length() - 1
    every = all(token % smallest == 0 for token in members(tokens & (2 << target) - 1))
    return smallest if every and target % smallest == 0 else 0


def applies(rules: NumberStackAttack) -> bool:
    """Whether no player ever has to pass under these rules."""
    return unit(rules.tokens, rules.target) > 0


class Turns:
    """The fewest tokens that sum to each number of units.

    >>> turns = Turns(0b111110, 1000)  # the tokens 1 to 5
    >>> turns(5), turns(6), turns(1000)
    (1, 2, 200)
    """

    def __init__(self, tokens: int, most: int) -> None:
        self.largest = tokens.bit_length() - 1
        # Whether the tokens are all numbers from 1 to the largest.
        self.every = tokens == full(self.largest)
        if self.every:
            self.table = [0] + [1] * self.largest
        else:
            self.table = _table(list(members(tokens)), most)

    def __call__(self, lack: int) -> int:
        beyond = lack - (len(self.table) - 1)
        rounds = max(0, -(-beyond // self.largest))
        return self.table[lack - rounds * self.largest] + rounds


def _table(tokens: Sequence[int], most: int) -> list[int]:
    """The fewest tokens for each sum up to `most`, or until the pattern repeats; one token is a 1."""
    largest = tokens[-1]
    table, alike, work = [0], 0, 0
    for n in range(1, most + 1):
        table.append(min(table[n - v] for v in tokens if v <= n) + 1)
        alike = alike + 1 if n >= 2 * largest and table[n] == table[n - largest] + 1 else 0
        if alike == largest:
            break
        work += len(tokens)
        if work > WORK_LIMIT:
            what, remedy = Phrase("A target of {n:,}", n=most), Phrase("choose fewer or smaller tokens.")
            raise too_large(what, most, remedy)
    return table


@lru_cache(maxsize=64)
def _turns(tokens: int, target: int) -> Turns:
    step = unit(tokens, target)
    fitting = tokens & (2 << target) - 1
    return Turns(fitting if step == 1 else mask_of(v // step for v in members(fitting)), target // step)


def fewest(rules: NumberStackAttack, lack: int) -> int:
    """The fewest tokens from a total to the target, if no player ever has to pass."""
    return _turns(rules.tokens, rules.target)(lack // unit(rules.tokens, rules.target))


def ended(position: AttackPosition) -> Explanation:
    """How a finished game ended."""
    outcome = position.outcome()
    winner = outcome.winner if outcome else position.turn
    who = players(winner)
    if outcome and outcome.reason is Reason.TARGET:
        return Explanation("over-target", target=position.rules.target, **who)
    more, less = position.total(winner), position.total(winner.other)
    if more != less:
        return Explanation("over-larger", more=more, less=less, **who)
    return Explanation(f"over-{position.rules.tie}", total=more, **who)


def help_with(position: AttackPosition, t: float, u: int) -> Help:
    """Where to look and the idea, if the opponent needs at least `u` tokens and the mover wins."""
    own, theirs = position.total(position.turn), position.total(position.turn.other)
    target = position.rules.target
    look = Explanation("hint-race-look", own=own, theirs=theirs, target=target)
    if t == 1:
        return look, Explanation("hint-race-idea-now", target=target)
    return look, Explanation("hint-race-idea", u=u)


def solve(position: AttackPosition) -> Verdict:
    """The verdict on a position of Number Stack Attack if no player ever has to pass.

    >>> from outnumber.games.registry import game
    >>> solve(game("number-stack-attack").start())
    <Verdict: Player 1 wins with 3, 4, 5, 6, 7, 8 or 9>
    """
    if not position.legal:
        return over(position, lambda: ended(position))
    rules, turn, legal = position.rules, position.turn, position.legal
    own, theirs = position.total(turn), position.total(turn.other)
    step, turns = unit(rules.tokens, rules.target), _turns(rules.tokens, rules.target)
    left = rules.target - own
    t, u = turns(left // step), turns((rules.target - theirs) // step)
    won = t <= u
    wins = winning(position)

    def after() -> list[list[int]]:
        """For each token: the winner after it, and the number of moves."""
        rows = []
        for v in members(legal):
            mine = turns((left - v) // step)
            rows.append([v, int(turn), 2 * mine] if mine < u else [v, int(turn.other), 2 * u - 1])
        return rows

    def reason() -> Explanation:
        numbers = {"own": own, "theirs": theirs, "target": rules.target, "t": t, "u": u, "left": left}
        if t == 1:
            return Explanation("target-now", move=left, **numbers)
        if not won:
            return Explanation("race-lost", **numbers)
        move = min(members(wins), key=lambda v: (turns((left - v) // step), -v))
        return Explanation("race-won", move=move, t_after=turns((left - move) // step), **numbers)

    return Verdict(
        turn if won else turn.other,
        wins,
        reason=reason,
        length=lambda: 2 * t - 1 if won else 2 * u,
        certificate=lambda: {"theorem": "race", "turns": [t, u], "after": after()},
        help=lambda: help_with(position, t, u),
    )


def winning(position: AttackPosition) -> int:
    """The winning moves as a set."""
    rules, legal = position.rules, position.legal
    own, theirs = position.one, position.two
    if position.turn is not Seat.ONE:
        own, theirs = theirs, own
    step, turns = unit(rules.tokens, rules.target), _turns(rules.tokens, rules.target)
    left, u = rules.target - own, turns((rules.target - theirs) // step)
    if turns.every and step == 1:
        # No loop, because there may be a million tokens: the remaining distance must fit into u - 1 of the
        # largest.
        least: int = max(0, left - (u - 1) * turns.largest)
        return legal >> least << least
    return mask_of(v for v in members(legal) if turns((left - v) // step) < u)
