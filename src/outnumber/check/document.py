"""The claims of a document: its fields, the game, the position, the player to move and the legal moves."""

from __future__ import annotations

import json
from typing import Any

from outnumber.games import GameError, Position, find

FIELDS = (
    "game",
    "options",
    "moves",
    "to_move",
    "over",
    "winner",
    "legal",
    "winning",
    "length",
    "reason",
    "certificate",
)
# The cost of a move grows with the number of numbers in the game.
MOST_WORK = 10**10


class NotConfirmed(ValueError):
    """The reason why a claim is not confirmed, as a template that can be translated."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.numbers = values


class Refuted(NotConfirmed):
    """The claim is wrong, or its certificate does not prove it."""


class NotChecked(NotConfirmed):
    """The claim may be right, but cannot be checked here: the game is too large or not installed."""


def need(fact: object, reason: str, **values: object) -> None:
    """Refute the claim unless a condition holds."""
    if not fact:
        raise Refuted(reason, **values)


def need_feasible(fact: object, reason: str, **values: object) -> None:
    """Leave the claim unchecked if the required work exceeds a limit."""
    if not fact:
        raise NotChecked(reason, **values)


def need_equal(document: dict[str, Any], field: str, truth: Any) -> None:
    """Refute the claim unless a field has the expected value."""
    same = _same(document[field], truth)
    need(same, "{field} should be {truth}", field=field, truth=json.dumps(truth)[:80])


def _same(claimed: Any, truth: Any) -> bool:
    """Whether two values are strictly equal: true is not 1, and 1.0 is not 1."""
    if type(claimed) is not type(truth):
        return False
    if isinstance(truth, list):
        return len(claimed) == len(truth) and all(map(_same, claimed, truth))
    if isinstance(truth, dict):
        return set(claimed) == set(truth) and all(_same(claimed[name], truth[name]) for name in truth)
    return bool(claimed == truth)


def read(document: Any) -> Position:
    """The position of a document, after all cheap comparisons."""
    need(type(document) is dict, "it is not an object")
    fields = [field for field in document if field != "id"]
    need(sorted(fields) == sorted(FIELDS), "the fields must be {fields}", fields=", ".join(FIELDS))
    game, options, moves = document["game"], document["options"], document["moves"]
    need(type(game) is str, "the game is not a string")
    need(type(options) is dict, "the options are not an object")
    need(type(document["reason"]) is str, "the reason is not a string")
    need(type(document["certificate"]) is dict, "the certificate is not an object")
    for field in ("moves", "legal", "winning"):
        numbers = document[field]
        need(
            type(numbers) is list and all(type(number) is int for number in numbers),
            "{field} is not a list of whole numbers",
            field=field,
        )
    try:
        kind = find(game)
    except GameError as error:
        raise NotChecked("{error}", error=error) from None
    try:
        rules = kind(**options)
        need(rules.name == game, "the game is called {name}", name=rules.name)
        position: Position = rules.start()
        need_feasible(
            len(moves) * position.legal.bit_length() < MOST_WORK, "the game is too long to be checked"
        )
        for move in moves:
            position = position.play(move)
    except (GameError, TypeError, AttributeError) as error:
        raise Refuted("{error}", error=error) from None
    need_equal(document, "options", rules.options)
    over = position.outcome() is not None
    need_equal(document, "over", over)
    need_equal(document, "to_move", None if over else int(position.turn))
    need_equal(document, "legal", [] if over else list(position.legal_moves()))
    return position
