"""The three games that are decided by counting.

Each function returns the winning moves, the number of moves under best play, and the expected certificate.

Machine-checked: `two_sides_value` in proofs/TwoSides.v, `private_numbers_value` in proofs/PrivateNumbers.v,
`race` in proofs/FewestTurns.v and `stand_off` in proofs/StandOff.v.
"""

from __future__ import annotations

from typing import Any

from outnumber.games import members

from .document import need_feasible

Proof = tuple[list[int], int, dict[str, Any]]
# Maximum steps of a table: a few seconds.
MOST_STEPS = 6 * 10**6


# Number Stack Duel. The mover must go to one side of the top; the opponent then to the other side of the new
# top. With `mine` numbers on the mover's side and `other` on the other, the mover wins exactly if there are
# more of mine: a player who moves on the smaller or equal side can only make the other side larger.


def number_stack_duel(position: Any, _: Any) -> Proof:
    mine = list(position.legal_moves())
    if not position.top:
        return _stack_opening(position, mine)
    other = position.unused.bit_count() - len(mine)
    nearest_first = mine if position.rising else mine[::-1]
    winning = []
    for passed_over, number in enumerate(nearest_first):
        # The skipped numbers are now on the opponent's side, those beyond on the next side.
        opponents_side = other + passed_over
        side_after_that = len(mine) - passed_over - 1
        if opponents_side <= side_after_that:
            winning.append(number)
    length = 2 * other + 1 if winning else 2 * len(mine)
    return sorted(winning), length, _two_sides(len(mine), other)


def _stack_opening(position: Any, mine: list[int]) -> Proof:
    """The opening: the first number can be any, so either of its sides may be larger."""
    size = len(mine)
    winning = []
    for number in mine:
        above, below = size - number, number - 1
        opponents_side, other = (above, below) if position.rising else (below, above)
        if opponents_side <= other:
            winning.append(number)
    # An opening at the end of the range leaves no answer.
    return winning, 1, _two_sides(size, 0)


def _two_sides(mine: int, other: int) -> dict[str, Any]:
    return {"theorem": "two-sides", "mover_side": mine, "other_side": other}


# Order Challenge. `own` and `theirs` are the last numbers of the two sequences. Numbers between them are
# private: only the player whose last number is lower can take them. Numbers above both are shared. A player
# with private numbers wins, regardless of who is to move; if there are none, the player to move wins exactly
# if the count of shared numbers is odd.


def order_challenge(position: Any, _: Any) -> Proof:
    own, theirs = position.own, position.theirs
    unused = list(members(position.unused))
    private = [number for number in unused if min(own, theirs) < number < max(own, theirs)]
    shared = [number for number in unused if number > max(own, theirs)]
    winning = []
    if own < theirs:  # the private numbers are the mover's
        for rank, number in enumerate(private):
            # Lower numbers can never be taken any more; higher ones stay private.
            if len(private) - rank - 1 > 0 or len(shared) % 2 == 0:
                winning.append(number)
    # A shared number makes the numbers it skips private for the opponent, so it must skip none, and it must
    # leave an even count. The mover gives up all private numbers with it; private numbers of the opponent win
    # for the opponent.
    if len(shared) % 2 == 1 and (own < theirs or not private):
        winning.append(shared[0])
    length = len(shared)
    if private:
        # The player with private numbers makes the last move, and wastes none of them except the one that
        # parity may require.
        last_is_movers = own < theirs
        length += length % 2 != last_is_movers
    certificate = {"theorem": "private-numbers", "private": len(private), "shared": len(shared)}
    return winning, length, certificate


# Number Stack Attack. Each player adds tokens to their own total. If the smallest token divides all tokens
# and the target, it always fits, no player ever passes, and the game is a race: the player who needs fewer
# turns arrives first. Otherwise all moves are searched, with the distances of the two totals to the target as
# the state.


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
        # From the opponent's side; a game that is over is lost for the player who would be next.
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
    """A function that returns the smallest number of tokens with a given sum, up to `most`.

    For large sums the largest token, m, is among them: of m smaller tokens, some have a sum that m divides,
    and at most that many copies of m make the same sum. So beyond m * m, m can be subtracted
    repeatedly, and a table up to there is enough.
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
    """By the distances of mover and opponent: one more than the moves to the end, negative if the mover
    loses.
    """
    need_feasible(size * size * len(tokens) <= MOST_STEPS, "the target is too large to be checked")
    table = [[0] * (size + 1) for _ in range(size + 1)]
    for both in range(2, 2 * size + 1):
        # In descending order, because a pass looks up the same sum with a larger distance for the mover.
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
                # a stand-off that the mover wins: closer to the target, or there first
                table[mine][other] = 1
            else:
                table[mine][other] = -1
    return table
