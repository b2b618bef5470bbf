"""The claims of the sentences in `study/games/strategy_stacks/lesson.json` and `number_duel/lesson.json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from outnumber import game
from outnumber.games.numbers import full, members
from tests.claims.theory.pairs import always_answers, can_be_left_out, list_works
from tests.claims.truth import Claim, Numbers, Truth


def _divides(a: int, b: int) -> bool:
    return a % b == 0 or b % a == 0


def _shares_a_digit(a: int, b: int) -> bool:
    return bool({*str(a)} & {*str(b)})


def _linked_by(position: Any, *links: Any) -> bool:
    """Unused numbers linked to the last number may follow; a player who cannot move loses."""
    for move in position.legal_moves():
        after = position.play(move)
        fits = [each for each in members(after.unused) if any(link(move, each) for link in links)]
        if move in members(after.unused) or list(after.legal_moves()) != fits:
            return False
        if not fits and after.outcome().winner is not position.turn:
            return False
    return True


def _partners(truth: Truth, position: Any, n: Numbers) -> bool:
    """The pairs contain all numbers, and the partner always answers, to the end."""
    named = sorted(number for pair in n["pairs"] for number in pair)
    return named == list(members(position.unused)) and list_works(truth, position, n["pairs"])


def _left_out(truth: Truth, position: Any, n: Numbers) -> bool:
    """The winning moves are those without which the rest makes the same number of pairs."""
    return can_be_left_out(truth, position) == truth.winning(position)


def _leaves_out(truth: Truth, position: Any, n: Numbers) -> bool:
    """Without the number, these pairs contain the rest; so it wins."""
    rest = sorted(number for pair in n["pairs"] for number in pair)
    left: bool = sorted([*rest, n["move"]]) == list(members(position.unused))
    return (
        left and truth.wins(position, n["move"]) and list_works(truth, position.play(n["move"]), n["pairs"])
    )


def _lonely(position: Any) -> list[int]:
    """Unused numbers that only go with 1."""
    row, unused = position.rules.row, position.unused
    return [
        number for number in members(unused) if number > 1 and not row(number) & unused & ~2 & ~(1 << number)
    ]


def _not_one(truth: Truth, position: Any, n: Numbers) -> bool:
    """Playing 1 while a number is left that only goes with 1 loses at once."""
    if position.rules.row(1) | 3 != full(position.rules.range) | 3:
        return False  # some number does not go with it
    if 1 not in position.legal_moves() or not _lonely(position):
        return True
    after = position.play(1)
    return all(truth.wins_at_once(after, number) for number in _lonely(position))


# Large enough to cover every case of the list many times; docs/explanation/theory.md has the proof for all
# sizes.
LARGEST = 1_200
# The partners that are not neighbours, as listed in `duel-neighbour`.
APART = ((2, 6), (3, 9), (4, 8), (5, 15), (7, 14))


def _neighbours(size: int, apart: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The list of partners for a game of that size, without its opening if the size is odd."""
    named = {number for pair in apart for number in pair}
    next_to = ((number, number + 1) for number in range(10, size, 2) if number not in named)
    pairs = [*apart, *next_to, *(() if size % 2 else ((1, size),))]
    return {a: b for pair in pairs for a, b in (pair, pair[::-1])}


def _complete(position: Any, partner: dict[int, int]) -> bool:
    """Whether every unused number has an unused partner that goes with it."""
    linked = all(_divides(a, b) or _shares_a_digit(a, b) for a, b in partner.items())
    return linked and sorted(partner) == list(members(position.unused))


def _neighbour(truth: Truth, position: Any, n: Numbers) -> bool:
    """In every even game from 16 on, the list is complete; in two of them, every line against it is
    searched.
    """
    starts = (game("number-duel", range=size).start() for size in range(16, LARGEST, 2))
    lists = [(start, _neighbours(start.rules.range, n["pairs"])) for start in starts]
    return all(_complete(*each) for each in lists) and all(always_answers(*each) for each in lists[:2])


def _odd(truth: Truth, position: Any, n: Numbers) -> bool:
    """In every odd game from 15 on, the list is complete after any opening, once 1 has its new partner."""
    for size in range(15, LARGEST, 2):
        start = game("number-duel", range=size).start()
        partner = _neighbours(size, APART)
        if not _complete(start, {**partner, 1: 1}) or sorted(partner) != list(range(2, size + 1)):
            return False
        # The partner of any opening goes with 1, and no other pair changes.
        for opening in range(1, size + 1) if size < 20 else ():
            left = dict(partner)
            if opening > 1:
                left |= {1: left.pop(opening), partner[opening]: 1}
            after = start.play(opening)
            if not (_complete(after, left) and always_answers(after, left)):
                return False
    return True


def _odd_and_even(truth: Truth, position: Any, n: Numbers) -> bool:
    """From 15 on: with an odd range every opening wins, with an even one none does."""
    kind = type(position.rules)
    for size in (*range(15, 60), 99, 100, 999, 1000):
        start = kind(range=size).start()
        winning = truth.winning(start)
        if len(winning) != (size if size % 2 else 0):
            return False
    return True


CLAIMS: dict[str, Claim] = {
    "stacks-rules": lambda t, p, n: _linked_by(p, _divides),
    "duel-rules": lambda t, p, n: _linked_by(p, _divides, _shares_a_digit),
    "pairs-idea": _partners,
    "pairs-same": _partners,
    "pairs-left": _leaves_out,
    "pairs-one": _not_one,
    "duel-large": _odd_and_even,
    "duel-neighbour": _neighbour,
    "duel-odd": _odd,
    "pairs-rule": _left_out,
}
