"""The part of the checker that counts and searches; only walks need more."""

from functools import lru_cache
from typing import Any

from outnumber.games.numbers import members

Value = tuple[bool, int, dict[str, Any]]  # whether the mover wins, the length of best play, what was counted


class Refuted(ValueError):
    """The claim is wrong or not proven; the message says why."""


def need(fact: object, reason: str) -> None:
    if not fact:
        raise Refuted(reason)


def counting(position: Any, _: Any) -> tuple[list[int], int, dict[str, Any]]:
    """The winning moves, which leave the opponent lost; the length, and what the certificate should be."""
    value, turn, table = VALUES[position.rules.name], position.turn, []
    need(position.legal.bit_count() * position.legal.bit_length() < 10**11, "this is too large to be checked")
    for move in position.legal_moves():
        after = position.play(move)
        wins, length, _ = value(after)
        table.append([move, after.turn if wins else after.turn.other, length])
    _, length, counts = value(position)
    winning = [move for move, winner, _ in table if winner is turn]
    return winning, length, counts | {"after": table} if value is attack else counts


def two_sides(position: Any) -> Value:
    mine, other = position.legal.bit_count(), (position.unused & ~position.legal).bit_count()
    counts = {"theorem": "two-sides", "mover_side": mine, "other_side": other}
    return mine > other, min(2 * mine, 2 * other + 1), counts


def private_numbers(position: Any) -> Value:
    b = (position.unused >> max(position.own, position.theirs) + 1).bit_count()
    a = (position.unused >> min(position.own, position.theirs) + 1).bit_count() - b
    wins = position.own < position.theirs if a else b % 2 == 1
    return wins, b + (b + wins) % 2 if a else b, {"theorem": "private-numbers", "private": a, "shared": b}


def attack(position: Any) -> Value:
    target, turn = position.rules.target, position.turn
    tokens = tuple(members(position.rules.tokens & (2 << target) - 1))
    mine, other = target - position.total(turn), target - position.total(turn.other)
    if not any(n % tokens[0] for n in (*tokens, target)):  # the smallest always fits: a race without passes
        t, u = turns(tokens, mine), turns(tokens, other)
        return t <= u, min(2 * t - 1, 2 * u), {"theorem": "race", "turns": [t, u]}
    number = -1 if 0 in (mine, other) else lengths(tokens, position.rules.tie, target)[mine, other]
    return number > 0, abs(number) - 1, {"theorem": "stand-off"}


@lru_cache(2**12)
def turns(tokens: tuple[int, ...], lack: int) -> int:
    """The fewest tokens that sum to what is lacking; they include the largest, m, if that is over m * m:

    of m smaller ones, some have a sum that m divides, and fewer copies of m do the same.
    """
    count = max(0, lack // tokens[-1] - tokens[-1])
    lack -= count * tokens[-1]
    need(lack * len(tokens) < 10**7, "these tokens are too many to be checked")
    sums, seen = {0}, {0}
    while lack not in sums:
        sums = {n + token for n in sums for token in tokens if n + token <= lack} - seen
        seen, count = seen | sums, count + 1
    return count


@lru_cache(1)
def lengths(tokens: tuple[int, ...], tie: str, size: int) -> dict[tuple[int, int], int]:
    """By what mover and opponent lack: one more than the moves to the end, negative if the mover loses."""
    need(size * size * len(tokens) <= 6 * 10**6, "the target is too large to be checked")
    found: dict[tuple[int, int], int] = {}
    for total in range(2, 2 * size + 1):
        for r in range(min(size, total - 1), max(0, total - size - 1), -1):
            q = total - r
            after = [-found[q, r - token] if token < r else 1 for token in tokens if token <= r]
            if after:
                found[r, q] = min((n for n in after if n > 0), default=min(after) - 2) + 1
            elif q >= tokens[0]:
                found[r, q] = -found[q, r]  # a pass
            else:
                found[r, q] = 1 if r < q or (r == q and tie == "first") else -1
    return found


@lru_cache(2**16)
def search(position: Any) -> tuple[int, int]:
    """Winner and length of a walk, by trying everything."""
    after = [search(position.play(move)) for move in position.legal_moves()]
    won = [length for winner, length in after if winner == position.turn]
    return (position.turn, min(won) + 1) if won else (position.turn.other, max(after)[1] + 1 if after else 0)


VALUES = {"number-stack-duel": two_sides, "order-challenge": private_numbers, "number-stack-attack": attack}
