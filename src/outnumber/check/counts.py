"""The three games that are decided by counting.

Each function gives the moves that win, how many moves the game takes under best play, and what the
certificate should say.
"""

from __future__ import annotations

from typing import Any

from outnumber.check.document import need_feasible
from outnumber.games.numbers import members

Proof = tuple[list[int], int, dict[str, Any]]
# Steps of a table: a few seconds.
MOST_STEPS = 6 * 10**6


# Number Stack Duel. The mover must go to one side of the top; the opponent then to the other side of the new
# top. With `mine` numbers on the mover's side and `other` on the other, the mover wins exactly if there are
# more of mine: whoever is to move on the smaller or equal side can only make the other side larger.


def number_stack_duel(position: Any, _: Any) -> Proof:
    mine = list(position.legal_moves())
    if not position.top:
        return _stack_opening(position, mine)
    other = position.unused.bit_count() - len(mine)
    nearest_first = mine if position.rising else mine[::-1]
    winning = []
    for passed_over, number in enumerate(nearest_first):
        # The numbers passed over are on the opponent's side now, those beyond on the side after that.
        opponents_side = other + passed_over
        side_after_that = len(mine) - passed_over - 1
        if opponents_side <= side_after_that:
            winning.append(number)
    length = 2 * other + 1 if winning else 2 * len(mine)
    return sorted(winning), length, _two_sides(len(mine), other)


def _stack_opening(position: Any, mine: list[int]) -> Proof:
    """Before the first number both sides of any number are free to be chosen."""
    size = len(mine)
    winning = []
    for number in mine:
        above, below = size - number, number - 1
        opponents_side, other = (above, below) if position.rising else (below, above)
        if opponents_side <= other:
            winning.append(number)
    # The number at the end leaves nothing to answer.
    return winning, 1, _two_sides(size, 0)


def _two_sides(mine: int, other: int) -> dict[str, Any]:
    return {"theorem": "two-sides", "mover_side": mine, "other_side": other}


# Order Challenge. `own` and `theirs` are the last numbers of the two sequences. Numbers between them are
# private: only the player whose last number is lower can take them. Numbers above both are shared. Whoever
# has private numbers wins, whoever is to move; without any, the player to move wins exactly if the count of
# shared numbers is odd.


def order_challenge(position: Any, _: Any) -> Proof:
    own, theirs = position.own, position.theirs
    unused = list(members(position.unused))
    private = [number for number in unused if min(own, theirs) < number < max(own, theirs)]
    shared = [number for number in unused if number > max(own, theirs)]
    winning = []
    if own < theirs:  # the private numbers are the mover's
        for rank, number in enumerate(private):
            # Those below it can never be taken any more; those above it stay private.
            if len(private) - rank - 1 > 0 or len(shared) % 2 == 0:
                winning.append(number)
    # A shared number makes what it skips private for the opponent, so it must skip none, and it must leave an
    # even count. The mover's own private numbers are given up with it; those of the opponent win for them.
    if len(shared) % 2 == 1 and (own < theirs or not private):
        winning.append(shared[0])
    length = len(shared)
    if private:
        # The player with private numbers makes the last move, and wastes none of them but the one that the
        # count may need.
        last_is_movers = own < theirs
        length += length % 2 != last_is_movers
    certificate = {"theorem": "private-numbers", "private": len(private), "shared": len(shared)}
    return winning, length, certificate


# Number Stack Attack. Each player adds tokens to an own total. Where the smallest token divides all tokens
# and the target, it always fits, nobody ever passes, and the game is a race: whoever needs fewer turns
# arrives first. Elsewhere everything is tried, by what the two totals lack to the target.


def number_stack_attack(position: Any, _: Any) -> Proof:
    rules, turn = position.rules, position.turn
    target = rules.target
    tokens = [token for token in members(rules.tokens) if token <= target]
    mine, other = target - position.total(turn), target - position.total(turn.other)
    if all(number % tokens[0] == 0 for number in [*tokens, target]):
        return _race(position, tokens, mine, other)
    table = _stand_off(tokens, rules.tie, target)
    rows, winning = [], []
    for token in position.legal_moves():
        # From the opponent's side; a game that is over is lost for whoever would be next.
        value = -1 if token == mine else table[other][mine - token]
        if value < 0:
            winning.append(token)
        rows.append([token, int(turn) if value < 0 else 3 - int(turn), abs(value) - 1])
    return winning, abs(table[mine][other]) - 1, {"theorem": "stand-off", "after": rows}


def _race(position: Any, tokens: list[int], mine: int, other: int) -> Proof:
    fewest = _fewest(tokens, max(mine, other))
    t, u = fewest(mine), fewest(other)
    mover = int(position.turn)
    rows, winning = [], []
    for token in position.legal_moves():
        then = fewest(mine - token)
        if then < u:
            winning.append(token)
            rows.append([token, mover, 2 * then])
        else:
            rows.append([token, 3 - mover, 2 * u - 1])
    length = 2 * t - 1 if t <= u else 2 * u
    return winning, length, {"theorem": "race", "turns": [t, u], "after": rows}


def _fewest(tokens: list[int], most: int) -> Any:
    """A function that tells the fewest tokens that add up to a number, up to `most`.

    Where much is lacking, the largest token, m, is among them: of m smaller ones some have a sum that m
    divides, and as many copies of m or fewer make the same sum. So beyond m * m, m can be taken off again and
    again, and a table up to there is enough.
    """
    largest = tokens[-1]
    size = min(most, largest * largest)
    need_feasible(size * len(tokens) <= MOST_STEPS, "these tokens are too many to be checked")
    never = most + 1
    table = [0]
    for number in range(1, size + 1):
        table.append(1 + min((table[number - token] for token in tokens if token <= number), default=never))

    def fewest(number: int) -> int:
        copies = max(0, -(-(number - size) // largest))
        return table[number - copies * largest] + copies

    return fewest


def _stand_off(tokens: list[int], tie: str, size: int) -> list[list[int]]:
    """By what mover and opponent lack: one more than the moves to the end, negative if the mover loses."""
    need_feasible(size * size * len(tokens) <= MOST_STEPS, "the target is too large to be checked")
    table = [[0] * (size + 1) for _ in range(size + 1)]
    for both in range(2, 2 * size + 1):
        # Downwards, because a pass looks at the same sum with more lacking to the mover.
        for mine in range(min(size, both - 1), max(0, both - size - 1), -1):
            other = both - mine
            after = [table[other][mine - token] if token < mine else -1 for token in tokens if token <= mine]
            lost = [value for value in after if value < 0]
            if lost:
                table[mine][other] = 1 - max(lost)  # the quickest win
            elif after:
                table[mine][other] = -1 - max(after)  # the slowest loss
            elif other >= tokens[0]:
                table[mine][other] = -table[other][mine]  # a pass
            elif mine < other or (mine == other and tie == "first"):
                table[mine][other] = 1  # a stand-off, won: closer to the target, or there first
            else:
                table[mine][other] = -1
    return table
