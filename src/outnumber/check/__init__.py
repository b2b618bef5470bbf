"""Confirms or refutes what `outnumber solve --json` printed, by the rules of the games, without the solvers.

Every field is compared but the words of `reason`, which are no claim. Pairs, barrier and paths prove which
numbers can be left over; all else is counted again. What would take too long is refused.
"""

from __future__ import annotations

import json
from typing import Any

from outnumber.check.counts import Refuted, counting, need, search
from outnumber.games.registry import BUILT_IN, game

CLAIMS = ["game", "options", "moves", "to_move", "over", "winner", "legal", "winning", "length"]
FIELDS = [*CLAIMS, "reason", "certificate"]
REACH = 12  # where no more numbers than this can still be reached, the length of a walk must be given


def check(document: Any) -> str:
    """One sentence that confirms the whole object; raises `Refuted` with the reason otherwise."""
    try:
        need(type(document) is dict, "it is no object")
        need({*document} - {"id"} == {*FIELDS}, f"the fields must be {', '.join(FIELDS)}")
        name, moves, given = document["game"], document["moves"], document["certificate"]
        need(name in BUILT_IN, "the checker knows the five games only")
        need(type(document["reason"]) is str, "the reason is no text")
        need(type(moves) is list and all(type(n) is int for n in moves), "the moves are not whole numbers")
        position: Any = game(name, **document["options"]).start()
        need(len(moves) * position.legal.bit_length() < 10**10, "the game is too long to be checked")
        for move in moves:
            position = position.play(move)
        legal, turn = [*position.legal_moves()], position.turn
        prove = over if not legal else pairing if hasattr(position.rules, "links") else counting
        winning, length, proof = prove(position, given)
        winner = turn if winning else turn.other if legal else position.outcome().winner
        facts = {"options": position.rules.options, "legal": legal, "over": not legal, "winner": winner}
        facts |= {"winning": winning, "length": length, "to_move": turn if legal else None}
        for field, fact in {**facts, "certificate": proof}.items():
            text = json.dumps(fact, sort_keys=True)  # as texts, true and 1 differ
            need(json.dumps(document[field], sort_keys=True) == text, f"{field} should be {text:.80}")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Refuted(str(error)) from None
    return f"Player {int(winner)} {'wins under perfect play' if legal else 'has won'}."


def over(_: Any, __: Any) -> Any:
    return [], 0, {"theorem": "over"}


def pairing(position: Any, given: Any) -> Any:
    """The winning moves of a walk: those that some maximum matching of the unused numbers leaves over."""
    rest, row = position.unused, position.rules.links.row
    need(rest.bit_length() <= 100_001, "a walk can be checked up to the range 100,000")
    need({*given} == {"theorem", "pairs", "barrier", "paths"}, "pairs, barrier and paths are needed")
    need(given["theorem"] == "pairing", "the theorem should be pairing")
    partner = {a: b for pair in given["pairs"] for a, b in (pair, pair[::-1])}

    def linked(a: int, b: int) -> bool:
        return bool(rest >> a & 1 and rest >> b & 1 and row(a) >> b & 1)

    need(all(linked(a, b) for a, b in partner.items()), "a pair is not of two linked, unused numbers")
    need(len(partner) == 2 * len(given["pairs"]), "a number is in two pairs")
    need(all(rest >> n & 1 for n in given["barrier"]), "a number of the barrier is not unused")
    barrier = sum(1 << n for n in {*given["barrier"]})
    # Tutte-Berge: without the barrier, each odd part has a number left over or paired with the barrier.
    left, always, odd = rest & ~barrier, barrier, 0
    while left:
        part = spread(row, left & -left, left)
        left ^= part
        odd += part.bit_count() % 2
        always |= 0 if part.bit_count() % 2 else part
    rests = rest.bit_count() - len(partner)
    need(rests == odd - barrier.bit_count(), "the barrier does not prove that no more pairs are possible")
    for path in given["paths"]:  # exchanging its pairs leaves over its first number instead of its last
        pairs = all(partner.get(a) == b for a, b in zip(path[::2], path[1::2], strict=False))
        links = all(linked(a, b) for a, b in zip(path[1::2], path[2::2], strict=False))
        ends = rest >> path[-1] & 1 and path[-1] not in partner and len(path) % 2
        need(pairs and links and ends and len({*path}) == len(path), "a path proves nothing")
    winning = [path[0] for path in given["paths"]]
    need(winning == sorted({*winning} & {*position.legal_moves()}), "a path is not from a legal move")
    unproven = position.legal & ~always & ~sum(1 << n for n in winning)
    need(not unproven, f"nothing proves that {unproven.bit_length() - 1} loses")
    search.cache_clear()
    few = position.legal.bit_count() <= REACH and spread(row, position.legal, rest).bit_count() <= REACH
    return winning, search(position)[1] if few else None, given


def spread(row: Any, front: int, within: int) -> int:
    """All numbers of a set to which links lead from some of them."""
    found = front
    while front:
        number = front.bit_length() - 1
        fresh = row(number) & within & ~found
        found, front = found | fresh, front ^ 1 << number | fresh
    return found
