"""The prompts of the tracks, in English, so that results can be compared.

A question about the next move is asked in the same words as in a game (`players/models/briefing.py`). Other
tracks add a task; stories disguise the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from outnumber.games import Position, members
from outnumber.games.numbers import listed
from outnumber.match import Round
from outnumber.players.models.briefing import FORM, position_told, rules_told

# The version of these prompts; increases with each change.
VERSION = 1

JUDGE = (
    "Who wins from here if both players play perfectly? You may think first, in as many words as you like."
    " End with a line that has only this, with 1 or 2 in place of N:\nwinner: N"
)
_REASON = "Choose your move, and prove that it wins. {what} You may think first. End with one JSON object:\n"
_PAIRS = (
    _REASON.format(
        what="Put the unused numbers into pairs, as many as possible, so that the numbers of a pair go"
        " together, no number is in two pairs, and your move is in none. You will always be able to answer"
        " with the partner. Also name a barrier, a list of unused numbers that proves that more pairs are"
        " impossible: without the barrier, the other unused numbers fall into separate groups, and the"
        " number of groups with an odd count, minus the count of the barrier, is the number of unpaired"
        " numbers. The barrier may be empty."
    )
    + '{"move": N, "pairs": [[A, B], …], "barrier": [C, …]}'
)
EXPLAIN = {
    "number-stack-duel": _REASON.format(
        what="Count the unused numbers on both sides of the top before your move: M where you must go,"
        " K on the other side."
    )
    + '{"move": N, "mover_side": M, "other_side": K}',
    "order-challenge": _REASON.format(
        what="Count the gifts before your move: P numbers that only one player can still take, which lie"
        " between the last numbers of both; and S numbers above both, which both can take."
    )
    + '{"move": N, "private": P, "shared": S}',
    "number-stack-attack": _REASON.format(
        what="Count the tokens needed before your move: T is the smallest number of tokens that takes you"
        " exactly to the target, and U the same for your opponent."
    )
    + '{"move": N, "turns": [T, U]}',
    "number-duel": _PAIRS,
    "strategy-stacks": _PAIRS,
}


def task(current: Round, ask: str) -> str:
    """The rules, the position and a task."""
    told = position_told(current, legal=True)
    return f"{rules_told(current.position.rules)}\n\n{told}\n\n{ask}"


def story(position: Position, labels: Mapping[int, int]) -> str:
    """The same position as a story, with other labels; it names neither the game nor its rules."""
    lines = _STORIES[str(type(position.rules).theorem)](position, labels)
    legal = listed(sorted(labels[move] for move in position.legal_moves()))
    choose = f"You can choose {legal}. Choose so that you win. You may think first. {FORM}"
    return "\n".join((*lines, choose))


def _cable_car(position: Any, labels: Mapping[int, int]) -> Iterable[str]:
    up, down = ("up", "down") if position.rising else ("down", "up")
    yield "Two drivers take turns with one cable car. It stops at stations, each at a different height."
    yield (
        f"You always drive {up}, to any open station in that direction, and the other driver always drives"
        f" {down}. A station closes for good as soon as the car has stopped there. A driver who is to drive"
        " and finds no open station in the right direction loses."
    )
    yield f"The car is at height {labels[position.top]}. Open stations: {_named(position.unused, labels)}."
    yield "It is your turn."


def _auction(position: Any, labels: Mapping[int, int]) -> Iterable[str]:
    yield "Two collectors take turns to buy one painting from the same dealer, each at a different price."
    yield (
        "Each painting that a collector buys must cost more than the last one that this collector bought."
        " There is only one of each. A collector who is to buy and cannot loses."
    )
    for who, last in (("You", position.own), ("The other collector", position.theirs)):
        yield f"{who} last paid {labels[last]}." if last else f"{who} bought nothing yet."
    yield f"Prices of the paintings that are left: {_named(position.unused, labels)}. It is your turn to buy."


def _barrels(position: Any, labels: Mapping[int, int]) -> Iterable[str]:
    rules, turn = position.rules, position.turn
    yield (
        f"Two brewers each fill a barrel of {rules.target} litres. In turn, each empties one full bucket into"
        f" their own barrel. There are buckets of {_named(rules.tokens, labels)} litres, as many as needed."
    )
    yield (
        "Nothing may spill. The brewer whose barrel is exactly full wins at once. A brewer for whom every"
        " bucket is too large is skipped. If that holds for both, the fuller barrel wins; if both hold the"
        f" same, the brewer whose barrel held that amount {rules.tie} wins."
    )
    own, theirs = position.total(turn), position.total(turn.other)
    yield f"Your barrel holds {own} litres, the other one {theirs}. It is your turn to choose a bucket."


def _museum(position: Any, labels: Mapping[int, int]) -> Iterable[str]:
    row, unused = position.rules.row, position.unused
    yield "Two guides take turns to lead the same group through a museum, each time through one door."
    yield (
        "A room closes for good once the group has been in it. A guide who is to lead the group and finds no"
        " door to an open room loses."
    )
    doors = sorted((labels[room], _named(row(room) & unused, labels)) for room in members(unused))
    yield "Open rooms, and the open rooms behind their doors:"
    yield from (f"{room}: {near}" for room, near in doors)
    yield f"The group is in room {labels[position.top]}, which closes behind it."
    yield "It is your turn."


def _named(numbers: int, labels: Mapping[int, int]) -> str:
    return listed(sorted(labels[number] for number in members(numbers)))


_STORIES: dict[str, Callable[[Any, Mapping[int, int]], Iterable[str]]] = {
    "two-sides": _cable_car,
    "private-numbers": _auction,
    "race": _barrels,
    "pairing": _museum,
}
