"""An independent implementation of the five rule books, written for obviousness and not for speed.

It shares no code with the package. A state is the game, its options and the moves so far; every function
recomputes its answer from that history. The tests compare the package with it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

GAMES = (
    "number-duel",
    "number-stack-attack",
    "number-stack-duel",
    "order-challenge",
    "strategy-stacks",
)

DEFAULTS: dict[str, dict[str, Any]] = {
    "number-duel": {"range": 100, "link": ["multiple", "digit"]},
    "number-stack-attack": {"target": 21, "tokens": [1, 2, 3, 4, 5, 6, 7, 8, 9], "tie": "first"},
    "number-stack-duel": {"range": 9, "first_pattern": "greater"},
    "order-challenge": {"range": 9},
    "strategy-stacks": {"range": 9, "opening": "any"},
}


@dataclass(frozen=True)
class State:
    """One game so far: its name, its options and the numbers played, without passes."""

    game: str
    options: dict[str, Any]
    moves: tuple[int, ...] = ()


def start(game: str, options: dict[str, Any] | None = None) -> State:
    """The start of a game; options that are not given have their defaults."""
    return State(game, {**DEFAULTS[game], **(options or {})})


def play(state: State, move: int) -> State:
    """The state after one more legal move."""
    if move not in legal(state):
        raise ValueError(f"{move} is not legal after {state.moves}")
    return State(state.game, state.options, (*state.moves, move))


def legal(state: State) -> list[int]:
    """The numbers that may be played now, in increasing order; none when the game is over."""
    if state.game == "number-stack-attack":
        mover = attack_to_move(state)
        return [] if mover is None else attack_tokens_that_fit(state, attack_totals(state)[mover])
    return [n for n in pool(state) if pool_game_allows(state, n)]


def to_move(state: State) -> int | None:
    """The seat to move, 1 or 2, or None when the game is over."""
    if state.game == "number-stack-attack":
        return attack_to_move(state)
    return seat_at_turn(state) if legal(state) else None


def winner(state: State) -> int | None:
    """The winning seat, or None while the game is unfinished."""
    if state.game == "number-stack-attack":
        return attack_winner(state)
    if legal(state):
        return None
    return other(seat_at_turn(state))  # a player who cannot move loses


def other(seat: int) -> int:
    """The opponent of a seat."""
    return 2 if seat == 1 else 1


def seats(state: State) -> list[int]:
    """The seat that made each move."""
    if state.game == "number-stack-attack":
        return attack_seats(state)
    return [1 if turn % 2 == 0 else 2 for turn in range(len(state.moves))]


def passed(state: State) -> list[int]:
    """The seats that had to pass after the last move, in order."""
    return attack_passed(state) if state.game == "number-stack-attack" and state.moves else []


def pool(state: State) -> list[int]:
    """The remaining numbers; tokens can be reused, but some may be too large for any stack."""
    if state.game == "number-stack-attack":
        return attack_tokens_that_fit(state, 0)
    return [n for n in range(1, state.options["range"] + 1) if n not in state.moves]


# The four games in which each number of the pool is used once. The seats simply alternate.


def seat_at_turn(state: State) -> int:
    """The seat whose turn it is in a pool game, whether or not it can move."""
    return 1 if len(state.moves) % 2 == 0 else 2


def pool_game_allows(state: State, number: int) -> bool:
    """Whether an unused number may be played now in one of the four pool games."""
    if state.game == "number-duel":
        return number_duel_allows(state, number)
    if state.game == "number-stack-duel":
        return number_stack_duel_allows(state, number)
    if state.game == "order-challenge":
        return order_challenge_allows(state, number)
    if state.game == "strategy-stacks":
        return strategy_stacks_allows(state, number)
    raise ValueError(f"no game is called {state.game}")


def number_duel_allows(state: State, number: int) -> bool:
    """The first number is free; each later one is linked to the previous number by some criterion."""
    if not state.moves:
        return True
    previous = state.moves[-1]
    return any(linked(criterion, previous, number) for criterion in state.options["link"])


def linked(criterion: str, a: int, b: int) -> bool:
    """Whether two numbers meet one criterion."""
    if criterion == "multiple":
        return is_factor(a, b) or is_factor(b, a)
    if criterion == "digit":
        return any(digit in str(b) for digit in str(a))
    if criterion == "digit-sum":
        return digit_sum(a) == digit_sum(b)
    if criterion == "coprime":
        return math.gcd(a, b) == 1
    if criterion == "neighbour":
        return a + 1 == b or b + 1 == a
    if criterion == "square-sum":
        return any(root * root == a + b for root in range(a + b + 1))
    if criterion == "prime-sum":
        return all((a + b) % divisor for divisor in range(2, a + b))
    raise ValueError(f"no criterion is called {criterion}")


def is_factor(a: int, b: int) -> bool:
    """Whether a divides b."""
    return b % a == 0


def digit_sum(number: int) -> int:
    """The sum of the decimal digits."""
    return sum(int(digit) for digit in str(number))


# The claims that joins between two numbers make: a is the previous number, b the next, n the number shown
# between.
JOINS: dict[str, Callable[[int, int, int], bool]] = {
    "less": lambda a, b, _: a < b,
    "greater": lambda a, b, _: a > b,
    "plus": lambda a, b, _: a > 0 and b > 0,
    "times": lambda a, b, n: n > 1 and a * n == b,
    "divided": lambda a, b, n: n > 1 and a == b * n,
    "digit": lambda a, b, n: str(n) in str(a) and str(n) in str(b),
    "digit-sum": lambda a, b, n: digit_sum(a) == digit_sum(b) == n,
    "apart": lambda a, b, _: math.gcd(a, b) == 1,
    "up": lambda a, b, n: a + n == b,
    "down": lambda a, b, n: a - n == b,
    "sum": lambda a, b, n: a + b == n,
}


def number_stack_duel_allows(state: State, number: int) -> bool:
    """The first number is free; later numbers are alternately greater and less than the top of the stack."""
    if not state.moves:
        return True
    patterns = ["greater", "less"]
    if state.options["first_pattern"] == "less":
        patterns = ["less", "greater"]
    pattern = patterns[(len(state.moves) - 1) % 2]
    top = state.moves[-1]
    return number > top if pattern == "greater" else number < top


def order_challenge_allows(state: State, number: int) -> bool:
    """A number is greater than the last number in the player's own sequence, if there is one."""
    own = [m for turn, m in enumerate(state.moves) if turn % 2 == len(state.moves) % 2]
    return not own or number > own[-1]


def strategy_stacks_allows(state: State, number: int) -> bool:
    """Each number is a factor or a multiple of the previous one; the opening may have to be even."""
    if not state.moves:
        return state.options["opening"] == "any" or number % 2 == 0
    previous = state.moves[-1]
    return is_factor(number, previous) or is_factor(previous, number)


# Number Stack Attack. Passes are not recorded, so the seat of each token is derived from the history.


def attack_seats(state: State) -> list[int]:
    """The seat that played each token of the history."""
    seats: list[int] = []
    totals = {1: 0, 2: 0}
    turn = 1
    for token in state.moves:
        if not attack_tokens_that_fit(state, totals[turn]):
            turn = other(turn)  # a pass
        seats.append(turn)
        totals[turn] += token
        turn = other(turn)
    return seats


def attack_totals(state: State) -> dict[int, int]:
    """The total of each seat's stack."""
    totals = {1: 0, 2: 0}
    for seat, token in zip(attack_seats(state), state.moves, strict=True):
        totals[seat] += token
    return totals


def attack_tokens_that_fit(state: State, total: int) -> list[int]:
    """The tokens that a stack with this total can take without exceeding the target."""
    return sorted({t for t in state.options["tokens"] if total + t <= state.options["target"]})


def attack_to_move(state: State) -> int | None:
    """The seat that must choose a token, after any passes, or None when the game is over."""
    totals = attack_totals(state)
    if state.options["target"] in totals.values():
        return None
    seats = attack_seats(state)
    turn = other(seats[-1]) if seats else 1
    for seat in (turn, other(turn)):
        if attack_tokens_that_fit(state, totals[seat]):
            return seat
    return None


def attack_passed(state: State) -> list[int]:
    """The seats that pass after the last token: none once the target is reached, both in a stand-off."""
    totals = attack_totals(state)
    if state.options["target"] in totals.values():
        return []
    mover = attack_seats(state)[-1]
    if attack_tokens_that_fit(state, totals[other(mover)]):
        return []
    if attack_tokens_that_fit(state, totals[mover]):
        return [other(mover)]
    return [other(mover), mover]


def attack_winner(state: State) -> int | None:
    """The seat that reached the target or won the stand-off; None while the game is unfinished."""
    if attack_to_move(state) is not None:
        return None
    totals = attack_totals(state)
    for seat in (1, 2):
        if totals[seat] == state.options["target"]:
            return seat
    if totals[1] != totals[2]:
        return 1 if totals[1] > totals[2] else 2
    # The player of the very last token reached the common total last.
    reached_last = attack_seats(state)[-1]
    return reached_last if state.options["tie"] == "last" else other(reached_last)
