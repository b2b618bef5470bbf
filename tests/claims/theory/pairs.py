"""The claims of the sentences in `theory/sentences.txt`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import Any

from outnumber.games.numbers import mask_of, members
from tests.claims.theory.any_game import at_once, lost, some_at_once
from tests.claims.truth import Claim, Numbers, Truth, both

Pair = tuple[int, int]


def _partners(rules: Any, numbers: int, pairs: Iterable[Pair]) -> dict[int, int] | None:
    """Each number of some pairs with its partner; None if one is not unused, not linked, or in two pairs."""
    found: dict[int, int] = {}
    for a, b in pairs:
        if not (numbers >> a & 1 and numbers >> b & 1 and rules.row(a) >> b & 1) or {a, b} & found.keys():
            return None
        found[a], found[b] = b, a
    return found


def _completed(truth: Truth, rules: Any, numbers: int, pairs: dict[int, int]) -> dict[int, int]:
    """The pairs, extended to a maximum with the other numbers."""
    found, rest = dict(pairs), numbers & ~mask_of(pairs)
    while rest:
        one = rest.bit_length() - 1
        most = truth.most_pairs(rules, rest)
        rest ^= 1 << one
        for two in members(rules.row(one) & rest):
            if 1 + truth.most_pairs(rules, rest ^ 1 << two) == most and most > truth.most_pairs(rules, rest):
                found[one], found[two] = two, one
                rest ^= 1 << two
                break
    return found


def always_answers(position: Any, partner: dict[int, int]) -> bool:
    """Whether partners answer every move of the player to move, to the end of the game."""

    @cache
    def goes(at: Any) -> bool:
        return all(
            partner.get(move) in (reply := at.play(move)).legal_moves() and goes(reply.play(partner[move]))
            for move in at.legal_moves()
        )

    return goes(position)


def list_works(truth: Truth, position: Any, pairs: Iterable[Pair]) -> bool:
    """Whether the pairs are part of a list of partners that answers every move."""
    rules, unused = position.rules, position.unused
    partner = _partners(rules, unused, pairs)
    if partner is None:
        return False
    if unused.bit_count() > 14:  # too many to search: then the partner must be a winning reply
        legal = [number for number in partner if number in position.legal_moves()]
        return all(truth.winner(position.play(a).play(partner[a])) is not position.turn for a in legal)
    return always_answers(position, _completed(truth, rules, unused, partner))


def _names_all(_: Truth, position: Any, n: Numbers) -> bool:
    """This many replies, each of them in a pair."""
    answers = position.legal_moves()
    return len(answers) == n["n"] > 1 and {*answers} <= {number for pair in n["pairs"] for number in pair}


def _names_some(_: Truth, position: Any, n: Numbers) -> bool:
    answers, named = position.legal_moves(), {number for pair in n["pairs"] for number in pair}
    return len(answers) == n["n"] and not {*answers} <= named and bool({*answers} & named)


def _works(truth: Truth, position: Any, n: Numbers) -> bool:
    return list_works(truth, position, n["pairs"])


def _single(truth: Truth, position: Any, n: Numbers, ends: bool) -> bool:
    """There is one reply, and its partner answers it, which ends the game or not."""
    if list(position.legal_moves()) != [n["a"]]:
        return False
    over = truth.wins_at_once(position.play(n["a"]), n["b"])
    return over == ends and list_works(truth, position, [(n["a"], n["b"])])


def _wins(*then: Claim) -> Claim:
    """The move wins, and these claims hold after it."""
    return lambda truth, position, n: (
        truth.wins(position, n["move"]) and both(*then)(truth, position.play(n["move"]), n)
    )


def can_be_left_out(truth: Truth, position: Any) -> list[int]:
    """The moves without which the rest makes as many pairs as all numbers do."""
    rules, unused = position.rules, position.unused
    most = truth.most_pairs(rules, unused)
    return [move for move in position.legal_moves() if truth.most_pairs(rules, unused ^ 1 << move) == most]


def _left_out(truth: Truth, position: Any, n: Numbers) -> bool:
    """The maximum number of pairs; the winning moves are those without which the rest still makes that
    many.
    """
    most = truth.most_pairs(position.rules, position.unused)
    return most == n["p"] and can_be_left_out(truth, position) == truth.winning(position) != []


CLAIMS: dict[str, Claim] = {
    "pairing-end": at_once,
    "pairing-won-one-end": _wins(partial(_single, ends=True)),
    "pairing-won-one": _wins(partial(_single, ends=False)),
    "pairing-won": _wins(_names_all, _works),
    "pairing-won-many": _wins(_names_some, _works),
    "pairing-lost-one-end": both(lost, partial(_single, ends=True)),
    "pairing-lost-one": both(lost, partial(_single, ends=False)),
    "pairing-lost": both(lost, _names_all, _works),
    "pairing-lost-many": both(lost, _names_some, _works),
    "pairs-after": _wins(_works),
    "pairs-against": both(lost, _works),
    "hint-pairs-look-end": some_at_once,
    "hint-pairs-look": lambda truth, position, n: truth.won(position) and position.unused.bit_count() > 1,
    "hint-pairs-idea": _left_out,
}
